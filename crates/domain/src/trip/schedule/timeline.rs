//! The timeline: itinerary and map merged into days of events, in order of time.

use std::collections::HashMap;

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use uuid::Uuid;

use super::itinerary::Day;
use crate::trip::money::conversion::Conversion;
use crate::trip::{ItineraryItem, MapLocation, Trip};
use crate::{Currency, Date, EpochUnit, Instant, ReferenceRates};

/// Milliseconds of a minute.
const MINUTE: i64 = 60_000;
/// Milliseconds of a second.
const SECOND: i64 = 1_000;

/// The events of one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimelineDay {
    /// The day's midnight, UTC.
    pub date: Instant,
    /// Its events in order of time.
    pub events: Vec<TimelineEvent>,
}

/// An event of a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimelineEvent {
    /// Its start.
    pub time: Instant,
    /// Its kind and details.
    pub details: EventDetails,
    /// Its cost in the base currency.
    pub cost: Decimal,
    /// Its duration in minutes.
    pub duration: Decimal,
}

/// The details of a [`TimelineEvent`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventDetails {
    /// A stay at a destination.
    Destination {
        /// The id of the destination.
        id: String,
        /// Its name.
        name: String,
        /// Its description or address.
        description: String,
    },
    /// Travel.
    Travel {
        /// The means of travel, or its destination.
        name: String,
    },
}

impl Trip {
    /// The epoch unit of the timeline's times: that of the trip's dates, seconds if it has none.
    pub fn timeline_unit(&self) -> EpochUnit {
        self.plan
            .dates
            .start
            .or(self.plan.dates.end)
            .map_or(EpochUnit::Seconds, |moment| moment.unit)
    }

    /// The days with events, in order. Simultaneous events are ordered by source (itinerary before
    /// map), then by place in the list.
    pub fn timeline(&self, default: Currency, rates: &ReferenceRates) -> Vec<TimelineDay> {
        let base = self.base_currency(default);
        let mut events: Vec<TimelineEvent> = self
            .starts()
            .into_iter()
            .zip(&*self.itinerary)
            .map(|(time, item)| item.event(time, &self.conversion_of_item(item, base, rates)))
            .collect();
        let mut same_places: HashMap<(&str, &str), usize> = HashMap::new();
        for location in &self.map.locations {
            let twins = same_places
                .entry((&location.title, &location.address))
                .or_default();
            events.extend(location.events(self.id.0, *twins));
            *twins += 1;
        }
        // The sort is stable: simultaneous events keep their order.
        events.sort_by_key(|event| event.time);
        let mut days: Vec<TimelineDay> = Vec::new();
        for event in events {
            let date = event.time.midnight();
            match days.last_mut() {
                Some(day) if day.date == date => day.events.push(event),
                _ => days.push(TimelineDay {
                    date,
                    events: vec![event],
                }),
            }
        }
        days
    }

    /// The start of each itinerary item. An item without a start follows the previous item of its
    /// day; the first of a day starts at midnight.
    fn starts(&self) -> Vec<Instant> {
        let first_day = self.first_day();
        // Start and end of the last item of each day.
        let mut last: HashMap<Instant, (Instant, Instant)> = HashMap::new();
        let starts = self.itinerary.iter().map(|item| {
            let start = item.start.unwrap_or_else(|| {
                let midnight = first_day.plus_days(item.day.offset());
                // An item that lasts past midnight does not push the next one off its day.
                last.get(&midnight).map_or(midnight, |(start, end)| {
                    if end.midnight() == midnight {
                        *end
                    } else {
                        *start
                    }
                })
            });
            let end = item
                .end
                .unwrap_or_else(|| start.plus_millis(millis(item.duration.value(), SECOND)));
            // The end of an item without a start may be earlier than its computed start.
            last.insert(start.midnight(), (start, end.max(start)));
            start
        });
        starts.collect()
    }

