//! Storage errors, classified by what the caller can do.

use std::error::Error as StdError;

/// The result of a storage call.
pub type Result<T> = std::result::Result<T, Error>;

/// A value that must be unique.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UniqueValue {
    /// A username, without regard to case.
    Username,
    /// A confirmed e-mail address, without regard to case.
    Email,
}

/// Why a storage call failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Another row has this value.
    #[error("the {0:?} is taken")]
    Duplicate(UniqueValue),
    /// The documents of a trip would be larger than [`wayfare_domain::Trip::MAX_BYTES`].
    #[error("the trip would have {size} bytes")]
    TripTooLarge {
        /// Their size in bytes.
        size: usize,
    },
    /// A list that is read whole would have more than [`crate::TripList::MAX_BYTES`].
    #[error("the list of trips is too long")]
    ListTooLong,
    /// The unit of work met a concurrent one and is rolled back. The caller may retry it.
    #[error("the unit of work conflicts with another one")]
    Conflict(#[source] Box<dyn StdError + Send + Sync>),
    /// The database is unreachable, read-only or overloaded.
    #[error("the database is not available")]
    Unavailable(#[source] Box<dyn StdError + Send + Sync>),
    /// The disk of the database is full. Reads still work.
    #[error("the database has no room left")]
    Full(#[source] Box<dyn StdError + Send + Sync>),
    /// A fault of the service or of its data.
    #[error("the database call failed")]
    Internal(#[source] Box<dyn StdError + Send + Sync>),
}
