//! Guards of updates by version, and what an update gives.

use crate::Error;

/// The versions that a caller wants to change or delete, and no other.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Precondition {
    /// Whichever it is.
    #[default]
    None,
    /// Whichever it is, as long as there is one.
    Any,
    /// One of these.
    Versions(Vec<i64>),
}

impl Precondition {
    pub(crate) fn check(&self, version: i64) -> Result<(), Error> {
        match self {
            // What is guarded was found before its precondition is asked.
            Self::None | Self::Any => Ok(()),
            Self::Versions(versions) if versions.contains(&version) => Ok(()),
            Self::Versions(_) => Err(Error::VersionMismatch),
        }
    }
}

/// What an update gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Updated<T> {
    /// Something is different now.
    Changed {
        /// As it was.
        before: T,
        /// As it is.
        after: T,
    },
    /// Nothing is different: it is as it was.
    Unchanged(T),
}
