//! `/trips/{uuid}`: a trip with everything computed from it, its update and its deletion.

use actix_web::HttpRequest;
use actix_web::web::{Data, Payload};
use serde::Serialize;
use utoipa::ToSchema;
use wayfare_api_core::budget::{self, BudgetInput};
use wayfare_api_core::budget_summary::BudgetSummaryShape;
use wayfare_api_core::edit::{TripRequest, UpdateAnswer};
use wayfare_api_core::fields::Element;
use wayfare_api_core::input::{Amount, DatesInput, TripEditInput};
use wayfare_api_core::items::DestinationShape;
use wayfare_api_core::openapi::{NotFound, VARIANT_A};
use wayfare_api_core::shapes::{self, ExpenditureShape};
use wayfare_api_core::updated_trip::{DatesShape, UpdatedTrip};
use wayfare_api_core::{Answer, App, AuthenticatedCaller, TripPath, body};
use wayfare_domain::trip::{Area, Plan, TripMap, TripPatch};
use wayfare_domain::{Trip, TripOverview};
use wayfare_service::TripView;

use crate::trips::Summary;

wayfare_api_core::location_shape! {
    #[schema(as = MapLocationA)]
    pub struct LocationShape {
        date: DatesShape,
    }
}

/// The map of a trip.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = MapA)]
pub struct MapShape {
    /// Locations.
    pub locations: Vec<LocationShape>,
    /// Notes; HTML of a safe subset.
    pub notes: String,
}

/// A location and the destinations there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Area)]
pub struct AreaShape {
    /// The location.
    pub name: String,
    /// The destinations there, comma-separated.
    pub description: String,
}

impl From<Area> for AreaShape {
    fn from(Area { name, description }: Area) -> Self {
        Self { name, description }
    }
}

/// A trip in full.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TripDetailA)]
pub struct DetailShape {
    /// What lists show of it.
    #[serde(flatten)]
    pub summary: Summary,
    /// The ids of its destinations, first to last.
    pub dest: Vec<String>,
    /// Its destinations, first to last.
    pub dest_objs: Vec<DestinationShape>,
    /// The sums over its budgets.
    pub budget: BudgetSummaryShape,
    /// What was spent.
    pub expenditures: Vec<ExpenditureShape>,
    /// When it takes place.
    pub date: DatesShape,
    /// What is to be done.
    pub todo: Vec<String>,
    /// Where the main picture is.
    #[schema(format = Uri)]
    pub image: String,
    /// The trip in the front end.
    #[schema(format = Uri)]
    pub url: String,
    /// The owner's id.
    #[schema(format = Uuid)]
    pub owner: String,
    /// The members' ids.
    pub members: Vec<String>,
    /// The map.
    pub map: MapShape,
    /// Where it goes, by location.
    pub areas: Vec<AreaShape>,
    /// The names of the areas.
    pub area_names: Vec<String>,
    /// Whether only its members see it.
    pub private: bool,
    /// Where it starts.
    pub start_obj: DestinationShape,
}

impl DetailShape {
    fn new(app: &App, view: &TripView) -> Self {
        let summary = Summary::of_view(&app.links, view);
        let Trip {
            overview,
            itinerary: _,
            map,
        } = view.trip.as_ref();
        let TripOverview {
            id,
            version: _,
            created_at: _,
            updated_at: _,
            owner,
            members,
            viewers: _,
            private,
            name: _,
            description: _,
            plan,
            gallery: _,
        } = overview.as_ref();
        let Plan {
            destinations,
            estimate: _,
            budget: _,
            expenditures,
            dates,
            todo,
            settlements: _,
        } = plan;
        let TripMap { notes, locations } = map;
        let areas: Vec<AreaShape> = view.trip.areas().into_iter().map(Into::into).collect();
        Self {
            dest: destinations
                .iter()
                .map(|place| place.id.to_string())
                .collect(),
            dest_objs: destinations.iter().map(Into::into).collect(),
            budget: BudgetSummaryShape::new(app.service.trips.budget_summary(view)),
            expenditures: expenditures.iter().map(Into::into).collect(),
            date: (*dates).into(),
            todo: todo.iter().map(ToString::to_string).collect(),
            image: summary.main_image_url.clone(),
            url: app.links.trip_page(*id),
            owner: owner.to_string(),
            members: members.iter().map(ToString::to_string).collect(),
            map: MapShape {
                locations: locations.iter().map(LocationShape::new).collect(),
                notes: notes.to_string(),
            },
            area_names: areas.iter().map(|area| area.name.clone()).collect(),
            areas,
            private: *private,
            start_obj: (&view.trip.starting_point()).into(),
            summary,
        }
    }
}

