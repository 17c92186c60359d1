//! The OpenAPI documents against a running service: their examples are its answers, their inputs are what it reads, and the pages that
//! show them are whole.

mod examples;
mod inputs;
mod pages;
