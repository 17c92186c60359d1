//! The tests of the examples, and those that are examples themselves.

mod harness;
mod numbers;
mod programs;
