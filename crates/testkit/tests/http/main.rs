//! Black-box tests of the HTTP interface on SQLite and PostgreSQL: documented behaviour, hostile
//! clients, random operations compared with a model, the OpenAPI documents and the README.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a failed step fails the test"
)]

mod access;
mod broken_values;
mod budget;
mod bytes;
mod cast;
mod challenges;
#[cfg(test)]
mod client;
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
mod identities;
mod imposed;
mod isolation;
mod itinerary;
mod keys;
mod large_trips;
mod limits;
mod lists;
mod mail;
mod management;
mod map;
mod matrix;
mod mcp;
mod metrics;
mod model;
mod money;
mod openapi;
mod origins;
mod own_trips;
mod pages;
mod panics;
mod pictures;
mod place_server;
mod places;
mod positions;
mod preferences;
mod profile;
mod protocol;
mod public_maps;
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
