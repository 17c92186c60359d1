//! The versions of events: of each, the newest one counts (RFC 5546, section 2.1.5).

use std::collections::{HashMap, HashSet};

use super::component::Component;

/// An event with the overrides of its occurrences.
pub(super) type WithOverrides<'c> = (&'c Component, Vec<&'c Component>);

/// The events of a file, each in its newest version, and how many versions are left out. Overrides
/// whose series is not in the file are events of their own, after the others.
pub(super) fn newest(events: &[Component]) -> (Vec<WithOverrides<'_>>, usize) {
    let mut sequences: HashMap<_, u64> = HashMap::new();
    for event in events {
        let newest = sequences.entry(occurrence(event)).or_default();
        *newest = sequence(event).max(*newest);
    }
    // Another start has a higher number. Events of one UID, number and start are one, else each
    // is an event: some programs give all the same UID.
    let mut seen = HashSet::new();
    let (mut series, mut overrides) = (Vec::<WithOverrides<'_>>::new(), Vec::new());
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut old = 0;
    for event in events {
        let uid = value(event, "UID");
        let key = occurrence(event);
        let is_newest = sequences.get(&key) == Some(&sequence(event));
        let is_counted = uid.is_empty() || is_newest && seen.insert((key, value(event, "DTSTART")));
        if !is_counted {
            old += 1;
        } else if event.get("RECURRENCE-ID").is_some() {
            overrides.push(event);
        } else {
            places.entry(uid).or_insert(series.len());
            series.push((event, Vec::new()));
        }
    }
    for event in overrides {
        let uid = Some(value(event, "UID")).filter(|uid| !uid.is_empty());
        let place = uid.and_then(|uid| places.get(uid));
        match place.and_then(|place| series.get_mut(*place)) {
            Some((_, overrides)) => overrides.push(event),
            None => series.push((event, Vec::new())),
        }
    }
    (series, old)
}

/// What the versions of an event, or of an occurrence of one, have in common.
fn occurrence(event: &Component) -> (&str, &str) {
    (value(event, "UID"), value(event, "RECURRENCE-ID"))
}

/// Its number among its versions; without one, the first.
pub(super) fn sequence(event: &Component) -> u64 {
    value(event, "SEQUENCE").parse().unwrap_or_default()
}

fn value<'c>(event: &'c Component, name: &str) -> &'c str {
    event.get(name).map_or("", |property| property.value.trim())
}
