//! The counters of a limit, by key, from which quota can be given back.

use std::convert::Infallible;
use std::hash::Hash;
use std::sync::Arc;
use std::time::Duration;

use governor::nanos::Nanos;
use governor::state::StateStore;
use governor::state::keyed::{DashMapStateStore, ShrinkableKeyedStateStore};

/// The counters of a limit. Clones share them.
#[derive(Clone)]
pub(super) struct Counters<K: Hash + Eq + Clone>(Arc<DashMapStateStore<K>>);

impl<K: Hash + Eq + Clone> Counters<K> {
    /// Gives back what one request took, if the quota grows by one in `interval`.
    pub(super) fn refund(&self, key: &K, interval: Duration) {
        // The state of a key is the time at which its quota is full.
        let earlier = |full: Option<Nanos>| {
            let full = full.unwrap_or_else(|| Nanos::from(0));
            Ok::<_, Infallible>(((), full.saturating_sub(interval.into())))
        };
        let Ok(()) = self.0.measure_and_replace(key, earlier);
    }
}

impl<K: Hash + Eq + Clone> Default for Counters<K> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<K: Hash + Eq + Clone> StateStore for Counters<K> {
    type Key = K;

    fn measure_and_replace<T, F, E>(&self, key: &K, measure: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        self.0.measure_and_replace(key, measure)
    }
}

impl<K: Hash + Eq + Clone> ShrinkableKeyedStateStore<K> for Counters<K> {
    fn retain_recent(&self, drop_below: Nanos) {
        self.0.retain_recent(drop_below);
    }

    fn shrink_to_fit(&self) {
        ShrinkableKeyedStateStore::shrink_to_fit(&*self.0);
    }

    fn len(&self) -> usize {
        ShrinkableKeyedStateStore::len(&*self.0)
    }

    fn is_empty(&self) -> bool {
        ShrinkableKeyedStateStore::is_empty(&*self.0)
    }
}