    /// The calendar day of a day of the trip, on which its items without a start fall.
    pub fn date_of(&self, day: Day) -> Date {
        self.first_day().plus_days(day.offset()).into()
    }

    /// The first item with a start, and its place: one that is no expense, if there is any.
    pub(in crate::trip) fn first_timed(&self) -> Option<(usize, &ItineraryItem)> {
        let is_timed = |(_, item): &(usize, &ItineraryItem)| item.start.is_some();
        let all = || self.itinerary.iter().enumerate().find(is_timed);
        self.shown_items().find(is_timed).or_else(all)
    }

    /// Midnight of day 1: that of the trip's start, else counted back from the first item with a
    /// start, else the epoch.
    fn first_day(&self) -> Instant {
        if let Some(start) = self.plan.dates.start {
            return start.at.midnight();
        }
        let timed = self.first_timed();
        let timed = timed.and_then(|(_, item)| Some((item.start?, item.day)));
        timed.map_or(Instant::EPOCH, |(start, day)| {
            start.midnight().plus_days(-day.offset())
        })
    }
}

impl ItineraryItem {
    fn event(&self, time: Instant, conversion: &Conversion) -> TimelineEvent {
        let total = self.budget.exact_cost();
        let cost = if total.is_zero() {
            self.budget.exact_estimate()
        } else {
            total
        };
        let details = if self.kind.is_travel() {
            EventDetails::Travel {
                name: self.destination.name.to_string(),
            }
        } else {
            EventDetails::Destination {
                id: self.destination.id.to_string(),
                name: self.destination.name.to_string(),
                description: self.destination.description.to_string(),
            }
        };
        let duration = match (self.start, self.end) {
            (Some(start), Some(end)) => minutes_between(start, end),
            _ => minutes(self.duration.value(), 60),
        };
        TimelineEvent {
            time,
            details,
            cost: conversion.convert(cost).unwrap_or_default(),
            duration,
        }
    }
}

impl MapLocation {
    /// The travel to a location and the stay there; empty for a location without a date.
    ///
    /// The id of the stay is derived from the trip, the title, the address, and the number of equal
    /// locations before it, so that other changes keep it.
    fn events(&self, trip: Uuid, twins: usize) -> impl Iterator<Item = TimelineEvent> {
        let stay = self.period.map(|period| TimelineEvent {
            time: period.start.at,
            details: EventDetails::Destination {
                id: Uuid::new_v5(
                    &trip,
                    format!("{}\0{}\0{twins}", self.title, self.address).as_bytes(),
                )
                .to_string(),
                name: self.title.to_string(),
                description: self.address.to_string(),
            },
            cost: Decimal::ZERO,
            duration: minutes_between(period.start.at, period.end.at),
        });
        let travel = self
            .period
            .filter(|_| !self.transportation.kind.is_empty())
            .map(|period| TimelineEvent {
                time: period
                    .start
                    .at
                    .plus_millis(-millis(self.transportation.time.value(), MINUTE)),
                details: EventDetails::Travel {
                    name: self.transportation.kind.to_string(),
                },
                cost: self.transportation.cost.value(),
                duration: self.transportation.time.value(),
            });
        travel.into_iter().chain(stay)
    }
}

/// `count` units of `unit` milliseconds, in whole milliseconds; saturates at `i64::MAX`.
fn millis(count: Decimal, unit: i64) -> i64 {
    count
        .checked_mul(Decimal::from(unit))
        .and_then(|millis| millis.floor().to_i64())
        .unwrap_or(i64::MAX)
}

fn minutes_between(start: Instant, end: Instant) -> Decimal {
    minutes(
        Decimal::from(end.millis().saturating_sub(start.millis())),
        MINUTE,
    )
}

/// Converts `count` units into minutes, rounded to the millionth; `per_minute` units are a minute.
fn minutes(count: Decimal, per_minute: i64) -> Decimal {
    count
        .checked_div(Decimal::from(per_minute))
        .unwrap_or_default()
        .round_dp(6)
        .normalize()
}
