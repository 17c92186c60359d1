//! Items keep their hours when their time zone changes (interface: "Time zones").

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::context::WallClock;
use super::itinerary::seconds_between;
use super::place::ZoneName;
use super::{ItemZones, ItineraryItem, Trip};
use crate::{Instant, Path, ShortText, Violations};

/// How a person says when an item ends, unless by a date and a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypedEnd {
    /// So many minutes after its start.
    After(u32),
    /// When clocks at its end first show the hour of the end that is sent, from its start on.
    Next,
}

impl TypedEnd {
    /// The end of an item that starts then, given the end that is sent and its zone.
    fn find(
        self,
        start: Option<Instant>,
        end: Option<Instant>,
        zone: Option<&ZoneName>,
        wall_clock: &WallClock,
    ) -> Option<Instant> {
        let start = start?;
        match self {
            Self::After(minutes) => Some(start.plus_millis(i64::from(minutes) * 60_000)),
            Self::Next => {
                let of_days = (-2..=2).filter_map(|days| wall_clock(end?, days, zone, zone));
                of_days.filter(|end| *end >= start).min()
            }
        }
    }
}

/// The items that keep their hours; the times of others are instants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum HoursOf {
    /// The items of these ids.
    These(HashSet<ShortText>),
    /// The items that were there, and new ones of these ids.
    PresentAnd(HashSet<ShortText>),
    /// All items.
    All,
}

impl Default for HoursOf {
    fn default() -> Self {
        Self::These(HashSet::new())
    }
}

/// What a patch does to the hours of items.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClockPatch {
    /// Which items keep their hours.
    pub(super) keeps_hours: HoursOf,
    /// Whether it adds items, whose times are sent as UTC.
    pub(super) is_addition: bool,
    /// Whether it moves times by whole days.
    pub(super) moves_days: bool,
    /// The item whose times it sends.
    pub(super) target: Option<ShortText>,
    /// How the end of that item, or of the added one, was typed.
    pub(super) end: Option<TypedEnd>,
}

impl ClockPatch {
    /// No patch, while items keep their hours or not.
    #[must_use]
    pub fn keeping_hours(keeps_hours: bool) -> Self {
        Self {
            keeps_hours: if keeps_hours {
                HoursOf::All
            } else {
                HoursOf::default()
            },
            ..Self::default()
        }
    }

    /// The addition of items; the times of these, as if in UTC, are hours of their zones.
    pub(super) fn adding(local_items: HashSet<ShortText>) -> Self {
        Self {
            keeps_hours: HoursOf::These(local_items),
            is_addition: true,
            ..Self::default()
        }
    }
}

impl Trip {
    /// Drops the zones that were set to what followed from the places before: a client that sends
    /// back what it was shown sets nothing.
    pub(super) fn drop_found_zones(&mut self, before: &Self) {
        if before.plan.time_zone.is_none() && self.plan.time_zone.as_ref() == before.zone() {
            self.plan.time_zone = None;
        }
        if Arc::ptr_eq(&self.itinerary, &before.itinerary) {
            return;
        }
        let mut known = None;
        for item in Arc::make_mut(&mut self.itinerary) {
            let is_set = item.ends.time_zone.is_some() || item.ends.end_time_zone.is_some();
            if !is_set {
                continue;
            }
            let known = known.get_or_insert_with(|| before.zones_by_id());
            let Some((zones, before)) = known.get(&item.id) else {
                continue;
            };
            let ends = &mut item.ends;
            let sent = [
                (&mut ends.time_zone, &before.ends.time_zone, zones.start),
                (
                    &mut ends.end_time_zone,
                    &before.ends.end_time_zone,
                    zones.end,
                ),
            ];
            for (now, set, shown) in sent {
                if set.is_none() && now.as_ref() == shown {
                    *now = None;
                }
            }
        }
    }

