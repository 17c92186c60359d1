//! The service's present load and totals since its start, for metrics.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use wayfare_pictures::{CleanLoad, RenditionLoad};
use wayfare_storage::CacheLoad;
use wayfare_work_pool::WorkLoad;

use crate::{RateAge, UploadLoad};

/// The service's load.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Load {
    /// Units of work and reads on the database.
    pub database: DatabaseLoad,
    /// The trip cache.
    pub trip_cache: CacheLoad,
    /// Password hashing.
    pub passwords: WorkLoad,
    /// Cleaning of map notes.
    pub notes: WorkLoad,
    /// Work on large documents.
    pub documents: WorkLoad,
    /// Cleaning of uploaded pictures.
    pub cleaning: CleanLoad,
    /// Pictures being served.
    pub renditions: RenditionLoad,
    /// Uploads of pictures.
    pub uploads: UploadLoad,
    /// Exchanges of refresh tokens.
    pub refreshes: RefreshLoad,
    /// Requests by share links.
    pub shares: ShareLoad,
    /// Edits refused because the trip would be too large.
    pub trips_too_large: u64,
    /// New trips refused because their account owns as many as it may.
    pub too_many_trips: u64,
    /// Uploads refused because the pictures of their account would have more bytes than they may.
    pub picture_quota: u64,
    /// Edits whose place look-ups took too long, so that some were left out.
    pub place_look_ups_cut_short: u64,
    /// Exports, imports and calendar feeds.
    pub exchanges: ExchangeLoad,
    /// The age of the reference rates; `None` if none were imported.
    pub rates: Option<RateAge>,
}

/// Exchanges of refresh tokens that were out of the ordinary, since the start.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RefreshLoad {
    /// Refreshes that were repeated because their answer was lost.
    pub retried: u64,
    /// Families revoked because a spent token was reused.
    pub revoked: u64,
}

/// Counts what [`RefreshLoad`] shows.
#[derive(Default)]
pub(crate) struct RefreshCounters {
    pub(crate) retried: AtomicU64,
    pub(crate) revoked: AtomicU64,
}

impl RefreshCounters {
    pub(crate) fn load(&self) -> RefreshLoad {
        RefreshLoad {
            retried: self.retried.load(Ordering::Relaxed),
            revoked: self.revoked.load(Ordering::Relaxed),
        }
    }
}

/// The formats of exports.
const EXPORTS: [&str; 6] = ["ics", "gpx", "kml", "geojson", "csv", "zip"];
/// The formats of imports; the last one stands for files of none of the others.
const IMPORTS: [&str; 7] = ["ics", "gpx", "kml", "kmz", "geojson", "zip", "unknown"];
/// The outcomes of imports.
const OUTCOMES: [&str; 4] = ["kept", "previewed", "refused", "failed"];

/// Exports, imports and calendar feeds since the start.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ExchangeLoad {
    exports: [u64; EXPORTS.len()],
    imports: [[u64; OUTCOMES.len()]; IMPORTS.len()],
    /// Calendars that were served.
    pub feeds_served: u64,
    /// Requests with a secret of no feed.
    pub feeds_unknown: u64,
    /// Requests that failed.
    pub feeds_failed: u64,
}

impl ExchangeLoad {
    /// The exports by format.
    pub fn exports(&self) -> impl Iterator<Item = (&'static str, u64)> {
        EXPORTS.into_iter().zip(self.exports)
    }

    /// The imports by format and outcome.
    pub fn imports(&self) -> impl Iterator<Item = (&'static str, &'static str, u64)> {
        let formats = IMPORTS.into_iter().zip(self.imports);
        formats.flat_map(|(format, counts)| {
            let outcomes = OUTCOMES.into_iter().zip(counts);
            outcomes.map(move |(outcome, count)| (format, outcome, count))
        })
    }
}

/// Counts what [`ExchangeLoad`] shows.
#[derive(Debug, Default)]
pub(crate) struct ExchangeCounters {
    exports: [AtomicU64; EXPORTS.len()],
    imports: [[AtomicU64; OUTCOMES.len()]; IMPORTS.len()],
    pub(crate) feeds_served: AtomicU64,
    pub(crate) feeds_unknown: AtomicU64,
    pub(crate) feeds_failed: AtomicU64,
}

impl ExchangeCounters {
    pub(crate) fn exported(&self, format: &str) {
        let place = EXPORTS.iter().position(|known| *known == format);
        if let Some(counter) = place.and_then(|place| self.exports.get(place)) {
            counter.fetch_add(1, Ordering::Relaxed);
        }
    }

    pub(crate) fn imported(&self, format: &str, outcome: &str) {
        let format = IMPORTS.iter().position(|known| *known == format);
        let outcome = OUTCOMES.iter().position(|known| *known == outcome);
        let counters = format.and_then(|format| self.imports.get(format));
        let counter = counters.zip(outcome).and_then(|(of, place)| of.get(place));
        if let Some(counter) = counter {
            counter.fetch_add(1, Ordering::Relaxed);
        }
    }

    pub(crate) fn load(&self) -> ExchangeLoad {
        let value = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        ExchangeLoad {
            exports: self.exports.each_ref().map(value),
            imports: self
                .imports
                .each_ref()
                .map(|outcomes| outcomes.each_ref().map(value)),
            feeds_served: value(&self.feeds_served),
            feeds_unknown: value(&self.feeds_unknown),
            feeds_failed: value(&self.feeds_failed),
        }
    }
}

/// Requests by share links, since the start.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ShareLoad {
    /// Those that opened a link.
    pub opened: u64,
    /// Those with a wrong password, or without one that was needed.
    pub refused: u64,
    /// Those with a token that is unknown, or of a link that has ended.
    pub unknown: u64,
}

/// Counts what [`ShareLoad`] shows.
#[derive(Default)]
pub(crate) struct ShareCounters {
    pub(crate) opened: AtomicU64,
    pub(crate) refused: AtomicU64,
    pub(crate) unknown: AtomicU64,
}

impl ShareCounters {
    pub(crate) fn load(&self) -> ShareLoad {
        ShareLoad {
            opened: self.opened.load(Ordering::Relaxed),
            refused: self.refused.load(Ordering::Relaxed),
            unknown: self.unknown.load(Ordering::Relaxed),
        }
    }
}

/// How often limits were hit since the start.
#[derive(Debug, Default)]
pub(crate) struct LimitHits {
    pub(crate) trip_too_large: AtomicU64,
    pub(crate) too_many_trips: AtomicU64,
    pub(crate) picture_quota: AtomicU64,
}

/// The load of the database threads.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DatabaseLoad {
    /// Size of the connection pool. A busy thread holds a connection or waits for one.
    pub connections: usize,
    /// Busy threads.
    pub running: usize,
    /// Queue depth.
    pub waiting: usize,
    /// Jobs started since the start.
    pub begun: u64,
    /// Time that these spent in the queue, summed.
    pub waited: Duration,
    /// Jobs refused, or not started before their deadline.
    pub refused: u64,
}

impl DatabaseLoad {
    /// Sums the loads of several queues.
    pub(crate) fn new<const N: usize>(
        connections: usize,
        loads: [wayfare_batcher::Load; N],
    ) -> Self {
        let mut sum = Self {
            connections,
            ..Self::default()
        };
        for load in loads {
            sum.running += load.running;
            sum.waiting += load.waiting;
            sum.begun += load.started;
            sum.waited += load.waited;
            sum.refused += load.refused;
        }
        sum
    }
}
