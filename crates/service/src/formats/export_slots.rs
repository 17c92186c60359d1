//! A bound on the archives of accounts that are written at the same time.

use std::sync::Arc;

use wayfare_bounds::{Client, Quota, QuotaMetrics, Reservation};

use crate::Error;

/// Archives in all and for one account. Each holds a picture.
const MAX: u64 = 16;
const MAX_PER_CLIENT: u64 = 2;

/// The archives of accounts that are being written.
pub(crate) struct ExportSlots(Arc<Quota>);

impl Default for ExportSlots {
    fn default() -> Self {
        Self(Quota::new(MAX, MAX_PER_CLIENT, QuotaMetrics::default()))
    }
}

impl ExportSlots {
    /// Takes a slot.
    ///
    /// # Errors
    /// [`Error::TooManyStreams`] if the client or its network has too many archives on their way;
    /// [`Error::Busy`] if all clients together do.
    pub(crate) fn take(&self, client: Client) -> Result<Reservation, Error> {
        let slot = self.0.take(client, 1);
        slot.map_err(|exceeded| Error::from_quota(exceeded, Error::TooManyStreams))
    }
}
