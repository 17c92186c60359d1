//! Black-box tests of the HTTP interface on SQLite and PostgreSQL: documented behaviour, hostile clients,
//! random operations compared with a model, the OpenAPI documents and the README.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a failed step fails the test"
)]

mod access;
mod budget;
mod bytes;
mod cast;
mod challenges;
mod compression;
mod concurrency;
mod conditional;
mod database_calls;
mod dates;
mod deletion;
mod destinations;
mod extensions;
mod feature;
mod formats;
mod get_then_put;
mod guesses;
mod harness;
mod headers;
mod hidden;
mod hostile;
mod idempotency;
mod isolation;
mod itinerary;
mod large_trips;
mod limits;
mod lists;
mod management;
mod map;
mod matrix;
mod metrics;
mod model;
mod money;
mod openapi;
mod origins;
mod pages;
mod panics;
mod pictures;
mod places;
mod preferences;
mod profile;
mod protocol;
mod sessions;
mod settings;
mod shapes;
mod sign_up;
mod snapshots;
mod summary;
mod text;
mod timeline;
mod tokens;
mod updates;
mod variants;
mod wire;
