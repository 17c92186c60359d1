//! Answers about trips that were rendered before: as long as a trip and its people are what they
//! were, they are not rendered again.
//!
//! Nothing here is ever taken for the present state by itself: the use case has read that, and what
//! was rendered of another is not used.

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

/// What an answer weighs beside its bytes.
const REST: usize = 1_024;
/// What a usual answer weighs: from this the number of answers is guessed for which places are set
/// aside.
const USUAL: usize = 4_096;

/// Which answer: about which trip, to whom, in which shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    trip: TripId,
    viewer: UserId,
    shape: TypeId,
}

#[derive(Clone)]
struct Kept {
    /// The very trip that was rendered: not kept alive by this, nor is its place taken by another
    /// as long as this is.
    trip: Weak<Trip>,
    people: People,
    /// The hour that the signed addresses in it are of.
    period: i64,
    document: Document,
}

impl Kept {
    fn is_of(&self, view: &TripView, period: i64) -> bool {
        self.period == period
            && self.trip.as_ptr() == Arc::as_ptr(&view.trip)
            && self.people == view.people
    }
}

#[derive(Clone)]
struct ByBytes;

impl Weighter<Key, Kept> for ByBytes {
    fn weight(&self, _: &Key, kept: &Kept) -> u64 {
        u64::try_from(kept.document.len().saturating_add(REST)).unwrap_or(u64::MAX)
    }
}

/// The answers that were asked for last and most.
pub struct Rendered(Option<Cache<Key, Kept, ByBytes>>);

impl Rendered {
    /// Keeps answers of `bytes` in all; none for 0.
    pub fn new(bytes: usize) -> Self {
        let weight = u64::try_from(bytes).unwrap_or(u64::MAX);
        Self((bytes > 0).then(|| Cache::with_weighter(bytes / USUAL, weight, ByBytes)))
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
        if let Some(kept) = cache.get(&key).filter(|kept| kept.is_of(view, period)) {
            return Ok(kept.document);
        }
        let document = render()?;
        let (trip, people) = (Arc::downgrade(&view.trip), view.people.clone());
        cache.insert(
            key,
            Kept {
                trip,
                people,
                period,
                document: document.clone(),
            },
        );
        Ok(document)
    }
}

/// As [`conditional::json`] of what `shape` makes of a trip, which is made anew only where it may
/// be another than it was. What it depends on besides the view stays the same while the service
/// runs, save the hour that addresses are signed for.
///
/// # Errors
/// 500 where the value can't be written.
pub fn json<S: Serialize + 'static>(
    app: &App,
    request: &HttpRequest,
    view: &TripView,
    shape: impl FnOnce() -> S,
) -> Answer {
    let document = app.rendered.get(view, app.links.period(), shape)?;
    Ok(conditional::answer(request, document))
}
