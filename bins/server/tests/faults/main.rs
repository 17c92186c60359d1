//! Fault injection: the server and its stores are killed, stopped, frozen or full.

#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a failed step fails the test, and the measured figures are printed"
)]

mod away;
#[path = "../operations/buckets.rs"]
mod buckets;
mod deletions;
mod durability;
mod full;
mod objects;
#[path = "../operations/process.rs"]
mod process;
mod proxy;
mod resets;
mod retries;
mod scene;
mod standby;
mod streams;
mod uploads;
mod writers;
