//! What an operator may set, with its defaults.

use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use wayfare_domain::{Currency, ReferenceRates};
use wayfare_pictures::{AllowedHosts, WorkPool, WorkPoolConfig};

/// How many jobs may wait for each thread of a work pool.
const WAITING_PER_THREAD: u32 = 64;

/// What an operator may set.
#[derive(Debug, Clone)]
pub struct Policy {
    /// How long an access token is good, to the second.
    pub access_token_ttl: Duration,
    /// How long a refresh token is good.
    pub refresh_token_ttl: Duration,
    /// The base currency of trips that have set none.
    pub default_currency: Currency,
    /// Rates for amounts whose own payments imply none.
    pub reference_rates: ReferenceRates,
    /// How many passwords are hashed at once, each of which takes a thread and 19 MiB; and how many
    /// maps' notes are cleaned.
    pub hashing_threads: usize,
    /// The hosts from which pictures are fetched whatever their address; all others have to be
    /// public.
    pub picture_hosts: AllowedHosts,
    /// Where uploads are kept while they come in: up to 1 GiB.
    pub temporary_folder: PathBuf,
    /// How many uploads are received at once.
    pub uploads_at_once: usize,
    /// How many use cases may wait for a database thread.
    pub database_queue: usize,
    /// How long a use case waits at most for an answer of the database, and for a thread for
    /// hashing.
    pub longest_wait: Duration,
}

impl Policy {
    /// Returns a pool of `hashing_threads` threads, for which jobs wait at most `longest_wait`.
    pub(crate) fn work_pool(&self, name: &'static str) -> WorkPool {
        let threads = u32::try_from(self.hashing_threads)
            .unwrap_or(u32::MAX)
            .max(1);
        WorkPool::new(WorkPoolConfig {
            name,
            threads,
            max_waiting: threads.saturating_mul(WAITING_PER_THREAD),
            max_wait: Some(self.longest_wait),
            capacity: threads,
        })
    }
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            access_token_ttl: Duration::from_secs(15 * 60),
            refresh_token_ttl: Duration::from_secs(30 * 24 * 60 * 60),
            default_currency: Currency::CAD,
            reference_rates: ReferenceRates::default(),
            hashing_threads: thread::available_parallelism()
                .map_or(1, usize::from)
                .min(4),
            picture_hosts: AllowedHosts::default(),
            temporary_folder: std::env::temp_dir(),
            uploads_at_once: 32,
            database_queue: 1_024,
            longest_wait: Duration::from_secs(4),
        }
    }
}
