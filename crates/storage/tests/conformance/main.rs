//! Tests of the storage contracts, each run on SQLite and on PostgreSQL, and of the statements.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a failed step fails the test"
)]

mod databases;
mod fixtures;
mod grants;
mod idempotency;
mod mail;
mod pictures;
mod proposals;
mod rates;
mod statements;
mod store;
mod transactions;
mod trips;
mod users;
mod watch;
mod zone_releases;
