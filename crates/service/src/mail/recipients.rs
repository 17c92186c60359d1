//! How many confirmations an address gets, whoever has named it as theirs.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use wayfare_domain::Instant;

use super::{DAY, HOUR};

/// The most in an hour.
const PER_HOUR: usize = 5;
/// The most in a day.
const PER_DAY: usize = 20;
/// The most addresses that are counted. Beyond that, addresses are not limited.
const MAX_ADDRESSES: usize = 10_000;

/// When this server has sent confirmations to each address within a day. Accounts can be deleted, so
/// what they have requested does not bound it.
#[derive(Default)]
pub(super) struct Recipients(Mutex<HashMap<String, Vec<Instant>>>);

impl Recipients {
    /// Counts a confirmation to an address. Returns `false` and counts nothing if it has had as many
    /// as it may.
    pub(super) fn count(&self, address: &str, now: Instant) -> bool {
        let [hour, day] = [HOUR, DAY].map(|per| now.plus_millis(-per));
        let mut sent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        sent.retain(|_, times| {
            times.retain(|at| *at > day);
            !times.is_empty()
        });
        let key = mailbox(address);
        if sent.len() >= MAX_ADDRESSES && !sent.contains_key(&key) {
            return true;
        }
        let times = sent.entry(key).or_default();
        let lately = times.iter().filter(|at| **at > hour).count();
        let may = lately < PER_HOUR && times.len() < PER_DAY;
        if may {
            times.push(now);
        }
        may
    }
}

/// The mailbox of an address: in lower case, without what follows a plus sign.
fn mailbox(address: &str) -> String {
    let (local, host) = address.rsplit_once('@').unwrap_or((address, ""));
    let local = local.split('+').next().unwrap_or_default();
    format!("{local}@{host}").to_lowercase()
}
