//! `/trips/{uuid}`: a trip with everything computed from it, its update and its deletion.

use actix_web::web::{Data, Payload};
use wayfare_api_core::input::fields::Element;
use wayfare_api_core::input::readers::estimate;
use wayfare_api_core::openapi::VARIANT_A;
use wayfare_api_core::trip::budget;
use wayfare_api_core::trip::budget_summary::show_summary;
use wayfare_api_core::trip::edit::{EditBody, Edited, Show, TripRequest, UpdateAnswer};
use wayfare_api_core::trip::items::show_destination;
use wayfare_api_core::trip::{
    show_dates, show_expenditure, show_location, show_todo, show_updated, show_zone, trip_edit,
};
use wayfare_api_core::{Answer, App, TripPath};
use wayfare_domain::trip::{self, Edit, Plan};
use wayfare_service::TripView;
use wayfare_shapes::input::TripInputA;
use wayfare_shapes::variant_a::{Area, Map, TripDetail, UpdatedTrip};

use crate::trips::summarize_view;

fn show_detail(app: &App, view: &TripView, is_extended: bool) -> TripDetail {
    let summary = summarize_view(&app.links, view);
    let trip = &view.trip;
    let Plan {
        destinations,
        estimate: _,
        budget: _,
        expenditures,
        dates,
        lists,
        settlements: _,
        parties: _,
        files: _,
        rates: _,
        time_zone: _,
        place_rules: _,
        relocations: _,
        last_edits: _,
        withdrawals: _,
        named: _,
    } = &trip.plan;
    let areas = trip.areas().into_iter();
    let areas: Vec<Area> = areas
        .map(|trip::Area { name, description }| Area { name, description })
        .collect();
    TripDetail {
        dest: destinations
            .iter()
            .map(|place| place.id.to_string())
            .collect(),
        dest_objs: destinations
            .iter()
            .map(|destination| show_destination(destination, is_extended))
            .collect(),
        budget: show_summary(app.service.trips.budget_summary(view)),
        expenditures: expenditures.iter().map(show_expenditure).collect(),
        date: show_dates(*dates),
        todo: show_todo(lists),
        image: summary.main_image_url.clone(),
        url: app.links.trip_page(trip.id),
        owner: trip.owner.to_string(),
        members: trip.members.iter().map(ToString::to_string).collect(),
        map: Map {
            locations: trip.map.locations.iter().map(show_location).collect(),
            notes: trip.map.notes.to_string(),
        },
        area_names: areas.iter().map(|area| area.name.clone()).collect(),
        areas,
        private: trip.private,
        timezone: show_zone(trip, is_extended),
        start_obj: show_destination(&trip.starting_point(), is_extended),
        summary,
    }
}

/// The trip in full.
///
/// # Errors
/// 401 without a valid token, 404 if the caller may not see such a trip.
#[utoipa::path(
    get, path = "/trips/{uuid}", tag = VARIANT_A, operation_id = "getTripA",
    params(TripPath),
    responses((status = 200, description = "The trip", body = TripDetail)),
)]
pub async fn detail(request: TripRequest) -> Answer {
    let is_extended = request.prefers_extensions();
    let shape = move |app: &App, view: &TripView| show_detail(app, view, is_extended);
    request.show(Show::Extended(is_extended), shape).await
}

/// Changes what is sent.
///
/// # Errors
/// As [`TripRequest::edit`].
#[utoipa::path(
    put, path = "/trips/{uuid}", tag = VARIANT_A, operation_id = "updateTripA",
    params(TripPath),
    request_body = TripInputA,
    responses((
        status = 200, description = "The changed trip", body = UpdatedTrip,
        headers(("Unknown-Members"))
    )),
)]
pub async fn update(request: TripRequest, payload: Payload) -> Answer {
    let (app, TripPath(id)) = (Data::clone(&request.app), request.path);
    let read = move |body: &Element<'_>| trip_edit(body, &app.links, id, read_budget);
    let is_extended = request.prefers_extensions();
    let answer = move |app: &App, Edited { before, after, .. }: &Edited| {
        let budget = &after.trip.plan.budget;
        let budgets = (before.trip.plan.budget != *budget).then_some(budget);
        let answer = UpdateAnswer::new(show_updated(app, after, is_extended));
        Ok(answer.with_unknown_members(after, budgets.into_iter()))
    };
    request.edit(EditBody::large(payload), read, answer).await
}

/// Deletes the trip.
///
/// # Errors
/// 401 without a valid token or if the caller does not own the trip, 404 if the caller may not see
/// such a trip.
#[utoipa::path(
    delete, path = "/trips/{uuid}", tag = VARIANT_A, operation_id = "deleteTripA",
    params(TripPath),
    responses((status = 204, description = "Deleted")),
)]
pub async fn delete(request: TripRequest) -> Answer {
    request.delete().await
}

/// Reads `budget` in any of its forms: an estimate, a base currency, the trip-wide budget.
fn read_budget(element: &Element<'_>) -> [Option<Edit>; 2] {
    let Some(fields) = element.object() else {
        return [None, None];
    };
    let estimate = estimate(element).unwrap_or_default();
    let mut budget = budget::read_budget(&fields, budget::currency);
    let base = fields
        .get("baseCurrency")
        .and_then(|code| code.string(budget::currency))
        .flatten();
    budget.currency = budget.currency.or(base);
    [Some(Edit::Estimate(estimate)), Some(Edit::budget(budget))]
}
