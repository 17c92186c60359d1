//! The built-in gazetteer: places of GeoNames, looked up without any server.

mod data;
mod describe;
mod evidence;
mod fold;
mod inflection;
mod judge;
mod mentions;
mod names;
mod nearest;
mod passage;
mod text;
mod which;
mod words;

use std::sync::{Arc, OnceLock};
use std::thread;

use tokio::sync::oneshot;

use crate::{Candidate, Gazetteer, LookUp, Query};
use data::Data;
use words::Words;

const FILE: &[u8] = include_bytes!("../../data/places.bin");

/// The gazetteer that is built in: settlements of 15,000 inhabitants and more, regions and
/// countries, by names in many languages.
///
/// It is loaded on first use, once for all clones. `find` loads it on a thread of its own, so that
/// no task is kept waiting by it; a look-up after that takes some microseconds and runs where it is
/// called.
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
    /// Costs nothing; loads nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Loads it now, on this thread, so that the first look-up need not.
    pub fn load(&self) {
        self.loaded();
    }

    /// The places that are meant, the likeliest first and `limit` at most; none where no place is
    /// meant. Loads the data first where that has not happened yet.
    #[must_use]
    pub fn look_up(&self, query: Query<'_>, limit: usize) -> Vec<Candidate> {
        self.loaded()
            .map_or_else(Vec::new, |loaded| loaded.look_up(query, limit))
    }

    /// Loads it on a thread of its own where that has not happened yet, and waits for it.
    pub(crate) async fn ready(&self) {
        if self.loaded.get().is_some() {
            return;
        }
        let (done, waiting) = oneshot::channel();
        let own = self.clone();
        let loader = move || {
            own.load();
            // Nobody waits any more where this fails.
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
    /// Reads the file that is part of the program. Should it be damaged, that is logged, and
    /// nothing is ever found.
    fn read() -> Option<Self> {
        let data = Data::read(FILE)
            .inspect_err(|error| tracing::error!(%error, "no places are known"))
            .ok()?;
        Some(Self {
            data,
            words: Words::new(),
        })
    }

    fn look_up(&self, query: Query<'_>, limit: usize) -> Vec<Candidate> {
        let judged = judge::judge(&self.data, &self.words, query);
        let candidates = judged.into_iter().take(limit);
        candidates
            .filter_map(|judged| {
                Some(Candidate {
                    place: describe::describe(&self.data, judged.place)?,
                    score: judged.score,
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
    fn every_name_is_found_as_a_text_would_spell_it() {
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
    fn every_place_is_found_by_its_own_name() {
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
    fn what_is_no_name_is_not_found() {
        let data = Data::read(FILE).unwrap();
        for name in ["", "lisbo", "lisbonx", "\u{0}", "\u{10ffff}"] {
            assert!(data.names().seek(name).found.is_empty(), "{name}");
        }
        assert!(data.names().seek("lisbo").longer);
        assert!(!data.names().seek("lisbonx").longer);
    }
}
