//! The timeline: itinerary and map merged into days of events, in order of time.

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use uuid::Uuid;

use super::conversion::Conversion;
use super::{ItineraryItem, MapLocation, Trip};
use crate::{Currency, EpochUnit, Instant, ReferenceRates};

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

/// Something that happens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimelineEvent {
    /// When it begins.
    pub time: Instant,
    /// What it is.
    pub details: EventDetails,
    /// What it costs, in the base currency.
    pub cost: Decimal,
    /// How long it takes, in minutes.
    pub duration: Decimal,
}

/// What a [`TimelineEvent`] is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventDetails {
    /// Being somewhere.
    Destination {
        /// Which destination.
        id: String,
        /// Its name.
        name: String,
        /// What it is like, or where.
        description: String,
    },
    /// Getting somewhere.
    Travel {
        /// By what means, or where to.
        name: String,
    },
}

impl Trip {
    /// The unit in which the times of the timeline are answered: that of the trip's dates, seconds
    /// where it has none.
    pub fn timeline_unit(&self) -> EpochUnit {
        self.plan
            .dates
            .start
            .or(self.plan.dates.end)
            .map_or(EpochUnit::Seconds, |moment| moment.unit)
    }

    /// One entry per day that has events, in order. At one time the itinerary comes before the map,
    /// then list order holds.
    pub fn timeline(&self, default: Currency, rates: &ReferenceRates) -> Vec<TimelineDay> {
        let base = self.base_currency(default);
        let mut events: Vec<TimelineEvent> = self
            .starts()
            .into_iter()
            .zip(&self.itinerary)
            .map(|(time, item)| item.event(time, &Conversion::of(&item.budget, base, rates)))
            .collect();
        for (place, location) in self.map.locations.iter().enumerate() {
            let twins = self
                .map
                .locations
                .iter()
                .take(place)
                .filter(|twin| twin.is_same_place(location))
                .count();
            events.extend(location.events(self.id.0, twins));
        }
        // The sort is stable: what was listed first comes first at one time.
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

    /// When each itinerary item starts. One without a time follows the one before it on its day;
    /// the first is at midnight.
    fn starts(&self) -> Vec<Instant> {
        let first_day = self.first_day();
        let mut placed: Vec<(Instant, Instant)> = Vec::with_capacity(self.itinerary.len());
        for item in &self.itinerary {
            let start = item.start.unwrap_or_else(|| {
                let midnight = first_day.plus_days(item.day.offset());
                let before = placed
                    .iter()
                    .rev()
                    .find(|(start, _)| start.midnight() == midnight);
                // An item that lasts past midnight does not push the next one off its day.
                before.map_or(midnight, |(start, end)| {
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
            // An item without a start may have been given an end that is earlier than the place it
            // falls on.
            placed.push((start, end.max(start)));
        }
        placed.into_iter().map(|(start, _)| start).collect()
    }

    /// Midnight of day 1: that of the trip's start, else counted back from the first timed item,
    /// else the epoch.
    fn first_day(&self) -> Instant {
        if let Some(start) = self.plan.dates.start {
            return start.at.midnight();
        }
        let timed = self
            .itinerary
            .iter()
            .find_map(|item| Some((item.start?, item.day)));
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
    fn is_same_place(&self, other: &Self) -> bool {
        self.title == other.title && self.address == other.address
    }

    /// The way to a location and the stay there; nothing for a location without a date.
    ///
    /// The id of the stay follows from the trip, from what the location is called, where it is, and
    /// how many like it came before: it stays the same whatever else changes.
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
        let way = self
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
        way.into_iter().chain(stay)
    }
}

/// `count` units of `unit` milliseconds, in whole milliseconds; all that an `i64` holds where it is
/// more.
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

/// `count` divided by how many of it make a minute, to the millionth.
fn minutes(count: Decimal, per_minute: i64) -> Decimal {
    count
        .checked_div(Decimal::from(per_minute))
        .unwrap_or_default()
        .round_dp(6)
        .normalize()
}
