use super::*;

/// A value of as many bytes.
#[derive(Debug, Clone, PartialEq)]
struct Bytes(usize);

impl Weigh for Bytes {
    fn weight(&self) -> usize {
        self.0
    }
}

#[test]
fn a_disabled_cache_keeps_and_counts_nothing() {
    let cache = ByteCache::new(0, 1);
    cache.insert(1, Bytes(1));
    assert_eq!(cache.get(&1, |_| true), None);
    assert_eq!(cache.metrics().misses.get(), 0);
}

#[test]
fn never_exceeds_its_capacity_and_counts_evictions() {
    let cache = ByteCache::new(10_000, 1_000);
    for key in 0..100 {
        cache.insert(key, Bytes(500));
    }
    let metrics = cache.metrics();
    let [bytes, capacity] = [&metrics.bytes, &metrics.capacity].map(Gauge::get);
    assert!((1..=capacity).contains(&bytes), "{metrics:?}");
    assert!(metrics.evictions.get() >= 80, "{metrics:?}");
}

#[test]
fn the_largest_value_fits_whatever_the_cores() {
    let cache = ByteCache::new(10_000, 5_000);
    cache.insert(1, Bytes(5_000));
    assert_eq!(cache.get(&1, |_| true), Some(Bytes(5_000)));
}

#[test]
fn replaces_predecessors_only() {
    let cache = ByteCache::new(10_000, 100);
    cache.replace(1, Bytes(2), |_| true);
    assert_eq!(cache.get(&1, |_| true), None);
    cache.insert(1, Bytes(1));
    cache.replace(1, Bytes(3), |cached| cached.0 == 2);
    assert_eq!(cache.get(&1, |_| true), Some(Bytes(1)));
    cache.replace(1, Bytes(2), |cached| cached.0 == 1);
    assert_eq!(cache.get(&1, |_| true), Some(Bytes(2)));
}
