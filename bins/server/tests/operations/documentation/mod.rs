//! What the documentation says, done: shell blocks, files to deploy, proxies and monitoring.

mod debian;
mod deployment;
mod monitoring;
pub(super) mod proxies;
mod readme;
