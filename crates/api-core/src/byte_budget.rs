//! Byte budget: bounds the bytes of large bodies and answers in memory, in total and by
//! tenant.
//!
//! A tenant may hold a third of what is free (dynamic thresholds, Choudhury and Hahne 1998): alone
//! a quarter of the budget, and less the more others hold. So there is room for one more, unless
//! dozens hold all that they may.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use wayfare_service::Tenant;

use crate::Problem;

/// A tenant holds at most the free bytes divided by this number.
const FREE_PER_TENANT: usize = 3;

/// A budget of bytes. [`ByteBudget::reserve`] takes of it.
#[derive(Debug)]
pub struct ByteBudget {
    capacity: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    used: usize,
    tenants: HashMap<Tenant, usize>,
    refused: u64,
}

impl State {
    fn add(&mut self, tenant: Tenant, bytes: usize) {
        self.used = self.used.saturating_add(bytes);
        let of_tenant = self.tenants.entry(tenant).or_default();
        *of_tenant = of_tenant.saturating_add(bytes);
    }
}

/// Bytes that a tenant holds. Dropping it returns them.
#[derive(Debug)]
pub struct Reservation {
    budget: Arc<ByteBudget>,
    tenant: Tenant,
    bytes: usize,
}

/// The load of a [`ByteBudget`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BudgetLoad {
    /// The bytes that are reserved at present.
    pub used: usize,
    /// How often a tenant found no room since the start.
    pub refused: u64,
}

impl ByteBudget {
    /// A budget of `capacity` bytes.
    pub fn new(capacity: usize) -> Arc<Self> {
        Arc::new(Self {
            capacity,
            state: Mutex::default(),
        })
    }

    /// The present load, and the refusals.
    pub fn load(&self) -> BudgetLoad {
        let state = self.lock();
        BudgetLoad {
            used: state.used,
            refused: state.refused,
        }
    }

    /// An empty reservation of a tenant.
    pub fn reserve(self: &Arc<Self>, tenant: Tenant) -> Reservation {
        Reservation {
            budget: Arc::clone(self),
            tenant,
            bytes: 0,
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reservation {
    /// Grows to `bytes` in all.
    ///
    /// # Errors
    /// 429 if the tenant would hold more than one tenant ever may, 503 if there is no room because
    /// of others. The reservation stays as it is.
    pub fn grow_to(&mut self, bytes: usize) -> Result<(), Problem> {
        let capacity = self.budget.capacity;
        let more = bytes.saturating_sub(self.bytes);
        if more == 0 {
            return Ok(());
        }
        let mut state = self.budget.lock();
        let used = state.used.saturating_add(more);
        let of_tenant = state.tenants.get(&self.tenant).copied().unwrap_or(0);
        let of_tenant = of_tenant.saturating_add(more);
        if of_tenant > capacity.saturating_sub(used) / FREE_PER_TENANT {
            state.refused += 1;
            return Err(if of_tenant > capacity / (FREE_PER_TENANT + 1) {
                Problem::too_many_bytes()
            } else {
                wayfare_service::Error::Busy.into()
            });
        }
        state.add(self.tenant, more);
        drop(state);
        self.bytes += more;
        Ok(())
    }

    /// Grows to `bytes` in all, beyond the budget if need be: for the answer to what is done.
    pub fn force_to(&mut self, bytes: usize) {
        let more = bytes.saturating_sub(self.bytes);
        self.budget.lock().add(self.tenant, more);
        self.bytes += more;
    }

    /// Shrinks to `bytes` in all.
    pub fn shrink_to(&mut self, bytes: usize) {
        self.shrink_by(self.bytes.saturating_sub(bytes));
    }

    /// Returns some of its bytes.
    pub fn shrink_by(&mut self, bytes: usize) {
        let bytes = bytes.min(self.bytes);
        self.bytes -= bytes;
        let mut state = self.budget.lock();
        state.used -= bytes;
        if let Some(of_tenant) = state.tenants.get_mut(&self.tenant) {
            *of_tenant -= bytes;
            if *of_tenant == 0 {
                state.tenants.remove(&self.tenant);
            }
        }
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.shrink_by(self.bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: usize = 1 << 20;

    #[test]
    fn one_tenant_gets_a_quarter_and_leaves_room_for_others() {
        let budget = ByteBudget::new(64 * MIB);
        let [mut first, mut second, mut other] =
            [1, 1, 2].map(|tenant| budget.reserve(Tenant::new(tenant)));
        first.grow_to(8 * MIB).unwrap();
        second.grow_to(8 * MIB).unwrap();
        let refusal = second.grow_to(8 * MIB + 1).unwrap_err();
        assert_eq!(refusal.status(), 429);
        other.grow_to(8 * MIB).unwrap();
        assert_eq!(budget.load().used, 24 * MIB);
        // What was reserved stays, whatever others hold.
        first.grow_to(8 * MIB).unwrap();
        drop((first, second, other));
        let load = budget.load();
        assert_eq!((load.used, load.refused), (0, 1));
        assert!(budget.lock().tenants.is_empty());
    }

    #[test]
    fn there_is_room_for_one_more_tenant() {
        let budget = ByteBudget::new(64 * MIB);
        let mut reservations = Vec::new();
        for tenant in 0..16 {
            let mut reservation = budget.reserve(Tenant::new(tenant));
            let step = MIB / 16;
            let refusal = (1..).find_map(|steps| reservation.grow_to(steps * step).err());
            assert!([429, 503].contains(&refusal.unwrap().status().as_u16()));
            assert!(reservation.bytes >= step, "{tenant}");
            reservations.push(reservation);
        }
        assert!(budget.load().used < 64 * MIB);
    }

    #[test]
    fn returns_bytes_in_parts() {
        let budget = ByteBudget::new(64 * MIB);
        let mut reservation = budget.reserve(Tenant::new(1));
        reservation.grow_to(3 * MIB).unwrap();
        reservation.shrink_by(MIB);
        assert_eq!(budget.load().used, 2 * MIB);
        reservation.shrink_by(5 * MIB);
        assert_eq!(budget.load().used, 0);
    }
}
