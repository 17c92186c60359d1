//! A trip as the database returns it. The documents of a large trip are parsed on first use, so
//! that parsing does not delay the thread that reads rows for many callers.

mod settled;

use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use diesel::QueryResult;
use diesel::result::Error as DatabaseError;
use wayfare_bounds::ByteCache;
use wayfare_domain::{People, Trip, TripId, TripOverview, UserId};

use crate::cache::Stamp;
use crate::rows::{OverviewRow, RestRow};
use crate::{Error, Result, TripParts};
use settled::Settled;

/// The size up to which the reading thread parses a trip.
const MAX_PARSED_BY_READER: usize = 64 << 10;

/// The lengths of a trip's documents in bytes, as stored.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DocumentSizes {
    /// [`TripOverview::gallery`].
    pub gallery: usize,
    /// [`TripOverview::plan`].
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

/// A stored trip, or its overview. Clones share what is parsed and computed.
#[derive(Debug, Clone)]
pub struct StoredTrip {
    inner: Arc<Inner>,
    /// The bytes of its documents, its description and its settlement, if that was computed. A
    /// cached value must not change its weight: another one replaces it.
    weight: usize,
}

#[derive(Debug)]
struct Inner {
    id: TripId,
    stamp: Stamp,
    parts: TripParts,
    sizes: DocumentSizes,
    text_bytes: usize,
    /// Taken by the thread that parses it.
    unparsed: Mutex<Option<Unparsed>>,
    parsed: OnceLock<std::result::Result<Parsed, String>>,
    settled: Mutex<Option<Settled>>,
    /// The cache that holds it.
    cache: OnceLock<Weak<ByteCache<TripId, StoredTrip>>>,
}

/// The rows of a trip.
#[derive(Debug)]
struct Unparsed {
    overview: OverviewRow,
    /// `None` if only the overview was read.
    rest: Option<RestRow>,
    people: People,
    viewers: Vec<UserId>,
}

#[derive(Debug, Clone, PartialEq)]
enum Parsed {
    Overview(Arc<TripOverview>),
    Whole(Arc<Trip>),
}

impl Unparsed {
    fn parse(self) -> QueryResult<Parsed> {
        let overview = Arc::new(self.overview.into_overview(&self.people, self.viewers)?);
        Ok(match self.rest {
            Some(rest) => Parsed::Whole(Arc::new(rest.into_trip(overview)?)),
            None => Parsed::Overview(overview),
        })
    }
}

impl StoredTrip {
    /// Creates a trip from its rows, or its overview if `rest` is missing. `people` are the
    /// members, of whom `viewers` may only read. Parses it unless it is large.
    ///
    /// # Errors
    /// A document of a trip that is parsed here is malformed.
    pub(crate) fn read(
        overview: OverviewRow,
        rest: Option<RestRow>,
        people: &People,
        viewers: &[UserId],
    ) -> QueryResult<Self> {
        let sizes = overview.document_sizes(rest.as_ref());
        let text_bytes = sizes.total() + sizes.gallery + overview.description_len();
        let stored = Self::new(Inner {
            id: overview.id(),
            stamp: overview.stamp(),
            parts: match rest {
                Some(_) => TripParts::Whole,
                None => TripParts::Overview,
            },
            sizes,
            text_bytes,
            unparsed: Mutex::new(Some(Unparsed {
                overview,
                rest,
                people: people.clone(),
                viewers: viewers.to_vec(),
            })),
            parsed: OnceLock::new(),
            settled: Mutex::default(),
            cache: OnceLock::new(),
        });
        if sizes.total() <= MAX_PARSED_BY_READER {
            let malformed = |cause: String| DatabaseError::DeserializationError(cause.into());
            stored.get_or_parse().map_err(malformed)?;
        }
        Ok(stored)
    }

    /// A trip that was just written.
    pub(crate) fn written(trip: &Arc<Trip>, sizes: DocumentSizes) -> Self {
        Self::new(Inner {
            id: trip.id,
            stamp: Stamp::from(trip.overview.as_ref()),
            parts: TripParts::Whole,
            sizes,
            text_bytes: sizes.total() + sizes.gallery + trip.description.len(),
            unparsed: Mutex::new(None),
            parsed: OnceLock::from(Ok(Parsed::Whole(Arc::clone(trip)))),
            settled: Mutex::default(),
            cache: OnceLock::new(),
        })
    }

    fn new(inner: Inner) -> Self {
        Self {
            weight: inner.text_bytes,
            inner: Arc::new(inner),
        }
    }

    /// Names the cache that is about to hold it.
    pub(crate) fn join(&self, cache: &Arc<ByteCache<TripId, Self>>) {
        self.inner.cache.get_or_init(|| Arc::downgrade(cache));
    }

    /// Returns the trip. The first call for a large one parses it, and concurrent calls wait for
    /// that.
    ///
    /// # Errors
    /// [`Error::Internal`] if a document is malformed, or only the overview was read.
    pub fn parse(&self) -> Result<Arc<Trip>> {
        match self.get_or_parse() {
            Ok(Parsed::Whole(trip)) => Ok(trip),
            Ok(Parsed::Overview(_)) => Err(Error::Internal("only its overview was read".into())),
            Err(cause) => Err(Error::Internal(cause.into())),
        }
    }

    /// Returns the trip's overview, like [`StoredTrip::parse`].
    ///
    /// # Errors
    /// [`Error::Internal`] if a document is malformed.
    pub fn parse_overview(&self) -> Result<Arc<TripOverview>> {
        match self.get_or_parse() {
            Ok(Parsed::Whole(trip)) => Ok(Arc::clone(&trip.overview)),
            Ok(Parsed::Overview(overview)) => Ok(overview),
            Err(cause) => Err(Error::Internal(cause.into())),
        }
    }

    fn get_or_parse(&self) -> std::result::Result<Parsed, String> {
        let parsed = self.inner.parsed.get_or_init(|| {
            let mut unparsed = self
                .inner
                .unparsed
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            let unparsed = unparsed
                .take()
                .ok_or("an earlier attempt to parse it panicked")?;
            unparsed.parse().map_err(|error| error.to_string())
        });
        parsed.clone()
    }

    /// Whether [`StoredTrip::parse`] returns at once.
    #[must_use]
    pub fn is_parsed(&self) -> bool {
        self.inner.parsed.get().is_some()
    }

    /// Whether these parts were read.
    pub(crate) fn has(&self, parts: TripParts) -> bool {
        parts <= self.inner.parts
    }

    /// The sizes of its documents; 0 for those that were not read.
    #[must_use]
    pub fn sizes(&self) -> DocumentSizes {
        self.inner.sizes
    }

    pub(crate) fn id(&self) -> TripId {
        self.inner.id
    }

    pub(crate) fn stamp(&self) -> Stamp {
        self.inner.stamp
    }

    /// The bytes of its documents, its description and its settlement.
    pub(crate) fn weight(&self) -> usize {
        self.weight
    }
}

/// Trips are equal if their parsed values are. A malformed trip equals no other.
impl PartialEq for StoredTrip {
    fn eq(&self, other: &Self) -> bool {
        match (self.get_or_parse(), other.get_or_parse()) {
            (Ok(own), Ok(other)) => own == other,
            _ => false,
        }
    }
}
