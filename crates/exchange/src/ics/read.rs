//! Reading iCalendar: an event is an item of the itinerary.

use std::collections::HashSet;
use std::io::BufRead;

use jiff::civil::DateTime;
use uuid::Uuid;
use wayfare_domain::money::parse_decimal;
use wayfare_domain::trip::Budget;
use wayfare_domain::trip::place::{Coordinates, ZoneName};
use wayfare_domain::{Amount, Currency, Date, Instant, ShortText, Trip};

use super::Cost;
use super::component::{self, Component, Property};
use super::observances::Zones;
use crate::import::ImportError;
use crate::import::draft::{self, Draft, DraftItem, DraftPlace, too_many};
use crate::zone::{self, Zone};

/// The end of the ids of our events.
const UID_END: &str = "@wayfare";
/// The longest duration that counts, in seconds: a hundred years.
const MAX_DURATION: i64 = 3_155_760_000;
/// The greatest number of a day.
const MAX_DAY: u32 = 100_000;

/// Reads a calendar.
pub(crate) fn read<'m>(
    document: impl BufRead,
    mut draft: Draft<'m>,
) -> Result<Draft<'m>, ImportError> {
    let calendar = component::read(document, &mut |warning| draft.warn(warning))?;
    let zones = Zones::new(&calendar.time_zones)?;
    for property in &calendar.properties {
        match property.name.as_str() {
            "NAME" => draft.name = property.text(),
            "X-WR-CALNAME" if draft.name.is_empty() => draft.name = property.text(),
            "DESCRIPTION" => draft.description = property.text(),
            "X-WR-CALDESC" if draft.description.is_empty() => draft.description = property.text(),
            "X-WAYFARE-START" => draft.start = draft::instant(&property.value),
            "X-WAYFARE-END" => draft.end = draft::instant(&property.value),
            _ => {}
        }
    }
    let mut events = Vec::new();
    for component in &calendar.events {
        events.extend(Event::read(component, &zones, &mut draft)?);
    }
    let repeating = events.iter().filter(|event| !event.is_exception);
    let mut seen: HashSet<String> = repeating.map(|event| event.uid.clone()).collect();
    events.retain(|event| {
        // In any order: the one that repeats may come after its exceptions.
        let is_kept = !event.is_exception || seen.insert(event.uid.clone());
        if !is_kept {
            draft.warn("of a repeating event, only the first occurrence is kept");
        }
        is_kept
    });
    finish(draft, events)
}

/// When an event begins or ends.
#[derive(Debug, Clone)]
enum When {
    /// On a whole day.
    Day(Date),
    /// At an instant: its local day, and the zone if the file names one.
    At(Instant, Date, Option<ZoneName>),
}

impl When {
    fn date(&self) -> Date {
        match self {
            Self::Day(date) | Self::At(_, date, _) => *date,
        }
    }
}

struct Event {
    uid: String,
    start: When,
    end: Option<When>,
    summary: String,
    location: String,
    description: String,
    category: String,
    coordinates: Option<Coordinates>,
    kind: String,
    day: Option<u32>,
    cost: Option<Cost>,
    /// Whether it stands for one occurrence of a repeating event.
    is_exception: bool,
}

