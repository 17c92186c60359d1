//! The map of a trip, its places, locations and lines.

pub(crate) mod drawing;
pub(crate) mod link;
pub(crate) mod locations;
mod names;
pub(crate) mod places;
pub(crate) mod tracks;
pub(crate) mod view;
