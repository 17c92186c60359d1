//! Tests of the built-in gazetteer and of the Nominatim client.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests may be blunt")]

mod built_in;
mod itineraries;
mod names;
#[cfg(feature = "nominatim")]
mod nominatim;
mod places;
mod suggestions;
mod trips;
mod zones;
