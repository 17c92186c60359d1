//! The service as it is operated: several servers at once, back-ups, and the files that deploy it.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a failed step fails the test"
)]

mod backup;
mod buckets;
mod deployment;
mod greedy;
mod ground;
mod objects;
mod process;
mod several;
mod upgrade;
