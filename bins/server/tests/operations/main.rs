//! Operations: several servers, backups, upgrades, slow and greedy clients, and deployment files.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a failed step fails the test"
)]

mod backup;
mod buckets;
mod commands;
mod copying;
mod debian;
mod deployment;
mod erasure;
mod greedy;
mod monitoring;
mod objects;
mod outside;
mod process;
mod proxies;
mod rates;
mod readme;
mod rotation;
mod rounds;
mod several;
mod shared_stores;
mod time_zones;
mod upgrade;
