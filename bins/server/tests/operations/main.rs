//! Operations: several servers, backups, upgrades, slow and greedy clients, and deployment files.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a failed step fails the test"
)]

mod buckets;
mod commands;
mod documentation;
mod erasure;
mod greedy;
mod objects;
mod outside;
mod process;
mod several;
mod time_zones;
mod upgrade;
