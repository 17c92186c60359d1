//! The OpenAPI documents against a running service: examples, inputs, and the documentation pages.

mod client;
mod examples;
mod inputs;
mod pages;
