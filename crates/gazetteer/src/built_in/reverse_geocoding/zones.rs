//! Finds the time zone of a point by the boundaries of zones.

use std::sync::LazyLock;

use tzf_rs::EmbeddedFinder;

use crate::Coordinates;
use crate::built_in::Loaded;

/// The boundaries, read in place, once for the process.
static BOUNDARIES: LazyLock<EmbeddedFinder> = LazyLock::new(EmbeddedFinder::new);

/// The zone of northern Vietnam in the time zone database, which tells it from the south by clocks
/// of before 1975.
const NORTH_VIETNAM: &str = "Asia/Bangkok";
const VIETNAM: (&str, &str) = ("VN", "Asia/Ho_Chi_Minh");

impl Loaded {
    /// Returns the IANA name of the zone of a point; at sea that of its longitude. Empty if the
    /// coordinates are none of the earth.
    pub(crate) fn zone_of(&self, at: Coordinates) -> &'static str {
        let zone = BOUNDARIES.get_tz_name(at.longitude, at.latitude);
        let (country, of_country) = VIETNAM;
        let is_there = |number| self.data.country_code(number) == country;
        if zone == NORTH_VIETNAM && self.country_at(at).is_some_and(is_there) {
            return of_country;
        }
        zone
    }
}

#[cfg(test)]
mod tests;
