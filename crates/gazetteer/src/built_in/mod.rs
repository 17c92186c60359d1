//! The built-in gazetteer: places of GeoNames, looked up offline.

mod columns;
mod data;
mod describe;
mod disambiguation;
mod evidence;
mod fold;
mod inflection;
mod mentions;
mod names;
mod nearest;
mod passage;
mod ranking;
mod text;
mod words;

use std::sync::{Arc, OnceLock};
use std::thread;

use tokio::sync::oneshot;

use crate::{Candidate, Gazetteer, LookUp, Query};
use data::Data;
use words::Words;

const FILE: &[u8] = include_bytes!("../../data/places.bin");

/// The built-in gazetteer: settlements of 15,000 inhabitants and more, regions and countries, by
/// names in many languages.
///
/// The first use loads the data, once for all clones. `find` loads it on a separate thread, so that
/// it does not block a task. A later look-up takes some microseconds and runs on the calling
/// thread.
#[derive(Debug, Clone, Default)]
pub struct BuiltIn {
    loaded: Arc<OnceLock<Option<Loaded>>>,
}

#[derive(Debug)]
struct Loaded {
    data: Data,
    words: Words,
}

impl BuiltIn {
    /// Creates the gazetteer without loading its data.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Loads the data on this thread, before the first look-up.
    pub fn load(&self) {
        self.loaded();
    }

    /// Returns at most `limit` places, the likeliest first; none if the query names no place. Loads
    /// the data first if necessary.
    #[must_use]
    pub fn look_up(&self, query: Query<'_>, limit: usize) -> Vec<Candidate> {
        self.loaded()
            .map_or_else(Vec::new, |loaded| loaded.look_up(query, limit))
    }

    /// Waits until the data is loaded, on a separate thread.
    pub(crate) async fn ready(&self) {
        if self.loaded.get().is_some() {
            return;
        }
        let (done, waiting) = oneshot::channel();
        let own = self.clone();
        let loader = move || {
            own.load();
            // Fails if the caller was cancelled.
            let _ = done.send(());
        };
        if thread::Builder::new()
            .name("gazetteer".to_owned())
            .spawn(loader)
            .is_ok()
        {
            let _ = waiting.await;
        }
    }

    fn loaded(&self) -> Option<&Loaded> {
        self.loaded.get_or_init(Loaded::read).as_ref()
    }
}

impl Loaded {
    /// Reads the file embedded in the program. A damaged file is logged, and look-ups find nothing.
    fn read() -> Option<Self> {
        let data = Data::read(FILE)
            .inspect_err(|error| tracing::error!(%error, "the built-in places can't be loaded"))
            .ok()?;
        Some(Self {
            data,
            words: Words::new(),
        })
    }

    fn look_up(&self, query: Query<'_>, limit: usize) -> Vec<Candidate> {
        let ranked = ranking::rank(&self.data, &self.words, query);
        let candidates = ranked.into_iter().take(limit);
        candidates
            .filter_map(|ranked| {
                Some(Candidate {
                    place: describe::describe(&self.data, ranked.place)?,
                    score: ranked.score,
                })
            })
            .collect()
    }
}

impl Gazetteer for BuiltIn {
    fn find<'a>(&'a self, query: Query<'a>, limit: usize) -> LookUp<'a> {
        Box::pin(async move {
            self.ready().await;
            self.look_up(query, limit)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::fold::fold;
    use super::*;

    #[test]
    fn all_names_are_folded_and_have_places() {
        let data = Data::read(FILE).unwrap();
        for (name, places) in data.names().all() {
            assert_eq!(fold(&name), name);
            assert!(
                !places.is_empty() && places.iter().all(|named| named.place < data.len()),
                "{name}"
            );
        }
    }

    #[test]
    fn finds_every_place_by_its_name() {
        let data = Data::read(FILE).unwrap();
        for id in 0..data.len() {
            let row = data.row(id).unwrap();
            let found = data.names().seek(&fold(row.name)).found;
            assert!(found.iter().any(|named| named.place == id), "{}", row.name);
            let place = describe::describe(&data, id).unwrap();
            let middle = place.coordinates;
            assert!(
                (-90.0..=90.0).contains(&middle.latitude)
                    && (-180.0..=180.0).contains(&middle.longitude),
                "{place:?}"
            );
            assert!(
                place.bounds.min_latitude < place.bounds.max_latitude,
                "{place:?}"
            );
            assert!(
                !place.time_zone.is_empty()
                    && place.country_code.len() == 2
                    && !place.description.is_empty(),
                "{place:?}"
            );
        }
    }

    #[test]
    fn finds_nothing_by_other_texts() {
        let data = Data::read(FILE).unwrap();
        for name in ["", "lisbo", "lisbonx", "\u{0}", "\u{10ffff}"] {
            assert!(data.names().seek(name).found.is_empty(), "{name}");
        }
        assert!(data.names().seek("lisbo").longer);
        assert!(!data.names().seek("lisbonx").longer);
    }
}