    fn zones_by_id(&self) -> HashMap<ShortText, (ItemZones<'_>, &ItineraryItem)> {
        let zones = self.item_zones().into_iter().zip(&*self.itinerary);
        zones
            .map(|(zones, item)| (item.id.clone(), (zones, item)))
            .collect()
    }

    /// Moves the times of items so that they keep the hours that they had `before`, or that a patch
    /// sends, in the zones that they have now.
    pub(super) fn keep_hours(
        &mut self,
        before: &Self,
        patch: &ClockPatch,
        wall_clock: &WallClock,
    ) -> Violations {
        let mut violations = Violations::new();
        if patch.keeps_hours == HoursOf::default() {
            return violations;
        }
        let known = before.zones_by_id();
        let zones = self.item_zones().into_iter().zip(&*self.itinerary);
        let moved = zones.map(|(now, item)| {
            let present = known.get(&item.id);
            let keeps = match &patch.keeps_hours {
                HoursOf::These(ids) => ids.contains(&item.id),
                HoursOf::PresentAnd(ids) => present.is_some() || ids.contains(&item.id),
                HoursOf::All => true,
            };
            if !keeps || item.has_date_alone() {
                return (item.start, item.end);
            }
            let (from, old) = match present {
                Some((zones, old)) => (*zones, Some(*old)),
                None if patch.is_addition => (ItemZones::default(), None),
                None => return (item.start, item.end),
            };
            let keep = |time: Option<Instant>, old: Option<Instant>, from, to| {
                let time = time?;
                let days = old
                    .filter(|_| patch.moves_days)
                    .map(|old| time.days_since(old));
                let since = old.filter(|_| patch.moves_days).unwrap_or(time);
                wall_clock(since, days.unwrap_or(0), from, to).or(Some(time))
            };
            let start = keep(
                item.start,
                old.and_then(|old| old.start),
                from.start,
                now.start,
            );
            let end = keep(item.end, old.and_then(|old| old.end), from.end, now.end);
            let end = match old.filter(|_| patch.moves_days) {
                Some(old) => end_after(start, end, (old.start, old.end)),
                None => end,
            };
            let is_sent = old.is_none() || patch.target.as_ref() == Some(&item.id);
            let typed = patch.end.filter(|_| is_sent);
            let found = typed.and_then(|typed| typed.find(start, end, now.end, wall_clock));
            (start, found.or(end))
        });
        let moved: Vec<_> = moved.collect();
        let mut items = self.itinerary.iter().zip(&moved);
        let is_same = items.all(|(item, moved)| (item.start, item.end) == *moved);
        if is_same && Arc::ptr_eq(&self.itinerary, &before.itinerary) {
            return violations;
        }
        let items = Arc::make_mut(&mut self.itinerary).iter_mut();
        for (item, (start, end)) in items.zip(moved) {
            let is_new = !known.contains_key(&item.id);
            let is_sent = is_new || patch.target.as_ref() == Some(&item.id);
            if matches!((start, end), (Some(start), Some(end)) if end < start) {
                if is_sent && !patch.moves_days {
                    violations.add(Path::root().field("end"), "must not be before the start");
                }
                continue;
            }
            let is_difference = item.duration == seconds_between(item.start, item.end);
            (item.start, item.end) = (start, end);
            if is_difference {
                item.duration = seconds_between(start, end);
            }
        }
        violations
    }
}

/// A moved end. One that clocks, set forward or back, show no later than the start is as long after it
/// as `before`.
pub(super) fn end_after(
    start: Option<Instant>,
    end: Option<Instant>,
    before: (Option<Instant>, Option<Instant>),
) -> Option<Instant> {
    let ((Some(start), Some(end)), (Some(old_start), Some(old_end))) = ((start, end), before)
    else {
        return end;
    };
    let length = old_end.millis() - old_start.millis();
    let is_lost = end <= start && length >= 0;
    Some(if is_lost {
        start.plus_millis(length)
    } else {
        end
    })
}
