//! Parses responses of Photon (GeoJSON) to places, as if they were Nominatim's.

use serde::Deserialize;
use serde_json::{Value, json};

use super::answer::{self, Found};

#[derive(Deserialize)]
struct Response {
    features: Vec<Value>,
}

/// Parses a response. Skips malformed features.
///
/// # Errors
/// The response is not a collection of features.
pub(super) fn read(body: &[u8]) -> Result<Vec<Found>, serde_json::Error> {
    let response: Response = serde_json::from_slice(body)?;
    Ok(answer::found(response.features.iter().map(entry).collect()))
}

/// Returns the entry of a feature.
fn entry(feature: &Value) -> Value {
    let at = |path: &str| feature.pointer(path).cloned().unwrap_or_default();
    let property = |name: &str| at(&format!("/properties/{name}"));
    let osm_type = match property("osm_type").as_str() {
        Some("N") => "node",
        Some("W") => "way",
        Some("R") => "relation",
        _ => "",
    };
    // A house or something else is named by its tag, such as "museum".
    let kind = match property("type").as_str() {
        Some("house" | "other" | "street") | None => property("osm_value"),
        Some(kind) => kind.into(),
    };
    let corner = |index: usize| at(&format!("/properties/extent/{index}"));
    json!({
        "lat": at("/geometry/coordinates/1"),
        "lon": at("/geometry/coordinates/0"),
        // West, north, east, south.
        "boundingbox": [corner(3), corner(1), corner(0), corner(2)],
        "name": property("name"),
        "osm_type": osm_type,
        "osm_id": property("osm_id"),
        "addresstype": kind,
        "address": {
            "country": property("country"),
            "country_code": property("countrycode"),
            "state": property("state"),
        },
    })
}
