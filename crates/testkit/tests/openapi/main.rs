//! The OpenAPI documents against a running service: examples, inputs, and the documentation pages.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failed step fails the test"
)]

mod client;
mod examples;
mod inputs;
mod pages;