/// The trip in full.
///
/// # Errors
/// 401 without a valid token, 404 if the caller may not see such a trip.
#[utoipa::path(
    get, path = "/trips/{uuid}", tag = VARIANT_A, operation_id = "getTripA",
    params(TripPath),
    responses((status = 200, description = "The trip", body = DetailShape), NotFound),
)]
pub async fn detail(
    app: Data<App>,
    caller: AuthenticatedCaller,
    trip: TripPath,
    request: HttpRequest,
) -> Answer {
    let request = TripRequest {
        app,
        caller,
        trip,
        request,
    };
    request.get(DetailShape::new).await
}

/// Changes what is sent.
///
/// # Errors
/// As [`TripRequest::put`].
#[utoipa::path(
    put, path = "/trips/{uuid}", tag = VARIANT_A, operation_id = "updateTripA",
    params(TripPath),
    request_body = TripInput,
    responses((status = 200, description = "The changed trip", body = UpdatedTrip, headers(("Unknown-Members"))), NotFound),
)]
pub async fn update(
    app: Data<App>,
    caller: AuthenticatedCaller,
    trip: TripPath,
    request: HttpRequest,
    payload: Payload,
) -> Answer {
    let TripPath(id) = trip;
    let shared = Data::clone(&app);
    let read = move |body: &Element<'_>| shapes::trip_edit(body, &shared.links, id, read_budget);
    let answer = |app: &App, before: &TripView, after: &TripView| {
        let budget = &after.trip.plan.budget;
        let budgets = (before.trip.plan.budget != *budget).then_some(budget);
        let answer = UpdateAnswer::new(UpdatedTrip::of(app, after));
        Ok(answer.with_unknown_members(after, budgets.into_iter()))
    };
    let request = TripRequest {
        app,
        caller,
        trip,
        request,
    };
    request.put_with((payload, body::LARGE), read, answer).await
}

/// Deletes the trip.
///
/// # Errors
/// 401 without a valid token or if the caller does not own the trip, 404 if the caller may not see
/// such a trip.
#[utoipa::path(
    delete, path = "/trips/{uuid}", tag = VARIANT_A, operation_id = "deleteTripA",
    params(TripPath),
    responses((status = 204, description = "Deleted"), NotFound),
)]
pub async fn delete(
    app: Data<App>,
    caller: AuthenticatedCaller,
    trip: TripPath,
    request: HttpRequest,
) -> Answer {
    let request = TripRequest {
        app,
        caller,
        trip,
        request,
    };
    request.delete().await
}

/// Reads `budget` in any of its forms: an estimate, a base currency, the trip-wide budget.
fn read_budget(element: &Element<'_>, patch: &mut TripPatch) {
    let Some(fields) = element.object() else {
        return;
    };
    patch.estimate = shapes::estimate(element).unwrap_or_default();
    patch.budget = budget::draft(&fields, budget::currency);
    let base = fields
        .get("baseCurrency")
        .and_then(|code| code.string(budget::currency))
        .flatten();
    patch.budget.currency = patch.budget.currency.or(base);
}

/// A change of a trip. Only what is sent changes.
#[derive(Debug, ToSchema)]
#[schema(as = TripInputA)]
pub struct TripInput {
    /// What both variants take.
    #[serde(flatten)]
    pub common: TripEditInput,
    /// When it takes place.
    pub date: Option<DatesInput>,
    /// An estimate, a base currency, the trip-wide budget: each key that is sent counts.
    pub budget: Option<AnyBudgetInput>,
}

/// A budget in any of its forms: each key that is sent counts.
#[derive(Debug, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnyBudgetInput {
    /// Lower end of the estimate.
    pub lo: Option<Amount>,
    /// Higher end of the estimate.
    pub hi: Option<Amount>,
    /// ISO 4217 code of the base currency.
    #[schema(pattern = "^[A-Z]{3}$")]
    pub base_currency: Option<String>,
    /// The trip-wide budget.
    #[serde(flatten)]
    pub budget: BudgetInput,
}
