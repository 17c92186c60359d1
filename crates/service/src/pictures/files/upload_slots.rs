//! The uploads on their way: a bounded number for each tenant, and in all.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;
use wayfare_work_pool::Tenant;

use crate::Error;

/// Uploads of one account or address at the same time.
const MAX_PER_TENANT: usize = 4;
/// The time limit of an upload, from its first byte to the last picture stored.
const TIME_LIMIT: Duration = Duration::from_secs(5 * 60);

/// The uploads on their way. Clones share them.
#[derive(Clone)]
pub(crate) struct UploadSlots {
    max: usize,
    state: Arc<Mutex<State>>,
}

/// The uploads at present, and counters since the start.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct UploadLoad {
    /// How many uploads are being received or stored.
    pub in_flight: usize,
    /// How many were refused because the account or address had too many on their way.
    pub refused_by_tenant: u64,
    /// How many were refused because there were too many in all.
    pub refused: u64,
}

#[derive(Default)]
struct State {
    tenants: HashMap<Tenant, usize>,
    load: UploadLoad,
}

/// A slot for one upload. Dropping it frees the slot.
pub(crate) struct UploadSlot {
    slots: UploadSlots,
    pub(crate) tenant: Tenant,
    /// When the upload must be over.
    pub(crate) deadline: Instant,
}

impl UploadSlots {
    pub(crate) fn new(max: usize) -> Self {
        Self {
            max,
            state: Arc::default(),
        }
    }

    /// Takes a slot.
    ///
    /// # Errors
    /// [`Error::TooManyUploads`] if the tenant has too many uploads on their way; [`Error::Busy`]
    /// if all tenants together do.
    pub(crate) fn take(&self, tenant: Tenant) -> Result<UploadSlot, Error> {
        let mut state = self.lock();
        let own = state.tenants.get(&tenant).copied().unwrap_or_default();
        if own >= MAX_PER_TENANT {
            state.load.refused_by_tenant += 1;
            return Err(Error::TooManyUploads);
        }
        if state.load.in_flight >= self.max {
            state.load.refused += 1;
            return Err(Error::Busy);
        }
        state.tenants.insert(tenant, own + 1);
        state.load.in_flight += 1;
        Ok(UploadSlot {
            slots: self.clone(),
            tenant,
            deadline: Instant::now() + TIME_LIMIT,
        })
    }

    pub(crate) fn load(&self) -> UploadLoad {
        self.lock().load
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for UploadSlot {
    fn drop(&mut self) {
        let mut state = self.slots.lock();
        state.load.in_flight -= 1;
        if let Some(own) = state.tenants.get_mut(&self.tenant) {
            *own -= 1;
            if *own == 0 {
                state.tenants.remove(&self.tenant);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenant_has_four_slots_and_all_have_a_maximum() {
        let slots = UploadSlots::new(6);
        let [ann, bob] = [1, 2].map(Tenant::new);
        let mut taken: Vec<_> = (0..4).map(|_| slots.take(ann).ok().unwrap()).collect();
        assert!(matches!(slots.take(ann), Err(Error::TooManyUploads)));
        taken.extend((0..2).map(|_| slots.take(bob).ok().unwrap()));
        assert!(matches!(slots.take(bob), Err(Error::Busy)));
        taken.remove(0);
        taken.push(slots.take(ann).ok().unwrap());
        assert!(matches!(slots.take(ann), Err(Error::TooManyUploads)));
        let load = UploadLoad {
            in_flight: 6,
            refused_by_tenant: 2,
            refused: 1,
        };
        assert_eq!(slots.load(), load);
        drop(taken);
        assert_eq!(slots.load().in_flight, 0);
        assert_eq!(slots.lock().tenants.len(), 0);
    }
}