impl Event {
    /// Reads an event; `None` if it is left out.
    fn read(
        component: &Component,
        zones: &Zones,
        draft: &mut Draft<'_>,
    ) -> Result<Option<Self>, ImportError> {
        let text = |name: &str| component.get(name).map(Property::text).unwrap_or_default();
        if text("STATUS").eq_ignore_ascii_case("CANCELLED") {
            draft.warn("a cancelled event is left out");
            return Ok(None);
        }
        let Some(start) = component.get("DTSTART") else {
            draft.warn("an event without a start is left out");
            return Ok(None);
        };
        let start = when(start, zones, draft)?;
        let end = match (component.get("DTEND"), component.get("DURATION")) {
            (Some(end), _) => Some(when(end, zones, draft)?),
            (None, Some(duration)) => after(&start, &duration.value),
            (None, None) => None,
        };
        if component.get("RRULE").is_some() || component.get("RDATE").is_some() {
            draft.warn("of a repeating event, only the first occurrence is kept");
        }
        let cost = cost(component);
        let mut description = text("DESCRIPTION");
        if let Some(cost) = &cost
            && let Some(rest) = description.strip_suffix(&cost.line())
        {
            description = rest.strip_suffix("\n\n").unwrap_or(rest).to_owned();
        }
        Ok(Some(Self {
            uid: text("UID"),
            start,
            end,
            summary: text("SUMMARY"),
            location: text("LOCATION"),
            description,
            category: component
                .get("CATEGORIES")
                .map(Property::first_text)
                .unwrap_or_default(),
            coordinates: component.get("GEO").and_then(|geo| {
                let (latitude, longitude) = geo.value.split_once(';')?;
                draft::coordinates(latitude, longitude)
            }),
            kind: text("X-WAYFARE-TYPE"),
            day: text("X-WAYFARE-DAY").parse().ok(),
            cost,
            is_exception: component.get("RECURRENCE-ID").is_some(),
        }))
    }

    /// Whether it stands for a whole trip of ours.
    fn is_whole_trip(&self) -> bool {
        let id = self.uid.strip_suffix(UID_END);
        id.is_some_and(|id| Uuid::try_parse(id).is_ok())
    }

    /// The id of our item that it stands for; empty for another event.
    fn item_id(&self) -> String {
        let id = self.uid.strip_suffix(UID_END);
        let parts = id.and_then(|id| id.rsplit_once('.'));
        let of_trip = parts.filter(|(_, trip)| Uuid::try_parse(trip).is_ok());
        of_trip.map(|(item, _)| item.to_owned()).unwrap_or_default()
    }
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
        return Err(too_many("items"));
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
    for event in events {
        let date = event.start.date();
        let day = event.day.or_else(|| {
            let between = date.midnight().millis() - first?.midnight().millis();
            u32::try_from(between / 86_400_000 + 1).ok()
        });
        let (item, lasts) = item(event);
        if lasts {
            draft.warn("of an event of several days, only the first day is kept");
        }
        draft.add_item(day.unwrap_or(1).clamp(1, MAX_DAY), item)?;
    }
    Ok(draft)
}

/// The item of an event, and whether it lasts for several whole days.
fn item(event: Event) -> (DraftItem, bool) {
    let id = event.item_id();
    let (mut start, mut end, mut time_zone, mut lasts) = (None, None, None, false);
    match (event.start, event.end) {
        (When::At(begins, _, zone), ends) => {
            start = Some(begins);
            time_zone = zone;
            if let Some(When::At(ends, ..)) = ends {
                end = Some(ends);
            }
        }
        (When::Day(first), Some(When::Day(after))) => {
            lasts = after.midnight() > first.midnight().plus_days(1);
        }
        (When::Day(_), _) => {}
    }
    let is_unnamed = event.summary == event.kind && event.location.is_empty();
    let location = if event.location == event.summary {
        String::new()
    } else {
        event.location
    };
    let budget = Budget {
        category: ShortText::cut(&event.category),
        ..match event.cost {
            Some(cost) => budget(&cost),
            None => Budget::default(),
        }
    };
    let place = DraftPlace {
        name: if is_unnamed {
            String::new()
        } else {
            event.summary
        },
        location,
        description: event.description,
        coordinates: event.coordinates,
        time_zone,
        source: None,
        start,
        end,
    };
    let item = DraftItem {
        id,
        kind: event.kind,
        budget,
        place,
    };
    (item, lasts)
}

