//! What an operator may set, with its defaults.

use std::thread;
use std::time::Duration;

use wayfare_domain::{Currency, ReferenceRates};

/// What an operator may set.
#[derive(Debug, Clone)]
pub struct Policy {
    /// How long an access token is good, to the second.
    pub access_token_ttl: Duration,
    /// How long a refresh token is good.
    pub refresh_token_ttl: Duration,
    /// Who issues tokens: the service's base URL. A token of another issuer is refused.
    pub issuer: String,
    /// The base currency of trips that have set none.
    pub default_currency: Currency,
    /// Rates for amounts whose own payments imply none.
    pub reference_rates: ReferenceRates,
    /// How many passwords are hashed at once, each of which takes a thread and 19 MiB; and how many maps' notes are cleaned.
    pub hashing_threads: usize,
    /// How many use cases may wait for a database thread.
    pub database_queue: usize,
    /// How long a use case waits for a thread at most, be it for the database or for hashing.
    pub longest_wait: Duration,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            access_token_ttl: Duration::from_secs(15 * 60),
            refresh_token_ttl: Duration::from_secs(30 * 24 * 60 * 60),
            issuer: "http://127.0.0.1:8080".to_owned(),
            default_currency: Currency::CAD,
            reference_rates: ReferenceRates::default(),
            hashing_threads: thread::available_parallelism().map_or(1, usize::from).min(4),
            database_queue: 1_024,
            longest_wait: Duration::from_secs(5),
        }
    }
}
