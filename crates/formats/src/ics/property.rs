//! The properties of components: their names, parameters and values (RFC 5545, section 3.1).

use encoding_rs::Encoding;
use jiff::civil::{Date, DateTime, Time};
use jiff::{SignedDuration, ToSpan};
use quoted_printable::ParseMode;

use super::content::parse_local;
use super::names::offset_of;

/// The parameters that are kept.
const PARAMETERS: [&str; 4] = ["CHARSET", "ENCODING", "TZID", "X-CURRENCY"];
/// The encoding of version 1.0 of calendars, as a parameter's value, or the parameter itself.
const QUOTED_PRINTABLE: &str = "QUOTED-PRINTABLE";
/// The longest parameter and id of a time zone, in bytes; the rest of one is cut off.
const MAX_ID: usize = 255;

/// A property.
#[derive(Debug, Clone)]
pub(super) struct Property {
    /// Its name, in capital letters.
    pub(super) name: String,
    parameters: Vec<(&'static str, String)>,
    pub(super) value: String,
}

/// A value that is a day or a time, as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Written {
    /// `20260601`
    Day(Date),
    /// `20260601T090000Z`
    Utc(DateTime),
    /// `20260601T090000+0200`, which the standard does not know: seconds east of Greenwich.
    Offset(DateTime, i32),
    /// `20260601T090000`
    Local(DateTime),
}

impl Written {
    /// The time by the clock that it was written by; midnight of a day.
    pub(super) fn local(self) -> DateTime {
        match self {
            Self::Day(day) => day.into(),
            Self::Utc(local) | Self::Offset(local, _) | Self::Local(local) => local,
        }
    }
}

impl Property {
    /// The value of a parameter.
    pub(super) fn parameter(&self, name: &str) -> Option<&str> {
        let found = self.parameters.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Whether another property has the same name and parameters.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.name == other.name && self.parameters == other.parameters
    }

    /// The value as text, without escapes.
    pub(super) fn text(&self) -> String {
        unescaped(&self.value, false)
    }

    /// The first of the texts that the value lists.
    pub(super) fn first_text(&self) -> String {
        unescaped(&self.value, true)
    }

    /// The value as a day or a time; `None` if it is none.
    pub(super) fn written(&self) -> Option<Written> {
        let value = self.value.trim();
        if value.len() == 8 {
            let day = parse_local(&format!("{value}T000000"))?;
            return Some(Written::Day(day.date()));
        }
        let (local, end) = value.split_at_checked(15)?;
        let local = parse_local(local)?;
        Some(match end {
            "" => Written::Local(local),
            "Z" | "z" => Written::Utc(local),
            offset => Written::Offset(local, offset_of(offset)?),
        })
    }

    /// Whether it is a time by the clocks of wherever the event is: without a zone, and not in UTC.
    pub(super) fn is_local(&self) -> bool {
        self.parameter("TZID").is_none() && matches!(self.written(), Some(Written::Local(_)))
    }

    /// The property at a later time; `None` if the value is no time, or the later one is out of
    /// range.
    pub(super) fn delayed(&self, by: SignedDuration) -> Option<Self> {
        let written = self.written()?;
        let later = written.local().checked_add(by).ok()?;
        let format = match written {
            Written::Day(_) => "%Y%m%d",
            _ => "%Y%m%dT%H%M%S",
        };
        let end = self.value.trim().get(15..).unwrap_or_default();
        Some(self.with_value(&format!("{}{end}", later.strftime(format))))
    }

