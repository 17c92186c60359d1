//! Items keep their hours when their time zone changes (interface: "Time zones").

use std::collections::HashMap;
use std::sync::Arc;

use super::itinerary::seconds_between;
use super::typed_hours::{ItemTime, LocalTime, TypedHours};
use crate::trip::edit::context::WallClock;
use crate::trip::places::place::ZoneName;
use crate::trip::{ItemZones, ItineraryItem, Trip};
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

/// The items whose instants move so that they keep their hours. Those of typed hours always do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::trip) enum HoursOf {
    /// No items.
    #[default]
    None,
    /// The item of this id.
    One(ShortText),
    /// The items that were there at the same times.
    Present,
    /// All items.
    All,
}

/// What a patch does to the hours of items.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClockPatch {
    /// Whether times that it sends are wall clocks.
    pub(in crate::trip) is_local: bool,
    /// Which items keep their hours.
    pub(in crate::trip) keeps_hours: HoursOf,
    /// Whether it adds an item, whose times are sent as UTC.
    pub(in crate::trip) is_addition: bool,
    /// Whether it moves times by whole days.
    pub(in crate::trip) moves_days: bool,
    /// The item whose times it sends.
    pub(in crate::trip) target: Option<ShortText>,
    /// How the end of that item, or of the added one, was typed.
    pub(in crate::trip) end: Option<TypedEnd>,
    /// Whether it sends the whole list.
    pub(in crate::trip) is_list: bool,
    /// Whether it adds items of files, whose ends may be before their starts until their zones are
    /// known.
    pub(in crate::trip) is_import: bool,
}

impl ClockPatch {
    /// No patch, while items keep their hours or not.
    #[must_use]
    pub fn keeping_hours(keeps_hours: bool) -> Self {
        Self {
            keeps_hours: if keeps_hours {
                HoursOf::All
            } else {
                HoursOf::None
            },
            ..Self::default()
        }
    }
}

/// The times of an item: its start and its end.
type Times = (Option<Instant>, Option<Instant>);

/// An item with its zones, and what both were before.
struct Clocked<'t> {
    item: &'t ItineraryItem,
    zones: ItemZones<'t>,
    before: Option<(ItemZones<'t>, &'t ItineraryItem)>,
}

impl Clocked<'_> {
    /// The times that the item has in its zones.
    fn times(&self, patch: &ClockPatch, wall_clock: &WallClock) -> (Times, TypedHours) {
        let Self { item, zones, .. } = self;
        let (start, end) = self.kept(patch, wall_clock);
        let mut typed = item.typed;
        let start = self.instant(Side::Start, start, wall_clock);
        let mut end = self.instant(Side::End, end, wall_clock);
        let old = self.before.map(|(_, old)| old);
        let is_sent = old.is_none() || patch.target.as_ref() == Some(&item.id);
        if let Some(how) = patch.end.filter(|_| is_sent) {
            end = how.find(start, end, zones.end, wall_clock).or(end);
            let is_typed = match how {
                TypedEnd::After(_) => typed.start.is_some(),
                TypedEnd::Next => typed.end.is_some(),
            };
            let end = end.filter(|_| is_typed);
            typed.end = end.and_then(|end| LocalTime::at(end, zones.end, wall_clock));
        }
        ((start, end), typed)
    }

    /// The times of the item, if its instants keep their hours.
    fn kept(&self, patch: &ClockPatch, wall_clock: &WallClock) -> Times {
        let Self {
            item,
            zones: now,
            before,
        } = self;
        let keeps = match &patch.keeps_hours {
            HoursOf::None => false,
            HoursOf::One(id) => item.id == *id,
            HoursOf::Present => {
                before.is_some_and(|(_, old)| (old.start, old.end) == (item.start, item.end))
            }
            HoursOf::All => true,
        };
        if !keeps || item.has_date_alone() {
            return (item.start, item.end);
        }
        let (from, old) = match before {
            Some((zones, old)) => (*zones, Some(*old)),
            None if patch.is_addition => (ItemZones::default(), None),
            None => return (item.start, item.end),
        };
        let old = old.filter(|_| patch.moves_days);
        let keep = |time: Option<Instant>, old: Option<Instant>, from, to| {
            let time = time?;
            let days = old.map_or(0, |old| time.days_since(old));
            wall_clock(old.unwrap_or(time), days, from, to).or(Some(time))
        };
        let old_start = old.and_then(|old| old.start);
        let start = keep(item.start, old_start, from.start, now.start);
        let end = keep(item.end, old.and_then(|old| old.end), from.end, now.end);
        match old {
            Some(old) => (start, end_after(start, end, old.start, old.end)),
            None => (start, end),
        }
    }

    /// The instant of one end: of a typed hour that is new, or whose zone is, else the one that it
    /// keeps.
    fn instant(
        &self,
        side: Side,
        kept: Option<Instant>,
        wall_clock: &WallClock,
    ) -> Option<Instant> {
        let (at, hour) = side.time(self.item);
        let Some(hour) = hour else {
            return kept;
        };
        let zone = side.zone(self.zones);
        let is_settled = self.before.is_some_and(|(zones, old)| {
            side.time(old) == (at, Some(hour)) && side.zone(zones) == zone
        });
        if is_settled {
            return at;
        }
        hour.instant(zone, at, wall_clock).or(at)
    }

    /// Whether its times were sent.
    fn is_sent(&self, patch: &ClockPatch) -> bool {
        let Some((_, old)) = self.before else {
            return true;
        };
        let is_new = |side: Side| side.time(old) != side.time(self.item);
        let is_typed = !self.item.typed.is_empty();
        let has_new_hour = is_typed && (is_new(Side::Start) || is_new(Side::End));
        patch.target.as_ref() == Some(&self.item.id) || has_new_hour
    }
}

