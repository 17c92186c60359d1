//! iCalendar (RFC 5545): an event for each item of the itinerary.

mod component;
mod content;
mod event;
mod names;
mod observances;
mod property;
pub(crate) mod read;
mod recurrence;
mod time;
mod tripit;
mod versions;
mod vtimezone;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use jiff::Timestamp;
use wayfare_domain::trip::{Budget, Destination, ItemZones, ItineraryItem};
use wayfare_domain::{Currency, Date, Instant, Trip};

use crate::places::{self, end_of};
use crate::zone::{Zone, timestamp};
use content::Content;

/// Who writes the calendar.
const PRODUCT: &str = "-//Wayfare//Trips 1.0//EN";
/// How often subscribers are to ask again.
const REFRESH: &str = "PT1H";

/// The properties of the set end of an item.
const END_NAME: &str = "X-WAYFARE-END-NAME";
const END_LOCATION: &str = "X-WAYFARE-END-LOCATION";
const END_DESCRIPTION: &str = "X-WAYFARE-END-DESCRIPTION";
const END_GEO: &str = "X-WAYFARE-END-GEO";

/// The years whose times are written in zones.
const ZONED_YEARS: RangeInclusive<i16> = 1602..=9999;

/// A calendar of trips under construction.
pub struct Calendar {
    name: String,
    description: String,
    is_feed: bool,
    /// The dates of the only trip.
    dates: [Option<String>; 2],
    events: Content,
    number: usize,
    zones: BTreeMap<String, (Zone, BTreeSet<Timestamp>)>,
}

impl Calendar {
    /// The calendar of one trip, as a file.
    pub fn of_trip(trip: &Trip, base: Currency) -> Self {
        let mut calendar = Self::new(trip.name.as_str());
        calendar.description = trip.description.to_string();
        let dates = places::dates(trip, trip.shown_items().map(|(_, item)| item));
        calendar.dates = dates.map(|at| at.map(|at| at.to_string()));
        calendar.add(trip, base);
        calendar
    }

    /// An empty calendar to which others subscribe.
    pub fn feed(name: &str) -> Self {
        Self {
            is_feed: true,
            ..Self::new(name)
        }
    }

    fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            description: String::new(),
            is_feed: false,
            dates: [None, None],
            events: Content::default(),
            number: 0,
            zones: BTreeMap::new(),
        }
    }

    /// How many events it has.
    pub fn len(&self) -> usize {
        self.number
    }

    /// Whether it has no events.
    pub fn is_empty(&self) -> bool {
        self.number == 0
    }

    /// Adds the events of a trip, whose base currency is `base`.
    pub fn add(&mut self, trip: &Trip, base: Currency) {
        if trip.shown_items().next().is_none() {
            self.add_whole_trip(trip);
        }
        let items = trip.itinerary.iter().zip(trip.item_zones());
        for (item, zones) in items.filter(|(item, _)| !item.kind.is_expense()) {
            self.add_item(trip, item, zones, base);
        }
    }

    /// Adds the events of a trip, unless the events of all trips would have more than `most` bytes:
    /// then it returns `false`.
    pub fn add_within(&mut self, trip: &Trip, base: Currency, most: usize) -> bool {
        let (bytes, number) = (self.events.len(), self.number);
        self.add(trip, base);
        if self.events.len() > most {
            self.events.truncate(bytes);
            self.number = number;
            return false;
        }
        true
    }

    /// Writes the calendar.
    pub fn write(self) -> Vec<u8> {
        let mut content = Content::default();
        content.line("BEGIN", &[], "VCALENDAR");
        content.line("VERSION", &[], "2.0");
        content.line("PRODID", &[], PRODUCT);
        content.line("CALSCALE", &[], "GREGORIAN");
        content.text("NAME", &self.name);
        content.text("X-WR-CALNAME", &self.name);
        if !self.description.is_empty() {
            content.text("DESCRIPTION", &self.description);
        }
        let [start, end] = &self.dates;
        for (property, value) in [("X-WAYFARE-START", start), ("X-WAYFARE-END", end)] {
            if let Some(value) = value {
                content.line(property, &[], value);
            }
        }
        if self.is_feed {
            content.line("REFRESH-INTERVAL", &[("VALUE", "DURATION")], REFRESH);
            content.line("X-PUBLISHED-TTL", &[], REFRESH);
        }
        for (zone, times) in self.zones.values() {
            vtimezone::write(&mut content, zone, times);
        }
        content.append(&self.events);
        content.line("END", &[], "VCALENDAR");
        content.into_bytes()
    }

    fn add_whole_trip(&mut self, trip: &Trip) {
        let dates = trip.plan.dates;
        let Some(start) = dates.start.or(dates.end) else {
            return;
        };
        let end = dates.end.unwrap_or(start);
        let summary = trip.name.as_str();
        self.begin(trip, &format!("{}@wayfare", trip.id), summary);
        self.days(start.at.into(), end.at.into());
        if !trip.description.is_empty() {
            self.events.text("DESCRIPTION", &trip.description);
        }
        self.events.line("END", &[], "VEVENT");
    }

    fn add_item(
        &mut self,
        trip: &Trip,
        item: &ItineraryItem,
        zones: ItemZones<'_>,
        base: Currency,
    ) {
        let place = &item.destination;
        let summary = match place.title() {
            "" => item.kind.as_str(),
            title => title,
        };
        self.begin(trip, &format!("{}.{}@wayfare", &*item.id, trip.id), summary);
        match item.start {
            Some(start) => {
                let [zone, end_zone] =
                    [zones.start, zones.end].map(|zone| zone.and_then(Zone::find));
                self.time("DTSTART", start, zone.as_ref());
                let end = end_of(item).filter(|end| seconds(*end) != seconds(start));
                if let Some(end) = end {
                    self.time("DTEND", end, end_zone.as_ref());
                }
            }
            None => {
                let day = trip.date_of(item.day);
                self.days(day, day);
            }
        }
        if !place.location.is_empty() {
            self.events.text("LOCATION", &place.location);
        }
        if let Some(at) = place.coordinates {
            let geo = format!("{};{}", at.latitude(), at.longitude());
            self.events.line("GEO", &[], &geo);
        }
        if let Some(end) = &item.ends.destination {
            self.end_place(end);
        }
        let cost = cost(&item.budget, base);
        let description = match &cost {
            None => place.description.to_string(),
            Some(cost) if place.description.is_empty() => cost.line(),
            Some(cost) => format!("{}\n\n{}", place.description, cost.line()),
        };
        if !description.is_empty() {
            self.events.text("DESCRIPTION", &description);
        }
        if !item.budget.category.is_empty() {
            self.events.text("CATEGORIES", &item.budget.category);
        }
        if let Some(cost) = cost {
            let currency = [("X-CURRENCY", cost.currency.code())];
            self.events.line(cost.property(), &currency, &cost.amount);
        }
        self.events.text("X-WAYFARE-TYPE", item.kind.as_str());
        self.events
            .line("X-WAYFARE-DAY", &[], &item.day.number().to_string());
        self.events.line("END", &[], "VEVENT");
    }

    /// Adds the set end of an item.
    fn end_place(&mut self, end: &Destination) {
        for (property, value) in [
            (END_NAME, &*end.name),
            (END_LOCATION, &*end.location),
            (END_DESCRIPTION, &*end.description),
        ] {
            if !value.is_empty() {
                self.events.text(property, value);
            }
        }
        if let Some(at) = end.coordinates {
            let geo = format!("{};{}", at.latitude(), at.longitude());
            self.events.line(END_GEO, &[], &geo);
        }
    }

    /// Begins an event.
    fn begin(&mut self, trip: &Trip, uid: &str, summary: &str) {
        self.number += 1;
        let written = basic(trip.updated_at);
        self.events.line("BEGIN", &[], "VEVENT");
        self.events.text("UID", uid);
        self.events.line("DTSTAMP", &[], &written);
        self.events.line("LAST-MODIFIED", &[], &written);
        self.events.line("SEQUENCE", &[], &trip.version.to_string());
        self.events.text("SUMMARY", summary);
    }

    /// Adds whole days, the last one included.
    fn days(&mut self, first: Date, last: Date) {
        let date = |date: Date| date.to_string().replace('-', "");
        let value = [("VALUE", "DATE")];
        self.events.line("DTSTART", &value, &date(first));
        let after = last.midnight().plus_days(1);
        // No day comes after the last one of the year 9999.
        if Date::from(after) > last {
            self.events.line("DTEND", &value, &date(after.into()));
        }
    }

    /// Adds a time in a zone; in UTC without one, and if the zone's clocks show the hour twice:
    /// other programs take its local form for either.
    fn time(&mut self, property: &str, instant: Instant, zone: Option<&Zone>) {
        let local = zone.and_then(|zone| {
            let at = timestamp(instant)?;
            Some((zone, at, zone.unambiguous_local(at)?))
        });
        match local {
            Some((zone, at, local)) if ZONED_YEARS.contains(&local.year()) => {
                let entry = self.zones.entry(zone.name().to_owned());
                let (_, times) = entry.or_insert_with(|| (zone.clone(), BTreeSet::new()));
                times.insert(at);
                let value = content::format_local(local);
                self.events.line(property, &[("TZID", zone.name())], &value);
            }
            _ => self.events.line(property, &[], &basic(instant)),
        }
    }
}

/// What an item costs.
pub(crate) struct Cost {
    pub(crate) amount: String,
    pub(crate) currency: Currency,
    pub(crate) is_estimate: bool,
}

impl Cost {
    /// As descriptions say it.
    pub(crate) fn line(&self) -> String {
        let what = if self.is_estimate {
            "Estimated cost"
        } else {
            "Cost"
        };
        format!("{what}: {} {}", self.amount, self.currency.code())
    }

    fn property(&self) -> &'static str {
        if self.is_estimate {
            "X-WAYFARE-ESTIMATE"
        } else {
            "X-WAYFARE-COST"
        }
    }
}

/// The cost of a budget, or the estimate while there is no cost.
fn cost(budget: &Budget, base: Currency) -> Option<Cost> {
    let (total, estimate) = (budget.total_cost(), budget.total_estimated());
    let is_estimate = total.is_zero();
    let amount = if is_estimate { estimate } else { total };
    (!amount.is_zero()).then(|| Cost {
        amount: amount.normalize().to_string(),
        currency: budget.currency.unwrap_or(base),
        is_estimate,
    })
}

fn seconds(instant: Instant) -> i64 {
    instant.millis().div_euclid(1_000)
}

/// An instant in the basic form: `20260601T090000Z`.
fn basic(instant: Instant) -> String {
    let text = instant.to_string();
    let whole = text.split(['.', 'Z']).next().unwrap_or_default();
    format!("{}Z", whole.replace(['-', ':'], ""))
}
