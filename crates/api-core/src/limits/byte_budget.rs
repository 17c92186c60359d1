//! Byte budgets: bound the bytes of large bodies and answers in memory, in total and by client.

use std::sync::Arc;

use wayfare_bounds::{Exceeded, Quota, QuotaMetrics};

use crate::Problem;

/// A client may hold one of so many parts of a budget.
const CLIENTS: u64 = 4;

/// A budget of bytes, of which a client may hold a quarter.
pub(crate) fn new(bytes: u64) -> Arc<Quota> {
    let metrics = QuotaMetrics::default();
    // Refusals of either kind are one number.
    let metrics = QuotaMetrics {
        refused_to_client: metrics.refused.clone(),
        ..metrics
    };
    Quota::new(bytes, bytes / CLIENTS, metrics)
}

/// A number of bytes, as quotas count them.
pub(crate) fn size(bytes: usize) -> u64 {
    u64::try_from(bytes).unwrap_or(u64::MAX)
}

impl From<Exceeded> for Problem {
    /// 429 if the client holds as much as one client may, 503 if there is no room because of
    /// others.
    fn from(exceeded: Exceeded) -> Self {
        match exceeded {
            Exceeded::Client => Self::too_many_bytes(),
            Exceeded::Total => wayfare_service::Error::Busy.into(),
        }
    }
}
