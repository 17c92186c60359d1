//! A cache of server responses, including empty ones, with a TTL of a day.

use std::sync::Arc;
use std::time::Duration;

use quick_cache::sync::{Cache, EntryAction, EntryResult};
use tokio::time::Instant;

use super::Answer;

/// The capacity in names: about 2 MiB.
const CAPACITY: usize = 1_000;
/// The TTL of an entry.
const TTL: Duration = Duration::from_secs(24 * 60 * 60);

/// A cached response and its time.
#[derive(Clone)]
struct CachedPlaces {
    places: Arc<[Answer]>,
    since: Instant,
}

/// The responses by requested name.
pub(super) struct AnswerCache {
    names: Cache<String, CachedPlaces>,
}

impl AnswerCache {
    pub(super) fn new() -> Self {
        Self {
            names: Cache::new(CAPACITY),
        }
    }

    /// Returns the cached places of `name`, ignoring case. On a miss, returns the result of `fetch`
    /// and caches it if there is one. Concurrent misses of a name share one fetch.
    pub(super) async fn get_or_fetch(
        &self,
        name: &str,
        fetch: impl Future<Output = Option<Arc<[Answer]>>>,
    ) -> Option<Arc<[Answer]>> {
        let fresh = |_: &String, cached: &mut CachedPlaces| match cached.since.elapsed() < TTL {
            true => EntryAction::Retain(Arc::clone(&cached.places)),
            false => EntryAction::ReplaceWithGuard,
        };
        let guard = match self.names.entry_async(&name.to_lowercase(), fresh).await {
            EntryResult::Retained(places) => return Some(places),
            EntryResult::Vacant(guard) | EntryResult::Replaced(guard, _) => guard,
            EntryResult::Removed(..) | EntryResult::Timeout => return None,
        };
        let places = fetch.await?;
        // The insertion fails if the entry was removed meanwhile; the result is still valid.
        let _ = guard.insert(CachedPlaces {
            places: Arc::clone(&places),
            since: Instant::now(),
        });
        Some(places)
    }
}

#[cfg(test)]
mod tests;
