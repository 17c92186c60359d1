//! An event of a calendar, as an item of the itinerary.

use uuid::Uuid;
use wayfare_domain::money::parse_decimal;
use wayfare_domain::trip::import::ImportedBooking;
use wayfare_domain::trip::place::Coordinates;
use wayfare_domain::trip::{Budget, LocalTime, TypedHours};
use wayfare_domain::{Amount, Currency, Date, Instant, ShortText, SignedAmount};

use super::component::Component;
use super::observances::Zones;
use super::property::Property;
use super::recurrence::{FirstOccurrence, first_occurrence, is_cancelled};
use super::time::{Clock, Time, Unreadable, When, after, when};
use super::versions::sequence;
use super::{Cost, END_DESCRIPTION, END_GEO, END_LOCATION, END_NAME};
use crate::import::draft::{self, Draft, DraftItem, DraftPlace};

/// The end of the ids of our events.
const UID_END: &str = "@wayfare";

/// What is read of an event.
pub(super) struct Event {
    pub(super) uid: String,
    pub(super) start: When,
    pub(super) end: Option<When>,
    pub(super) day: Option<u32>,
    pub(super) item: DraftItem,
}

/// When an event happens first, as written.
struct Occurrence<'e> {
    start: Property,
    end: Option<Property>,
    duration: Option<Property>,
    /// The override that happens instead, if any.
    replacement: Option<&'e Component>,
}

impl Event {
    /// Reads the first occurrence of an event with its overrides; `None` if it has none or is
    /// cancelled.
    ///
    /// # Errors
    /// Why it can't be read, with its title.
    pub(super) fn read(
        component: &Component,
        overrides: &[&Component],
        zones: &Zones,
        draft: &mut Draft<'_>,
    ) -> Result<Option<Self>, String> {
        let title = component.get("SUMMARY").map(Property::text);
        let title = title.filter(|title| !title.trim().is_empty());
        let title = title
            .map(|title| format!("{title:.100}: "))
            .unwrap_or_default();
        if is_cancelled(component) {
            draft.warn("a cancelled event is left out");
            draft.add_booking(&booking(component), ImportedBooking::default());
            return Ok(None);
        }
        let unreadable = |it: Unreadable| format!("{}: {title}{}", it.warning, it.value);
        let occurrence = Occurrence::first(component, overrides, zones, draft);
        let Some(occurrence) = occurrence.map_err(unreadable)? else {
            return Ok(None);
        };
        if let Some(replacement) = occurrence.replacement {
            return Self::read(replacement, &[], zones, draft);
        }
        let start = when(&occurrence.start, zones).map_err(unreadable)?;
        let end = occurrence.end(zones).unwrap_or_else(|it| {
            let warning = "an end that can't be read is left out";
            draft.warn(format!("{warning}: {title}{}", it.value));
            None
        });
        Ok(Some(Self::new(component, start, end, draft)))
    }

    fn new(component: &Component, start: When, end: Option<When>, draft: &mut Draft<'_>) -> Self {
        let text = |name: &str| component.get(name).map(Property::text).unwrap_or_default();
        let cost = cost(component);
        let category = component.get("CATEGORIES").map(Property::first_text);
        let budget = Budget {
            category: ShortText::cut(&category.unwrap_or_default()),
            ..cost.as_ref().map(budget).unwrap_or_default()
        };
        let (uid, kind) = (text("UID"), text("X-WAYFARE-TYPE"));
        let (summary, location) = (text("SUMMARY"), text("LOCATION"));
        let is_named = summary != kind || !location.is_empty();
        let place = DraftPlace {
            location,
            name: Some(summary).filter(|_| is_named).unwrap_or_default(),
            description: description(component, cost.as_ref(), draft.is_own),
            coordinates: point(component, draft),
            ..DraftPlace::default()
        };
        let mut item = DraftItem {
            id: item_id(&uid),
            kind,
            booking: booking(component),
            sequence: sequence(component),
            budget,
            place,
            end: end_place(component),
            ..DraftItem::default()
        };
        set_times(&mut item, &start, end.as_ref(), draft);
        let day = text("X-WAYFARE-DAY").parse().ok();
        Self {
            uid,
            start,
            end,
            day,
            item,
        }
    }

    /// The midnight of day 1, if it is a whole day of a trip of ours.
    pub(super) fn first_day(&self) -> Option<Instant> {
        let When::Day(date) = self.start else {
            return None;
        };
        Some(date.midnight().plus_days(1 - i64::from(self.day?)))
    }

    /// The last day that it covers.
    pub(super) fn last_day(&self) -> Date {
        let first = self.start.date();
        match &self.end {
            Some(When::Day(after)) => Date::from(after.midnight().plus_days(-1)).max(first),
            Some(end) => end.date(),
            None => first,
        }
    }

