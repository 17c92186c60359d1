//! The uploads on their way: a bounded number for each client, and in all.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use wayfare_bounds::{Client, Quota, QuotaMetrics, Reservation};

use crate::Error;

/// Uploads of one account or address at the same time.
const MAX_PER_CLIENT: u64 = 4;

/// The time limit of an upload, from its first byte to the last picture stored.
const TIME_LIMIT: Duration = Duration::from_secs(5 * 60);

/// The uploads on their way.
pub(crate) struct UploadSlots(Arc<Quota>);

/// A slot for one upload. Dropping it frees the slot.
pub(crate) struct UploadSlot {
    pub(crate) client: Client,
    /// When the upload must be over.
    pub(crate) deadline: Instant,
    _slot: Reservation,
}

impl UploadSlots {
    pub(crate) fn new(max: usize) -> Self {
        let max = u64::try_from(max).unwrap_or(u64::MAX);
        Self(Quota::new(max, MAX_PER_CLIENT, QuotaMetrics::default()))
    }

    /// Takes a slot.
    ///
    /// # Errors
    /// [`Error::TooManyUploads`] if the client or its network has too many uploads on their way;
    /// [`Error::Busy`] if all clients together do.
    pub(crate) fn take(&self, client: Client) -> Result<UploadSlot, Error> {
        self.take_for(client, TIME_LIMIT)
    }

    /// Takes a slot for an upload that must be over after so long.
    ///
    /// # Errors
    /// As [`UploadSlots::take`].
    pub(crate) fn take_for(&self, client: Client, time: Duration) -> Result<UploadSlot, Error> {
        let slot = self.0.take(client, 1);
        let slot = slot.map_err(|exceeded| Error::from_quota(exceeded, Error::TooManyUploads))?;
        Ok(UploadSlot {
            client,
            deadline: Instant::now() + time,
            _slot: slot,
        })
    }

    pub(crate) fn metrics(&self) -> &QuotaMetrics {
        self.0.metrics()
    }
}
