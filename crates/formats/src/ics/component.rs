//! The components of a calendar and their properties (RFC 5545, section 3).

use std::io::{BufRead, Read};

use wayfare_domain::Trip;

use super::property::{Property, decode, is_quoted_printable};
use super::{END_DESCRIPTION, END_GEO, END_LOCATION, END_NAME};
use crate::import::ImportError;
use crate::import::draft::too_many_items;

/// How deep components may nest.
const MAX_DEPTH: usize = 8;
/// How far the end of the first line is looked for.
const MAX_FIRST_LINE: u64 = 1_000;
/// The most time zones.
const MAX_ZONES: usize = 500;
/// The most observances of all time zones.
const MAX_OBSERVANCES: usize = 20_000;
/// The properties whose first value counts.
const SINGLE: [&str; 36] = [
    "CATEGORIES",
    "DESCRIPTION",
    "DTEND",
    "DTSTART",
    "DURATION",
    "GEO",
    "LOCATION",
    "METHOD",
    "NAME",
    "PRODID",
    "RECURRENCE-ID",
    "RRULE",
    "SEQUENCE",
    "STATUS",
    "SUMMARY",
    "TZID",
    "TZOFFSETFROM",
    "TZOFFSETTO",
    "UID",
    "URL",
    "X-ALT-DESC",
    "X-APPLE-STRUCTURED-LOCATION",
    "X-LIC-LOCATION",
    "X-WAYFARE-COST",
    "X-WAYFARE-DAY",
    "X-WAYFARE-END",
    END_DESCRIPTION,
    END_GEO,
    END_LOCATION,
    END_NAME,
    "X-WAYFARE-ESTIMATE",
    "X-WAYFARE-START",
    "X-WAYFARE-TYPE",
    "X-WR-CALDESC",
    "X-WR-CALNAME",
    "X-WR-TIMEZONE",
];
/// The properties that list dates, in any number of lines.
const LISTS: [&str; 2] = ["EXDATE", "RDATE"];
/// The most lists of a component that have different parameters.
const MAX_LISTS: usize = 50;

/// A component that is read.
#[derive(Debug, Default)]
pub(super) struct Component {
    pub(super) properties: Vec<Property>,
    /// The observances of a time zone.
    pub(super) observances: Vec<Component>,
    /// Whether it is an event of a calendar that cancels its events.
    pub(super) is_withdrawn: bool,
}

/// The parts of a calendar that matter.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) properties: Vec<Property>,
    pub(super) time_zones: Vec<Component>,
    pub(super) events: Vec<Component>,
    /// How many of the events are of calendars that have ended.
    ended: usize,
}

impl Component {
    /// The first property of a name.
    pub(super) fn get(&self, name: &str) -> Option<&Property> {
        self.properties
            .iter()
            .find(|property| property.name == name)
    }

    /// Adds a property, if it is one that counts. Lists of the same parameters become one.
    fn add(&mut self, property: Property) {
        let name = property.name.as_str();
        if SINGLE.contains(&name) && self.get(name).is_none() {
            self.properties.push(property);
        } else if LISTS.contains(&name) {
            let is_full = self.all(name).count() == MAX_LISTS;
            let mut lists = self.properties.iter_mut();
            match lists.find(|other| other.is_like(&property)) {
                Some(list) => {
                    list.value.push(',');
                    list.value.push_str(&property.value);
                }
                None if is_full => {}
                None => self.properties.push(property),
            }
        }
    }

    /// All properties of a name.
    pub(super) fn all<'c>(&'c self, name: &'c str) -> impl Iterator<Item = &'c Property> {
        self.properties
            .iter()
            .filter(move |property| property.name == name)
    }
}

/// The error of a calendar whose time zones have too many changes.
pub(super) fn too_many_changes() -> ImportError {
    ImportError::malformed("the time zones have too many changes")
}

