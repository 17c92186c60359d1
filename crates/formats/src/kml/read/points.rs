//! The folder in which gpsbabel repeats the points of the path beside it.

use wayfare_domain::Trip;

use super::placemark::Placemark;
use crate::import::lines::Line;
use crate::import::point::is_number;

/// The name of such a folder.
pub(super) const POINTS: &str = "Points";

/// The placemarks of a folder, until it is known whether a path has the same points.
#[derive(Default)]
pub(super) struct Points {
    line: Line,
    /// The placemarks, one more than a trip may have at most.
    placemarks: Vec<Placemark>,
}

impl Points {
    /// Adds a placemark that is a point; returns any other.
    pub(super) fn add(&mut self, placemark: Placemark) -> Option<Placemark> {
        let Some(point) = placemark.track_point() else {
            return Some(placemark);
        };
        self.line.add(point);
        self.line.times.add(&placemark.begin);
        if self.placemarks.len() <= Trip::MAX_ITEMS {
            self.placemarks.push(placemark);
        }
        None
    }

    /// Gives the times of the points to a path with the same ones, and returns the stops of a
    /// route among them; returns itself if they are others.
    pub(super) fn merge_into(self, path: &mut Line) -> Result<Vec<Placemark>, Self> {
        if path.count == 0 || self.line.points() != path.points() {
            return Err(self);
        }
        path.times = self.line.times;
        let is_stop = |placemark: &Placemark| {
            placemark.style.contains("route") && !is_number(&placemark.item.place.name)
        };
        Ok(self.placemarks.into_iter().filter(is_stop).collect())
    }

    pub(super) fn into_placemarks(self) -> Vec<Placemark> {
        self.placemarks
    }
}
