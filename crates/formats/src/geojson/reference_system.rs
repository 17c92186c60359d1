//! The system of coordinates of a file.

use serde_json::Value;

/// The ends of the names of the only system of coordinates that the present standard knows, with
/// the order of longitude and latitude that files have.
const WGS_84: [&str; 6] = ["CRS84", "CRS84h", "4326", "4979", "WGS84", "WGS 84"];

/// Whether a system of coordinates, which the standard of 2008 let a file name, is that of the
/// present one.
pub(super) fn is_wgs_84(system: &Value) -> bool {
    let name = system.pointer("/properties/name").unwrap_or(system);
    let name = name.as_str().map(|name| name.rsplit([':', '/']).next());
    match name.flatten() {
        Some(name) => WGS_84.contains(&name),
        // A link leads to a system that is not known.
        None => system.get("type").is_none_or(|kind| kind != "link"),
    }
}
