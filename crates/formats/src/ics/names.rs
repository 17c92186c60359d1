//! The time zones that calendars name: by IANA's names, those of Windows, and offsets from UTC.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::zone::Zone;

/// The names that Windows and Outlook use, in small letters, with IANA's.
static WINDOWS: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let lines = include_str!("../../data/windows-zones.tsv").lines();
    lines.filter_map(|line| line.split_once('\t')).collect()
});
/// What the names of Microsoft's own services begin with.
const MICROSOFT: &str = "tzone://Microsoft/";

/// The zone of Windows that is UTC.
const UTC: &str = "Etc/UTC";

/// What a calendar calls a time zone.
#[derive(Debug, Clone)]
pub(super) enum KnownZone {
    /// A zone of the database.
    Zone(Zone),
    /// Always so many seconds east of Greenwich.
    Offset(i32),
}

impl KnownZone {
    /// The zone that a name means: an offset, or a name of [`zone`].
    pub(super) fn find(name: &str) -> Option<Self> {
        let name = name.trim_matches(|c: char| c == '"' || c.is_whitespace());
        let name = name.strip_prefix(MICROSOFT).unwrap_or(name);
        let offset = offset_of_name(name).map(Self::Offset);
        offset.or_else(|| match zone(name)? {
            utc if utc.name() == UTC => Some(Self::Offset(0)),
            zone => Some(Self::Zone(zone)),
        })
    }
}

/// The zone of an IANA name, else of a name of Windows, else of the IANA name that ends a path such
/// as `/example.org/20240101/Europe/Paris`. A number may come after it.
pub(super) fn zone(name: &str) -> Option<Zone> {
    let numberless = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
    let found = Zone::named(name).or_else(|| Zone::named(windows(name)?));
    let found = found.or_else(|| Zone::named(numberless));
    let found = found.or_else(|| Zone::named(windows(numberless)?));
    found.or_else(|| {
        let ends = name.rmatch_indices('/').take(3);
        let ends = ends.filter_map(|(at, _)| name.get(at + 1..));
        let zones = ends.filter_map(Zone::named);
        // The longest: `America/Argentina/Ushuaia`.
        zones.last().filter(|_| name.starts_with('/'))
    })
}

/// The IANA name of a zone of Windows: `W. Europe Standard Time`, or as users see it, with or
/// without its offset, `(UTC+01:00) Amsterdam, Berlin, …`.
fn windows(name: &str) -> Option<&'static str> {
    let name = match name.split_once(')') {
        Some((offset, name)) if offset.starts_with('(') => name.trim_start(),
        _ => name,
    };
    WINDOWS.get(name.to_lowercase().as_str()).copied()
}

/// The offset that a name consists of: `UTC`, `GMT+0200`, `UTC+02:00`, `GMT-5`, `+05:30`.
fn offset_of_name(name: &str) -> Option<i32> {
    let begin = name
        .get(..3)
        .filter(|begin| begin.eq_ignore_ascii_case("UTC") || begin.eq_ignore_ascii_case("GMT"));
    let offset = name.strip_prefix(begin.unwrap_or_default())?;
    match offset.trim_start() {
        "" => begin.map(|_| 0),
        offset => offset_of(offset),
    }
}

/// Seconds of an offset such as `+0100`, `-01:30`, `-013045` or `+2`.
pub(super) fn offset_of(text: &str) -> Option<i32> {
    let (sign, digits) = match text.split_at_checked(1)? {
        ("+", digits) => (1, digits),
        ("-", digits) => (-1, digits),
        _ => return None,
    };
    let mut digits = digits.replace(':', "");
    if digits.len() % 2 == 1 {
        digits.insert(0, '0');
    }
    let parts = digits.as_bytes().chunks(2);
    let parts = parts.map(|part| part.iter().all(u8::is_ascii_digit).then_some(part));
    let number = |part: Option<&[u8]>| str::from_utf8(part?).ok()?.parse().ok();
    let parts = parts.map(number).collect::<Option<Vec<i32>>>()?;
    let (hours, minutes, seconds) = match *parts {
        [hours] => (hours, 0, 0),
        [hours, minutes] => (hours, minutes, 0),
        [hours, minutes, seconds] => (hours, minutes, seconds),
        _ => return None,
    };
    let total = hours * 3_600 + minutes * 60 + seconds;
    (hours < 24 && minutes < 60 && seconds < 60).then_some(sign * total)
}

