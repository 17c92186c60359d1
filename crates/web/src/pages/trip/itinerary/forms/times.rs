//! When an item is: its fields, and how they are read.

use jiff::civil::{Date, DateTime, Time};
use rust_decimal::prelude::ToPrimitive;
use wayfare_domain::trip::edit::TypedEnd;
use wayfare_domain::trip::{ItemClass, ItineraryItem, LocalTime, TypedHours};
use wayfare_domain::{Instant, Quantity, Reason};

use super::kinds::{Layout, time_labels};
use crate::form::typed_time::{TypedTime, length_input, parse_length, split_title};
use crate::form::{Field, Fields, FormReader, Kind};
use crate::i18n::format::{self, Zone, Zones};
use crate::i18n::texts as t;
use crate::pages::trip::frame::trip_page::TripPage;
use crate::pages::trip::itinerary::days;

/// The name of the field with the length.
const LENGTH: &str = "length";

/// The date of a day of a trip, if it has dates.
pub(super) fn date_of(page: TripPage<'_>, day: u32) -> Option<Date> {
    days::date_of(&page.trip().plan.dates, day)
}

/// The number of the day of a trip that is this date, if it is none before the trip.
pub(super) fn number_of(page: TripPage<'_>, date: &str) -> Option<u32> {
    let start = format::utc_date(page.trip().plan.dates.start?.at);
    let days = start.until(date.parse::<Date>().ok()?).ok()?.get_days();
    u32::try_from(days).ok()?.checked_add(1)
}

/// The fields of a present item, or of a new one on a day: its times, and its length unless it has
/// an end. Without a time yet, the date is that of the day.
pub(super) fn fields(
    page: TripPage<'_>,
    present: Option<&ItineraryItem>,
    layout: Layout,
    class: Option<ItemClass>,
    day: u32,
) -> Vec<Field> {
    let [start_label, end_label] = time_labels(class);
    let zones = Zones::of_item(page.trip(), present);
    let of_present = |name: &str, label: t::Text, zone: &Zone, at: Option<Instant>| {
        let hint = present.map_or(t::ZONE_OF_PLACE.to_string(), |_| t::times_in(&zone.city()));
        let field = Field::new(name, label.get(), zone.input(at)).hint(hint);
        field.kind(Kind::Of("datetime-local")).narrow()
    };
    let [at_start, at_end] = present.map_or([None, None], |item| [item.start, item.end]);
    let mut start = of_present("start", start_label, &zones.start, at_start);
    let mut end = of_present("end", end_label, &zones.end, at_end);
    let is_untimed = at_start.or(at_end).is_none();
    if let Some(date) = date_of(page, day).filter(|_| is_untimed) {
        match layout {
            Layout::Stay if present.is_some() => {}
            Layout::Stay => {
                start.value = input(Some(date), days::CHECK_IN);
                end.value = input(date.tomorrow().ok(), days::CHECK_OUT);
            }
            Layout::General => {
                start = start.kind(Kind::Time).hint(t::TIME_HINT);
                end = end.kind(Kind::Time).hint(t::NEXT_DAY_HINT);
            }
            Layout::Way | Layout::Visit => {
                let hint = match layout {
                    Layout::Way => t::ARRIVAL_HINT,
                    _ => t::NEXT_DAY_HINT,
                };
                start = start.kind(Kind::Of("time"));
                end = end.kind(Kind::Of("time")).hint(hint.get());
            }
        }
    }
    let length = Field::new(LENGTH, t::LENGTH, shown_length(present));
    let length = length.kind(Kind::Time).narrow().hint(t::LENGTH_HINT);
    match layout {
        Layout::Stay => vec![start, end],
        _ if at_end.is_some() => vec![start, end],
        Layout::General if present.is_none() => vec![start, end, length],
        Layout::Visit => vec![start, length, end.more()],
        Layout::General | Layout::Way => vec![start, end, length.more()],
    }
}

/// An hour of a day as the value of an input.
fn input(date: Option<Date>, hour: Time) -> String {
    let text = |date: Date| date.to_datetime(hour).strftime("%Y-%m-%dT%H:%M");
    date.map_or_else(String::new, |date| text(date).to_string())
}

/// The length of an item without an end, as its field has it.
fn shown_length(present: Option<&ItineraryItem>) -> String {
    let present = present.filter(|item| item.end.is_none());
    let seconds = present.and_then(|item| item.duration.value().to_u32());
    let minutes = seconds.map_or(0, |seconds| seconds / 60);
    if minutes == 0 {
        return String::new();
    }
    length_input(minutes)
}

/// The times of an item as they were typed.
#[derive(Debug, Default)]
pub(super) struct Times {
    pub(super) start: Option<Instant>,
    pub(super) end: Option<Instant>,
    /// The hours that have changed.
    pub(super) typed: TypedHours,
    /// How the end was typed, unless with its date.
    pub(super) typed_end: Option<TypedEnd>,
    /// The length, if it has changed.
    pub(super) duration: Option<Quantity>,
}

