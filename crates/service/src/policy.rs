//! The settings of the service, with their defaults.

use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use wayfare_bounds::{Deadline, QueueMetrics, WorkPool};
use wayfare_domain::Currency;
use wayfare_pictures::AllowedHosts;

use crate::Error;

/// Queue length of a work pool, per thread.
const WAITING_PER_THREAD: usize = 64;

/// The settings of sign-ins at an OpenID provider.
#[derive(Debug, Clone)]
pub struct OidcPolicy {
    /// The provider, and whom it admits.
    pub provider: wayfare_oidc::Settings,
    /// Its name, for people.
    pub name: String,
    /// Whether people without an account get one when they sign in.
    pub sign_up: bool,
}

/// The settings of the service.
#[derive(Debug, Clone)]
pub struct Policy {
    /// The lifetime of an access token, in whole seconds.
    pub access_token_ttl: Duration,
    /// The lifetime of a refresh token.
    pub refresh_token_ttl: Duration,
    /// The base currency of trips that do not set one.
    pub default_currency: Currency,
    /// Threads that hash passwords, each with 19 MiB of memory. As many clean map notes, and as
    /// many work on large documents.
    pub hashing_threads: usize,
    /// The hosts that pictures may be fetched from even if their address is not public.
    pub picture_hosts: AllowedHosts,
    /// The folder for uploads being received, up to 1 GiB in total.
    pub temporary_folder: PathBuf,
    /// The program that reads what the readers of imports leave unread, if there is one.
    pub extractor: Option<PathBuf>,
    /// Uploads received concurrently: of many accounts, since one has four at most.
    pub uploads_at_once: usize,
    /// Trips that an account may own; 0 for no limit.
    pub trips_per_account: u32,
    /// Trips of others that an account may be a member of; 0 for no limit.
    pub memberships_per_account: u32,
    /// Bytes that the documents of the trips of an account may have together; 0 for no limit.
    pub trip_bytes_per_account: u64,
    /// Bytes of stored pictures that an account may have; 0 for no limit.
    pub pictures_per_account: u64,
    /// Whether people may create accounts; else operators do.
    pub sign_up: bool,
    /// Whether people sign in, and create accounts, with passwords.
    pub passwords: bool,
    /// The OpenID provider that people sign in at, if there is one.
    pub oidc: Option<OidcPolicy>,
    /// Queue length of each kind of database work.
    pub database_queue: usize,
    /// The deadline of a database job, and the longest wait for a thread of a work pool or for the
    /// lock of a trip.
    pub longest_wait: Duration,
    /// The time limit of all look-ups of places of a write.
    pub place_timeout: Duration,
    /// How long the mail server may take for a mail.
    pub mail_timeout: Duration,
}

impl Policy {
    /// Checks that people use passwords.
    ///
    /// # Errors
    /// [`Error::PasswordsOff`].
    pub(crate) fn authorize_passwords(&self) -> Result<(), Error> {
        if self.passwords {
            Ok(())
        } else {
            Err(Error::PasswordsOff)
        }
    }

    /// Returns a pool of `hashing_threads` threads, for which jobs wait at most `longest_wait`.
    pub(crate) fn work_pool(&self, name: &'static str) -> WorkPool {
        self.work_pool_of(self.hashing_threads, name)
    }

    /// As [`Policy::work_pool`], with one thread less: what takes seconds, such as an import,
    /// leaves a core to others' requests.
    pub(crate) fn slow_work_pool(&self, name: &'static str) -> WorkPool {
        self.work_pool_of(self.hashing_threads.saturating_sub(1), name)
    }

    fn work_pool_of(&self, threads: usize, name: &'static str) -> WorkPool {
        let threads = threads.max(1);
        let max_waiting = threads.saturating_mul(WAITING_PER_THREAD);
        let deadline = Deadline::ToStart(self.longest_wait);
        let metrics = QueueMetrics::default();
        WorkPool::new(name, threads, max_waiting, 1, deadline, &metrics)
    }
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            access_token_ttl: Duration::from_secs(15 * 60),
            refresh_token_ttl: Duration::from_secs(30 * 24 * 60 * 60),
            default_currency: Currency::CAD,
            hashing_threads: thread::available_parallelism()
                .map_or(1, usize::from)
                .min(4),
            picture_hosts: AllowedHosts::default(),
            temporary_folder: std::env::temp_dir(),
            extractor: None,
            uploads_at_once: 128,
            trips_per_account: 10_000,
            memberships_per_account: 10_000,
            trip_bytes_per_account: 1 << 30,
            pictures_per_account: 5 << 30,
            sign_up: true,
            passwords: true,
            oidc: None,
            database_queue: 1_024,
            longest_wait: Duration::from_secs(4),
            place_timeout: Duration::from_secs(1),
            mail_timeout: Duration::from_secs(60),
        }
    }
}