impl ItineraryItem {
    /// Ends the description with an end that the item can't have.
    fn describe_end(&mut self, end: LocalTime) {
        let end = end.to_string().replace('T', " ");
        let place = &mut self.destination;
        let line = format!("{}\nEnd: {end:.16}", place.description);
        place.description = ShortText::cut(line.trim_start());
    }
}

/// An end of an item.
#[derive(Clone, Copy)]
enum Side {
    Start,
    End,
}

impl Side {
    fn time(self, item: &ItineraryItem) -> ItemTime {
        match self {
            Self::Start => item.start_time(),
            Self::End => item.end_time(),
        }
    }

    fn zone(self, zones: ItemZones<'_>) -> Option<&ZoneName> {
        match self {
            Self::Start => zones.start,
            Self::End => zones.end,
        }
    }
}

impl Trip {
    /// Drops the zones that were set to what followed from the places before: a client that sends
    /// back what it was shown sets nothing.
    pub(in crate::trip) fn drop_found_zones(&mut self, before: &Self) {
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
    pub(in crate::trip) fn keep_hours(
        &mut self,
        before: &Self,
        patch: &ClockPatch,
        wall_clock: &WallClock,
    ) -> Violations {
        let (mut violations, mut lost) = (Violations::new(), Vec::new());
        let has_typed = self.itinerary.iter().any(|item| !item.typed.is_empty());
        let keeps_none = patch.keeps_hours == HoursOf::None && !has_typed;
        if keeps_none || self.has_zones_of(before) {
            return violations;
        }
        let known = before.zones_by_id();
        let items = self.item_zones().into_iter().zip(&*self.itinerary);
        let moved = items.enumerate().map(|(place, (zones, item))| {
            let before = known.get(&item.id).copied();
            let clocked = Clocked {
                item,
                zones,
                before,
            };
            let (times, typed) = clocked.times(patch, wall_clock);
            if !matches!(times, (Some(start), Some(end)) if end < start) {
                return (times, typed);
            }
            if patch.is_import && before.is_none() {
                lost.push((place, typed.end.or(times.1.map(LocalTime::in_utc))));
                return ((times.0, None), TypedHours { end: None, ..typed });
            }
            if clocked.is_sent(patch) && !patch.moves_days {
                let root = Path::root();
                let path = match patch.is_list {
                    true => root.field("itinerary").index(place),
                    false => root,
                };
                violations.add(path.field("end"), "must not be before the start");
            }
            if typed.is_empty() {
                return ((item.start, item.end), typed);
            }
            let (start, end) = times;
            let former = before.map_or(item, |(_, old)| old);
            (
                (start, end_after(start, end, former.start, former.end)),
                typed,
            )
        });
        let moved: Vec<_> = moved.collect();
        self.set_times(moved);
        for (place, end) in lost {
            let item = Arc::make_mut(&mut self.itinerary).get_mut(place);
            if let Some((item, end)) = item.zip(end) {
                item.describe_end(end);
            }
        }
        violations
    }

    /// Whether the zones and times of all items are as in `before`.
    fn has_zones_of(&self, before: &Self) -> bool {
        Arc::ptr_eq(&self.itinerary, &before.itinerary)
            && self.plan.time_zone == before.plan.time_zone
            && self.plan.destinations == before.plan.destinations
    }

    /// Sets the times of all items. The duration that was their difference follows.
    fn set_times(&mut self, moved: Vec<(Times, TypedHours)>) {
        let mut items = self.itinerary.iter().zip(&moved);
        if items
            .all(|(item, (times, typed))| (item.start, item.end) == *times && item.typed == *typed)
        {
            return;
        }
        let items = Arc::make_mut(&mut self.itinerary).iter_mut();
        for (item, ((start, end), typed)) in items.zip(moved) {
            let is_difference = item.duration == seconds_between(item.start, item.end);
            (item.start, item.end, item.typed) = (start, end, typed);
            if is_difference {
                item.duration = seconds_between(start, end);
            }
        }
    }

    /// The trip with the typed hours of items that have not begun by other rules of time zones;
    /// `None` if nothing changes.
    pub fn follow_zone_rules(&self, now: Instant, wall_clock: &WallClock) -> Option<Self> {
        let items = self.item_zones().into_iter().zip(&*self.itinerary);
        let moved = items.map(|(zones, item)| {
            let is_ahead = item.start.or(item.end).is_some_and(|at| at > now);
            if !is_ahead || item.typed.is_empty() {
                return ((item.start, item.end), item.typed);
            }
            let moved = |(at, hour): ItemTime, zone| {
                let at = at?;
                let follows = |hour: LocalTime| hour.instant(zone, Some(at), wall_clock);
                hour.and_then(follows).or(Some(at))
            };
            let start = moved(item.start_time(), zones.start);
            let end = moved(item.end_time(), zones.end);
            let end = match (start, end) {
                (Some(from), Some(to)) if to < from => end_after(start, end, item.start, item.end),
                _ => end,
            };
            ((start, end), item.typed)
        });
        let moved = moved.collect();
        let mut next = self.clone();
        next.set_times(moved);
        if next.itinerary == self.itinerary {
            return None;
        }
        next.version += 1;
        next.updated_at = now.max(self.updated_at);
        next.plan.relocations = 0;
        Some(next)
    }
}

/// A moved end. One that clocks, set forward or back, show no later than the start is as long after
/// it as the old end was after the old start.
pub(in crate::trip) fn end_after(
    start: Option<Instant>,
    end: Option<Instant>,
    old_start: Option<Instant>,
    old_end: Option<Instant>,
) -> Option<Instant> {
    let (Some(start), Some(end), Some(old_start), Some(old_end)) = (start, end, old_start, old_end)
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
