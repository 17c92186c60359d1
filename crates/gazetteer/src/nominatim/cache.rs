//! A cache of server responses, including empty ones, with a TTL of a day.

use std::sync::Arc;
use std::time::Duration;

use quick_cache::sync::{Cache, EntryAction, EntryResult};
use tokio::time::Instant;

use crate::Place;

/// The capacity in names: about 2 MiB.
const CAPACITY: usize = 1_000;
/// The TTL of an entry.
const TTL: Duration = Duration::from_secs(24 * 60 * 60);

/// A cached response and its time.
#[derive(Clone)]
struct CachedPlaces {
    places: Arc<[Place]>,
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
        fetch: impl Future<Output = Option<Arc<[Place]>>>,
    ) -> Option<Arc<[Place]>> {
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
mod tests {
    use super::*;

    fn nothing() -> Option<Arc<[Place]>> {
        Some(Arc::from([]))
    }

    /// Returns whether the look-up was a cache miss.
    async fn misses(cache: &AnswerCache, name: &str, answer: Option<Arc<[Place]>>) -> bool {
        let mut missed = false;
        cache
            .get_or_fetch(name, async {
                missed = true;
                answer
            })
            .await;
        missed
    }

    #[tokio::test(start_paused = true)]
    async fn caches_responses_for_a_day_including_empty_ones() {
        let cache = AnswerCache::new();
        assert!(misses(&cache, "Lisbon", nothing()).await);
        assert!(!misses(&cache, "LISBON", nothing()).await);
        tokio::time::advance(TTL).await;
        assert!(misses(&cache, "Lisbon", nothing()).await);
    }

    #[tokio::test]
    async fn does_not_cache_failures() {
        let cache = AnswerCache::new();
        assert!(misses(&cache, "Lisbon", None).await);
        assert!(misses(&cache, "Lisbon", nothing()).await);
    }

    #[tokio::test]
    async fn the_cache_is_bounded() {
        let cache = AnswerCache::new();
        for name in 0..CAPACITY * 2 {
            misses(&cache, &name.to_string(), nothing()).await;
        }
        assert!(cache.names.len() <= CAPACITY);
    }
}
