//! Tests of the storage contracts, each run on SQLite and on PostgreSQL, and of the statements.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a failed step fails the test"
)]

mod cache;
mod concurrency;
mod fixtures;
mod grants;
mod idempotency;
mod identities;
mod lists;
mod locks;
mod mail;
mod migrations;
mod opening;
mod outages;
mod pictures;
mod rates;
mod round_trip;
mod saves;
mod sessions;
mod statements;
mod store;
mod transactions;
mod trip_search;
mod trips;
mod users;
mod watch;
mod zone_releases;
