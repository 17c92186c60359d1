//! Finds the nearest settlement to a point, for places of sources without time zones.

use super::BuiltIn;
use super::column::PlaceId;
use super::data::Kind;
use super::describe::describe;
use crate::{Coordinates, Place};

impl BuiltIn {
    /// Returns the settlement whose centre is nearest to a point. Compares all settlements, in less
    /// than a millisecond. Loads the data first if necessary.
    #[must_use]
    pub fn nearest(&self, at: Coordinates) -> Option<Place> {
        let data = &self.loaded()?.data;
        // A degree of longitude is shorter at a greater distance from the equator.
        let width = at.latitude.to_radians().cos();
        let mut best: Option<(PlaceId, f64)> = None;
        for id in 0..data.len() {
            let here = data.coordinates(id)?;
            let east = (here.longitude - at.longitude).abs();
            let (east, north) = (east.min(360.0 - east) * width, here.latitude - at.latitude);
            let distance = east * east + north * north;
            let is_nearer = best.is_none_or(|(_, least)| distance < least);
            if is_nearer && data.row(id)?.kind == Kind::City {
                best = Some((id, distance));
            }
        }
        describe(data, best?.0)
    }
}

#[cfg(test)]
mod tests;
