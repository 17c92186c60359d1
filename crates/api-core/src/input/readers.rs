//! Reading the values that many bodies have.

use rust_decimal::Decimal;
use wayfare_domain::trip::destination::{DestinationDraft, Position};
use wayfare_domain::trip::edit::{DatesPatch, EstimatePatch};
use wayfare_domain::trip::place::{Coordinates, Point, Precision, ZoneName};
use wayfare_domain::trip::{EndsDraft, Estimate, LocalTime, TypedHours};
use wayfare_domain::{
    Amount, Dates, Instant, Moment, Reason, SignedAmount, Text, TripId, Violations,
};
use wayfare_service::TimeZone;

use crate::input::fields::{Element, Fields};

/// Text of at most `MAX` characters, as written.
pub fn text<const MAX: usize>(element: &Element<'_>) -> Option<Text<MAX>> {
    element.string(|text| Text::new(text))
}

/// A cost or a payment.
pub fn signed_amount(element: &Element<'_>) -> Option<SignedAmount> {
    element.number(SignedAmount::new)
}

/// An amount or quantity.
pub fn amount(element: &Element<'_>) -> Option<Amount> {
    element.number(Amount::new)
}

/// The id of a trip. A text that is no id names no trip that anybody sees.
pub fn trip(element: &Element<'_>) -> Option<TripId> {
    element.string(|text| Ok(TripId::parse(text).unwrap_or(TripId::NOWHERE)))
}

/// A point in time: Unix time, or RFC 3339 text.
pub fn moment(element: &Element<'_>) -> Option<Moment> {
    element.string_or_number(Moment::from_text, Moment::from_epoch)
}

/// `{start, end}`, either of which may be left out. Their order is checked if both are sent.
pub fn dates(element: &Element<'_>) -> Option<DatesPatch> {
    let fields = element.object()?;
    let end_of = |name| fields.read_optional(name, moment);
    let (start, end) = (end_of("start"), end_of("end"));
    let (start, end) = (start?, end?);
    // The epoch may be the answer for a date that is missing: that depends on the trip.
    let is_date = |moment: Option<Moment>| moment.is_some_and(|it| it.at != Instant::EPOCH);
    if is_date(start) && is_date(end) {
        element.check_all(Dates::default().merge(Dates { start, end }, &element.path()))?;
    }
    Some(DatesPatch {
        start: start.map(Some),
        end: end.map(Some),
    })
}

/// `{lo, hi}`, either of which may be left out. Their order is checked if both are sent.
pub fn estimate(element: &Element<'_>) -> Option<EstimatePatch> {
    let fields = element.object()?;
    let end_of = |name| fields.read_optional(name, amount);
    let (lo, hi) = (end_of("lo"), end_of("hi"));
    let (lo, hi) = (lo?, hi?);
    if lo.is_some() && hi.is_some() {
        element.check_all(Estimate::default().merge(lo, hi, &element.path()))?;
    }
    Some(EstimatePatch { lo, hi })
}

/// A destination as an object, with the keys of either variant.
pub fn destination(element: &Element<'_>) -> Option<DestinationDraft> {
    let fields = element.object()?;
    let field = |name| fields.read(name, text);
    let position = position(element, &fields);
    // Both names are read, so that the violations of both are collected.
    Some(DestinationDraft {
        id: field("_id").or(field("id")),
        name: field("name"),
        location: field("location"),
        description: field("description").or(field("desc")),
        pin: None,
        position,
    })
}

/// Where a place is, as an object says it. Either coordinate alone, and a zone alone, is an error.
fn position(element: &Element<'_>, fields: &Fields<'_>) -> Option<Position> {
    let names = ["latitude", "longitude", "precision", "timezone"];
    if names.iter().all(|name| fields.get(name).is_none()) {
        return None;
    }
    let coordinates = coordinates(element, fields);
    let precision = precision(fields);
    let time_zone = fields.read("timezone", time_zone).flatten();
    Some(Position {
        coordinates: coordinates?,
        precision,
        time_zone,
    })
}

/// How exactly coordinates are known, if an object says so.
fn precision(fields: &Fields<'_>) -> Option<Precision> {
    fields.read("precision", |word| word.string(Precision::parse))
}

/// The required fields `latitude` and `longitude` of an object, which are exact if it says nothing
/// else.
pub fn point(element: &Element<'_>, fields: &Fields<'_>) -> Option<Point> {
    let precision = precision(fields).unwrap_or(Precision::Exact);
    Some(Point {
        coordinates: coordinates(element, fields)?,
        precision,
    })
}

fn coordinates(element: &Element<'_>, fields: &Fields<'_>) -> Option<Coordinates> {
    let degrees = |name| fields.read_required(name, |number| number.number(Ok::<Decimal, Reason>));
    let (latitude, longitude) = (degrees("latitude"), degrees("longitude"));
    let limits = [
        ("latitude", latitude, Coordinates::MAX_LATITUDE),
        ("longitude", longitude, Coordinates::MAX_LONGITUDE),
    ];
    for (field, degrees, most) in limits {
        if degrees.is_some_and(|degrees| degrees.abs() > Decimal::from(most)) {
            let reason = format!("must be from -{most} to {most}");
            let path = element.path().field(field);
            element.check_all(Err::<(), _>(Violations::at(path, reason)));
        }
    }
    Coordinates::new(latitude?, longitude?).ok()
}

/// The IANA name of a time zone; none if it is empty.
pub fn time_zone(element: &Element<'_>) -> Option<Option<ZoneName>> {
    element.string(|name| {
        if name.is_empty() {
            return Ok(None);
        }
        TimeZone::parse_name(name).map(Some)
    })
}

/// The zones and the end of an item, each of which may be left out. Empty text removes one, null
/// the end, too.
pub fn ends(fields: &Fields<'_>) -> EndsDraft {
    EndsDraft {
        time_zone: fields.read("timezone", time_zone),
        end_time_zone: fields.read("endTimezone", time_zone),
        destination: fields.read("endDestination", |end| {
            if end.is_null() {
                return Some(None);
            }
            if end.is_string() {
                let is_empty = |text: &str| text.is_empty().then_some(None);
                let reason = || Reason::new("must be an object, or empty to remove it");
                return end.string(|text| is_empty(text).ok_or_else(reason));
            }
            destination(end).map(Some)
        }),
    }
}

/// The typed hours of an item, each of which may be left out.
pub fn typed_hours(fields: &Fields<'_>) -> TypedHours {
    let hour = |name| fields.read(name, |hour| hour.string(LocalTime::parse));
    TypedHours {
        start: hour("start_local"),
        end: hour("end_local"),
    }
}

/// A whole number from 0, such as a page.
pub fn whole(number: Decimal) -> Result<u32, Reason> {
    let whole = number
        .is_integer()
        .then(|| u32::try_from(number).ok())
        .flatten();
    whole.ok_or_else(|| Reason::new("must be a whole number from 0"))
}
