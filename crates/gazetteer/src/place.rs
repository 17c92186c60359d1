//! The properties of a place.

/// A point on the earth, WGS 84.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Coordinates {
    /// In degrees north.
    pub latitude: f64,
    /// In degrees east.
    pub longitude: f64,
}

/// A bounding box, in degrees. It crosses the antimeridian if its west is greater than its east.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// South.
    pub min_latitude: f64,
    /// West.
    pub min_longitude: f64,
    /// North.
    pub max_latitude: f64,
    /// East.
    pub max_longitude: f64,
}

/// The kind of a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlaceKind {
    /// A city, town or other settlement.
    City,
    /// A region of a country, such as a state.
    Region,
    /// A country.
    Country,
    /// An airport.
    Airport,
    /// Another kind, as named by the source.
    Other(String),
}

impl PlaceKind {
    /// Returns one word, such as `city`.
    pub fn as_str(&self) -> &str {
        match self {
            Self::City => "city",
            Self::Region => "region",
            Self::Country => "country",
            Self::Airport => "airport",
            Self::Other(word) => word,
        }
    }
}

/// An element of OpenStreetMap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OsmElement {
    /// `node`, `way` or `relation`.
    pub kind: String,
    /// Its id.
    pub id: String,
}

/// A place.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// Its name: "Lisbon".
    pub name: String,
    /// Its name with its region (if the country has places of the same name) and country:
    /// "Lisbon, Portugal".
    pub display_name: String,
    /// A short description; empty if unknown.
    pub description: String,
    /// Its kind.
    pub kind: PlaceKind,
    /// Its centre.
    pub coordinates: Coordinates,
    /// Its bounding box.
    pub bounds: Bounds,
    /// IANA name of its time zone.
    pub time_zone: String,
    /// ISO 3166-1 alpha-2 code of its country; empty if it is in none.
    pub country_code: String,
    /// Its OpenStreetMap element, if the source has one.
    pub osm: Option<OsmElement>,
    /// Its id in Wikidata, such as `Q597`, if the source has one.
    pub wikidata: Option<String>,
    /// Its article in Wikipedia, such as `en:Lisbon`, if the source has one.
    pub wikipedia: Option<String>,
}
