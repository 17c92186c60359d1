//! Trips that were read before: as long as a trip is what it was, its documents are not read again.
//!
//! Nothing here is ever taken for the present state by itself: each reading asks the database for
//! the trip's stamp and its people first, so that what is answered is what the last acknowledged
//! write left, whichever server made it.

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use wayfare_domain::{Instant, Trip, TripId};

/// What a trip weighs beside its documents, in bytes.
const ROW: usize = 512;
/// What a usual trip weighs: from this the number of entries is guessed for which places are set
/// aside.
const USUAL: usize = 4_096;

/// Which state of a trip it is. The version alone would do, were it not for a database that is set
/// back to an earlier state while servers run.
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

/// How long each of a trip's documents is, in the order of their columns.
pub(crate) type Lengths = [usize; 9];

#[derive(Clone)]
struct Kept {
    trip: Arc<Trip>,
    lengths: Lengths,
}

#[derive(Clone)]
struct ByBytes;

impl Weighter<TripId, Kept> for ByBytes {
    fn weight(&self, _: &TripId, kept: &Kept) -> u64 {
        let bytes = kept.lengths.iter().sum::<usize>() + kept.trip.description.len();
        u64::try_from(bytes.saturating_add(ROW)).unwrap_or(u64::MAX)
    }
}

/// The trips that were read last and most.
pub(crate) struct TripCache(Option<Cache<TripId, Kept, ByBytes>>);

impl TripCache {
    /// Keeps trips whose documents are `bytes` long in all; none for 0.
    pub(crate) fn new(bytes: usize) -> Self {
        let weight = u64::try_from(bytes).unwrap_or(u64::MAX);
        Self((bytes > 0).then(|| Cache::with_weighter(bytes / USUAL, weight, ByBytes)))
    }

    /// The trip in that state, where it is known in it.
    pub(crate) fn get(&self, id: TripId, stamp: Stamp) -> Option<Arc<Trip>> {
        Some(self.kept(id, stamp)?.trip)
    }

    /// Keeps a trip, with the lengths of its documents.
    pub(crate) fn put(&self, trip: &Arc<Trip>, lengths: Lengths) {
        if let Some(cache) = &self.0 {
            cache.insert(
                trip.id,
                Kept {
                    trip: Arc::clone(trip),
                    lengths,
                },
            );
        }
    }

    /// Keeps what has become of a trip that is known as it was before, with the lengths of the
    /// documents that were written.
    pub(crate) fn replace(&self, before: &Trip, after: &Arc<Trip>, written: [Option<usize>; 9]) {
        if let Some(Kept { mut lengths, .. }) = self.kept(before.id, Stamp::of(before)) {
            for (length, written) in lengths.iter_mut().zip(written) {
                *length = written.unwrap_or(*length);
            }
            self.put(after, lengths);
        }
    }

    fn kept(&self, id: TripId, stamp: Stamp) -> Option<Kept> {
        self.0
            .as_ref()?
            .get(&id)
            .filter(|kept| Stamp::of(&kept.trip) == stamp)
    }
}
