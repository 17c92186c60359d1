//! The OpenAPI documents against a running service: their examples are its answers, their inputs
//! are what it reads, and the pages that show them are whole.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failed step fails the test"
)]

mod examples;
mod inputs;
mod pages;
