//! Times and lengths as people type them, and the characters of Japanese keyboards.

use jiff::civil::{Date, DateTime, Time};
use wayfare_domain::{Language, Reason};

use crate::i18n::locale::{Locale, narrow};
use crate::i18n::texts as t;

/// The most minutes of a length: 31 days.
const MAX_MINUTES: u32 = 31 * 24 * 60;
/// From this number on, a length without a unit is in minutes; below it, in hours.
const FIRST_MINUTES: u32 = 10;

/// A time as it was typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TypedTime {
    /// The date and the time.
    pub(crate) at: DateTime,
    /// Whether the time alone was typed.
    pub(crate) is_of_day: bool,
}

impl TypedTime {
    /// Reads a time of this day, such as "15:30", "1530", "9" or "3:30 pm", or one with its date;
    /// an empty text is none.
    pub(crate) fn parse(text: &str, day: Option<Date>) -> Result<Option<Self>, Reason> {
        if text.is_empty() {
            return Ok(None);
        }
        let parts = text.split_once([' ', 'T']);
        let with_hour = || parts?.0.parse::<Date>().ok().zip(time_of_day(parts?.1));
        let dated = text.replace(' ', "T").parse::<DateTime>().ok();
        let dated = dated.or_else(|| with_hour().map(|(date, time)| date.to_datetime(time)));
        if let Some(at) = dated {
            let is_of_day = false;
            return Ok(Some(Self { at, is_of_day }));
        }
        let day = day.ok_or_else(|| Reason::new(t::REFUSED_TIME.phrase()))?;
        let time = time_of_day(text).ok_or_else(|| Reason::new(t::REFUSED_CLOCK.phrase()))?;
        let at = day.to_datetime(time);
        let is_of_day = true;
        Ok(Some(Self { at, is_of_day }))
    }
}

/// The times at the start of a title, and the rest of it: "15:30", "17:00" and "Museum" of
/// "15:30-17:00 Museum". A time has its minutes, its half of the day or "Uhr", so that "3 museums"
/// and "2h walk" are titles; "19h30" is a time, "2h30" a length. "21.30" is a time in Italian,
/// elsewhere perhaps a date.
pub(crate) fn split_title(title: &str) -> Option<(&str, &str, &str)> {
    let (times, rest) = title.split_once(char::is_whitespace)?;
    let (start, end) = times.split_once(['-', '–', '～']).unwrap_or((times, ""));
    let after_unit = rest.trim_start().split_once(char::is_whitespace);
    let after_unit = after_unit.filter(|(unit, _)| unit.eq_ignore_ascii_case("uhr"));
    let rest = after_unit.map_or(rest, |(_, title)| title);
    let is_time = |text: &str| {
        let has_hour = text.len() == 5 && text.find(['h', 'H']) == Some(2);
        let is_marked = text.contains([':', '：', '時']) || text.to_lowercase().ends_with('m');
        let is_italian = Locale::current().language == Language::Italian;
        let is_marked = is_marked || has_hour || is_italian && text.contains('.');
        let is_marked = is_marked || after_unit.is_some();
        is_marked && time_of_day(text).is_some()
    };
    let are_times = is_time(start) && (end.is_empty() || is_time(end));
    are_times.then_some((start, end, rest.trim_start()))
}

fn time_of_day(text: &str) -> Option<Time> {
    let text: String = text.chars().map(narrow).collect();
    // As a browser sends it.
    if let Ok(time) = text.parse::<Time>() {
        return Some(time);
    }
    let text: String = text.to_lowercase().replace([' ', '\u{a0}', '\u{202f}'], "");
    let text = text.replace("a.m.", "am").replace("p.m.", "pm");
    let (text, half) = match (text.strip_suffix("am"), text.strip_suffix("pm")) {
        (Some(text), _) => (text.to_owned(), Some(0)),
        (_, Some(text)) => (text.to_owned(), Some(12)),
        _ => (text, None),
    };
    let text = text.strip_suffix("uhr").unwrap_or(&text);
    let text = text.trim_end_matches(['h', '時', '分']);
    let (hour, minute) = match text.split_once([':', '.', 'h', '時']) {
        Some(parts) => parts,
        None if text.len() > 2 => text.split_at_checked(text.len() - 2)?,
        None => (text, "0"),
    };
    let hour = number(hour)?;
    let hour = match half {
        Some(half) if (1..=12).contains(&hour) => hour % 12 + half,
        Some(_) => return None,
        None => hour,
    };
    let (hour, minute) = (
        i8::try_from(hour).ok()?,
        i8::try_from(number(minute)?).ok()?,
    );
    Time::new(hour, minute, 0, 0).ok()
}

/// Reads a length in minutes, such as "1:30", "1h30", "90", "90 min" or "2 h".
pub(crate) fn parse_length(text: &str) -> Result<u32, Reason> {
    let minutes = length(text).filter(|minutes| (1..=MAX_MINUTES).contains(minutes));
    minutes.ok_or_else(|| Reason::new(t::REFUSED_LENGTH.phrase()))
}

fn length(text: &str) -> Option<u32> {
    let text: String = text.chars().map(narrow).collect();
    let text = text.to_lowercase().replace(' ', "").replace(',', ".");
    // The first letter of the unit says which it is, in all languages of the pages.
    let digits = |text: &str| text.trim_end_matches(|c: char| !c.is_ascii_digit()).len();
    let (amount, unit) = text.split_at_checked(digits(&text))?;
    if let Some((hours, minutes)) = amount.split_once([':', 'h', 's', '時']) {
        let hours = hours.trim_end_matches(|c: char| !c.is_ascii_digit());
        let minutes = minutes.trim_start_matches(|c: char| !c.is_ascii_digit());
        let minutes = number(minutes).filter(|minutes| *minutes < 60)?;
        return number(hours)?.checked_mul(60)?.checked_add(minutes);
    }
    let is_minutes = unit.starts_with(['m', '分']);
    let is_hours = unit.starts_with(['h', 's', 'o', '時']);
    if !unit.is_empty() && !is_minutes && !is_hours {
        return None;
    }
    let (whole, fraction) = amount.split_once('.').unwrap_or((amount, "0"));
    let whole = number(whole)?;
    if is_minutes || (!is_hours && whole >= FIRST_MINUTES) {
        return Some(whole);
    }
    // Tenths of an hour, or hundredths.
    let scale = 10_u32.checked_pow(u32::try_from(fraction.len()).ok()?)?;
    let part = number(fraction)?.checked_mul(60)?.checked_div(scale)?;
    whole.checked_mul(60)?.checked_add(part)
}

/// A length in minutes as the value of a field.
pub(crate) fn length_input(minutes: u32) -> String {
    format!("{}:{:02}", minutes / 60, minutes % 60)
}

fn number(digits: &str) -> Option<u32> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests;