    /// Whether it stands for a whole trip of ours.
    pub(super) fn is_whole_trip(&self) -> bool {
        let id = self.uid.strip_suffix(UID_END);
        id.is_some_and(|id| Uuid::try_parse(id).is_ok())
    }
}

impl<'e> Occurrence<'e> {
    /// Finds the first occurrence of an event; `None` if it has none.
    ///
    /// # Errors
    /// Why its start can't be read.
    fn first(
        event: &Component,
        overrides: &[&'e Component],
        zones: &Zones,
        draft: &mut Draft<'_>,
    ) -> Result<Option<Self>, Unreadable> {
        let Some(first) = event.get("DTSTART") else {
            draft.warn("an event without a start is left out");
            return Ok(None);
        };
        let start = when(first, zones)?;
        let property = |name| event.get(name).cloned();
        let mut occurrence = Self {
            start: first.clone(),
            end: property("DTEND"),
            duration: property("DURATION"),
            replacement: None,
        };
        let mut is_first = true;
        if event.get("EXDATE").is_some() || !overrides.is_empty() {
            let Some(found) = first_occurrence(event, overrides, first, &start, zones) else {
                draft.warn("a repeating event without an occurrence is left out");
                return Ok(None);
            };
            is_first = found.delay.is_zero() && found.replacement.is_none();
            occurrence.delay(found)?;
        }
        if event.get("RRULE").is_some() || event.get("RDATE").is_some() {
            draft.warn(if is_first {
                "of a repeating event, only the first occurrence is kept"
            } else {
                "of a repeating event, only the first occurrence that is left is kept"
            });
        }
        Ok(Some(occurrence))
    }

    /// Moves it to the occurrence that was found.
    ///
    /// # Errors
    /// What can't be moved.
    fn delay(&mut self, found: FirstOccurrence<'e>) -> Result<(), Unreadable> {
        let later = |property: &Property| {
            let malformed = || Unreadable::value(&property.value);
            property.delayed(found.delay).ok_or_else(malformed)
        };
        self.start = later(&self.start)?;
        match found.end {
            Some(end) if end.value.starts_with('P') => {
                (self.end, self.duration) = (None, Some(end));
            }
            Some(end) => self.end = Some(end),
            // The reading of the end warns of one that is malformed.
            None => self.end = self.end.take().map(|end| later(&end).unwrap_or(end)),
        }
        self.replacement = found.replacement;
        Ok(())
    }

    /// Its end, if it has one.
    ///
    /// # Errors
    /// What can't be read.
    fn end(&self, zones: &Zones) -> Result<Option<When>, Unreadable> {
        match (&self.end, &self.duration) {
            (Some(end), _) => when(&end.clone().into_end_of(&self.start), zones).map(Some),
            (None, Some(duration)) => {
                let end = after(&self.start, &duration.value, zones);
                end.map(Some)
                    .ok_or_else(|| Unreadable::value(&duration.value))
            }
            (None, None) => Ok(None),
        }
    }
}

/// Sets when an item is, and its zones.
fn set_times(item: &mut DraftItem, start: &When, end: Option<&When>, draft: &mut Draft<'_>) {
    let place = &mut item.place;
    let (start, end) = match (start, end) {
        (When::Day(first), Some(When::Day(after))) => {
            let days = [first.midnight(), after.midnight()];
            if let [first, after] = days
                && after > first.plus_days(1)
            {
                (place.start, place.end) = (Some(first), Some(after));
                let day = |at| Some(LocalTime::in_utc(at));
                (item.typed.start, item.typed.end) = (day(first), day(after));
            }
            return;
        }
        (When::Day(_), _) => return,
        (When::At(start), Some(When::At(end))) => (start, Some(end)),
        (When::At(start), _) => (start, None),
    };
    let times = [Some(start), end].into_iter().flatten();
    for warning in times.clone().filter_map(|time| time.warning.as_deref()) {
        draft.warn(warning);
    }
    if times.clone().any(|time| time.clock == Clock::Place) {
        draft.warn("a time without a zone is an hour of its place");
    }
    (place.start, place.end) = (Some(start.instant), end.map(|time| time.instant));
    item.typed = TypedHours {
        start: start.typed(),
        end: end.and_then(Time::typed),
    };
    // An hour of an offset has a zone of its own if nothing tells where it is.
    let is_anywhere =
        draft.time_zone.is_none() && place.location.is_empty() && place.coordinates.is_none();
    place.time_zone = start.clock.zone(is_anywhere);
    let end_zone = end.and_then(|time| time.clock.zone(is_anywhere));
    item.end_time_zone = end_zone.filter(|zone| Some(zone) != place.time_zone.as_ref());
}

/// The id of our item that an event stands for; empty for another event.
fn item_id(uid: &str) -> String {
    let id = uid.strip_suffix(UID_END);
    let parts = id.and_then(|id| id.rsplit_once('.'));
    let of_trip = parts.filter(|(_, trip)| Uuid::try_parse(trip).is_ok());
    of_trip.map(|(item, _)| item.to_owned()).unwrap_or_default()
}

/// What makes an event the same in another file: its UID. Ours keep their ids.
fn booking(event: &Component) -> String {
    let uid = event.get("UID").map(Property::text).unwrap_or_default();
    let is_known = !uid.is_empty() && item_id(&uid).is_empty();
    let is_one = event.get("RECURRENCE-ID").is_none();
    match is_known && is_one {
        true => format!("uid:{uid}"),
        false => String::new(),
    }
}

/// The set end of an item of ours.
fn end_place(component: &Component) -> Option<DraftPlace> {
    let text = |name| component.get(name).map(Property::text);
    let (name, location) = (text(END_NAME), text(END_LOCATION));
    let description = text(END_DESCRIPTION);
    let coordinates = component.get(END_GEO).and_then(coordinates);
    let is_set = name.is_some() || location.is_some() || description.is_some();
    (is_set || coordinates.is_some()).then(|| DraftPlace {
        name: name.unwrap_or_default(),
        location: location.unwrap_or_default(),
        description: description.unwrap_or_default(),
        coordinates,
        ..DraftPlace::default()
    })
}

/// Where an event is: by its `GEO`, else by what Apple writes. Only our own events are at 0;0.
fn point(component: &Component, draft: &mut Draft<'_>) -> Option<Coordinates> {
    let is_own = draft.is_own;
    let is_somewhere =
        |at: &Coordinates| is_own || !at.latitude().is_zero() || !at.longitude().is_zero();
    let geo = component
        .get("GEO")
        .filter(|geo| !geo.value.trim().is_empty());
    let at = geo.and_then(coordinates).filter(is_somewhere);
    if geo.is_some() && at.is_none() {
        draft.warn("a point has no valid coordinates");
    }
    at.or_else(|| apple_coordinates(component).filter(is_somewhere))
}

/// The point of `latitude;longitude`.
fn coordinates(geo: &Property) -> Option<Coordinates> {
    let (latitude, longitude) = geo.value.split_once(';')?;
    draft::coordinates(latitude, longitude)
}

/// The point that Apple writes beside a location: `geo:latitude,longitude`.
fn apple_coordinates(component: &Component) -> Option<Coordinates> {
    let location = component.get("X-APPLE-STRUCTURED-LOCATION")?;
    let (latitude, rest) = location
        .value
        .trim()
        .strip_prefix("geo:")?
        .split_once(',')?;
    draft::coordinates(latitude, rest.split([',', ';']).next()?)
}

/// The description of an event, without the line of its cost. That of an event of another program
/// is its HTML if it has no text, and ends in the address of the event.
fn description(event: &Component, cost: Option<&Cost>, is_own: bool) -> String {
    let text = |name| event.get(name).map(Property::text).unwrap_or_default();
    let mut description = text("DESCRIPTION");
    if let Some(cost) = cost
        && let Some(rest) = description.strip_suffix(&cost.line())
    {
        description = rest.strip_suffix("\n\n").unwrap_or(rest).to_owned();
    }
    if is_own {
        return description;
    }
    if description.trim().is_empty() {
        description = text("X-ALT-DESC");
    }
    let url = event.get("URL").map_or("", |url| url.value.trim());
    let is_link = url.starts_with("https://") || url.starts_with("http://");
    match description.trim_end() {
        "" if is_link => url.to_owned(),
        text if is_link && !text.contains(url) => format!("{text}\n{url}"),
        _ => description,
    }
}

fn budget(cost: &Cost) -> Budget {
    let amount = || parse_decimal(&cost.amount);
    let estimated = cost.is_estimate.then(|| amount().and_then(Amount::new));
    let total = (!cost.is_estimate).then(|| amount().and_then(SignedAmount::new));
    Budget {
        currency: Some(cost.currency),
        estimated: estimated.and_then(Result::ok),
        total: total.and_then(Result::ok),
        ..Budget::default()
    }
}

/// The cost in a property of ours.
fn cost(component: &Component) -> Option<Cost> {
    let (property, is_estimate) = match component.get("X-WAYFARE-COST") {
        Some(property) => (property, false),
        None => (component.get("X-WAYFARE-ESTIMATE")?, true),
    };
    Some(Cost {
        amount: property.value.clone(),
        currency: Currency::new(property.parameter("X-CURRENCY")?).ok()?,
        is_estimate,
    })
}
