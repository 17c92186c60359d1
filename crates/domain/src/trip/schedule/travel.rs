//! The two ends of an item, and the time zones of both (interface: "Time zones").

use std::collections::{BTreeMap, HashSet};
use std::ops::Bound;

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

use super::ends::ends_of;
use super::itinerary::Day;
use crate::trip::places::place::{PlaceAnswer, PlaceQuery, ZoneName};
use crate::trip::{Destination, ItineraryItem, Trip};
use crate::{Instant, ShortText};

/// How many minutes the sun takes for a degree of longitude.
const MINUTES_OF_A_DEGREE: Decimal = Decimal::from_parts(4, 0, 0, false, 0);

impl ItineraryItem {
    /// Where it ends, if that is set or, of travel, found.
    pub fn end_destination(&self) -> Option<&Destination> {
        self.ends.destination.as_ref().or(self.ends.found.as_ref())
    }

    /// Whether it is an expense at a date, as pages write it: from midnight UTC.
    pub(super) fn has_date_alone(&self) -> bool {
        self.kind.is_expense() && self.start.is_some_and(|start| start == start.midnight())
    }

    /// The names of its ends, if it is travel whose name has both.
    fn named_ends(&self) -> Option<(&str, &str)> {
        let is_travel = self.kind.is_travel();
        is_travel.then(|| ends_of(&self.destination.name)).flatten()
    }

    /// The day on which it ends. Midnight is that of the sun at its places.
    fn last_day(&self) -> Day {
        let (Some(start), Some(end)) = (self.start, self.end) else {
            return self.day;
        };
        let midnight = |at: Instant, place: &Destination| {
            let point = place.coordinates;
            let minutes = point.map_or(Decimal::ZERO, |at| at.longitude() * MINUTES_OF_A_DEGREE);
            let offset = minutes.to_i64().unwrap_or_default() * 60_000;
            at.plus_millis(offset).midnight()
        };
        let arrival = self.end_destination().unwrap_or(&self.destination);
        let nights = midnight(end, arrival).days_since(midnight(start, &self.destination));
        self.day.plus(u32::try_from(nights).unwrap_or_default())
    }

    /// The name of the place where it starts.
    pub fn start_name(&self) -> &str {
        self.named_ends()
            .map_or(&self.destination.name, |(start, _)| start)
    }

    /// The place of an end of its name, as far as it is known: one that has been found is not asked
    /// for as a new place of that name is.
    fn named_end(&self, name: &str) -> Destination {
        let known = self.ends.found.as_ref();
        let known = known.filter(|known| *known.name == *name);
        Destination {
            name: ShortText::cut(name),
            coordinates: known.and_then(|known| known.coordinates),
            precision: known.and_then(|known| known.precision),
            time_zone: known.and_then(|known| known.time_zone.clone()),
            ..Destination::default()
        }
    }

    /// What is to be looked up of its ends; nothing of an expense.
    pub(in crate::trip) fn place_queries(&self) -> [Option<PlaceQuery>; 2] {
        if self.kind.is_expense() {
            return [None, None];
        }
        let end = match (&self.ends.destination, self.named_ends()) {
            (Some(end), _) => end.query(&end.name),
            (None, Some((_, end))) => self.named_end(end).query(end),
            (None, None) => None,
        };
        [self.destination.query(self.start_name()), end]
    }

    /// Takes the answers to its queries. Returns whether all were looked up.
    pub(in crate::trip) fn locate(&mut self, answers: &dyn Fn(&PlaceQuery) -> PlaceAnswer) -> bool {
        if self.kind.is_expense() {
            return true;
        }
        let end = self.named_ends().map(|(_, end)| end.to_owned());
        let start = self.start_name().to_owned();
        let is_done = self.destination.locate(&start, answers);
        if let Some(set) = &mut self.ends.destination {
            let name = set.name.clone();
            return set.locate(&name, answers) && is_done;
        }
        let Some(end) = end else {
            self.ends.found = None;
            return is_done;
        };
        let mut found = self.named_end(&end);
        let Some(answer) = found.query(&end).and_then(|query| answers(&query)) else {
            self.ends.found = self.ends.found.take().filter(|known| *known.name == *end);
            return is_done && self.ends.found.is_some();
        };
        self.ends.found = answer.map(|answer| {
            found.location = answer.location;
            found.coordinates = Some(answer.coordinates);
            found.precision = Some(answer.precision);
            found.time_zone = answer.time_zone;
            found
        });
        is_done
    }
}

