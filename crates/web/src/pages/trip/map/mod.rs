//! The map of a trip, and its locations.

pub(crate) mod locations;
pub(crate) mod view;
