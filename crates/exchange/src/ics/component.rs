//! The components of a calendar and their properties (RFC 5545, section 3).

use std::io::{self, BufRead, Read};

use wayfare_domain::Trip;

use crate::import::ImportError;
use crate::import::draft::too_many;

/// How deep components may nest.
const MAX_DEPTH: usize = 8;
/// The longest line in one piece, in bytes.
const MAX_LINE: usize = 256 << 10;
/// The most properties of a component that are kept.
const MAX_PROPERTIES: usize = 200;
/// The most time zones.
const MAX_ZONES: usize = 500;
/// The most observances of a time zone.
const MAX_OBSERVANCES: usize = 5_000;

/// A component that is read.
#[derive(Debug, Default)]
pub(super) struct Component {
    pub(super) properties: Vec<Property>,
    /// The observances of a time zone.
    pub(super) parts: Vec<Component>,
}

/// A property.
#[derive(Debug)]
pub(super) struct Property {
    /// Its name, in capital letters.
    pub(super) name: String,
    parameters: Vec<(String, String)>,
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
        let found = self.parameters.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The value as text, without escapes.
    pub(super) fn text(&self) -> String {
        unescaped(&self.value, false)
    }

    /// The first of the texts that the value lists.
    pub(super) fn first_text(&self) -> String {
        unescaped(&self.value, true)
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
        let parameters = parameters.iter().filter_map(|part| {
            let (name, value) = part.split_once('=')?;
            Some((
                name.to_ascii_uppercase(),
                value.trim_matches('"').to_owned(),
            ))
        });
        Some(Self {
            name: name.trim().to_ascii_uppercase(),
            parameters: parameters.collect(),
            value: value.to_owned(),
        })
    }
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
    document: impl BufRead,
    warn: &mut dyn FnMut(&'static str),
) -> Result<Parts, ImportError> {
    let mut parts = Parts::default();
    let mut lines = Lines::new(document);
    let mut open: Vec<(String, Component)> = Vec::new();
    let mut has_calendar = false;
    while let Some(line) = lines.next()? {
        if line.trim().is_empty() {
            continue;
        }
        let Some(property) = Property::parse(&line) else {
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
                close(&mut parts, &mut open, &name, component, warn)?;
            }
            _ => {
                if let Some((_, component)) = open.last_mut()
                    && component.properties.len() < MAX_PROPERTIES
                {
                    component.properties.push(property);
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
                return Err(too_many("items"));
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
                if zone.parts.len() >= MAX_OBSERVANCES {
                    return Err(ImportError::malformed("a time zone has too many changes"));
                }
                zone.parts.push(component);
            }
        }
        "VALARM" => {}
        "VTODO" => warn("a to-do is left out"),
        "VJOURNAL" => warn("a journal entry is left out"),
        _ => warn("a component that is no event is left out"),
    }
    Ok(())
}

/// Lines without their folds.
struct Lines<R> {
    document: R,
    /// The line that was read ahead.
    next: Option<String>,
    is_first: bool,
}

impl<R: BufRead> Lines<R> {
    fn new(document: R) -> Self {
        Self {
            document,
            next: None,
            is_first: true,
        }
    }

    /// The next line; `None` after the last one.
    fn next(&mut self) -> Result<Option<String>, ImportError> {
        let Some(mut line) = (match self.next.take() {
            Some(line) => Some(line),
            None => self.physical()?,
        }) else {
            return Ok(None);
        };
        while let Some(more) = self.physical()? {
            match more.strip_prefix([' ', '\t']) {
                Some(rest) if line.len() + rest.len() <= MAX_LINE => line.push_str(rest),
                Some(_) => return Err(too_long()),
                None => {
                    self.next = Some(more);
                    break;
                }
            }
        }
        Ok(Some(line))
    }

    fn physical(&mut self) -> Result<Option<String>, ImportError> {
        let mut bytes = Vec::new();
        let limit = u64::try_from(MAX_LINE).unwrap_or(u64::MAX);
        let document = self.document.by_ref().take(limit.saturating_add(1));
        let mut document = document;
        document.read_until(b'\n', &mut bytes).map_err(|error| {
            if error.kind() == io::ErrorKind::FileTooLarge {
                ImportError::TooLarge("the file is too large".to_owned())
            } else {
                ImportError::malformed("the file can't be read")
            }
        })?;
        if bytes.is_empty() {
            return Ok(None);
        }
        if bytes.len() > MAX_LINE {
            return Err(too_long());
        }
        while matches!(bytes.last(), Some(b'\n' | b'\r')) {
            bytes.pop();
        }
        let line = String::from_utf8(bytes)
            .map_err(|_| ImportError::malformed("the calendar is not UTF-8"))?;
        let is_first = std::mem::replace(&mut self.is_first, false);
        Ok(Some(if is_first {
            line.trim_start_matches('\u{feff}').to_owned()
        } else {
            line
        }))
    }
}

fn too_long() -> ImportError {
    ImportError::malformed("a line of the calendar is too long")
}
