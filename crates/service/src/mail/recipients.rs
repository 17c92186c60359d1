//! How many mails an address gets, whoever asks for them: confirmations, which each server counts,
//! and invitations, which the database counts.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use sha2::{Digest, Sha256};
use url::Host;
use uuid::Uuid;
use wayfare_domain::Instant;

use super::{DAY, HOUR};

/// The most in an hour.
const PER_HOUR: usize = 5;
/// The most in a day.
const PER_DAY: usize = 20;
/// When this server has sent confirmations to each address within a day. Accounts can be deleted,
/// so what they have requested does not bound it; a part of a digest stands for an address, so that
/// neither does their number.
#[derive(Default)]
pub(super) struct Recipients(Mutex<HashMap<u16, Vec<Instant>>>);

impl Recipients {
    /// Counts a confirmation to an address. Returns `false` and counts nothing if it has had as
    /// many as it may.
    pub(super) fn count(&self, address: &str, now: Instant) -> bool {
        let [hour, day] = [HOUR, DAY].map(|per| now.plus_millis(-per));
        let mut sent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        sent.retain(|_, times| {
            times.retain(|at| *at > day);
            !times.is_empty()
        });
        let [first, second, ..] = *id_of(address).as_bytes();
        let key = u16::from_be_bytes([first, second]);
        let times = sent.entry(key).or_default();
        let lately = times.iter().filter(|at| **at > hour).count();
        let may = lately < PER_HOUR && times.len() < PER_DAY;
        if may {
            times.push(now);
        }
        may
    }
}

/// What is stored of a mailbox: the start of a digest.
pub(crate) fn id_of(address: &str) -> Uuid {
    let digest: [u8; 32] = Sha256::digest(mailbox(address)).into();
    let start = digest.first_chunk::<16>().copied();
    Uuid::from_bytes(start.unwrap_or_default())
}

/// The mailbox of an address: in lower case, without what follows a plus sign, the host as the
/// domain name system has it.
fn mailbox(address: &str) -> String {
    let (local, host) = address.rsplit_once('@').unwrap_or((address, ""));
    let local = local.split('+').next().unwrap_or_default();
    let host = Host::parse(host).map_or_else(|_| host.to_lowercase(), |host| host.to_string());
    format!("{}@{host}", local.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_a_mailbox_are_one() {
        let one = id_of("Ada.L+trips@B\u{fc}cher.example");
        assert_eq!(one, id_of("ada.l@xn--bcher-kva.EXAMPLE"));
        assert_ne!(one, id_of("adal@xn--bcher-kva.example"));
    }
}