/// The time zones of an item; `None` where none is known and UTC counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ItemZones<'t> {
    /// That of its start.
    pub start: Option<&'t ZoneName>,
    /// That of its end.
    pub end: Option<&'t ZoneName>,
}

impl ItemZones<'_> {
    /// Those of the item alone, without its neighbours.
    pub fn own(item: &ItineraryItem) -> ItemZones<'_> {
        let start = item.ends.time_zone.as_ref();
        let start = start.or(item.destination.time_zone.as_ref());
        let end = item
            .end_destination()
            .and_then(|end| end.time_zone.as_ref());
        ItemZones {
            start,
            end: item.ends.end_time_zone.as_ref().or(end).or(start),
        }
    }
}

impl Trip {
    /// The names of the ends that names of travel have: "LIS" and "CPH" of "LIS – CPH".
    pub fn named_ends(&self) -> HashSet<&str> {
        let items = self.itinerary.iter().filter_map(ItineraryItem::named_ends);
        items.flat_map(|(start, end)| [start, end]).collect()
    }

    /// The places where travel begins or ends, as [`Trip::place_queries`] has them.
    pub fn travel_queries(&self) -> HashSet<PlaceQuery> {
        let travel = self.itinerary.iter().filter(|item| item.kind.is_travel());
        travel
            .flat_map(ItineraryItem::place_queries)
            .flatten()
            .collect()
    }

    /// The zones of each item of the itinerary, in order. An item without a place takes its zone
    /// from the item before it on its day, first of all one of an earlier day that lasts until
    /// then, else from the one after it, else from the trip. Expenses are before and after no other
    /// item, and one that begins at midnight UTC is at a date, which is the same in all zones.
    pub fn item_zones(&self) -> Vec<ItemZones<'_>> {
        let mut zones: Vec<_> = self.itinerary.iter().map(ItemZones::own).collect();
        let mut days: BTreeMap<Day, Vec<usize>> = BTreeMap::new();
        for (place, item) in self.shown_items() {
            days.entry(item.day).or_default().push(place);
        }
        let of_trip = self.zone();
        let mut lasting = BTreeMap::new();
        for (place, item) in self.shown_items() {
            let end = zones.get(place).and_then(|zones| zones.end);
            let later = (Bound::Excluded(item.day), Bound::Included(item.last_day()));
            if let Some(end) = end.filter(|_| item.last_day() > item.day) {
                lasting.extend(days.range(later).map(|(day, _)| (*day, end)));
            }
        }
        for (day, places) in days {
            let mut known = places.iter().filter_map(|place| zones.get(*place)?.start);
            let lasting = lasting.get(&day).copied();
            let mut before = lasting.or_else(|| known.next()).or(of_trip);
            for place in places {
                let Some(zones) = zones.get_mut(place) else {
                    continue;
                };
                zones.start = zones.start.or(before);
                zones.end = zones.end.or(zones.start);
                before = zones.end;
            }
        }
        let expenses = self.itinerary.iter().zip(&mut zones);
        for (item, zones) in expenses.filter(|(item, _)| item.kind.is_expense()) {
            if item.has_date_alone() {
                *zones = ItemZones::default();
                continue;
            }
            zones.start = zones.start.or(of_trip);
            zones.end = zones.end.or(zones.start);
        }
        zones
    }

    /// The zone that a trip shows: the one that is set, else that of its first located place.
    pub fn time_zone(&self) -> Option<&ZoneName> {
        self.plan.time_zone.as_ref().or(self.zone())
    }

    /// The zone of items without one: that of its first located place, else the one that is set.
    pub(in crate::trip) fn zone(&self) -> Option<&ZoneName> {
        let mut places = self.shown_destinations();
        let found = places.find_map(|place| place.time_zone.as_ref());
        found.or(self.plan.time_zone.as_ref())
    }
}
