//! Response cache: rendered answers about trips, valid while the trip and its people are unchanged.
//!
//! The cache never decides what the present state is: the use case reads that first, and an entry
//! of another state is a miss.

use std::any::TypeId;
use std::sync::{Arc, Weak};

use actix_web::HttpRequest;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use serde::Serialize;
use wayfare_domain::{People, Trip, TripId, UserId};
use wayfare_service::TripView;

use crate::conditional::{self, Document};
use crate::{Answer, App};

/// The weight of an entry beside the bytes of its answer.
const OVERHEAD: usize = 1_024;
/// The weight of a typical entry, from which the initial capacity follows.
const TYPICAL_WEIGHT: usize = 4_096;

/// The key of an answer: trip, viewer and shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    trip: TripId,
    viewer: UserId,
    shape: TypeId,
}

#[derive(Clone)]
struct Entry {
    /// The trip that was rendered. The reference is weak, and prevents reuse of its address.
    trip: Weak<Trip>,
    people: People,
    /// The period of the signed addresses in the answer.
    period: i64,
    document: Document,
}

impl Entry {
    fn is_of(&self, view: &TripView, period: i64) -> bool {
        self.period == period
            && self.trip.as_ptr() == Arc::as_ptr(&view.trip)
            && self.people == view.people
    }
}

#[derive(Clone)]
struct ByBytes;

impl Weighter<Key, Entry> for ByBytes {
    fn weight(&self, _: &Key, entry: &Entry) -> u64 {
        u64::try_from(entry.document.len().saturating_add(OVERHEAD)).unwrap_or(u64::MAX)
    }
}

/// A cache of rendered answers, bounded by their bytes.
pub struct ResponseCache(Option<Cache<Key, Entry, ByBytes>>);

impl ResponseCache {
    /// A cache of at most `bytes`; disabled for 0.
    pub fn new(bytes: usize) -> Self {
        let weight = u64::try_from(bytes).unwrap_or(u64::MAX);
        Self((bytes > 0).then(|| Cache::with_weighter(bytes / TYPICAL_WEIGHT, weight, ByBytes)))
    }

    fn get<S: Serialize + 'static>(
        &self,
        view: &TripView,
        period: i64,
        shape: impl FnOnce() -> S,
    ) -> Result<Document, crate::Problem> {
        let render = || Document::new(Some(view.trip.version), &shape());
        let Some(cache) = &self.0 else {
            return render();
        };
        let key = Key {
            trip: view.trip.id,
            viewer: view.viewer,
            shape: TypeId::of::<S>(),
        };
        if let Some(entry) = cache.get(&key).filter(|entry| entry.is_of(view, period)) {
            return Ok(entry.document);
        }
        let document = render()?;
        let (trip, people) = (Arc::downgrade(&view.trip), view.people.clone());
        cache.insert(
            key,
            Entry {
                trip,
                people,
                period,
                document: document.clone(),
            },
        );
        Ok(document)
    }
}

/// Answers a trip in a shape as [`conditional::json`] does, and renders it only on a cache miss.
/// Apart from the view, a shape may depend on nothing that changes while the service runs, except
/// the period of signed addresses.
///
/// # Errors
/// 500 if the value can't be serialised.
pub fn json<S: Serialize + 'static>(
    app: &App,
    request: &HttpRequest,
    view: &TripView,
    shape: impl FnOnce() -> S,
) -> Answer {
    let document = app.response_cache.get(view, app.links.period(), shape)?;
    Ok(conditional::answer(request, document))
}
