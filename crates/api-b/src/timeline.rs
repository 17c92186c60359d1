//! `/trip/{uuid}/timeline`: itinerary and map as days of events.

use wayfare_api_core::openapi::VARIANT_B;
use wayfare_api_core::trip::edit::{Show, TripRequest};
use wayfare_api_core::{Answer, App, TripPath};
use wayfare_domain::trip::timeline;
use wayfare_domain::{Instant, Trip};
use wayfare_service::TripView;
use wayfare_shapes::Number;
use wayfare_shapes::variant_b::{EventDetails, EventType, TimelineDay, TimelineEvent};

fn show_day(trip: &Trip, day: timeline::TimelineDay) -> TimelineDay {
    let events = day.events.into_iter();
    TimelineDay {
        date: epoch(trip, day.date),
        events: events.map(|event| show_event(trip, event)).collect(),
    }
}

fn show_event(trip: &Trip, event: timeline::TimelineEvent) -> TimelineEvent {
    let (r#type, details) = match event.details {
        timeline::EventDetails::Destination {
            id,
            name,
            description,
        } => {
            let (id, desc) = (Some(id), Some(description));
            (EventType::Destination, EventDetails { id, name, desc })
        }
        timeline::EventDetails::Travel { name } => {
            let (id, desc) = (None, None);
            (EventType::Travel, EventDetails { id, name, desc })
        }
    };
    TimelineEvent {
        time: epoch(trip, event.time),
        r#type,
        details,
        cost: event.cost.into(),
        duration: event.duration.into(),
    }
}

fn epoch(trip: &Trip, at: Instant) -> Number {
    at.epoch(trip.timeline_unit()).into()
}

/// Itinerary and map as days of events.
#[utoipa::path(
    get, path = "/trip/{uuid}/timeline", tag = VARIANT_B, operation_id = "getTimeline",
    params(TripPath),
    responses((status = 200, description = "The days that have events", body = Vec<TimelineDay>)),
)]
pub(crate) async fn get(request: TripRequest) -> Answer {
    let days = |app: &App, view: &TripView| -> Vec<TimelineDay> {
        let days = app.service.trips.timeline(&view.trip).into_iter();
        days.map(|day| show_day(&view.trip, day)).collect()
    };
    request.show(Show::Plain, days).await
}