/// Reads a calendar.
///
/// # Errors
/// It is malformed, nests too deep, or has too many events.
pub(super) fn read(
    mut document: impl BufRead,
    warn: &mut dyn FnMut(&'static str),
) -> Result<Parts, ImportError> {
    let mut parts = Parts::default();
    let mut open: Vec<(String, Component)> = Vec::new();
    let (mut has_calendar, mut observances) = (false, 0);
    let mut begin = Vec::new();
    document
        .by_ref()
        .take(MAX_FIRST_LINE)
        .read_to_end(&mut begin)?;
    let has_feeds = begin.contains(&b'\n') || !begin.contains(&b'\r');
    let line_end = if has_feeds { b'\n' } else { b'\r' };
    let mut document = begin.chain(document);
    while let Some(line) = next_line(&mut document, line_end)? {
        let line = line.trim_start_matches('\u{feff}');
        if line.trim().is_empty() {
            continue;
        }
        let Some(property) = Property::parse(line) else {
            warn("a malformed line is left out");
            continue;
        };
        match property.name.as_str() {
            "BEGIN" => {
                if open.len() >= MAX_DEPTH {
                    return Err(ImportError::malformed("components nest too deep"));
                }
                let name = property.value.trim().to_ascii_uppercase();
                has_calendar |= name == "VCALENDAR";
                open.push((name, Component::default()));
            }
            "END" => {
                let ended = property.value.trim().to_ascii_uppercase();
                let Some((name, component)) = open.pop().filter(|(name, _)| *name == ended) else {
                    return Err(ImportError::malformed(
                        "a component ends that has not begun",
                    ));
                };
                observances += usize::from(matches!(name.as_str(), "STANDARD" | "DAYLIGHT"));
                if observances > MAX_OBSERVANCES {
                    return Err(too_many_changes());
                }
                close(&mut parts, &mut open, &name, component, warn)?;
            }
            _ => {
                if let Some((_, component)) = open.last_mut() {
                    component.add(property);
                }
            }
        }
    }
    if !open.is_empty() || !has_calendar {
        return Err(ImportError::malformed("the calendar ends too early"));
    }
    Ok(parts)
}

fn close(
    parts: &mut Parts,
    open: &mut [(String, Component)],
    name: &str,
    component: Component,
    warn: &mut dyn FnMut(&'static str),
) -> Result<(), ImportError> {
    match name {
        "VCALENDAR" => {
            let method = component.get("METHOD").map(Property::text);
            if method.is_some_and(|method| method.trim().eq_ignore_ascii_case("CANCEL")) {
                let events = parts.events.iter_mut().skip(parts.ended);
                events.for_each(|event| event.is_withdrawn = true);
            }
            parts.ended = parts.events.len();
            parts.properties.extend(component.properties);
        }
        "VEVENT" => {
            if parts.events.len() > Trip::MAX_ITEMS {
                return Err(too_many_items());
            }
            parts.events.push(component);
        }
        "VTIMEZONE" => {
            if parts.time_zones.len() >= MAX_ZONES {
                return Err(ImportError::malformed(
                    "the calendar has too many time zones",
                ));
            }
            parts.time_zones.push(component);
        }
        "STANDARD" | "DAYLIGHT" => {
            if let Some((_, zone)) = open.last_mut() {
                zone.observances.push(component);
            }
        }
        "VALARM" => {}
        "VTODO" => warn("a to-do is left out"),
        "VJOURNAL" => warn("a journal entry is left out"),
        _ => warn("a component that is no event is left out"),
    }
    Ok(())
}

/// The next line without its folds; `None` after the last one.
///
/// A line may be folded inside a character, so bytes are unfolded. A quoted-printable value goes on
/// after a line that ends in `=`.
fn next_line(document: &mut impl BufRead, end: u8) -> Result<Option<String>, ImportError> {
    let unreadable = |error| ImportError::unreadable(&error);
    let (mut line, mut is_encoded) = (Vec::new(), None);
    loop {
        let read = document.read_until(end, &mut line).map_err(unreadable)?;
        if line.is_empty() {
            return Ok(None);
        }
        while matches!(line.last(), Some(b'\n' | b'\r')) {
            line.pop();
        }
        let is_encoded = *is_encoded.get_or_insert_with(|| is_quoted_printable(&line));
        if is_encoded && read > 0 && line.last() == Some(&b'=') {
            line.pop();
            continue;
        }
        let next = document.fill_buf().map_err(unreadable)?.first();
        if !matches!(next, Some(b' ' | b'\t')) {
            break;
        }
        document.consume(1);
    }
    if let Some(encoding) = charset(&line) {
        return Ok(Some(decode(&line, Some(encoding))));
    }
    let line = String::from_utf8(line);
    line.map(Some)
        .map_err(|_| ImportError::malformed("the calendar is not UTF-8"))
}

/// The encoding that the parameters of a line name, if it is not in ASCII.
fn charset(line: &[u8]) -> Option<&str> {
    let header = line.split(|byte| *byte == b':').next();
    let parts = header.filter(|_| !line.is_ascii())?;
    let mut parts = parts.split(|byte| *byte == b';');
    parts.find_map(|part| str::from_utf8(part).ok()?.strip_prefix("CHARSET="))
}
