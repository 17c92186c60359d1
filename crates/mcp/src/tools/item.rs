//! Items of the itinerary and expenses, as assistants read them.

use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Number;
use serde_with::skip_serializing_none;
use wayfare_domain::Instant;
use wayfare_domain::trip::itinerary::ItemKind;
use wayfare_domain::trip::place::ZoneName;
use wayfare_domain::trip::{ItemZones, ItineraryItem, LocalTime};
use wayfare_service::{TimeZone, TripView};

use super::cost::{self, CostShown};
use crate::answer::{MAX_TEXT, cut};
use crate::call::Call;

/// The most characters of a text of an item that is read alone.
const MAX_WHOLE: usize = 2_000;

/// An item of a trip.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema)]
pub(crate) struct ItemShown {
    /// Id
    id: String,
    /// What it is: flight, stay, sight, ...
    kind: String,
    /// Name
    name: Option<String>,
    /// Day of the trip, from 1
    day: u32,
    /// Start as local hour
    start_local: Option<String>,
    /// End as local hour
    end_local: Option<String>,
    /// IANA time zone of the start
    timezone: Option<String>,
    /// IANA time zone of the end, if it is another
    end_timezone: Option<String>,
    /// Address, or town and country
    location: Option<String>,
    /// Latitude in degrees
    #[schemars(with = "Option<f64>")]
    latitude: Option<Number>,
    /// Longitude in degrees
    #[schemars(with = "Option<f64>")]
    longitude: Option<Number>,
    /// How exactly the place is known: exact, street, town or region
    precision: Option<String>,
    /// Notes
    description: Option<String>,
    /// Confirmation or booking code
    confirmation: Option<String>,
    /// What it costs
    cost: Option<CostShown>,
}

/// How much of an item is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Detail {
    /// What it is, when and where.
    Brief,
    /// All of it, with texts cut.
    Full,
    /// All of it.
    Whole,
}

/// An item of a trip, whose zones these are.
pub(crate) fn show(
    call: &Call,
    view: &TripView,
    item: &ItineraryItem,
    zones: ItemZones<'_>,
    detail: Detail,
) -> ItemShown {
    let place = &item.destination;
    let is_full = detail != Detail::Brief;
    let most = match detail {
        Detail::Whole => MAX_WHOLE,
        _ => MAX_TEXT,
    };
    let text = |text: &str| cut(text, most).filter(|_| is_full);
    let point = place.coordinates.filter(|_| is_full);
    let degrees = |value: Decimal| value.normalize().to_string().parse().ok();
    let is_on_trip = view.trip.members.contains(&view.reader);
    let base = call.app.service.trips.base_currency(&view.trip);
    let name = |zone: &ZoneName| zone.as_str().to_owned();
    let is_expense = item.kind.is_expense();
    ItemShown {
        id: item.id.to_string(),
        kind: match is_expense {
            true => ItemKind::EXPENSE.to_owned(),
            false => item.class().name().to_owned(),
        },
        name: cut(place.title(), most),
        day: item.day.number(),
        start_local: local(item.typed.start, item.start, zones.start),
        end_local: local(item.typed.end, item.end, zones.end),
        timezone: zones.start.filter(|_| !is_expense).map(name),
        end_timezone: zones.end.filter(|_| zones.end != zones.start).map(name),
        location: text(&place.location),
        latitude: point.and_then(|at| degrees(at.latitude())),
        longitude: point.and_then(|at| degrees(at.longitude())),
        precision: point
            .and(place.precision())
            .map(|precision| precision.as_str().to_owned()),
        description: text(&place.description),
        confirmation: text(&item.confirmation).filter(|_| is_on_trip),
        cost: cost::show(&item.budget, base).filter(|_| is_full),
    }
}

/// The local hour of a time: as it was typed, else what clocks of the zone show.
fn local(typed: Option<LocalTime>, at: Option<Instant>, zone: Option<&ZoneName>) -> Option<String> {
    let shown = || TimeZone::same_hour(at?, 0, zone, None).map(LocalTime::in_utc);
    typed.or_else(shown).map(|hour| hour.to_string())
}