    /// The end of an event that begins at a time: as whole days if the start is one, by the start's
    /// clock if it names no other.
    pub(super) fn into_end_of(self, start: &Self) -> Self {
        let (Some(begin), Some(end)) = (start.written(), self.written()) else {
            return self;
        };
        let clock = start.value.trim().get(15..).unwrap_or_default();
        let value = match (begin, end) {
            (Written::Day(_), Written::Day(_)) => return self,
            (Written::Day(_), end) => {
                let day = end.local().date();
                let is_over = end.local().time() == Time::midnight();
                let after = if is_over {
                    day
                } else {
                    day.saturating_add(1.day())
                };
                after.strftime("%Y%m%d").to_string()
            }
            (_, Written::Local(_)) if self.is_local() => format!("{}{clock}", self.value.trim()),
            (_, Written::Day(_)) => format!("{}T000000{clock}", self.value.trim()),
            _ => return self,
        };
        start.with_value(&value)
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
    pub(super) fn parse(line: &str) -> Option<Self> {
        // A colon in brackets belongs to the name of a zone that should have been quoted:
        // `TZID=(UTC+01:00) Berlin`.
        let (header, value) = split(line, true).or_else(|| split(line, false))?;
        let (name, parameters) = header.split_first()?;
        let is_quoted_printable = |(name, value): (&str, &str)| {
            let is_encoding = name.eq_ignore_ascii_case("ENCODING") || value.is_empty();
            let encoding = if value.is_empty() { name } else { value };
            is_encoding && encoding.eq_ignore_ascii_case(QUOTED_PRINTABLE)
        };
        let pairs = || {
            let parameters = parameters.iter();
            parameters.map(|part| part.split_once('=').unwrap_or((part, "")))
        };
        let is_quoted_printable = pairs().any(is_quoted_printable);
        let parameters = PARAMETERS.into_iter().filter_map(|known| {
            let (_, value) = pairs().find(|(name, _)| known.eq_ignore_ascii_case(name))?;
            Some((known, id(value.trim_matches('"'))))
        });
        let mut property = Self {
            name: name.trim().to_ascii_uppercase(),
            parameters: parameters.collect(),
            value: value.to_owned(),
        };
        if is_quoted_printable {
            let bytes = quoted_printable::decode(value, ParseMode::Robust).ok()?;
            let text = decode(&bytes, property.parameter("CHARSET"));
            property.value = text.replace("\r\n", "\n");
        }
        if matches!(property.name.as_str(), "TZID" | "X-LIC-LOCATION") {
            property.value = id(property.value.trim_matches('"'));
        }
        Some(property)
    }
}

/// The parts of a line before its first colon that is not in quotes, nor in brackets if these
/// count, and what comes after it.
fn split(line: &str, has_brackets: bool) -> Option<(Vec<&str>, &str)> {
    let (mut is_quoted, mut is_bracketed, mut parts, mut start) = (false, false, Vec::new(), 0);
    for (place, character) in line.char_indices() {
        match character {
            '"' => is_quoted = !is_quoted,
            '(' | ')' => is_bracketed = has_brackets && character == '(',
            ';' | ':' if !is_quoted && !is_bracketed => {
                parts.push(line.get(start..place)?);
                start = place + 1;
                if character == ':' {
                    return Some((parts, line.get(start..)?));
                }
            }
            _ => {}
        }
    }
    None
}

/// The id of a time zone, without escapes and of at most [`MAX_ID`] bytes.
fn id(text: &str) -> String {
    let text = unescaped(text, false);
    let end = text.floor_char_boundary(MAX_ID);
    text.get(..end).unwrap_or_default().to_owned()
}

/// Text in an encoding; in UTF-8 if it has no known name.
pub(super) fn decode(bytes: &[u8], encoding: Option<&str>) -> String {
    let encoding = encoding.and_then(|label| Encoding::for_label(label.as_bytes()));
    let encoding = encoding.unwrap_or(encoding_rs::UTF_8);
    encoding.decode(bytes).0.into_owned()
}

/// Whether the value of a line, by what comes before its first colon, may go on after a line that
/// ends in `=`.
pub(super) fn is_quoted_printable(line: &[u8]) -> bool {
    let header = line.split(|byte| *byte == b':').next().unwrap_or_default();
    let mut parts = header.split(|byte| matches!(byte, b';' | b'='));
    parts.any(|part| part.eq_ignore_ascii_case(QUOTED_PRINTABLE.as_bytes()))
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
