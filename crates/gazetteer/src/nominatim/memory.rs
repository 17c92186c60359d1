//! What a server has said, also that it knows nothing, for a day.

use std::sync::Arc;
use std::time::Duration;

use quick_cache::sync::{Cache, EntryAction, EntryResult};
use tokio::time::Instant;

use crate::Place;

/// How many names are remembered: some 2 MiB.
const NAMES: usize = 1_000;
/// How long they are.
const LIFE: Duration = Duration::from_secs(24 * 60 * 60);

/// What is known by a name, and since when.
#[derive(Clone)]
struct Known {
    places: Arc<[Place]>,
    since: Instant,
}

/// What a server has said, by the name that it was asked for.
pub(super) struct Memory {
    names: Cache<String, Known>,
}

impl Memory {
    pub(super) fn new() -> Self {
        Self {
            names: Cache::new(NAMES),
        }
    }

    /// What is known by `name`, in any case; else what `ask` gives, which is remembered where it
    /// gives something. One asks while the others wait.
    pub(super) async fn recall(
        &self,
        name: &str,
        ask: impl Future<Output = Option<Arc<[Place]>>>,
    ) -> Option<Arc<[Place]>> {
        let fresh = |_: &String, known: &mut Known| match known.since.elapsed() < LIFE {
            true => EntryAction::Retain(Arc::clone(&known.places)),
            false => EntryAction::ReplaceWithGuard,
        };
        let guard = match self.names.entry_async(&name.to_lowercase(), fresh).await {
            EntryResult::Retained(places) => return Some(places),
            EntryResult::Vacant(guard) | EntryResult::Replaced(guard, _) => guard,
            EntryResult::Removed(..) | EntryResult::Timeout => return None,
        };
        let places = ask.await?;
        // An entry that was removed meanwhile is not kept; what was said holds all the same.
        let _ = guard.insert(Known {
            places: Arc::clone(&places),
            since: Instant::now(),
        });
        Some(places)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nothing() -> Option<Arc<[Place]>> {
        Some(Arc::from([]))
    }

    /// Whether the server had to be asked.
    async fn asks(memory: &Memory, name: &str, answer: Option<Arc<[Place]>>) -> bool {
        let mut asked = false;
        memory
            .recall(name, async {
                asked = true;
                answer
            })
            .await;
        asked
    }

    #[tokio::test(start_paused = true)]
    async fn what_was_said_is_remembered_for_a_day_also_that_it_is_nothing() {
        let memory = Memory::new();
        assert!(asks(&memory, "Lisbon", nothing()).await);
        assert!(!asks(&memory, "LISBON", nothing()).await);
        tokio::time::advance(LIFE).await;
        assert!(asks(&memory, "Lisbon", nothing()).await);
    }

    #[tokio::test]
    async fn a_failure_is_not() {
        let memory = Memory::new();
        assert!(asks(&memory, "Lisbon", None).await);
        assert!(asks(&memory, "Lisbon", nothing()).await);
    }

    #[tokio::test]
    async fn it_is_bounded() {
        let memory = Memory::new();
        for name in 0..NAMES * 2 {
            asks(&memory, &name.to_string(), nothing()).await;
        }
        assert!(memory.names.len() <= NAMES);
    }
}
