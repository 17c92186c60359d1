//! The settlement of a stored trip: computed once for its version, however often it is shown.

use std::sync::{Arc, PoisonError, Weak};

use wayfare_domain::trip::settlement::Settlement;
use wayfare_domain::{People, UserId, Username};

use super::StoredTrip;
use crate::cache::LARGEST;

/// A settlement, and what it depends on beside the trip: the names of its people, and the last
/// import of reference rates.
#[derive(Debug)]
pub(super) struct Settled {
    people: Vec<(UserId, Username)>,
    import: i64,
    settlement: Arc<Settlement>,
}

impl Settled {
    /// Whether it was computed among these people after this import of rates.
    fn is_of(&self, people: &People, import: i64) -> bool {
        let known = self.people.iter().map(|(id, name)| (*id, name));
        let present = people.iter().map(|person| (person.id, &person.username));
        self.import == import && known.eq(present)
    }

    fn weight(&self) -> usize {
        let person = size_of::<(UserId, Username)>() + Username::MAX;
        self.settlement.weight() + self.people.len() * person
    }
}

impl StoredTrip {
    /// Returns the trip's settlement among these people after this import of rates. `compute` makes
    /// it, unless it was made before; concurrent calls wait for it. It counts to the bytes of the
    /// trip cache, if the trip is in there.
    pub fn settlement(
        &self,
        people: &People,
        import: i64,
        compute: impl FnOnce() -> Settlement,
    ) -> Arc<Settlement> {
        let mut settled = self
            .inner
            .settled
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(settled) = settled.as_ref().filter(|it| it.is_of(people, import)) {
            return Arc::clone(&settled.settlement);
        }
        let settlement = Arc::new(compute());
        let names = people.iter();
        let names = names.map(|person| (person.id, person.username.clone()));
        let made = Settled {
            people: names.collect(),
            import,
            settlement: Arc::clone(&settlement),
        };
        let weight = self.inner.text_bytes.saturating_add(made.weight());
        *settled = (weight <= LARGEST).then_some(made);
        drop(settled);
        if let Some(cache) = self.inner.cache.get().and_then(Weak::upgrade)
            && weight <= LARGEST
        {
            let weighed = Self {
                inner: Arc::clone(&self.inner),
                weight,
            };
            let is_self = |cached: &Self| Arc::ptr_eq(&cached.inner, &self.inner);
            cache.replace(self.id(), weighed, is_self);
        }
        settlement
    }
}
