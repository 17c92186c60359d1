//! What surrounds each route: callers, addresses, headers, the access log.

pub(crate) mod access_log;
pub mod api_key;
pub mod caller;
pub mod detached;
pub mod endpoint;
pub mod envelope;
pub mod idempotency;
pub mod language;
pub mod proxies;
pub mod request;
pub mod security;
