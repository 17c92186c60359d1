//! `/trips/{uuid}`: a trip with everything computed from it, its update and its deletion.

use actix_web::HttpRequest;
use actix_web::web::{Data, Payload};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wayfare_api_core::fields::Element;
use wayfare_api_core::input::{Amount, TripEditInput};
use wayfare_api_core::openapi::{NotFound, VARIANT_A};
use wayfare_api_core::shapes::{self, ExpenditureShape, TransportationShape};
use wayfare_api_core::{
    Answer, App, AuthenticatedCaller, TripPath, body, conditional, edit, rendered,
};
use wayfare_domain::trip::{MapLocation, TripPatch};
use wayfare_domain::{Instant, Moment};
use wayfare_service::TripView;

use crate::budget;
use crate::items::DestinationShape;
use crate::summary::BudgetSummaryShape;
use crate::trips::Summary;

/// Start and end, RFC 3339; the epoch where there is none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = InstantsA)]
pub struct DatesShape {
    /// When it starts.
    #[schema(format = DateTime)]
    pub start: String,
    /// When it ends.
    #[schema(format = DateTime)]
    pub end: String,
}

impl DatesShape {
    fn new(start: Option<Moment>, end: Option<Moment>) -> Self {
        let text = |moment: Option<Moment>| {
            moment
                .map_or(Instant::EPOCH, |moment| moment.at)
                .to_string()
        };
        Self {
            start: text(start),
            end: text(end),
        }
    }
}

/// A location on the map.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = MapLocationA)]
pub struct LocationShape {
    /// What it is called.
    pub title: String,
    /// Where it is.
    pub address: String,
    /// When the travellers are there.
    pub date: DatesShape,
    /// How they get there.
    pub transportation: TransportationShape,
}

impl LocationShape {
    fn new(location: &MapLocation) -> Self {
        let MapLocation {
            title,
            address,
            period,
            transportation,
        } = location;
        Self {
            title: title.to_string(),
            address: address.to_string(),
            date: DatesShape::new(
                period.map(|period| period.start),
                period.map(|period| period.end),
            ),
            transportation: transportation.into(),
        }
    }
}

/// The map of a trip.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = MapA)]
pub struct MapShape {
    /// Locations.
    pub locations: Vec<LocationShape>,
    /// Notes; HTML of a safe subset.
    pub notes: String,
}

/// A location and the destinations there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Area)]
pub struct AreaShape {
    /// The location.
    pub name: String,
    /// The destinations there, comma-separated.
    pub description: String,
}

/// A trip in full.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
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
        let links = &app.links;
        let trip = &view.trip;
        let summary = Summary::of_view(links, view);
        let areas = trip.areas();
        Self {
            dest: trip
                .plan
                .destinations
                .iter()
                .map(|place| place.id.to_string())
                .collect(),
            dest_objs: trip.plan.destinations.iter().map(Into::into).collect(),
            budget: BudgetSummaryShape::new(app.service.trips.budget_summary(trip)),
            expenditures: trip.plan.expenditures.iter().map(Into::into).collect(),
            date: DatesShape::new(trip.plan.dates.start, trip.plan.dates.end),
            todo: trip.plan.todo.iter().map(ToString::to_string).collect(),
            image: summary.main_image_url.clone(),
            url: links.trip_page(trip.id),
            owner: trip.owner.to_string(),
            members: trip.members.iter().map(ToString::to_string).collect(),
            map: MapShape {
                locations: trip.map.locations.iter().map(LocationShape::new).collect(),
                notes: trip.map.notes.to_string(),
            },
            area_names: areas.iter().map(|area| area.name.clone()).collect(),
            areas: areas
                .into_iter()
                .map(|area| AreaShape {
                    name: area.name,
                    description: area.description,
                })
                .collect(),
            private: trip.private,
            start_obj: (&trip.starting_point()).into(),
            summary,
        }
    }
}

/// What an update answers: Variant B's trip, with the summary as its budget and RFC 3339 dates.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = UpdatedTripA)]
pub struct UpdatedTrip {
    /// Which trip.
    #[schema(format = Uuid)]
    pub uuid: String,
    /// Its name.
    pub name: String,
    /// Its description.
    pub desc: String,
    /// The names of its destinations, first to last.
    pub dest: Vec<String>,
    /// The sums over its budgets.
    pub budget: BudgetSummaryShape,
    /// What was spent.
    pub expenditures: Vec<ExpenditureShape>,
    /// When it takes place.
    pub date: DatesShape,
    /// What is to be done.
    pub todo: Vec<String>,
    /// URL of its picture.
    #[schema(format = Uri)]
    pub img: String,
    /// The trip in the front end.
    #[schema(format = Uri)]
    pub url: String,
    /// The owner's username.
    pub owner: String,
    /// The members' usernames.
    pub members: Vec<String>,
    /// Whether only its members see it.
    pub private: bool,
}

