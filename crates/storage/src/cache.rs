//! The trip cache: trips by id, valid while the trip has the same stamp.
//!
//! A cached trip is never an answer by itself. Each read first asks the database for the trip's
//! stamp and people, so it sees the last acknowledged write of any server.

use std::sync::Arc;

use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};
use wayfare_domain::{Instant, Trip, TripId};

use crate::options::cores;
use crate::{DocumentSizes, StoredTrip};

/// The weight of a trip besides its texts, in bytes.
const ROW_WEIGHT: usize = 512;
/// The weight of a typical trip, from which the cache estimates its number of entries.
const TYPICAL_WEIGHT: usize = 4_096;
/// The least weight of a shard. A trip heavier than its shard is never cached, so the largest trip
/// must fit.
const MIN_SHARD: usize = Trip::MAX_BYTES + (1 << 20);
/// Shards per core: the default of the library.
const SHARDS_PER_CORE: usize = 4;

/// Identifies a state of a trip. The version alone does not if a database is restored from a backup
/// while servers run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stamp {
    pub(crate) version: i64,
    pub(crate) updated_at: Instant,
}

impl Stamp {
    pub(crate) fn of(trip: &Trip) -> Self {
        Self {
            version: trip.version,
            updated_at: trip.updated_at,
        }
    }
}

#[derive(Clone)]
struct ByBytes;

impl Weighter<TripId, StoredTrip> for ByBytes {
    fn weight(&self, _: &TripId, trip: &StoredTrip) -> u64 {
        u64::try_from(trip.weight().saturating_add(ROW_WEIGHT)).unwrap_or(u64::MAX)
    }
}

/// A cache of trips, bounded by the bytes of their documents.
pub(crate) struct TripCache(Option<Cache<TripId, StoredTrip, ByBytes>>);

impl TripCache {
    /// Creates a cache of `bytes`; 0 disables it.
    pub(crate) fn new(bytes: usize) -> Self {
        // The library rounds up to a power of two, which would make the shards smaller.
        let fitting = (bytes / MIN_SHARD)
            .checked_ilog2()
            .map_or(1, |log| 1 << log);
        let options = OptionsBuilder::new()
            .estimated_items_capacity(bytes / TYPICAL_WEIGHT)
            .weight_capacity(u64::try_from(bytes).unwrap_or(u64::MAX))
            .shards(fitting.min(cores() * SHARDS_PER_CORE))
            .build();
        let options = options.ok().filter(|_| bytes > 0);
        Self(options.map(|options| {
            let (hasher, lifecycle) = (DefaultHashBuilder::default(), DefaultLifecycle::default());
            Cache::with_options(options, ByBytes, hasher, lifecycle)
        }))
    }

    /// Returns the trip if it is cached with this stamp.
    pub(crate) fn get(&self, id: TripId, stamp: Stamp) -> Option<StoredTrip> {
        let trip = self.0.as_ref()?.get(&id)?;
        (trip.stamp() == stamp).then_some(trip)
    }

    /// Inserts a trip.
    pub(crate) fn put(&self, trip: StoredTrip) {
        if let Some(cache) = &self.0 {
            cache.insert(trip.id(), trip);
        }
    }

    /// Replaces a cached trip by its new state.
    pub(crate) fn replace(&self, saved: &SavedTrip) {
        let SavedTrip { before, after } = saved;
        if self.get(after.id(), *before).is_some() {
            self.put(after.clone());
        }
    }
}

/// A saved trip, to be cached once its unit of work is committed.
pub(crate) struct SavedTrip {
    before: Stamp,
    after: StoredTrip,
}

impl SavedTrip {
    pub(crate) fn new(before: &Trip, after: &Arc<Trip>, sizes: DocumentSizes) -> Self {
        Self {
            before: Stamp::of(before),
            after: StoredTrip::written(after, sizes),
        }
    }
}
