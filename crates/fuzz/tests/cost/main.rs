//! The cost of parsing and rendering is linear in what was sent: each case is measured with inputs
//! of a size, and of two, four and eight times that size.
//!
//! A case comes from a table: a document with slots, or a property of a trip. The shapes are
//! applied to each of them, so that a new slot is tested in every shape.

#![expect(
    clippy::as_conversions,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test"
)]

mod bookings;
mod documents;
mod files;
mod requests;
mod site;
mod trips;
mod work;

use std::alloc::System;

use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;
