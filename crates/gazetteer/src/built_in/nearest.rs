//! Which settlement is nearest to a point, for places of other sources that do not say their time
//! zone.

use super::BuiltIn;
use super::data::{Kind, PlaceId};
use super::describe::describe;
use crate::{Coordinates, Place};

impl BuiltIn {
    /// The settlement whose middle is nearest to a point. Goes through all of them, which takes
    /// less than a millisecond; loads the data first where that has not happened yet.
    pub(crate) fn nearest(&self, at: Coordinates) -> Option<Place> {
        let data = &self.loaded()?.data;
        // A degree of longitude is shorter the farther from the equator it is.
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
mod tests {
    use super::*;

    #[test]
    fn the_nearest_settlement_is_found_also_across_the_antimeridian() {
        let built_in = BuiltIn::new();
        for (latitude, longitude, zone) in [
            (38.7, -9.1, "Europe/Lisbon"),
            (-17.0, -179.99, "Pacific/Fiji"),
            (45.5, 9.0, "Europe/Rome"),
        ] {
            let place = built_in
                .nearest(Coordinates {
                    latitude,
                    longitude,
                })
                .unwrap();
            assert_eq!(place.time_zone, zone, "{place:?}");
        }
        assert!(
            built_in
                .nearest(Coordinates {
                    latitude: -90.0,
                    longitude: 0.0
                })
                .is_some()
        );
    }
}
