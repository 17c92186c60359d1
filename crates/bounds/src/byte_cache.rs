//! A cache bounded by the bytes of its values. Each reader validates the value that it finds
//! against the present state.
//!
//! ```
//! use wayfare_bounds::{ByteCache, Weigh};
//!
//! #[derive(Clone, PartialEq, Debug)]
//! struct Page {
//!     version: u32,
//!     text: String,
//! }
//!
//! impl Weigh for Page {
//!     fn weight(&self) -> usize {
//!         self.text.len()
//!     }
//! }
//!
//! let cache = ByteCache::new(1 << 20, 64 << 10);
//! let page = Page { version: 1, text: "Lisbon".to_owned() };
//! cache.insert("home", page.clone());
//! assert_eq!(cache.get(&"home", |page| page.version == 1), Some(page));
//! assert_eq!(cache.get(&"home", |page| page.version == 2), None);
//! assert_eq!(cache.metrics().misses.get(), 1);
//! ```

use std::hash::Hash;
use std::sync::Arc;
use std::thread;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use quick_cache::sync::Cache;
use quick_cache::{DefaultHashBuilder, Lifecycle, OptionsBuilder, Weighter};

/// The weight of a typical value, from which the initial number of entries follows.
const TYPICAL_WEIGHT: usize = 4 << 10;
/// Shards per core. With more shards, threads wait for each other less.
const SHARDS_PER_CORE: usize = 4;

/// A value that knows its size.
pub trait Weigh {
    /// Its size in bytes, with what the cache spends on it.
    fn weight(&self) -> usize;
}

impl<V: Weigh> Weigh for Arc<V> {
    fn weight(&self) -> usize {
        V::weight(self)
    }
}

/// What a [`ByteCache`] counts. Clones share the numbers.
#[derive(Debug, Clone, Default)]
pub struct CacheMetrics {
    /// Reads that found a valid value.
    pub hits: Counter,
    /// Reads that found no value, or an outdated one.
    pub misses: Counter,
    /// Values that made room for others, or were too large to be kept.
    pub evictions: Counter,
    /// The size of the values in bytes.
    pub bytes: Gauge,
    /// The upper limit of [`CacheMetrics::bytes`].
    pub capacity: Gauge,
}

/// A cache of values by key, bounded by their bytes. Threads share it.
pub struct ByteCache<K, V> {
    /// `None` if the cache is disabled.
    values: Option<Cache<K, V, ByWeight, DefaultHashBuilder, CountEvictions>>,
    metrics: CacheMetrics,
}

#[derive(Clone)]
struct ByWeight;

impl<K, V: Weigh> Weighter<K, V> for ByWeight {
    fn weight(&self, _: &K, value: &V) -> u64 {
        u64::try_from(value.weight()).unwrap_or(u64::MAX)
    }
}

#[derive(Clone)]
struct CountEvictions(Counter);

impl<K, V> Lifecycle<K, V> for CountEvictions {
    type RequestState = ();

    fn on_evict(&self, (): &mut (), _: K, _: V) {
        self.0.inc();
    }
}

impl<K: Eq + Hash, V: Clone + Weigh> ByteCache<K, V> {
    /// Creates a cache of `bytes`; 0 disables it. A value of up to `largest` bytes fits, unless it
    /// is heavier than the whole cache.
    #[must_use]
    pub fn new(bytes: usize, largest: usize) -> Self {
        // A value heavier than its shard is never kept. The library rounds the number of shards up
        // to a power of two, which would make them smaller.
        let fitting = (bytes / largest.max(1))
            .checked_ilog2()
            .map_or(1, |log| 1 << log);
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let options = OptionsBuilder::new()
            .estimated_items_capacity(bytes / TYPICAL_WEIGHT)
            .weight_capacity(u64::try_from(bytes).unwrap_or(u64::MAX))
            .shards(fitting.min(cores.next_power_of_two() * SHARDS_PER_CORE))
            .build();
        let metrics = CacheMetrics::default();
        let values = options.ok().filter(|_| bytes > 0).map(|options| {
            let count = CountEvictions(metrics.evictions.clone());
            Cache::with_options(options, ByWeight, DefaultHashBuilder::default(), count)
        });
        let capacity = values.as_ref().map_or(0, Cache::capacity);
        metrics.capacity.set(gauged(capacity));
        Self { values, metrics }
    }

    /// Returns the value of a key if it is cached and still valid.
    pub fn get(&self, key: &K, is_valid: impl FnOnce(&V) -> bool) -> Option<V> {
        let value = self.values.as_ref()?.get(key).filter(is_valid);
        let counter = if value.is_some() {
            &self.metrics.hits
        } else {
            &self.metrics.misses
        };
        counter.inc();
        value
    }

    /// Inserts a value, or replaces the key's earlier one.
    pub fn insert(&self, key: K, value: V) {
        if let Some(values) = &self.values {
            values.insert(key, value);
            self.metrics.bytes.set(gauged(values.weight()));
        }
    }

    /// Returns the value of a key; on a miss the result of `make`, which is cached. Concurrent
    /// calls for a key share it; if it fails, the next of them makes its own.
    ///
    /// # Errors
    /// That of `make`.
    pub async fn get_or_insert<E, F>(&self, key: &K, make: impl FnOnce() -> F) -> Result<V, E>
    where
        K: Clone,
        F: Future<Output = Result<V, E>>,
    {
        let Some(values) = &self.values else {
            return make().await;
        };
        let mut is_hit = true;
        let make = async {
            is_hit = false;
            self.metrics.misses.inc();
            // Boxed, so that a hit does not move a large future.
            Box::pin(make()).await
        };
        let value = values.get_or_insert_async(key, make).await;
        if is_hit {
            self.metrics.hits.inc();
        } else {
            // Locks each part of the cache, so not on a hit.
            self.metrics.bytes.set(gauged(values.weight()));
        }
        value
    }

    /// Replaces the value of a key if that is cached and `is_predecessor` accepts it.
    pub fn replace(&self, key: K, value: V, is_predecessor: impl FnOnce(&V) -> bool) {
        if let Some(values) = &self.values
            && values
                .peek(&key)
                .is_some_and(|cached| is_predecessor(&cached))
        {
            self.insert(key, value);
        }
    }

    /// Returns what the cache counts.
    #[must_use]
    pub fn metrics(&self) -> &CacheMetrics {
        &self.metrics
    }
}

fn gauged(bytes: u64) -> i64 {
    i64::try_from(bytes).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests;
