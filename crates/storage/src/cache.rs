//! The trip cache: parsed trips by id, valid while the trip has the same stamp.
//!
//! A cached trip is never an answer by itself. Each read first asks the database for the trip's
//! stamp and people, so it sees the last acknowledged write of any server.

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use wayfare_domain::{Instant, Trip, TripId};

/// The weight of a trip besides its documents, in bytes.
const ROW_WEIGHT: usize = 512;
/// The weight of a typical trip, from which the cache estimates its number of entries.
const TYPICAL_WEIGHT: usize = 4_096;

/// Identifies a state of a trip. The version alone does not if a database is restored from a backup
/// while servers run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stamp {
    pub(crate) version: i64,
    pub(crate) updated_at: Instant,
}

impl Stamp {
    fn of(trip: &Trip) -> Self {
        Self {
            version: trip.version,
            updated_at: trip.updated_at,
        }
    }
}

/// The lengths of a trip's documents in bytes: gallery, plan, map, itinerary.
pub(crate) type DocumentSizes = [usize; 4];

#[derive(Clone)]
struct Entry {
    trip: Arc<Trip>,
    sizes: DocumentSizes,
}

#[derive(Clone)]
struct ByBytes;

impl Weighter<TripId, Entry> for ByBytes {
    fn weight(&self, _: &TripId, entry: &Entry) -> u64 {
        let bytes = entry.sizes.iter().sum::<usize>() + entry.trip.description.len();
        u64::try_from(bytes.saturating_add(ROW_WEIGHT)).unwrap_or(u64::MAX)
    }
}

/// A cache of trips, bounded by the bytes of their documents.
pub(crate) struct TripCache(Option<Cache<TripId, Entry, ByBytes>>);

impl TripCache {
    /// Creates a cache of `bytes`; 0 disables it.
    pub(crate) fn new(bytes: usize) -> Self {
        let weight = u64::try_from(bytes).unwrap_or(u64::MAX);
        let capacity = bytes / TYPICAL_WEIGHT;
        Self((bytes > 0).then(|| Cache::with_weighter(capacity, weight, ByBytes)))
    }

    /// Returns the trip if it is cached with this stamp.
    pub(crate) fn get(&self, id: TripId, stamp: Stamp) -> Option<Arc<Trip>> {
        Some(self.entry(id, stamp)?.trip)
    }

    /// Inserts a trip.
    pub(crate) fn put(&self, trip: &Arc<Trip>, sizes: DocumentSizes) {
        if let Some(cache) = &self.0 {
            let entry = Entry {
                trip: Arc::clone(trip),
                sizes,
            };
            cache.insert(trip.id, entry);
        }
    }

    /// Replaces a cached trip by its new state, with the sizes of the documents that changed.
    pub(crate) fn replace(&self, saved: &SavedTrip) {
        let SavedTrip {
            before,
            after,
            sizes,
        } = saved;
        if let Some(entry) = self.entry(after.id, *before) {
            let mut merged = entry.sizes;
            for (merged, changed) in merged.iter_mut().zip(sizes) {
                *merged = changed.unwrap_or(*merged);
            }
            self.put(after, merged);
        }
    }

    fn entry(&self, id: TripId, stamp: Stamp) -> Option<Entry> {
        let entry = self.0.as_ref()?.get(&id)?;
        (Stamp::of(&entry.trip) == stamp).then_some(entry)
    }
}

/// A saved trip, to be cached once its unit of work is committed.
pub(crate) struct SavedTrip {
    before: Stamp,
    after: Arc<Trip>,
    sizes: [Option<usize>; 4],
}

impl SavedTrip {
    pub(crate) fn new(before: &Trip, after: &Arc<Trip>, sizes: [Option<usize>; 4]) -> Self {
        Self {
            before: Stamp::of(before),
            after: Arc::clone(after),
            sizes,
        }
    }
}
