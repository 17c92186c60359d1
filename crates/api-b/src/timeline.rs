//! `/trip/{uuid}/timeline`: itinerary and map as days of events.

use serde::Serialize;
use utoipa::ToSchema;
use wayfare_api_core::edit::TripRequest;
use wayfare_api_core::openapi::{NotFound, VARIANT_B};
use wayfare_api_core::{Answer, App, Endpoint, Number, TripPath};
use wayfare_domain::trip::timeline::{EventDetails, TimelineDay, TimelineEvent};
use wayfare_domain::{Instant, Trip};
use wayfare_service::TripView;

/// The events of one day.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = TimelineDay)]
pub struct DayShape {
    /// The day's midnight, UTC, as an epoch number.
    pub date: Number,
    /// Its events in order of time.
    pub events: Vec<EventShape>,
}

/// What kind of event something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EventType {
    /// A stay at a destination.
    Destination,
    /// Travel to one.
    Travel,
}

/// Something that happens.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = TimelineEvent)]
pub struct EventShape {
    /// When it begins, as an epoch number.
    pub time: Number,
    /// What kind of event it is.
    pub r#type: EventType,
    /// What it is.
    pub details: DetailsShape,
    /// In the base currency.
    pub cost: Number,
    /// In minutes.
    pub duration: Number,
}

/// What an event is: `{id, name, desc}` of a destination, `{name}` of travel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TimelineEventDetails)]
pub struct DetailsShape {
    /// Which destination.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Its name, or by what means or where to one travels.
    pub name: String,
    /// What it is like.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub desc: Option<String>,
}

impl DayShape {
    fn new(trip: &Trip, day: TimelineDay) -> Self {
        Self {
            date: epoch(trip, day.date),
            events: day
                .events
                .into_iter()
                .map(|event| EventShape::new(trip, event))
                .collect(),
        }
    }
}

impl EventShape {
    fn new(trip: &Trip, event: TimelineEvent) -> Self {
        let TimelineEvent {
            time,
            details,
            cost,
            duration,
        } = event;
        let (kind, details) = match details {
            EventDetails::Destination {
                id,
                name,
                description,
            } => (
                EventType::Destination,
                DetailsShape {
                    id: Some(id),
                    name,
                    desc: Some(description),
                },
            ),
            EventDetails::Travel { name } => (
                EventType::Travel,
                DetailsShape {
                    id: None,
                    name,
                    desc: None,
                },
            ),
        };
        Self {
            time: epoch(trip, time),
            r#type: kind,
            details,
            cost: cost.into(),
            duration: duration.into(),
        }
    }
}

fn epoch(trip: &Trip, at: Instant) -> Number {
    at.epoch(trip.timeline_unit()).into()
}

pub(crate) fn endpoint() -> Endpoint {
    Endpoint::at("/trip/{uuid}/timeline").get(get)
}

/// Itinerary and map as days of events.
#[utoipa::path(
    get, path = "/trip/{uuid}/timeline", tag = VARIANT_B, operation_id = "getTimeline",
    params(TripPath),
    responses((status = 200, description = "The days that have events", body = Vec<DayShape>), NotFound),
)]
pub(crate) async fn get(request: TripRequest) -> Answer {
    let days = |app: &App, view: &TripView| -> Vec<DayShape> {
        let days = app.service.trips.timeline(&view.trip).into_iter();
        days.map(|day| DayShape::new(&view.trip, day)).collect()
    };
    request.get(days).await
}
