use super::*;

fn nothing() -> Option<Arc<[Answer]>> {
    Some(Arc::from([]))
}

/// Returns whether the look-up was a cache miss.
async fn misses(cache: &AnswerCache, name: &str, answer: Option<Arc<[Answer]>>) -> bool {
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
