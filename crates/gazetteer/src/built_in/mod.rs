//! The built-in gazetteer: places of GeoNames, looked up offline.

mod geocoding;
mod geoparsing;
mod index;
mod language;
mod locate;
mod pick;
mod reverse_geocoding;
mod suggest;
mod surroundings;

use std::sync::{Arc, OnceLock};

use wayfare_bounds::{Client, Deadline, QueueMetrics, WorkPool};

use crate::{
    Candidate, Coordinates, Gazetteer, Located, LookUp, OfflineGazetteer, Place, Query,
    Suggestions, TripPlaces, TripTexts,
};
use index::data::Data;
#[cfg(feature = "nominatim")]
pub(crate) use language::fold::fold;
#[cfg(feature = "nominatim")]
use language::text::{Case, Script, Token};
#[cfg(feature = "nominatim")]
use language::words::Role;
use language::words::Words;
use reverse_geocoding::nearest::Settlements;
#[cfg(feature = "nominatim")]
pub(crate) use surroundings::{NEAR, kilometres};

/// How many threads look places up, and how many look-ups may wait for them.
const THREADS: usize = 2;
const MAX_WAITING: usize = 1_024;

/// The most words of the name of a place.
#[cfg(feature = "nominatim")]
const MAX_NAME_WORDS: usize = 5;

const BODY: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/places"));

/// The built-in gazetteer: settlements of 1,000 inhabitants and more, airports, regions and
/// countries, by names in many languages. Settlements below 15,000 inhabitants and airports are
/// found by `locate` and `suggest` only.
///
/// The first use loads the data, once for the process. `find` runs on the gazetteer's own threads,
/// on which clients take turns: a look-up takes some microseconds, and some milliseconds for the
/// longest text.
#[derive(Debug, Clone, Default)]
pub struct BuiltIn(Arc<Shared>);

/// The data, the same for all gazetteers.
static LOADED: OnceLock<Option<Loaded>> = OnceLock::new();

#[derive(Debug, Default)]
struct Shared {
    /// Its threads start with the first look-up.
    pool: OnceLock<WorkPool>,
}

#[derive(Debug)]
struct Loaded {
    data: Data,
    words: Words,
    settlements: Settlements,
}

impl BuiltIn {
    /// Creates the gazetteer without loading its data.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Loads the data on this thread, before the first look-up.
    pub fn load(&self) {
        loaded();
    }

    /// Returns at most `limit` places, the likeliest first; none if the query names no place. Loads
    /// the data first if necessary.
    #[must_use]
    pub fn look_up(&self, query: Query<'_>, limit: usize) -> Vec<Candidate> {
        loaded().map_or_else(Vec::new, |loaded| loaded.look_up(query, limit))
    }

    /// Finds the places of a trip together: one result for each of its places, in order. Loads the
    /// data first if necessary.
    #[must_use]
    pub fn locate(&self, trip: &TripTexts) -> Vec<Option<Place>> {
        self.locate_while(trip, &|| true)
    }

    /// As [`Self::locate`]. Finds nothing if `is_wanted`, which is asked before each place, says
    /// no.
    fn locate_while(&self, trip: &TripTexts, is_wanted: &dyn Fn() -> bool) -> Vec<Option<Place>> {
        let located = loaded().and_then(|loaded| locate::locate(loaded, trip, is_wanted));
        located.unwrap_or_else(|| vec![None; trip.places.len()])
    }

    /// Returns at most `limit` places whose name begins with `prefix`, best first, those within
    /// 500 km of `near` and in the countries there before others. Loads the data first if
    /// necessary.
    #[must_use]
    pub fn suggest(&self, prefix: &str, near: &[Coordinates], limit: usize) -> Vec<Place> {
        loaded().map_or_else(Vec::new, |loaded| {
            suggest::suggest(loaded, prefix, near, limit)
        })
    }

    /// Returns the settlement whose centre is nearest to a point. Loads the data first if
    /// necessary.
    #[must_use]
    pub fn nearest(&self, at: Coordinates) -> Option<Place> {
        let loaded = loaded()?;
        let nearest = loaded.settlements.nearest(&loaded.data, at)?;
        index::describe::describe(loaded, nearest)
    }

