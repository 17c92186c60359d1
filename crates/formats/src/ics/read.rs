//! Reading iCalendar: an event is an item of the itinerary.

use std::collections::HashMap;
use std::io::BufRead;

use uuid::Uuid;
use wayfare_domain::money::parse_decimal;
use wayfare_domain::trip::Budget;
use wayfare_domain::trip::place::{Coordinates, ZoneName};
use wayfare_domain::{Amount, Currency, Date, Instant, ShortText, SignedAmount, Trip};

use super::component::{self, Component, Property};
use super::observances::Zones;
use super::recurrence::{first_occurrence, is_cancelled};
use super::time::{When, after, when};
use super::windows::known_zone;
use super::{Cost, END_DESCRIPTION, END_GEO, END_LOCATION, END_NAME, PRODUCT};
use crate::import::ImportError;
use crate::import::draft::{self, Draft, DraftItem, DraftPlace, too_many_items};

/// The end of the ids of our events.
const UID_END: &str = "@wayfare";

/// Reads a calendar.
pub(crate) fn read<'m>(
    document: impl BufRead,
    mut draft: Draft<'m>,
) -> Result<Draft<'m>, ImportError> {
    let calendar = component::read(document, &mut |warning| draft.warn(warning))?;
    let zones = Zones::new(&calendar)?;
    for property in &calendar.properties {
        match property.name.as_str() {
            "PRODID" => draft.is_own = property.value == PRODUCT,
            "NAME" => draft.name = property.text(),
            "X-WR-CALNAME" if draft.name.is_empty() => draft.name = property.text(),
            "DESCRIPTION" => draft.description = property.text(),
            "X-WR-CALDESC" if draft.description.is_empty() => draft.description = property.text(),
            "X-WR-TIMEZONE" => {
                let zone = known_zone(property.value.trim());
                draft.time_zone = zone.and_then(|zone| ZoneName::new(zone.name()).ok());
            }
            "X-WAYFARE-START" => draft.start = draft::instant(&property.value),
            "X-WAYFARE-END" => draft.end = draft::instant(&property.value),
            _ => {}
        }
    }
    let is_exception = |event: &&Component| event.get("RECURRENCE-ID").is_some();
    let (exceptions, others): (Vec<_>, Vec<_>) = calendar.events.iter().partition(is_exception);
    let mut by_uid: HashMap<&str, Vec<&Component>> = HashMap::new();
    for event in exceptions {
        by_uid.entry(uid(event)).or_default().push(event);
    }
    let mut events = Vec::new();
    for event in others {
        let exceptions = by_uid.remove(uid(event)).unwrap_or_default();
        events.extend(Event::read((event, &exceptions), &zones, &mut draft)?);
    }
    // Those of an event that is not in the file: the first one of it.
    let mut alone: Vec<_> = calendar.events.iter().filter(is_exception).collect();
    alone.retain(|event| by_uid.remove(uid(event)).is_some());
    for event in alone {
        events.extend(Event::read((event, &[]), &zones, &mut draft)?);
    }
    finish(draft, events)
}

struct Event {
    uid: String,
    start: When,
    end: Option<When>,
    day: Option<u32>,
    item: DraftItem,
}

/// What an event and its exceptions have in common, as written.
fn uid(event: &Component) -> &str {
    event.get("UID").map_or("", |uid| &uid.value)
}

