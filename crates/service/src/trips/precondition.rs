//! Preconditions of writes by version, and the result of an update.

use wayfare_domain::TripOverview;

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
        self.check_since(version, version)
    }

    /// Checks the version of a trip. Those that only found places since the last edit are the same
    /// to an editor.
    pub(crate) fn check_trip(&self, trip: &TripOverview) -> Result<(), Error> {
        self.check_since(trip.edited_version(), trip.version)
    }

    fn check_since(&self, first: i64, last: i64) -> Result<(), Error> {
        match self {
            // The resource exists: callers check the precondition after reading it.
            Self::None | Self::Any => Ok(()),
            Self::Versions(sent) if sent.iter().any(|it| (first..=last).contains(it)) => Ok(()),
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
