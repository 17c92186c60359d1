//! The map of a trip, its locations and its lines.

pub(crate) mod drawing;
pub(crate) mod locations;
mod names;
pub(crate) mod tracks;
pub(crate) mod view;
