//! The components of a calendar and their properties (RFC 5545, section 3).

use std::io::{BufRead, Read};

use jiff::SignedDuration;
use jiff::civil::DateTime;
use wayfare_domain::Trip;

use super::content::parse_local;
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
const SINGLE: [&str; 34] = [
    "CATEGORIES",
    "DESCRIPTION",
    "DTEND",
    "DTSTART",
    "DURATION",
    "GEO",
    "LOCATION",
    "NAME",
    "PRODID",
    "RECURRENCE-ID",
    "RRULE",
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
/// The parameters that are kept.
const PARAMETERS: [&str; 2] = ["TZID", "X-CURRENCY"];
/// The longest parameter and id of a time zone, in bytes; the rest of one is cut off.
const MAX_ID: usize = 255;

/// A component that is read.
#[derive(Debug, Default)]
pub(super) struct Component {
    pub(super) properties: Vec<Property>,
    /// The observances of a time zone.
    pub(super) observances: Vec<Component>,
}

/// A property.
#[derive(Debug, Clone)]
pub(super) struct Property {
    /// Its name, in capital letters.
    pub(super) name: String,
    parameters: Vec<(&'static str, String)>,
    pub(super) value: String,
}

/// The parts of a calendar that matter.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) properties: Vec<Property>,
    pub(super) time_zones: Vec<Component>,
    pub(super) events: Vec<Component>,
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
            let is_same = |other: &&mut Property| {
                other.name == name && other.parameters == property.parameters
            };
            match self.properties.iter_mut().find(is_same) {
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

impl Property {
    /// The value of a parameter.
    pub(super) fn parameter(&self, name: &str) -> Option<&str> {
        let found = self.parameters.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Whether it is a time by the clocks of wherever the event is: without a zone, and not in UTC.
    pub(super) fn is_local(&self) -> bool {
        let value = self.value.trim();
        value.len() > 8 && !value.ends_with(['Z', 'z']) && self.parameter("TZID").is_none()
    }

    /// The value as text, without escapes.
    pub(super) fn text(&self) -> String {
        unescaped(&self.value, false)
    }

    /// The first of the texts that the value lists.
    pub(super) fn first_text(&self) -> String {
        unescaped(&self.value, true)
    }

    /// The error of a value that is no time.
    pub(super) fn no_time(&self) -> ImportError {
        ImportError::malformed(format!(
            "a value is no time: {} {:.40}",
            self.name, self.value
        ))
    }

    /// The time of the value by the clocks of its zone; midnight of a whole day.
    pub(super) fn local(&self) -> Option<DateTime> {
        let value = self.value.trim();
        match value.len() {
            8 => parse_local(&format!("{value}T000000")),
            _ => parse_local(value.trim_end_matches(['Z', 'z'])),
        }
    }

    /// The property at a later time.
    ///
    /// # Errors
    /// The value is no time, or the later one is out of range.
    pub(super) fn delayed(&self, by: SignedDuration) -> Result<Self, ImportError> {
        let local = self.local().and_then(|local| local.checked_add(by).ok());
        let local = local.ok_or_else(|| self.no_time())?;
        let format = match self.value.trim() {
            value if value.len() == 8 => "%Y%m%d",
            value if value.ends_with(['Z', 'z']) => "%Y%m%dT%H%M%SZ",
            _ => "%Y%m%dT%H%M%S",
        };
        Ok(self.with_value(&local.strftime(format).to_string()))
    }

    /// The property with another value.
    pub(super) fn with_value(&self, value: &str) -> Self {
        Self {
            name: self.name.clone(),
            parameters: self.parameters.clone(),
            value: value.to_owned(),
        }
    }

    /// Parses `NAME;PARAMETER=value:value`.
    fn parse(line: &str) -> Option<Self> {
        let (mut is_quoted, mut parts, mut start, mut end) = (false, Vec::new(), 0, None);
        for (place, character) in line.char_indices() {
            match character {
                '"' => is_quoted = !is_quoted,
                ';' | ':' if !is_quoted => {
                    parts.push(line.get(start..place)?);
                    start = place + 1;
                    if character == ':' {
                        end = Some(start);
                        break;
                    }
                }
                _ => {}
            }
        }
        let value = line.get(end?..)?;
        let (name, parameters) = parts.split_first()?;
        let parameters = PARAMETERS.into_iter().filter_map(|known| {
            let mut parts = parameters.iter().filter_map(|part| part.split_once('='));
            let (_, value) = parts.find(|(name, _)| known.eq_ignore_ascii_case(name))?;
            Some((known, cut(value.trim_matches('"')).to_owned()))
        });
        let name = name.trim().to_ascii_uppercase();
        let is_id = matches!(name.as_str(), "TZID" | "X-LIC-LOCATION");
        let value = if is_id { cut(value) } else { value };
        Some(Self {
            parameters: parameters.collect(),
            value: value.to_owned(),
            name,
        })
    }
}

/// The error of a calendar whose time zones have too many changes.
pub(super) fn too_many_changes() -> ImportError {
    ImportError::malformed("the time zones have too many changes")
}

fn cut(id: &str) -> &str {
    id.get(..id.floor_char_boundary(MAX_ID)).unwrap_or_default()
}

/// A text without escapes; if `first`, up to the first comma that is not escaped.
fn unescaped(value: &str, first: bool) -> String {
    let mut text = String::new();
    let mut characters = value.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                Some('n' | 'N') => text.push('\n'),
                Some(escaped) => text.push(escaped),
                None => {}
            },
            ',' if first => break,
            _ => text.push(character),
        }
    }
    text
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
        "VCALENDAR" => parts.properties.extend(component.properties),
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
/// A line may be folded inside a character, so bytes are unfolded.
fn next_line(document: &mut impl BufRead, end: u8) -> Result<Option<String>, ImportError> {
    let unreadable = |error| ImportError::unreadable(&error);
    let mut line = Vec::new();
    loop {
        document.read_until(end, &mut line).map_err(unreadable)?;
        if line.is_empty() {
            return Ok(None);
        }
        while matches!(line.last(), Some(b'\n' | b'\r')) {
            line.pop();
        }
        let next = document.fill_buf().map_err(unreadable)?.first();
        if !matches!(next, Some(b' ' | b'\t')) {
            break;
        }
        document.consume(1);
    }
    let line = String::from_utf8(line);
    line.map(Some)
        .map_err(|_| ImportError::malformed("the calendar is not UTF-8"))
}
