//! The people of a trip: parties, invitations, and what share links show them.

pub(super) mod editors;
pub mod invitation;
pub mod parties;
pub mod party;
pub mod sharing;
