//! The places of a trip: destinations, its map and recorded tracks.

pub(super) mod area;
pub mod destination;
pub mod map;
pub mod place;
pub mod track;
