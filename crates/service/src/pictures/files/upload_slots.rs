//! The uploads on their way: a bounded number for each tenant, and in all.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
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
    max: i64,
    tenants: Arc<Mutex<HashMap<Tenant, usize>>>,
    metrics: UploadMetrics,
}

/// The uploads at present, and counters since the start. Clones share the numbers.
#[derive(Debug, Clone, Default)]
pub(crate) struct UploadMetrics {
    /// Uploads that are being received or stored. Changed under the lock of the tenants.
    pub(crate) in_flight: Gauge,
    /// Uploads refused because the account or address had too many on their way.
    pub(crate) refused_by_tenant: Counter,
    /// Uploads refused because there were too many in all.
    pub(crate) refused: Counter,
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
            max: i64::try_from(max).unwrap_or(i64::MAX),
            tenants: Arc::default(),
            metrics: UploadMetrics::default(),
        }
    }

    /// Takes a slot.
    ///
    /// # Errors
    /// [`Error::TooManyUploads`] if the tenant has too many uploads on their way; [`Error::Busy`]
    /// if all tenants together do.
    pub(crate) fn take(&self, tenant: Tenant) -> Result<UploadSlot, Error> {
        let mut tenants = self.lock();
        let own = tenants.get(&tenant).copied().unwrap_or_default();
        if own >= MAX_PER_TENANT {
            self.metrics.refused_by_tenant.inc();
            return Err(Error::TooManyUploads);
        }
        if self.metrics.in_flight.get() >= self.max {
            self.metrics.refused.inc();
            return Err(Error::Busy);
        }
        tenants.insert(tenant, own + 1);
        self.metrics.in_flight.inc();
        Ok(UploadSlot {
            slots: self.clone(),
            tenant,
            deadline: Instant::now() + TIME_LIMIT,
        })
    }

    pub(crate) fn metrics(&self) -> &UploadMetrics {
        &self.metrics
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Tenant, usize>> {
        self.tenants.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for UploadSlot {
    fn drop(&mut self) {
        let mut tenants = self.slots.lock();
        self.slots.metrics.in_flight.dec();
        if let Some(own) = tenants.get_mut(&self.tenant) {
            *own -= 1;
            if *own == 0 {
                tenants.remove(&self.tenant);
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
        let metrics = slots.metrics();
        assert_eq!(metrics.in_flight.get(), 6);
        assert_eq!(
            (metrics.refused_by_tenant.get(), metrics.refused.get()),
            (2, 1)
        );
        drop(taken);
        assert_eq!(metrics.in_flight.get(), 0);
        assert_eq!(slots.lock().len(), 0);
    }
}
