//! The trip cache: trips by id, valid while the trip has the same stamp.
//!
//! A cached trip is never an answer by itself. Each read first asks the database for the trip's
//! stamp and people, so it sees the last acknowledged write of any server.

use std::sync::Arc;

use wayfare_bounds::{ByteCache, CacheMetrics, Weigh};
use wayfare_domain::{Instant, Trip, TripId, TripOverview};

use crate::{DocumentSizes, StoredTrip, TripParts};

/// The weight of a trip besides its texts, in bytes.
const ROW_WEIGHT: usize = 512;
/// The weight of the largest trip with its settlement.
pub(crate) const LARGEST: usize = Trip::MAX_BYTES + (1 << 20);

/// Identifies a state of a trip. The version alone does not if a database is restored from a backup
/// while servers run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    /// The version.
    pub version: i64,
    /// The time of the last change.
    pub updated_at: Instant,
}

impl From<&TripOverview> for Stamp {
    fn from(trip: &TripOverview) -> Self {
        Self {
            version: trip.version,
            updated_at: trip.updated_at,
        }
    }
}

impl Weigh for StoredTrip {
    fn weight(&self) -> usize {
        self.weight().saturating_add(ROW_WEIGHT)
    }
}

/// A cache of trips, bounded by the bytes of their documents and settlements.
pub(crate) struct TripCache(Arc<ByteCache<TripId, StoredTrip>>);

impl TripCache {
    /// Creates a cache of `bytes`; 0 disables it.
    pub(crate) fn new(bytes: usize) -> Self {
        Self(Arc::new(ByteCache::new(bytes, LARGEST)))
    }

    /// Returns these parts of the trip at least, if they are cached with this stamp.
    pub(crate) fn get(&self, id: TripId, stamp: Stamp, parts: TripParts) -> Option<StoredTrip> {
        self.0
            .get(&id, |trip| trip.stamp() == stamp && trip.has(parts))
    }

    /// Inserts a trip.
    pub(crate) fn put(&self, trip: StoredTrip) {
        trip.join(&self.0);
        self.0.insert(trip.id(), trip);
    }

    /// Replaces a cached trip by its new state.
    pub(crate) fn replace(&self, saved: &SavedTrip) {
        let SavedTrip { before, after } = saved;
        let after = after.clone();
        after.join(&self.0);
        self.0
            .replace(after.id(), after, |trip| trip.stamp() == *before);
    }

    pub(crate) fn metrics(&self) -> CacheMetrics {
        self.0.metrics().clone()
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
            before: Stamp::from(before.overview.as_ref()),
            after: StoredTrip::written(after, sizes),
        }
    }
}
