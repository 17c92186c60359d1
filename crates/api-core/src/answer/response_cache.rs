//! Response cache: rendered answers about trips, valid while the trip and its people are unchanged.
//!
//! The cache never decides what the present state is: the use case reads that first, and an entry
//! of another state is a miss.

use std::any::TypeId;

use actix_web::HttpRequest;
use actix_web::web::Data;
use serde::Serialize;
use wayfare_bounds::{ByteCache, CacheMetrics, Weigh};
use wayfare_domain::{People, Trip, TripId, TripOverview, UserId};
use wayfare_service::{Caller, Stamp, TripView};

use crate::answer::conditional::{self, Document};
use crate::answer::render::render_in_pool_if;
use crate::{Answer, App, Problem};

/// The weight of an entry beside the bytes of its answer and of its compressed form.
const OVERHEAD: usize = 1_024;
/// The weight of the largest entry. The answer about a trip is longer than its documents.
const LARGEST: usize = 2 * Trip::MAX_BYTES;

/// The key of an answer: trip, reader and shape, which may be extended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    trip: TripId,
    reader: UserId,
    shape: TypeId,
    is_extended: bool,
}

impl Key {
    fn new<S: 'static>(view: &TripView<impl AsRef<TripOverview>>, is_extended: bool) -> Self {
        Self {
            trip: view.overview().id,
            reader: view.reader,
            shape: TypeId::of::<S>(),
            is_extended,
        }
    }
}

/// What an answer depends on besides its key and the people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct State {
    /// The state of the trip.
    stamp: Stamp,
    /// The period of the signed addresses in the answer.
    period: i64,
    /// The last import of reference rates.
    import: i64,
}

impl State {
    fn of(app: &App, view: &TripView<impl AsRef<TripOverview>>) -> Self {
        Self {
            stamp: Stamp::from(view.overview()),
            period: app.links.period(),
            import: app.service.rates.last_import(),
        }
    }
}

#[derive(Clone)]
struct Entry {
    people: People,
    state: State,
    document: Document,
}

impl Weigh for Entry {
    fn weight(&self) -> usize {
        self.document.weight().saturating_add(OVERHEAD)
    }
}

/// A cache of rendered answers, bounded by their bytes.
pub struct ResponseCache(ByteCache<Key, Entry>);

impl ResponseCache {
    /// A cache of at most `bytes`; disabled for 0.
    pub fn new(bytes: usize) -> Self {
        Self(ByteCache::new(bytes, LARGEST))
    }

    /// What the cache counts.
    pub fn metrics(&self) -> &CacheMetrics {
        self.0.metrics()
    }

    /// Returns the answer about a view in the shape `S`, if it is cached.
    fn get<S: 'static>(
        &self,
        view: &TripView<impl AsRef<TripOverview>>,
        state: State,
        is_extended: bool,
    ) -> Option<Document> {
        let is_present = |entry: &Entry| entry.state == state && entry.people == view.people;
        let entry = self.0.get(&Key::new::<S>(view, is_extended), is_present)?;
        Some(entry.document)
    }

    /// Renders the answer about a view, and caches it.
    fn render<S: Serialize + 'static>(
        &self,
        view: &TripView<impl AsRef<TripOverview>>,
        state: State,
        is_extended: bool,
        shape: impl FnOnce() -> S,
    ) -> Result<Document, Problem> {
        let document = Document::new(Some(state.stamp.version), &shape())?;
        let entry = Entry {
            people: view.people.clone(),
            state,
            document: document.clone(),
        };
        self.0.insert(Key::new::<S>(view, is_extended), entry);
        Ok(document)
    }
}

/// How a trip is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Show {
    /// Always the same shape.
    Plain,
    /// A shape that takes long to make of a small trip too.
    Slow,
    /// A shape that has fields beyond the variant if the client prefers it.
    Extended(bool),
}

/// Answers a trip in a shape as [`conditional::json`] does, and renders it only on a cache miss; a
/// slow shape in the work pool for documents. The type `S` and whether the answer is extended are
/// parts of the cache's key: routes with different answers need different types. Apart from the
/// view, a shape may depend on nothing that changes while the service runs, except the period of
/// signed addresses and the imported reference rates.
///
/// # Errors
/// 503 if too many slow answers are being rendered; 500 if the value can't be serialised.
pub(crate) async fn json<T, S: Serialize + 'static>(
    app: &Data<App>,
    request: &HttpRequest,
    caller: Caller,
    view: TripView<T>,
    how: Show,
    shape: impl FnOnce(&App, &TripView<T>) -> S + Send + 'static,
) -> Answer
where
    T: AsRef<TripOverview> + Send + Sync + 'static,
{
    let (state, is_extended) = (State::of(app, &view), how == Show::Extended(true));
    let is_slow = how == Show::Slow || view.is_large();
    let document = match app.response_cache.get::<S>(&view, state, is_extended) {
        Some(document) => document,
        None => {
            let render = move |app: &App| {
                let cache = &app.response_cache;
                // Another request may have rendered it while this one waited.
                let cached = cache.get::<S>(&view, state, is_extended);
                match cached.filter(|_| is_slow) {
                    Some(document) => Ok(document),
                    None => cache.render(&view, state, is_extended, || shape(app, &view)),
                }
            };
            render_in_pool_if(is_slow, app, caller.client(), render).await?
        }
    };
    Ok(conditional::answer(request, document))
}
