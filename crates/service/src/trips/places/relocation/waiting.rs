//! The trips whose places are still to be looked up.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use wayfare_bounds::{Client, FairQueue};
use wayfare_domain::{TripId, UserId};

/// The trips that may wait; the places of others are looked up when they are next written.
const MAX_WAITING: usize = 1_000;
/// A trip with places that are still to be looked up.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pending {
    pub(super) trip: TripId,
    pub(super) owner: UserId,
    pub(super) client: Client,
    pub(super) keeps_hours: bool,
    pub(super) attempts: u32,
}

/// The trips with places that are still to be looked up, one at a time.
#[derive(Debug, Default)]
pub(crate) struct Relocations(Mutex<Waiting>);

#[derive(Debug, Default)]
struct Waiting {
    /// Owners take turns.
    queue: FairQueue<Pending>,
    trips: HashSet<TripId>,
    is_running: bool,
}

impl Relocations {
    /// Adds a trip, if there is room. Returns whether nobody looks places up yet.
    pub(super) fn push(&self, pending: Pending) -> bool {
        let mut guard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = &mut *guard;
        let owner = Client::new(pending.owner.0.as_u128());
        if !waiting.trips.contains(&pending.trip) {
            let is_full = waiting.queue.len() >= MAX_WAITING;
            let displaced = is_full.then(|| waiting.queue.displace_for(owner)).flatten();
            if let Some(displaced) = displaced {
                waiting.trips.remove(&displaced.trip);
            }
            if waiting.queue.len() < MAX_WAITING {
                waiting.trips.insert(pending.trip);
                waiting.queue.push(owner, pending);
            }
        }
        !std::mem::replace(&mut waiting.is_running, true)
    }

    /// Takes the trip whose turn it is.
    pub(super) fn pop(&self) -> Option<Pending> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let next = waiting.queue.pop();
        if let Some(next) = next {
            waiting.trips.remove(&next.trip);
        }
        waiting.is_running = next.is_some();
        next
    }
}

#[cfg(test)]
mod tests;