    /// Returns the IANA name of the time zone of a point, by the boundaries of zones; at sea that
    /// of its longitude, and nothing for coordinates that are none of the earth. Loads the data
    /// first if necessary.
    #[must_use]
    pub fn zone_of(&self, at: Coordinates) -> Option<&'static str> {
        let zone = loaded()?.zone_of(at);
        (!zone.is_empty()).then_some(zone)
    }

    /// Returns whether a text may be the name of a place that the gazetteer does not know: a few
    /// words with capitals, not all of them ordinary ones.
    #[cfg(feature = "nominatim")]
    pub(crate) fn may_be_name(text: &str) -> bool {
        let Some(Loaded { words, .. }) = loaded() else {
            return false;
        };
        let tokens = language::text::tokens(text);
        let is_of_name = |token: &Token| match token.case {
            Case::Lower => words.is(&token.folded, [Role::Of, Role::Article, Role::Conjunction]),
            _ => token.script != Script::Number,
        };
        tokens.len() <= MAX_NAME_WORDS
            && tokens.iter().all(is_of_name)
            && tokens.iter().any(|token| !words.is_known(&token.folded))
    }

    /// Waits until the data is loaded, on a separate thread.
    #[cfg(feature = "nominatim")]
    pub(crate) async fn ready(&self, client: Client) {
        if LOADED.get().is_none() {
            self.run(client, Self::load).await;
        }
    }

    /// Runs work on a thread of the gazetteer. Returns `None` if too much is waiting.
    async fn run<T: Send + 'static>(
        &self,
        client: Client,
        work: impl FnOnce(&Self) -> T + Send + 'static,
    ) -> Option<T> {
        let start = || {
            let metrics = QueueMetrics::default();
            WorkPool::new("places", THREADS, MAX_WAITING, 1, Deadline::None, &metrics)
        };
        let pool = self.0.pool.get_or_init(start);
        let own = self.clone();
        let done = pool.run(client, 1, move || work(&own)).await;
        done.inspect_err(|error| tracing::debug!(%error, "no look-up of places"))
            .ok()
    }
}

fn loaded() -> Option<&'static Loaded> {
    LOADED.get_or_init(Loaded::read).as_ref()
}

impl Loaded {
    /// Reads the data embedded in the program. A damaged file is logged, and look-ups find nothing.
    fn read() -> Option<Self> {
        let data = Data::read(BODY)
            .inspect_err(|error| tracing::error!(%error, "the built-in places can't be loaded"))
            .ok()?;
        Some(Self {
            data,
            words: Words::new(),
            settlements: Settlements::default(),
        })
    }

    /// Returns the number of the country of the settlement nearest to a point.
    fn country_at(&self, at: Coordinates) -> Option<u8> {
        let nearest = self.settlements.nearest(&self.data, at)?;
        Some(self.data.row(nearest)?.country)
    }

    fn look_up(&self, query: Query<'_>, limit: usize) -> Vec<Candidate> {
        let ranked = geoparsing::ranking::rank(&self.data, &self.words, query, None);
        let candidates = ranked.into_iter().take(limit);
        candidates
            .filter_map(|ranked| {
                Some(Candidate {
                    place: index::describe::describe(self, ranked.place)?,
                    score: ranked.score,
                })
            })
            .collect()
    }
}

impl Gazetteer for BuiltIn {
    fn find<'a>(&'a self, client: Client, query: Query<'a>, limit: usize) -> LookUp<'a> {
        let is_name = matches!(query, Query::Name(_));
        let text = language::text::start(query).to_owned();
        Box::pin(async move {
            let look_up = move |own: &Self| {
                let query = if is_name {
                    Query::Name(&text)
                } else {
                    Query::Text(&text)
                };
                own.look_up(query, limit)
            };
            self.run(client, look_up).await.unwrap_or_default()
        })
    }

    fn locate<'a>(&'a self, client: Client, trip: TripTexts) -> Located<'a> {
        Box::pin(async move {
            // Gone when the caller no longer waits.
            let caller = Arc::new(());
            let waiting = Arc::downgrade(&caller);
            let is_wanted = move || waiting.strong_count() > 0;
            let locate = move |own: &Self| own.locate_while(&trip, &is_wanted);
            let places = self.run(client, locate).await;
            drop(caller);
            TripPlaces {
                is_partial: places.is_none(),
                places: places.unwrap_or_default(),
            }
        })
    }

    fn suggest<'a>(
        &'a self,
        client: Client,
        prefix: String,
        near: Vec<Coordinates>,
        limit: usize,
    ) -> Suggestions<'a> {
        let suggest = move |own: &Self| own.suggest(&prefix, &near, limit);
        Box::pin(async move { self.run(client, suggest).await.unwrap_or_default() })
    }

    fn offline(&self) -> Option<Arc<dyn OfflineGazetteer>> {
        Some(Arc::new(self.clone()))
    }
}

impl OfflineGazetteer for BuiltIn {
    fn look_up(&self, query: Query<'_>, limit: usize) -> Vec<Candidate> {
        Self::look_up(self, query, limit)
    }

    fn nearest(&self, at: Coordinates) -> Option<Place> {
        Self::nearest(self, at)
    }

    fn zone_of(&self, at: Coordinates) -> Option<&'static str> {
        Self::zone_of(self, at)
    }

    fn locate(&self, trip: &TripTexts) -> Vec<Option<Place>> {
        Self::locate(self, trip)
    }

    fn suggest(&self, prefix: &str, near: &[Coordinates], limit: usize) -> Vec<Place> {
        Self::suggest(self, prefix, near, limit)
    }
}

#[cfg(test)]
mod tests;
