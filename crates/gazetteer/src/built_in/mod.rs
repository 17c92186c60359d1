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

pub use data::DataError;

use crate::{Candidate, Gazetteer, LookUp, Query};
use data::Data;
use words::Words;

const FILE: &[u8] = include_bytes!("../../data/places.bin");

/// The gazetteer that is built in: settlements of 15,000 inhabitants and more, regions and countries, by names in many languages.
///
/// It is loaded on first use, once for all clones. `find` loads it on a thread of its own, so that no task is kept waiting by it; a look-up after that takes
/// some microseconds and runs where it is called.
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

    /// The places that are meant, the likeliest first and `limit` at most; none where no place is meant. Loads the data first where that has not happened yet.
    #[must_use]
    pub fn look_up(&self, query: Query<'_>, limit: usize) -> Vec<Candidate> {
        self.loaded().map_or_else(Vec::new, |loaded| loaded.look_up(query, limit))
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
        if thread::Builder::new().name("gazetteer".to_owned()).spawn(loader).is_ok() {
            let _ = waiting.await;
        }
    }

    fn loaded(&self) -> Option<&Loaded> {
        self.loaded.get_or_init(|| Data::read(FILE).ok().map(|data| Loaded { data, words: Words::new() })).as_ref()
    }
}

impl Loaded {
    fn look_up(&self, query: Query<'_>, limit: usize) -> Vec<Candidate> {
        let judged = judge::judge(&self.data, &self.words, query);
        let candidates = judged.into_iter().take(limit);
        candidates
            .filter_map(|judged| {
                Some(Candidate { place: describe::describe(&self.data, judged.place)?, score: judged.score })
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
mod probes {
    use super::*;
    #[test]
    fn probe() {
        let Ok(path) = std::env::var("PROBE") else { return };
        let b = BuiltIn::new();
        for line in std::fs::read_to_string(path).unwrap().lines() {
            println!("{line}");
            for c in b.look_up(Query::Text(line), 3) {
                println!("  => {} {:.2}", c.place.display_name, c.score);
            }
        }
    }
}
