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

/// How far a place reaches around its centre.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// A point: an airport, a house, a sight.
    Point,
    /// A street.
    Street,
    /// A settlement or a part of one, or another place of more than a kilometre.
    Settlement,
    /// A region, a country, or another place of more than 50 km.
    Area,
}

/// The most degrees that a point, and those that a settlement reaches: 1 km, 50 km.
const POINT: f64 = 0.009;
const SETTLEMENT: f64 = 0.45;

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

impl Place {
    /// How far it reaches: by its kind, else by its bounds.
    pub fn extent(&self) -> Extent {
        let word = match &self.kind {
            PlaceKind::Airport => return Extent::Point,
            PlaceKind::City => return Extent::Settlement,
            PlaceKind::Region | PlaceKind::Country => return Extent::Area,
            PlaceKind::Other(word) => word.as_str(),
        };
        let Bounds {
            min_latitude,
            max_latitude,
            min_longitude,
            max_longitude,
        } = self.bounds;
        let width = (max_longitude - min_longitude).rem_euclid(360.0);
        let degrees = (max_latitude - min_latitude)
            .max(width * self.coordinates.latitude.to_radians().cos().abs());
        match word {
            _ if degrees > SETTLEMENT => Extent::Area,
            "road" | "street" | "highway" | "residential" | "pedestrian" => Extent::Street,
            "suburb" | "quarter" | "neighbourhood" | "city_district" | "borough" | "district"
            | "locality" | "postcode" | "place" => Extent::Settlement,
            _ if degrees > POINT => Extent::Settlement,
            _ => Extent::Point,
        }
    }
}
