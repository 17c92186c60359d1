//! A trip as the database returns it. Its documents are parsed on first use, which for a large trip
//! is not the thread that reads rows for many callers.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use diesel::QueryResult;
use diesel::result::Error as DatabaseError;
use wayfare_domain::{People, Trip, TripId, UserId};

use crate::cache::Stamp;
use crate::rows::TripRow;
use crate::{Error, Result};

/// The size up to which the reading thread parses a trip.
const MAX_PARSED_BY_READER: usize = 64 << 10;

/// The lengths of a trip's documents in bytes, as stored.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DocumentSizes {
    /// [`Trip::gallery`].
    pub gallery: usize,
    /// [`Trip::plan`].
    pub plan: usize,
    /// [`Trip::map`].
    pub map: usize,
    /// [`Trip::itinerary`].
    pub itinerary: usize,
}

impl DocumentSizes {
    /// The size of the trip that [`Trip::MAX_BYTES`] limits. Pictures have limits of their own.
    #[must_use]
    pub fn total(&self) -> usize {
        self.plan + self.map + self.itinerary
    }

    /// Checks the size of a trip that had the size `before`: it may exceed the limit only if it
    /// does not grow.
    pub(crate) fn check(&self, before: usize) -> Result<()> {
        let size = self.total();
        if size > Trip::MAX_BYTES.max(before) {
            return Err(Error::TripTooLarge { size });
        }
        Ok(())
    }
}

/// A stored trip. Clones share the parsed trip.
#[derive(Debug, Clone)]
pub struct StoredTrip(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    id: TripId,
    stamp: Stamp,
    sizes: DocumentSizes,
    text_bytes: usize,
    /// Taken by the thread that parses it.
    row: Mutex<Option<(TripRow, People, Vec<UserId>)>>,
    trip: OnceLock<std::result::Result<Arc<Trip>, String>>,
}

impl StoredTrip {
    /// A trip of a row, with `people` as its members, of whom `viewers` may only read. Parses it
    /// unless it is large.
    ///
    /// # Errors
    /// It is parsed and a document is malformed.
    pub(crate) fn read(row: TripRow, people: &People, viewers: &[UserId]) -> QueryResult<Self> {
        let sizes = row.document_sizes();
        let stored = Self(Arc::new(Inner {
            id: row.id(),
            stamp: row.stamp(),
            sizes,
            text_bytes: sizes.total() + sizes.gallery + row.description_len(),
            row: Mutex::new(Some((row, people.clone(), viewers.to_vec()))),
            trip: OnceLock::new(),
        }));
        if sizes.total() <= MAX_PARSED_BY_READER {
            let malformed = |cause: String| DatabaseError::DeserializationError(cause.into());
            stored.get_or_parse().map_err(malformed)?;
        }
        Ok(stored)
    }

    /// A trip that was just written.
    pub(crate) fn written(trip: &Arc<Trip>, sizes: DocumentSizes) -> Self {
        Self(Arc::new(Inner {
            id: trip.id,
            stamp: Stamp::of(trip),
            sizes,
            text_bytes: sizes.total() + sizes.gallery + trip.description.len(),
            row: Mutex::new(None),
            trip: OnceLock::from(Ok(Arc::clone(trip))),
        }))
    }

    /// Returns the trip. The first call for a large one parses it, and concurrent calls wait for
    /// that.
    ///
    /// # Errors
    /// [`Error::Internal`] if a document is malformed.
    pub fn parse(&self) -> Result<Arc<Trip>> {
        let parsed = self.get_or_parse();
        parsed.map_err(|cause| Error::Internal(cause.into()))
    }

    fn get_or_parse(&self) -> std::result::Result<Arc<Trip>, String> {
        let parsed = self.0.trip.get_or_init(|| {
            let mut row = self.0.row.lock().unwrap_or_else(PoisonError::into_inner);
            let (row, people, viewers) = row
                .take()
                .ok_or("an earlier attempt to parse it panicked")?;
            let trip = row.into_trip(&people, viewers);
            trip.map(Arc::new).map_err(|error| error.to_string())
        });
        parsed.clone()
    }

    /// Whether [`StoredTrip::parse`] returns at once.
    #[must_use]
    pub fn is_parsed(&self) -> bool {
        self.0.trip.get().is_some()
    }

    /// The sizes of its documents.
    #[must_use]
    pub fn sizes(&self) -> DocumentSizes {
        self.0.sizes
    }

    pub(crate) fn id(&self) -> TripId {
        self.0.id
    }

    pub(crate) fn stamp(&self) -> Stamp {
        self.0.stamp
    }

    /// The bytes of its documents and its description.
    pub(crate) fn text_bytes(&self) -> usize {
        self.0.text_bytes
    }
}

/// Trips are equal if their parsed values are; a malformed one equals none.
impl PartialEq for StoredTrip {
    fn eq(&self, other: &Self) -> bool {
        match (self.parse(), other.parse()) {
            (Ok(own), Ok(other)) => own == other,
            _ => false,
        }
    }
}
