//! The repository that event streams poll: what has changed of trips and of the tokens of their
//! readers.

use std::collections::{HashMap, HashSet};

use uuid::Uuid;
use wayfare_domain::{GrantId, TripId, UserId};

use crate::Result;

/// What is watched.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WatchQuery {
    /// Trips, each once, with the version that is known.
    pub trips: Vec<(TripId, i64)>,
    /// Users, whose token generation is read.
    pub users: Vec<UserId>,
    /// Refresh tokens, by their id.
    pub refresh_tokens: Vec<Uuid>,
    /// API keys.
    pub api_keys: Vec<GrantId>,
}

/// Who may read a version of a trip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TripReaders {
    /// The version.
    pub version: i64,
    /// The owner.
    pub owner: UserId,
    /// Whether only its members see it.
    pub private: bool,
    /// Its members, in no particular order. If a write comes between the statements, they are those
    /// after it.
    pub members: Vec<UserId>,
}

/// The answer to a [`WatchQuery`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WatchState {
    /// The trips that have another version than the known one.
    pub changed: HashMap<TripId, TripReaders>,
    /// The trips that do not exist.
    pub gone: HashSet<TripId>,
    /// The token generations of the users who exist.
    pub generations: HashMap<UserId, i64>,
    /// The refresh tokens that exist.
    pub refresh_tokens: HashSet<Uuid>,
    /// The API keys that exist.
    pub api_keys: HashSet<GrantId>,
}

/// Trips and tokens that are watched.
pub trait WatchRepository {
    /// Reads what has changed, outside of a transaction and without locks: one statement for all
    /// that is watched, and one for the members of the trips that have changed. SQLite takes one of
    /// each for at most 10,000 trips, as many users, and half as many refresh tokens and API keys.
    ///
    /// # Errors
    /// See [`crate::Error`].
    fn poll(&mut self, query: &WatchQuery) -> Result<WatchState>;
}