impl Event {
    /// Reads the first occurrence of an event with its exceptions; `None` if it is left out.
    fn read(
        (component, exceptions): (&Component, &[&Component]),
        zones: &Zones,
        draft: &mut Draft<'_>,
    ) -> Result<Option<Self>, ImportError> {
        let text = |name: &str| component.get(name).map(Property::text).unwrap_or_default();
        if is_cancelled(component) {
            draft.warn("a cancelled event is left out");
            return Ok(None);
        }
        let Some(first) = component.get("DTSTART") else {
            draft.warn("an event without a start is left out");
            return Ok(None);
        };
        let mut warn = |warning| draft.warn(warning);
        let (mut first, mut end) = (first.clone(), component.get("DTEND").cloned());
        let mut start = when(&first, zones)?;
        let mut occurrence = None;
        if component.get("EXDATE").is_some() || !exceptions.is_empty() {
            let event = (component, exceptions);
            occurrence = first_occurrence(event, &first, &start, zones);
            if occurrence.is_none() {
                warn("a repeating event without an occurrence is left out");
                return Ok(None);
            }
        }
        if component.get("RRULE").is_some() || component.get("RDATE").is_some() {
            warn("of a repeating event, only the first occurrence is kept");
        }
        if let Some(occurrence) = occurrence {
            if let Some(replacement) = occurrence.replacement {
                return Self::read((replacement, &[]), zones, draft);
            }
            first = first.delayed(occurrence.delay)?;
            start = when(&first, zones)?;
            end = end.map(|end| end.delayed(occurrence.delay)).transpose()?;
        }
        let mut has_local_times = first.is_local() && end.as_ref().is_none_or(Property::is_local);
        if has_local_times {
            warn("a time without a zone is an hour of its place");
        }
        let end = match (end, component.get("DURATION")) {
            (Some(end), _) => Some(when(&end, zones)?),
            (None, Some(duration)) => after(&first, &duration.value, zones),
            (None, None) => None,
        };
        let cost = cost(component);
        let category = component.get("CATEGORIES").map(Property::first_text);
        let budget = Budget {
            category: ShortText::cut(&category.unwrap_or_default()),
            ..cost.as_ref().map(budget).unwrap_or_default()
        };
        let (uid, kind) = (text("UID"), text("X-WAYFARE-TYPE"));
        let (summary, location) = (text("SUMMARY"), text("LOCATION"));
        let is_named = summary != kind || !location.is_empty();
        let mut place = DraftPlace {
            location: Some(location)
                .filter(|it| *it != summary)
                .unwrap_or_default(),
            name: Some(summary).filter(|_| is_named).unwrap_or_default(),
            description: description(component, cost.as_ref(), draft.is_own),
            coordinates: component
                .get("GEO")
                .and_then(coordinates)
                .or_else(|| apple_coordinates(component)),
            ..DraftPlace::default()
        };
        if let (When::Day(first), Some(When::Day(after))) = (&start, &end)
            && after.midnight() > first.midnight().plus_days(1)
        {
            (place.start, place.end) = (Some(first.midnight()), Some(after.midnight()));
            has_local_times = true;
        }
        let mut end_time_zone = None;
        if let When::At(at, _, zone) = &start {
            place.start = Some(*at);
            place.time_zone.clone_from(zone);
            if let Some(When::At(at, _, end_zone)) = &end {
                place.end = Some(*at);
                end_time_zone = end_zone.clone().filter(|end| Some(end) != zone.as_ref());
            }
        }
        Ok(Some(Self {
            start,
            end,
            day: text("X-WAYFARE-DAY").parse().ok(),
            item: DraftItem {
                id: item_id(&uid),
                kind,
                budget,
                place,
                end: end_place(component),
                end_time_zone,
                has_local_times,
            },
            uid,
        }))
    }

    /// The midnight of day 1, if it is a whole day of a trip of ours.
    fn first_day(&self) -> Option<Instant> {
        let When::Day(date) = self.start else {
            return None;
        };
        Some(date.midnight().plus_days(1 - i64::from(self.day?)))
    }

    /// Whether it stands for a whole trip of ours.
    fn is_whole_trip(&self) -> bool {
        let id = self.uid.strip_suffix(UID_END);
        id.is_some_and(|id| Uuid::try_parse(id).is_ok())
    }
}

/// The id of our item that an event stands for; empty for another event.
fn item_id(uid: &str) -> String {
    let id = uid.strip_suffix(UID_END);
    let parts = id.and_then(|id| id.rsplit_once('.'));
    let of_trip = parts.filter(|(_, trip)| Uuid::try_parse(trip).is_ok());
    of_trip.map(|(item, _)| item.to_owned()).unwrap_or_default()
}

fn finish<'m>(mut draft: Draft<'m>, mut events: Vec<Event>) -> Result<Draft<'m>, ImportError> {
    let has_dates = draft.start.is_some() || draft.end.is_some();
    let is_own = has_dates || events.iter().any(|event| event.day.is_some());
    if let Some(trip) = events.iter().find(|event| event.is_whole_trip()) {
        let start = trip.start.date();
        let last = trip.end.as_ref().map_or(start, |end| {
            let before = end.date().midnight().plus_days(-1);
            Date::from(before).max(start)
        });
        if !has_dates {
            draft.start = Some(start.midnight());
            draft.end = Some(last.midnight());
        }
        events.retain(|event| !event.is_whole_trip());
    }
    if events.len() > Trip::MAX_ITEMS {
        return Err(too_many_items());
    }
    if !is_own && let Some(first) = events.iter().map(|event| event.start.date()).min() {
        let ends = events.iter().map(|event| match &event.end {
            Some(When::Day(end)) => {
                Date::from(end.midnight().plus_days(-1)).max(event.start.date())
            }
            Some(end) => end.date(),
            None => event.start.date(),
        });
        let last = ends.max().unwrap_or(first);
        draft.has_times = draft.start.is_none();
        draft.start = draft.start.or(Some(first.midnight()));
        draft.end = draft.end.or(Some(last.midnight()));
        events.sort_by_key(|event| {
            let at = match &event.start {
                When::Day(date) => date.midnight(),
                When::At(at, ..) => *at,
            };
            (event.start.date(), at)
        });
    }
    let first = draft.start.map(Date::from);
    let mut stated = events.iter().filter_map(Event::first_day);
    // A feed may have several trips.
    let stated = stated.next().filter(|first| stated.all(|it| it == *first));
    for event in events {
        let date = event.start.date();
        let day = event.day.or_else(|| {
            let between = date.midnight().millis() - first?.midnight().millis();
            u32::try_from(between / 86_400_000 + 1).ok()
        });
        draft.add_item(day.unwrap_or(1), event.item)?;
    }
    if let Some(stated) = stated {
        draft.set_first_day(stated);
    }
    Ok(draft)
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

/// The description of an event, without the line of its cost. That of an event of another program is
/// its HTML if it has no text, and ends in the address of the event.
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
