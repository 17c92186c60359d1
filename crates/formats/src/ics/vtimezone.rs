//! Time zone components: an observance for each change of clocks around the events.

use std::collections::BTreeSet;

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::fmt::strtime::BrokenDownTime;
use jiff::tz::Offset;

use super::content::{Content, format_local};
use crate::zone::{Transition, Zone};

/// Up to this many changes between the first and the last event are written all.
const ALL: usize = 64;

/// The onset of what holds before the first known change.
const ALWAYS: DateTime = DateTime::constant(1601, 1, 1, 0, 0, 0, 0);

/// Writes the component of a zone for events at these times.
pub(super) fn write(content: &mut Content, zone: &Zone, times: &BTreeSet<Timestamp>) {
    content.line("BEGIN", &[], "VTIMEZONE");
    content.line("TZID", &[], zone.name());
    for change in changes(zone, times) {
        let kind = if change.is_daylight {
            "DAYLIGHT"
        } else {
            "STANDARD"
        };
        content.line("BEGIN", &[], kind);
        // By the clocks before the change.
        let onset = change.at.map_or(ALWAYS, |at| change.from.to_datetime(at));
        content.line("DTSTART", &[], &format_local(onset));
        for (property, from_utc) in [("TZOFFSETFROM", change.from), ("TZOFFSETTO", change.to)] {
            content.line(property, &[], &offset(from_utc).unwrap_or_default());
        }
        content.text("TZNAME", &change.abbreviation);
        content.line("END", &[], kind);
    }
    content.line("END", &[], "VTIMEZONE");
}

/// The changes that hold at these times, with those between them and the next one: all of them, or
/// the ones beside each time if they are many.
fn changes(zone: &Zone, times: &BTreeSet<Timestamp>) -> BTreeSet<Transition> {
    let (Some(first), Some(last)) = (times.first(), times.last()) else {
        return BTreeSet::new();
    };
    let mut changes = BTreeSet::from([zone.change_before(*first)]);
    let mut at = *first;
    while let Some(change) = zone.change_after(at)
        && let Some(time) = change.at
    {
        changes.insert(change);
        if time > *last {
            return changes;
        }
        if changes.len() > ALL {
            let beside = times
                .iter()
                .flat_map(|time| [Some(zone.change_before(*time)), zone.change_after(*time)]);
            return beside.flatten().collect();
        }
        at = time;
    }
    changes
}

/// An offset such as `+0100`.
fn offset(offset: Offset) -> Option<String> {
    let mut time = BrokenDownTime::default();
    time.set_offset(Some(offset));
    time.to_string("%z").ok()
}
