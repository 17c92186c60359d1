//! Reverse geocoding: the settlement nearest to a point, and its time zone.

pub(super) mod nearest;
mod zones;
