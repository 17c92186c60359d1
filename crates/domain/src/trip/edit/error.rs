//! Why a patch of a trip is refused.

use crate::Violations;

/// The reason why a patch is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PatchError {
    /// The item, recorded settlement or picture that the patch needs does not exist.
    #[error("the trip has no such item")]
    NoItem,
    /// The role of the user does not permit the change.
    #[error("the role of the user does not permit the change")]
    NotPermitted,
    /// The party that the patch removes is named by a budget, a recorded settlement or a list.
    #[error("something names the party")]
    PartyInUse,
    /// Values conflict with each other or with the trip.
    #[error("{0}")]
    Invalid(Violations),
}

impl From<Violations> for PatchError {
    fn from(violations: Violations) -> Self {
        Self::Invalid(violations)
    }
}
