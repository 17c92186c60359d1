//! Quotas: a bound of what all clients hold together, and of what one of them holds.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;

use crate::Client;

/// Why a [`Reservation`] does not grow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Exceeded {
    /// The client holds as much as one client may.
    #[error("the client's share of the quota is used up")]
    Client,
    /// All clients together hold the whole quota.
    #[error("the quota is used up")]
    Total,
}

/// An amount of something, such as bytes, that clients reserve.
#[derive(Debug)]
pub struct Quota {
    total: u64,
    per_client: u64,
    held: Mutex<Held>,
    metrics: QuotaMetrics,
}

/// What a [`Quota`] counts. Clones share the numbers.
#[derive(Debug, Clone, Default)]
pub struct QuotaMetrics {
    /// The amount that is reserved.
    pub held: Gauge,
    /// Reservations that failed with [`Exceeded::Client`].
    pub refused_to_client: Counter,
    /// Reservations that failed with [`Exceeded::Total`].
    pub refused: Counter,
}

#[derive(Debug, Default)]
struct Held {
    total: u64,
    clients: HashMap<Client, u64>,
}

/// What a client holds of a [`Quota`]. Dropping it returns all.
#[derive(Debug)]
pub struct Reservation {
    quota: Arc<Quota>,
    client: Client,
    amount: u64,
}

impl Quota {
    /// A quota of `total`, of which one client may hold `per_client`, counted in `metrics`.
    #[must_use]
    pub fn new(total: u64, per_client: u64, metrics: QuotaMetrics) -> Arc<Self> {
        Arc::new(Self {
            total,
            per_client,
            held: Mutex::default(),
            metrics,
        })
    }

    /// An empty reservation of a client.
    #[must_use]
    pub fn reserve(self: &Arc<Self>, client: Client) -> Reservation {
        Reservation {
            quota: Arc::clone(self),
            client,
            amount: 0,
        }
    }

    /// What the quota counts.
    #[must_use]
    pub const fn metrics(&self) -> &QuotaMetrics {
        &self.metrics
    }

    fn set(&self, held: &mut Held, total: u64) {
        held.total = total;
        self.metrics
            .held
            .set(i64::try_from(total).unwrap_or(i64::MAX));
    }

    fn lock(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reservation {
    /// The amount that it holds.
    #[must_use]
    pub const fn amount(&self) -> u64 {
        self.amount
    }

    /// Grows to an amount, beyond the quota if need be.
    pub fn force_to(&mut self, amount: u64) {
        let more = amount.saturating_sub(self.amount);
        let mut held = self.quota.lock();
        let total = held.total.saturating_add(more);
        self.quota.set(&mut held, total);
        *held.clients.entry(self.client).or_default() += more;
        self.amount += more;
    }

    /// Grows by an amount.
    ///
    /// # Errors
    /// [`Exceeded`], and the reservation stays as it is.
    pub fn grow_by(&mut self, more: u64) -> Result<(), Exceeded> {
        let mut held = self.quota.lock();
        let own = held.clients.get(&self.client).copied().unwrap_or_default();
        let own = own.saturating_add(more);
        let total = held.total.saturating_add(more);
        if own > self.quota.per_client {
            self.quota.metrics.refused_to_client.inc();
            return Err(Exceeded::Client);
        }
        if total > self.quota.total {
            self.quota.metrics.refused.inc();
            return Err(Exceeded::Total);
        }
        self.quota.set(&mut held, total);
        held.clients.insert(self.client, own);
        self.amount += more;
        Ok(())
    }

    /// Grows to an amount; a smaller one has no effect.
    ///
    /// # Errors
    /// As [`Reservation::grow_by`].
    pub fn grow_to(&mut self, amount: u64) -> Result<(), Exceeded> {
        match amount.saturating_sub(self.amount) {
            0 => Ok(()),
            more => self.grow_by(more),
        }
    }

    /// Shrinks to an amount; a larger one has no effect.
    pub fn shrink_to(&mut self, amount: u64) {
        self.shrink_by(self.amount.saturating_sub(amount));
    }

    /// Returns a part of it.
    pub fn shrink_by(&mut self, less: u64) {
        let less = less.min(self.amount);
        self.amount -= less;
        let mut held = self.quota.lock();
        let total = held.total - less;
        self.quota.set(&mut held, total);
        if let Some(own) = held.clients.get_mut(&self.client) {
            *own -= less;
            if *own == 0 {
                held.clients.remove(&self.client);
            }
        }
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.shrink_by(self.amount);
    }
}

#[cfg(test)]
mod tests;
