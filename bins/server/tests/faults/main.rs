//! Faults that the service survives: it is killed, its stores are killed, go away, hang or are
//! full.

#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a failed step fails the test, and figures that were reached are shown"
)]

mod away;
#[path = "../operations/buckets.rs"]
mod buckets;
mod full;
mod kept;
mod objects;
#[path = "../operations/process.rs"]
mod process;
mod proxy;
mod scene;
mod uploads;
mod writers;
