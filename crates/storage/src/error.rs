//! How storage fails, by what the caller can do about it.

use std::error::Error as StdError;

/// The result of a storage call.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a storage call failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The value exists already: a username that is taken.
    #[error("the value exists already")]
    Duplicate,
    /// The unit of work met another one; nothing of it is kept, and it may be tried again from its
    /// start.
    #[error("the unit of work met another one")]
    Conflict(#[source] Box<dyn StdError + Send + Sync>),
    /// The database is away, takes no writes, or is too busy.
    #[error("the database is not available")]
    Unavailable(#[source] Box<dyn StdError + Send + Sync>),
    /// There is no room left to write; nothing of the unit of work is kept. What there is can still
    /// be read.
    #[error("the database has no room left")]
    Full(#[source] Box<dyn StdError + Send + Sync>),
    /// Anything else: a fault of the service or of its data.
    #[error("the database call failed")]
    Internal(#[source] Box<dyn StdError + Send + Sync>),
}
