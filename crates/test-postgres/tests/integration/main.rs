//! Tests of clusters and databases.

#![expect(
    clippy::unwrap_used,
    reason = "a failed step of a helper fails the test"
)]

mod cluster;
mod databases;