impl UpdatedTrip {
    fn new(app: &App, view: &TripView) -> Self {
        let links = &app.links;
        let TripView { trip, people, .. } = view;
        Self {
            uuid: trip.id.to_string(),
            name: trip.name.to_string(),
            desc: trip.description.to_string(),
            dest: trip
                .plan
                .destinations
                .iter()
                .map(|place| place.name.to_string())
                .collect(),
            budget: BudgetSummaryShape::new(app.service.trips.budget_summary(trip)),
            expenditures: trip.plan.expenditures.iter().map(Into::into).collect(),
            date: DatesShape::new(trip.plan.dates.start, trip.plan.dates.end),
            todo: trip.plan.todo.iter().map(ToString::to_string).collect(),
            img: links.trip_image(trip.id, &trip.gallery),
            url: links.trip_page(trip.id),
            owner: people.username(trip.owner).to_owned(),
            members: trip
                .members
                .iter()
                .map(|member| people.username(*member).to_owned())
                .collect(),
            private: trip.private,
        }
    }
}

/// The trip in full.
///
/// # Errors
/// 401 without a good token, 404 where there is no such trip for the caller.
#[utoipa::path(
    get, path = "/trips/{uuid}", tag = VARIANT_A, operation_id = "getTripA",
    params(TripPath),
    responses((status = 200, description = "The trip", body = DetailShape), NotFound),
)]
pub async fn detail(
    app: Data<App>,
    AuthenticatedCaller(caller): AuthenticatedCaller,
    TripPath(id): TripPath,
    request: HttpRequest,
) -> Answer {
    let view = app.service.trips.read(caller, id).await?;
    rendered::json(&app, &request, &view, || DetailShape::new(&app, &view))
}

/// Changes what is sent.
///
/// # Errors
/// As [`edit::put`].
#[utoipa::path(
    put, path = "/trips/{uuid}", tag = VARIANT_A, operation_id = "updateTripA",
    params(TripPath),
    request_body = TripInput,
    responses((status = 200, description = "The changed trip", body = UpdatedTrip), NotFound),
)]
pub async fn update(
    app: Data<App>,
    caller: AuthenticatedCaller,
    trip: TripPath,
    request: HttpRequest,
    payload: Payload,
) -> Answer {
    let TripPath(id) = trip;
    let read = |body: &Element<'_>| shapes::trip_edit(body, &app.links, id, read_budget);
    let shape = |_: &TripView, after: &TripView| UpdatedTrip::new(&app, after);
    edit::put(
        &app,
        caller,
        trip,
        (&request, payload, body::LARGE),
        read,
        shape,
    )
    .await
}

/// Deletes the trip.
///
/// # Errors
/// 401 without a good token or where the caller does not own the trip, 404 where there is no such
/// trip for the caller.
#[utoipa::path(
    delete, path = "/trips/{uuid}", tag = VARIANT_A, operation_id = "deleteTripA",
    params(TripPath),
    responses((status = 204, description = "Deleted"), NotFound),
)]
pub async fn delete(
    app: Data<App>,
    AuthenticatedCaller(caller): AuthenticatedCaller,
    TripPath(id): TripPath,
    request: HttpRequest,
) -> Answer {
    app.service
        .trips
        .delete(caller, id, conditional::precondition(&request))
        .await?;
    Ok(conditional::no_content())
}

/// `budget` in any of its forms: an estimate, a base currency, the trip-wide budget; each key that
/// is sent counts.
fn read_budget(element: &Element<'_>, change: &mut TripPatch) {
    let Some(fields) = element.object() else {
        return;
    };
    change.estimate = shapes::estimate(element).unwrap_or_default();
    change.budget = budget::draft(&fields, budget::currency);
    let base = fields
        .get("baseCurrency")
        .and_then(|code| code.string(budget::currency))
        .flatten();
    change.budget.currency = change.budget.currency.or(base);
}

/// A change of a trip. Only what is sent changes.
#[derive(Debug, ToSchema)]
#[schema(as = TripInputA)]
pub struct TripInput {
    /// What both variants take.
    #[serde(flatten)]
    pub common: TripEditInput,
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
    #[schema(min_length = 3, max_length = 3)]
    pub base_currency: Option<String>,
    /// The trip-wide budget.
    #[serde(flatten)]
    pub budget: budget::BudgetInput,
}
