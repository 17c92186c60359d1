//! Geocoding: addresses, airports, ends of travel and coordinates that a text states.

pub(super) mod address;
mod airports;
pub(super) mod coordinates;
mod parts;
mod travel;
