//! The repositories: traits with their contracts, and the values that they take and return.

pub(super) mod grants;
pub(super) mod idempotency;
pub(super) mod identities;
pub(super) mod mail;
pub mod pictures;
pub mod proposals;
pub mod rates;
pub mod sessions;
pub(super) mod trip_search;
pub mod trips;
pub mod users;
pub mod watch;
pub mod zone_releases;
