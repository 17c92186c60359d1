//! Preconditions of writes by version, and the result of an update.

use crate::Error;

/// The versions that a caller accepts for an update or deletion.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Precondition {
    /// Any version.
    #[default]
    None,
    /// Any version of a resource that exists.
    Any,
    /// One of these.
    Versions(Vec<i64>),
}

impl Precondition {
    pub(crate) fn check(&self, version: i64) -> Result<(), Error> {
        match self {
            // The resource exists: callers check the precondition after reading it.
            Self::None | Self::Any => Ok(()),
            Self::Versions(versions) if versions.contains(&version) => Ok(()),
            Self::Versions(_) => Err(Error::VersionMismatch),
        }
    }
}

/// The result of an update.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Updated<T> {
    /// The update changed something.
    Changed {
        /// The former state.
        before: T,
        /// The new state.
        after: T,
    },
    /// The update changed nothing; this is the present state.
    Unchanged(T),
}
