//! The contracts of storage, held by both backends: every test runs on SQLite and on PostgreSQL.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected is to fail"
)]

mod bench;
mod isolation;
mod lists;
mod migrations;
mod opening;
mod outages;
mod pictures;
mod round_trip;
mod samples;
mod sessions;
mod trips;
mod units;
mod updates;
mod users;
