//! Quotas: bounds of what all clients hold together, one of them, and those of one network.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;

use crate::{Client, Network};

/// The clients of a network may hold one of so many parts of a quota.
const NETWORKS: u64 = 2;

/// Why a [`Reservation`] does not grow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Exceeded {
    /// The client holds as much as one client may, or its network as much as one network may.
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
    networks: HashMap<Network, u64>,
}

/// What a client holds of a [`Quota`]. Dropping it returns all.
#[derive(Debug)]
pub struct Reservation {
    quota: Arc<Quota>,
    client: Client,
    amount: u64,
}

impl Quota {
    /// A quota of `total`, of which one client may hold `per_client`, and the clients of one
    /// network a half, or `per_client` if that is more, counted in `metrics`.
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

    /// A reservation of an amount by a client.
    ///
    /// # Errors
    /// [`Exceeded`].
    pub fn take(self: &Arc<Self>, client: Client, amount: u64) -> Result<Reservation, Exceeded> {
        let mut reservation = self.reserve(client);
        reservation.grow_by(amount)?;
        Ok(reservation)
    }

    /// What the quota counts.
    #[must_use]
    pub const fn metrics(&self) -> &QuotaMetrics {
        &self.metrics
    }

    /// Changes what a client holds.
    fn update(&self, held: &mut Held, client: Client, change: impl Fn(u64) -> u64) {
        held.total = change(held.total);
        update(&mut held.clients, client, &change);
        if let Some(network) = client.network() {
            update(&mut held.networks, network, &change);
        }
        let total = i64::try_from(held.total).unwrap_or(i64::MAX);
        self.metrics.held.set(total);
    }

    fn lock(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Held {
    /// What a client holds, and what all clients of its network do.
    fn of(&self, client: Client) -> [u64; 2] {
        let network = client.network();
        let of_network = network.and_then(|network| self.networks.get(&network));
        [self.clients.get(&client), of_network].map(|held| held.copied().unwrap_or_default())
    }
}

/// Changes a value of a map; 0 is no entry.
fn update<K: Eq + Hash>(held: &mut HashMap<K, u64>, key: K, change: impl Fn(u64) -> u64) {
    match change(held.get(&key).copied().unwrap_or_default()) {
        0 => held.remove(&key),
        changed => held.insert(key, changed),
    };
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
        self.quota
            .update(&mut held, self.client, |held| held.saturating_add(more));
        self.amount += more;
    }

    /// Grows by an amount.
    ///
    /// # Errors
    /// [`Exceeded`], and the reservation stays as it is.
    pub fn grow_by(&mut self, more: u64) -> Result<(), Exceeded> {
        let mut held = self.quota.lock();
        let [own, network] = held.of(self.client).map(|held| held.saturating_add(more));
        let total = held.total.saturating_add(more);
        let per_client = self.quota.per_client;
        if own > per_client || network > per_client.max(self.quota.total / NETWORKS) {
            self.quota.metrics.refused_to_client.inc();
            return Err(Exceeded::Client);
        }
        if total > self.quota.total {
            self.quota.metrics.refused.inc();
            return Err(Exceeded::Total);
        }
        self.quota
            .update(&mut held, self.client, |held| held + more);
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
        self.quota
            .update(&mut held, self.client, |held| held - less);
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.shrink_by(self.amount);
    }
}

#[cfg(test)]
mod tests;