/// Reads the times of an item on a day of this date. Far from the trip they must be confirmed,
/// unless they were there before.
pub(super) fn read(
    reader: &mut FormReader<'_>,
    page: TripPage<'_>,
    present: Option<&ItineraryItem>,
    date: Option<Date>,
    sent: &Fields,
) -> Times {
    let Zones { start, end } = Zones::of_item(page.trip(), present);
    let time = |text: &str| TypedTime::parse(text, date);
    // Of a time alone, the day is asked about.
    let has_date = |typed: Option<TypedTime>| typed.is_some_and(|typed| !typed.is_of_day);
    let typed_start = reader.read("start", time).flatten();
    let typed_end = reader.read("end", time).flatten();
    let [start_before, end_before] = present.map_or([None, None], |item| [item.start, item.end]);
    // The text of the present time means that one, also in an hour that clocks repeat.
    let start_at = reader.read("start", |text| match text == start.input(start_before) {
        true => Ok(start_before),
        false => instant(&start, typed_start.map(|start| start.at)),
    });
    let start_at = start_at.flatten();
    let is_of_day = typed_end.is_some_and(|end| end.is_of_day);
    let end_of_typed = typed_end.map(|end| end_of(end, typed_start));
    let end_at = reader.read("end", |text| match text == end.input(end_before) {
        true => Ok(end_before),
        false => instant(&end, end_of_typed),
    });
    let end_at = end_at.flatten();
    let hour = |name, at: Option<DateTime>, before: String| {
        let at = at.filter(|_| sent.text(name) != before)?;
        LocalTime::parse(&at.to_string()).ok()
    };
    let mut times = Times {
        start: start_at,
        end: end_at,
        typed: TypedHours {
            start: hour(
                "start",
                typed_start.map(|start| start.at),
                start.input(start_before),
            ),
            end: hour("end", end_of_typed, end.input(end_before)),
        },
        typed_end: (is_of_day && start_at.is_some()).then_some(TypedEnd::Next),
        duration: None,
    };
    read_length(reader, &mut times, present, &start, sent);
    for (name, at, before) in [
        (
            "start",
            times.start.filter(|_| has_date(typed_start)),
            start_before,
        ),
        ("end", end_at.filter(|_| has_date(typed_end)), end_before),
    ] {
        let is_far = at.is_some_and(|at| Some(at) != before && page.trip().is_far_time(at));
        if is_far && !sent.has(SURE) {
            refuse_far(reader, name, t::REFUSED_FAR_TIME.phrase());
        }
    }
    times
}

/// The fields with the times at the start of the title in their own; `None` if it has none, or
/// these are filled.
pub(super) fn split(sent: &Fields) -> Option<Fields> {
    let mut times = ["start", "end"].iter();
    let is_free = times.all(|name| sent.text(name).is_empty());
    let (start, end, title) = split_title(sent.text("name")).filter(|_| is_free)?;
    let pairs = sent.iter().map(|(name, value)| {
        let value = match name {
            "start" => start,
            "end" => end,
            "name" => title,
            _ => value,
        };
        (name.to_owned(), value.to_owned())
    });
    Some(Fields::new(pairs.collect()))
}

/// The name of the box that confirms a day or a time far from the trip.
pub(super) const SURE: &str = "sure";

/// Refuses what is far from the trip, until it is confirmed.
pub(super) fn refuse_far(reader: &mut FormReader<'_>, name: &str, reason: &'static str) {
    reader.refuse(name, reason);
    reader.refuse(SURE, t::REFUSED_UNSURE.phrase());
}

fn instant(zone: &Zone, at: Option<DateTime>) -> Result<Option<Instant>, Reason> {
    at.map(|at| zone.instant(at)).transpose()
}

/// An end; one without a date is on the day of the start, or on the next one if that is later.
fn end_of(end: TypedTime, start: Option<TypedTime>) -> DateTime {
    let Some(start) = start.filter(|_| end.is_of_day) else {
        return end.at;
    };
    let time: Time = end.at.time();
    let date = match time < start.at.time() {
        true => start.at.date().tomorrow().unwrap_or(start.at.date()),
        false => start.at.date(),
    };
    date.to_datetime(time)
}

/// Reads the length, which takes the place of an end where there is a start.
fn read_length(
    reader: &mut FormReader<'_>,
    times: &mut Times,
    present: Option<&ItineraryItem>,
    zone: &Zone,
    sent: &Fields,
) {
    let minutes = reader.optional(LENGTH, parse_length).flatten();
    let shown = shown_length(present);
    let is_changed = sent.has(LENGTH) && sent.text(LENGTH) != shown;
    if is_changed {
        let seconds = minutes.unwrap_or(0).saturating_mul(60);
        times.duration = Quantity::new(seconds.into()).ok();
    }
    let before = zone.input(present.and_then(|item| item.start));
    let is_moved = sent.text("start") != before;
    let Some(minutes) = minutes.filter(|_| is_changed || is_moved) else {
        return;
    };
    if times.end.is_some() {
        reader.refuse(LENGTH, t::REFUSED_BOTH.phrase());
    } else if let Some(start) = times.start {
        times.end = Some(start.plus_millis(i64::from(minutes) * 60_000));
        times.typed_end = Some(TypedEnd::After(minutes));
    }
}
