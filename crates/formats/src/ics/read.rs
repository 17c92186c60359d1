//! Reading iCalendar: an event is an item of the itinerary.

use std::io::BufRead;

use wayfare_domain::trip::place::ZoneName;
use wayfare_domain::{Date, Trip};

use super::component::Parts;
use super::event::Event;
use super::observances::Zones;
use super::time::When;
use super::{PRODUCT, component, names, tripit, versions};
use crate::import::draft::{self, DatedItem, Draft, too_many_items};
use crate::import::{ImportError, ImportFormat, ImportedTrip};

/// The most reasons that a refusal gives.
const MAX_REASONS: usize = 10;

/// Reads a calendar.
///
/// # Errors
/// It can't be read, or has more than a trip may.
pub(crate) fn read(
    document: impl BufRead,
    mut draft: Draft<'_>,
) -> Result<ImportedTrip, ImportError> {
    let calendar = component::read(document, &mut |warning| draft.warn(warning))?;
    for property in &calendar.properties {
        match property.name.as_str() {
            "PRODID" => draft.is_own = property.value == PRODUCT,
            "NAME" => draft.name = property.text(),
            "X-WR-CALNAME" if draft.name.is_empty() => draft.name = property.text(),
            "DESCRIPTION" => draft.description = property.text(),
            "X-WR-CALDESC" if draft.description.is_empty() => draft.description = property.text(),
            "X-WR-TIMEZONE" => {
                let zone = names::zone(property.value.trim());
                draft.time_zone = zone.and_then(|zone| ZoneName::new(zone.name()).ok());
            }
            "X-WAYFARE-START" => draft.start = draft::instant(&property.value),
            "X-WAYFARE-END" => draft.end = draft::instant(&property.value),
            _ => {}
        }
    }
    let events = events(&calendar, &mut draft)?;
    match tripit::is_feed(&calendar) {
        true => tripit::read(draft, events),
        false => finish(draft, events)?.finish(ImportFormat::Ics),
    }
}

/// The events of a calendar that came in a mail, as items.
pub(crate) fn items(
    document: impl BufRead,
    draft: &mut Draft<'_>,
) -> Result<Vec<DatedItem>, ImportError> {
    let calendar = component::read(document, &mut |warning| draft.warn(warning))?;
    let events = events(&calendar, draft)?.into_iter();
    let items = events.map(|event| DatedItem {
        first: Some(event.start.date()),
        last: Some(event.last_day()),
        item: event.item,
    });
    Ok(items.collect())
}

/// The events of a calendar that can be read. Warns of the others.
///
/// # Errors
/// No event can be read.
fn events(calendar: &Parts, draft: &mut Draft<'_>) -> Result<Vec<Event>, ImportError> {
    let zones = Zones::new(calendar, draft.is_own)?;
    let (newest, old) = versions::newest(&calendar.events);
    for _ in 0..old {
        draft.warn("an older version of an event is left out");
    }
    let (mut events, mut unreadable) = (Vec::new(), Vec::new());
    for (event, overrides) in &newest {
        match Event::read(event, overrides, &zones, draft) {
            Ok(event) => events.extend(event),
            Err(reason) => unreadable.push(reason),
        }
    }
    if events.is_empty() && !unreadable.is_empty() {
        unreadable.truncate(MAX_REASONS);
        return Err(ImportError::malformed(unreadable.join("; ")));
    }
    for reason in unreadable {
        draft.warn(reason);
    }
    Ok(events)
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
        let last = events.iter().map(Event::last_day).max().unwrap_or(first);
        draft.has_times = draft.start.is_none();
        draft.start = draft.start.or(Some(first.midnight()));
        draft.end = draft.end.or(Some(last.midnight()));
        events.sort_by_key(|event| {
            let at = match &event.start {
                When::Day(date) => date.midnight(),
                When::At(time) => time.instant,
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
