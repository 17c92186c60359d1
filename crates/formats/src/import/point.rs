//! Points of the earth as files write them.

use std::ops::{Add, Sub};

use rust_decimal::Decimal;
use wayfare_domain::trip::place::Coordinates;

/// The point of two numbers as a file writes them.
pub(crate) fn coordinates(latitude: &str, longitude: &str) -> Option<Coordinates> {
    let number = |text: &str| {
        let text = text.trim();
        let text = text.strip_prefix('+').unwrap_or(text);
        // Files have more digits than a place needs.
        let float: f64 = text.parse().ok()?;
        text.parse::<Decimal>()
            .ok()
            .or_else(|| Decimal::try_from(float).ok())
    };
    Coordinates::new(number(latitude)?, in_range(number(longitude)?)).ok()
}

/// Whether a point is 0, 0: what programs write for a place that they can't locate.
pub(crate) fn is_nowhere(at: Coordinates) -> bool {
    at.latitude().is_zero() && at.longitude().is_zero()
}

/// Whether a name is the number of a point that has no name: gpsbabel writes RPT001.
pub(crate) fn is_number(name: &str) -> bool {
    let name = name.trim();
    let number = name.strip_prefix("RPT").unwrap_or(name);
    number.bytes().all(|byte| byte.is_ascii_digit())
}

/// A longitude that is at most one turn of the earth past 180 degrees, without that turn.
pub(crate) fn in_range<T>(longitude: T) -> T
where
    T: Copy + PartialOrd + From<i16> + Add<Output = T> + Sub<Output = T>,
{
    let [half, turn, most] = [180, 360, 540].map(T::from);
    let zero = T::from(0);
    if longitude > half && longitude <= most {
        longitude - turn
    } else if longitude < zero - half && longitude >= zero - most {
        longitude + turn
    } else {
        longitude
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longitudes_past_180_are_brought_back() {
        for (written, expected) in [
            ("181.5", Some("-178.5")),
            ("359.9", Some("-0.1")),
            ("360", Some("0")),
            ("-190", Some("170")),
            ("180", Some("180")),
            ("-180", Some("-180")),
            ("540.1", None),
            ("x", None),
        ] {
            let at = coordinates("1", written);
            let longitude = at.map(|at| at.longitude().normalize().to_string());
            assert_eq!(longitude.as_deref(), expected, "{written}");
        }
    }
}