/// The zone of whole hours of an offset, by which an hour of it can be shown.
pub(super) fn zone_of_offset(seconds: i32) -> Option<Zone> {
    let hours = seconds / 3_600;
    // Signs are the other way round there.
    let zone = || Zone::named(&format!("Etc/GMT{:+}", -hours));
    (seconds != 0 && seconds % 3_600 == 0).then(zone).flatten()
}

#[cfg(test)]
mod tests {
    use super::{KnownZone, WINDOWS, offset_of, zone_of_offset};
    use crate::zone::Zone;

    #[test]
    fn all_zones_of_windows_are_known() {
        assert!(WINDOWS.len() > 300);
        for (windows, iana) in &*WINDOWS {
            assert!(Zone::named(iana).is_some(), "{windows}: {iana}");
        }
    }

    #[test]
    fn zones_are_found_by_many_names() {
        let found = |name: &str| match KnownZone::find(name) {
            Some(KnownZone::Zone(zone)) => zone.name().to_owned(),
            Some(KnownZone::Offset(seconds)) => seconds.to_string(),
            None => "none".to_owned(),
        };
        for (name, expected) in [
            ("europe/berlin", "Europe/Berlin"),
            ("US/Eastern", "US/Eastern"),
            ("/example.org/2026/Europe/Berlin", "Europe/Berlin"),
            ("W. Europe Standard Time", "Europe/Berlin"),
            ("\"w. europe standard time 1\"", "Europe/Berlin"),
            ("Alberta Standard Time", "America/Edmonton"),
            ("(UTC-05:00) Eastern Time (US & Canada)", "America/New_York"),
            (
                "(GMT-05.00) Eastern Time (US & Canada) 2",
                "America/New_York",
            ),
            ("Eastern Time (US & Canada)", "America/New_York"),
            (
                "(UTC+02:00) Helsinki, Kiev, Riga, Sofia, Tallinn, Vilnius",
                "Europe/Kiev",
            ),
            ("(UTC) Dublin, Edinburgh, Lisbon, London", "Europe/London"),
            ("Central Standard Time (Mexico)", "America/Mexico_City"),
            ("UTC", "0"),
            ("tzone://Microsoft/Utc", "0"),
            ("(UTC) Coordinated Universal Time", "0"),
            ("UTC-02", "-7200"),
            ("GMT+0200", "7200"),
            ("UTC+02:00", "7200"),
            ("gmt -5", "-18000"),
            ("+05:30", "19800"),
            ("Etc/GMT-2", "Etc/GMT-2"),
            ("tzone://Microsoft/Custom", "none"),
            ("Customized Time Zone 1", "none"),
            ("GMT+0200 (Standard)", "none"),
            ("", "none"),
            ("12", "none"),
        ] {
            assert_eq!(found(name), expected, "{name}");
        }
    }

    #[test]
    fn offsets_are_read_and_have_zones() {
        for (text, seconds, zone) in [
            ("+0100", Some(3_600), Some("Etc/GMT-1")),
            ("-01:30", Some(-5_400), None),
            ("-013045", Some(-5_445), None),
            ("+14", Some(50_400), Some("Etc/GMT-14")),
            ("-930", Some(-34_200), None),
            ("+0000", Some(0), None),
            ("-1800", Some(-64_800), None),
            ("+2500", None, None),
            ("+1x00", None, None),
            ("0100", None, None),
            ("+", None, None),
        ] {
            let read = offset_of(text);
            assert_eq!(read, seconds, "{text}");
            let found = read.and_then(zone_of_offset);
            assert_eq!(found.as_ref().map(Zone::name), zone, "{text}");
        }
    }
}
