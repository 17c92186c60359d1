//! Limits of what one caller may use: requests, time, bytes.

pub(crate) mod byte_budget;
pub mod rate;
pub mod slow;