fn budget(cost: &Cost) -> Budget {
    let amount = parse_decimal(&cost.amount).and_then(Amount::new).ok();
    Budget {
        currency: Some(cost.currency),
        estimated: amount.filter(|_| cost.is_estimate),
        total: amount.filter(|_| !cost.is_estimate),
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

/// Reads a time: of a zone of the file, else of the database.
fn when(property: &Property, zones: &Zones, draft: &mut Draft<'_>) -> Result<When, ImportError> {
    let value = property.value.trim();
    let malformed = || ImportError::malformed(format!("{} is no time: {value:.40}", property.name));
    if value.len() == 8 {
        return date(value).map(When::Day).ok_or_else(malformed);
    }
    let (local, is_utc) = match value.strip_suffix(['Z', 'z']) {
        Some(local) => (local, true),
        None => (value, false),
    };
    let local = civil(local).ok_or_else(malformed)?;
    let day = zone::date(local).ok_or_else(malformed)?;
    let utc = || Instant::parse(&format!("{local}Z")).map_err(|_| malformed());
    if is_utc {
        return Ok(When::At(utc()?, day, None));
    }
    let Some(id) = property.parameter("TZID") else {
        draft.warn("a time without a zone counts as UTC");
        return Ok(When::At(utc()?, day, None));
    };
    let known = Zone::named(id);
    let name = known
        .as_ref()
        .and_then(|zone| ZoneName::new(zone.name()).ok());
    if let Some(offset) = zones.offset(id, local) {
        let at = utc()?.plus_millis(-i64::from(offset) * 1_000);
        return Ok(When::At(at, day, name));
    }
    let known = known
        .ok_or_else(|| ImportError::malformed(format!("the time zone {id:.100} is not known")))?;
    let at = known.instant(local).ok_or_else(malformed)?;
    Ok(When::At(at, day, name))
}

/// A day in the basic form: `20260601`.
fn date(text: &str) -> Option<Date> {
    let (year, rest) = text.split_at_checked(4)?;
    let (month, day) = rest.split_at_checked(2)?;
    Date::parse(&format!("{year}-{month}-{day}")).ok()
}

/// A wall clock in the basic form: `20260601T090000`.
pub(super) fn civil(text: &str) -> Option<DateTime> {
    let (day, time) = text.trim().split_once(['T', 't'])?;
    let number = |text: &str, from: usize, to: usize| text.get(from..to)?.parse().ok();
    if day.len() != 8 || time.len() != 6 {
        return None;
    }
    let part = |text, from| number(text, from, from + 2).and_then(|n: i16| i8::try_from(n).ok());
    // A leap second is the one before.
    let second = part(time, 4)?.min(59);
    DateTime::new(
        number(day, 0, 4)?,
        part(day, 4)?,
        part(day, 6)?,
        part(time, 0)?,
        part(time, 2)?,
        second,
        0,
    )
    .ok()
}

/// The end of an event by its duration, such as `PT1H30M` or `P2D`.
fn after(start: &When, duration: &str) -> Option<When> {
    let seconds = duration_of(duration)?;
    match start {
        When::Day(date) => Some(When::Day(
            date.midnight().plus_days(seconds / 86_400).into(),
        )),
        When::At(at, day, zone) => Some(When::At(
            at.plus_millis(seconds.checked_mul(1_000)?),
            *day,
            zone.clone(),
        )),
    }
}

fn duration_of(text: &str) -> Option<i64> {
    let text = text.trim().trim_start_matches('+');
    let mut seconds: i64 = 0;
    let mut digits = String::new();
    for character in text.strip_prefix('P')?.chars() {
        let unit = match character {
            '0'..='9' => {
                digits.push(character);
                continue;
            }
            'T' => continue,
            'W' => 604_800,
            'D' => 86_400,
            'H' => 3_600,
            'M' => 60,
            'S' => 1,
            _ => return None,
        };
        let number: i64 = std::mem::take(&mut digits).parse().ok()?;
        seconds = seconds.checked_add(number.checked_mul(unit)?)?;
    }
    (0..=MAX_DURATION).contains(&seconds).then_some(seconds)
}
