//! Finds the nearest settlement to a point, which says in which country it is.

use std::sync::OnceLock;

use crate::Coordinates;
use crate::built_in::index::column::PlaceId;
use crate::built_in::index::data::{Data, Kind};

/// All settlements, from south to north, sorted for the first point.
#[derive(Debug, Default)]
pub(crate) struct Settlements(OnceLock<Vec<PlaceId>>);

impl Settlements {
    fn sorted(data: &Data) -> Vec<PlaceId> {
        let is_settlement = |id: &PlaceId| data.row(*id).is_some_and(|row| row.kind == Kind::City);
        let settlements = (0..data.len()).filter(is_settlement);
        let mut keyed: Vec<(f64, PlaceId)> =
            settlements.map(|id| (latitude(data, id), id)).collect();
        keyed.sort_unstable_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        keyed.into_iter().map(|(_, id)| id).collect()
    }

    /// Returns the settlement whose centre is nearest to a point. Compares those no further north
    /// or south than the nearest.
    pub(crate) fn nearest(&self, data: &Data, at: Coordinates) -> Option<PlaceId> {
        // A degree of longitude is shorter at a greater distance from the equator.
        let width = at.latitude.to_radians().cos();
        let all = self.0.get_or_init(|| Self::sorted(data));
        let here = all.partition_point(|id| latitude(data, *id) < at.latitude);
        let (south, north) = all.split_at_checked(here)?;
        let mut best: Option<(PlaceId, f64)> = None;
        let south: &mut dyn Iterator<Item = &PlaceId> = &mut south.iter().rev();
        for side in [south, &mut north.iter()] {
            for id in side {
                let there = data.coordinates(*id)?;
                let north = there.latitude - at.latitude;
                if best.is_some_and(|(_, least)| north * north > least) {
                    break;
                }
                let east = (there.longitude - at.longitude).abs();
                let east = east.min(360.0 - east) * width;
                let distance = east * east + north * north;
                if best.is_none_or(|(_, least)| distance < least) {
                    best = Some((*id, distance));
                }
            }
        }
        best.map(|(id, _)| id)
    }
}

fn latitude(data: &Data, id: PlaceId) -> f64 {
    data.coordinates(id).map_or(0.0, |at| at.latitude)
}

#[cfg(test)]
mod tests;
