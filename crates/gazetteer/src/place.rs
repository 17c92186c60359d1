//! What is known of a place.

/// A point on the earth, WGS 84.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Coordinates {
    /// In degrees north.
    pub latitude: f64,
    /// In degrees east.
    pub longitude: f64,
}

/// A box on the earth, in degrees; it crosses the antimeridian where its west is greater than its
/// east.
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

/// What kind of place it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlaceKind {
    /// A city, town or other settlement.
    City,
    /// A region of a country, such as a state.
    Region,
    /// A country.
    Country,
    /// Another kind, in the words of the source.
    Other(String),
}

impl PlaceKind {
    /// In one word, such as `city`.
    pub fn as_str(&self) -> &str {
        match self {
            Self::City => "city",
            Self::Region => "region",
            Self::Country => "country",
            Self::Other(word) => word,
        }
    }
}

/// Which element of OpenStreetMap a place is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OsmElement {
    /// `node`, `way` or `relation`.
    pub kind: String,
    /// Its number.
    pub id: String,
}

/// A place.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// What it is called: "Lisbon".
    pub name: String,
    /// Its name with that of its region (where that tells places of one name apart) and country:
    /// "Lisbon, Portugal".
    pub display_name: String,
    /// What it is like, in a short sentence; empty where nothing is known.
    pub description: String,
    /// What kind of place it is.
    pub kind: PlaceKind,
    /// Its middle.
    pub coordinates: Coordinates,
    /// Its extent.
    pub bounds: Bounds,
    /// IANA name of its time zone.
    pub time_zone: String,
    /// ISO 3166-1 alpha-2 code of its country; empty where it is in none.
    pub country_code: String,
    /// Its id in OpenStreetMap, where the source has one.
    pub osm: Option<OsmElement>,
    /// Its id in Wikidata, such as `Q597`, where the source has one.
    pub wikidata: Option<String>,
    /// Its article in Wikipedia, such as `en:Lisbon`, where the source has one.
    pub wikipedia: Option<String>,
}
