//! Tests of batched requests and of the work pool.

#![expect(clippy::unwrap_used, reason = "a test")]

mod batcher;
mod work_pool;
