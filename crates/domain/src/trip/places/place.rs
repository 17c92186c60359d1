//! Where the places of a trip are: coordinates, and what a gazetteer is asked and answers
//! (interface: "Places").

use std::sync::Arc;

use indexmap::IndexSet;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::trip::{Destination, ItineraryItem, MapLocation, Trip, TripOverview};
use crate::{Reason, ShortText};

/// Decimal places of a degree: a tenth of a metre.
const DECIMALS: u32 = 6;

/// A point on the earth, WGS 84, in degrees to six decimal places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "StoredCoordinates")]
pub struct Coordinates {
    #[serde(with = "rust_decimal::serde::str")]
    latitude: Decimal,
    #[serde(with = "rust_decimal::serde::str")]
    longitude: Decimal,
}

/// The stored form of [`Coordinates`].
#[derive(Deserialize)]
struct StoredCoordinates {
    #[serde(with = "rust_decimal::serde::str")]
    latitude: Decimal,
    #[serde(with = "rust_decimal::serde::str")]
    longitude: Decimal,
}

impl TryFrom<StoredCoordinates> for Coordinates {
    type Error = Reason;

    fn try_from(stored: StoredCoordinates) -> Result<Self, Reason> {
        Self::new(stored.latitude, stored.longitude)
    }
}

impl Coordinates {
    /// The most degrees to the north or south.
    pub const MAX_LATITUDE: i64 = 90;
    /// The most degrees to the east or west.
    pub const MAX_LONGITUDE: i64 = 180;

    /// A point by its degrees north and east.
    ///
    /// # Errors
    /// More than 90 degrees to the north or south, or more than 180 to the east or west.
    pub fn new(latitude: Decimal, longitude: Decimal) -> Result<Self, Reason> {
        let is_beyond = |degrees: Decimal, most: i64| degrees.abs() > Decimal::from(most);
        if is_beyond(latitude, Self::MAX_LATITUDE) || is_beyond(longitude, Self::MAX_LONGITUDE) {
            return Err(Reason::new("must be a point on the earth"));
        }
        let round = |degrees: Decimal| degrees.round_dp(DECIMALS).normalize();
        Ok(Self {
            latitude: round(latitude),
            longitude: round(longitude),
        })
    }

    /// Degrees north.
    pub fn latitude(&self) -> Decimal {
        self.latitude
    }

    /// Degrees east.
    pub fn longitude(&self) -> Decimal {
        self.longitude
    }
}

/// How exactly a place is known (interface: "Places").
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Precision {
    /// The point itself: set by a person or a file, an airport, a sight found by its own name.
    Exact,
    /// Its street.
    Street,
    /// Its settlement.
    Town,
    /// Its region or country.
    Region,
}

impl Precision {
    /// All of them, the most exact first.
    pub const ALL: [Self; 4] = [Self::Exact, Self::Street, Self::Town, Self::Region];

    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Street => "street",
            Self::Town => "town",
            Self::Region => "region",
        }
    }

    /// Parses a word.
    ///
    /// # Errors
    /// Another word.
    pub fn parse(word: &str) -> Result<Self, Reason> {
        let mut all = Self::ALL.into_iter();
        let found = all.find(|precision| precision.as_str() == word);
        found.ok_or(Reason::new("must be exact, street, town or region"))
    }

    /// That of stored coordinates of which nothing else is known.
    pub(in crate::trip) fn assumed(is_pinned: bool) -> Self {
        if is_pinned { Self::Exact } else { Self::Town }
    }
}

/// A point, and how exactly it says where a place is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Point {
    /// Where.
    pub coordinates: Coordinates,
    /// How exactly.
    pub precision: Precision,
}

/// What makes two places of files the same: their names without case, and where they are.
pub fn identity(name: &str, at: Option<Coordinates>) -> (String, Option<Coordinates>) {
    (name.trim().to_lowercase(), at)
}

/// The IANA name of a time zone, such as `Europe/Lisbon`: 1 to 64 characters of such names.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct ZoneName(String);

impl ZoneName {
    /// Parses a name. Whether the zone exists is for a time zone database to tell.
    ///
    /// # Errors
    /// Empty, longer than 64 characters, or a character that no such name has.
    pub fn new(name: &str) -> Result<Self, Reason> {
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"/_+-".contains(&byte);
        if (1..=64).contains(&name.len()) && name.bytes().all(is_part) {
            Ok(Self(name.to_owned()))
        } else {
            Err(Self::unknown())
        }
    }

    /// Why a text that names no time zone is refused.
    pub fn unknown() -> Reason {
        Reason::new("must be the name of a time zone, such as \"Europe/Lisbon\"")
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for ZoneName {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        Self::new(&name).map_err(serde::de::Error::custom)
    }
}

/// The revision of the rules by which places are found. Places of an earlier one are looked up
/// again when their trip is written.
pub const PLACE_RULES: u16 = 4;
/// In place of a revision: some places are still to be looked up.
const PENDING: u16 = 1;

/// A place of a trip, as a gazetteer is asked for it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct PlaceQuery {
    /// Its name.
    pub name: ShortText,
    /// Its location; empty if left out.
    pub location: ShortText,
    /// The coordinates that it has.
    pub coordinates: Option<Coordinates>,
    /// Whether a person or a file has set them; otherwise an earlier look-up found them.
    pub is_pinned: bool,
    /// Whether its time zone, and how exactly it is known, need no look-up.
    pub is_settled: bool,
}

/// A gazetteer's answer: the place of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceMatch {
    /// Its location, such as "Lisbon, Portugal".
    pub location: ShortText,
    /// Its description; may be empty.
    pub description: ShortText,
    /// The coordinates of its centre, or those of the query.
    pub coordinates: Coordinates,
    /// How exactly they are known.
    pub precision: Precision,
    /// Its time zone, if the gazetteer knows it.
    pub time_zone: Option<ZoneName>,
    /// Whether the coordinates are those of the query, which stay.
    pub is_pinned: bool,
}

/// What is known of a query: `None` if it was not looked up, `Some(None)` if there is no place.
pub type PlaceAnswer = Option<Option<PlaceMatch>>;

/// Where a place is: what an answer changes.
struct Site<'t> {
    coordinates: &'t mut Option<Coordinates>,
    precision: &'t mut Option<Precision>,
    time_zone: &'t mut Option<ZoneName>,
    is_pinned: &'t mut bool,
}

impl Site<'_> {
    /// Takes an answer. Returns whether the place was looked up, now or before.
    fn take(self, answer: PlaceAnswer) -> bool {
        let Some(found) = answer else {
            return self.coordinates.is_some();
        };
        let zone = found.as_ref().and_then(|found| found.time_zone.clone());
        let precision = found.as_ref().map(|found| found.precision);
        if *self.is_pinned {
            *self.precision = self.precision.or(precision);
            *self.time_zone = self.time_zone.take().or(zone);
        } else {
            *self.is_pinned = found.as_ref().is_some_and(|found| found.is_pinned);
            *self.coordinates = found.map(|found| found.coordinates);
            *self.precision = precision;
            *self.time_zone = zone;
        }
        true
    }
}

/// The query of a place; `None` if nothing says where it is.
fn query_of(
    name: &str,
    location: &ShortText,
    coordinates: Option<Coordinates>,
    is_pinned: bool,
    is_settled: bool,
) -> Option<PlaceQuery> {
    let is_blank = name.trim().is_empty() && location.trim().is_empty();
    (!is_blank || coordinates.is_some()).then(|| PlaceQuery {
        name: ShortText::cut(name),
        location: location.clone(),
        coordinates,
        is_pinned,
        is_settled,
    })
}

impl Destination {
    /// The query of this place under a name.
    pub(in crate::trip) fn query(&self, name: &str) -> Option<PlaceQuery> {
        let is_settled = self.time_zone.is_some() && self.precision.is_some();
        let location = if self.has_found_location {
            &ShortText::EMPTY
        } else {
            &self.location
        };
        query_of(name, location, self.coordinates, self.is_pinned, is_settled)
    }

    /// Takes the answer to its query. Returns whether it was looked up.
    pub(in crate::trip) fn locate(
        &mut self,
        name: &str,
        answers: &dyn Fn(&PlaceQuery) -> PlaceAnswer,
    ) -> bool {
        let Some(query) = self.query(name) else {
            return true;
        };
        let answer = answers(&query);
        if let Some(found) = answer.as_ref().filter(|_| !self.is_pinned) {
            self.describe(name, found.as_ref());
        }
        let site = Site {
            coordinates: &mut self.coordinates,
            precision: &mut self.precision,
            time_zone: &mut self.time_zone,
            is_pinned: &mut self.is_pinned,
        };
        site.take(answer)
    }

    /// Replaces what a gazetteer filled in by what it says now of the place under a name.
    fn describe(&mut self, name: &str, found: Option<&PlaceMatch>) {
        if !self.has_found_location {
            return;
        }
        let texts = found.map(|found| (found.location.clone(), found.description.clone()));
        let (location, description) = texts.unwrap_or_default();
        self.location = location;
        // It describes one end of travel only.
        if self.is_filled && self.name.as_str() == name {
            self.description = description;
        }
    }
}

impl MapLocation {
    fn query(&self) -> Option<PlaceQuery> {
        // No time of it is shown in a zone.
        let is_settled = self.precision.is_some();
        let (title, address) = (&self.title, &self.address);
        query_of(title, address, self.coordinates, self.is_pinned, is_settled)
    }
}

impl TripOverview {
    /// Whether some of its places are still to be looked up.
    pub fn has_pending_places(&self) -> bool {
        self.plan.place_rules == PENDING
    }
}

impl Trip {
    /// The places of the trip, each once: what its look-up asks for.
    pub fn place_queries(&self) -> Vec<PlaceQuery> {
        self.queries()
            .collect::<IndexSet<_>>()
            .into_iter()
            .collect()
    }

    /// The same, each as often as it is there.
    fn queries(&self) -> impl Iterator<Item = PlaceQuery> {
        let destinations = self.plan.destinations.iter();
        let of_plan = destinations.map(|place| place.query(&place.name));
        let of_items = self.itinerary.iter().flat_map(ItineraryItem::place_queries);
        let of_map = self.map.locations.iter().map(MapLocation::query);
        of_plan.chain(of_items).chain(of_map).flatten()
    }

    fn has_same_queries(&self, other: &Self) -> bool {
        // Mostly all are the same, which takes no sets of them.
        (self.queries().eq(other.queries()) || self.place_queries() == other.place_queries())
            && self.travel_queries() == other.travel_queries()
    }

    /// Whether its places are to be looked up after it was `before`: what says where they are has
    /// changed, or they were not found by the present rules.
    pub fn needs_places(&self, before: &Self, has_same_mentions: bool) -> bool {
        let has_other_parts = self.plan.destinations != before.plan.destinations
            || self.itinerary != before.itinerary
            || self.map.locations != before.map.locations;
        self.plan.place_rules != PLACE_RULES
            || (!has_same_mentions
                && (&self.name, &self.description) != (&before.name, &before.description))
            || (has_other_parts && !self.has_same_queries(before))
    }

    /// Takes the answers to [`Trip::place_queries`]. Places that were not looked up keep what an
    /// earlier look-up found.
    pub fn locate(&mut self, answers: &dyn Fn(&PlaceQuery) -> PlaceAnswer) {
        let mut is_done = true;
        for place in &mut self.plan.destinations {
            let name = place.name.clone();
            is_done &= place.locate(&name, answers);
        }
        for item in Arc::make_mut(&mut self.itinerary) {
            is_done &= item.locate(answers);
        }
        for place in &mut Arc::make_mut(&mut self.map).locations {
            if let Some(query) = place.query() {
                let site = Site {
                    coordinates: &mut place.coordinates,
                    precision: &mut place.precision,
                    time_zone: &mut None,
                    is_pinned: &mut place.is_pinned,
                };
                is_done &= site.take(answers(&query));
            }
        }
        self.plan.place_rules = if is_done { PLACE_RULES } else { PENDING };
    }

    /// Adds what the first release did not store: that a gazetteer filled in the places with
    /// coordinates, and which zones come from a file.
    pub fn upgrade_places(&mut self) {
        if self.plan.place_rules != 0 {
            return;
        }
        for place in self.destinations_mut() {
            place.is_filled |= place.coordinates.is_some() && !place.is_pinned;
        }
        for item in Arc::make_mut(&mut self.itinerary) {
            if item.destination.coordinates.is_none() {
                let zone = item.destination.time_zone.take();
                item.ends.time_zone = item.ends.time_zone.take().or(zone);
            }
        }
    }
}

/// Whether locations begin with other names: "Lisbon, Portugal" and "Porto, Portugal". A corrected
/// address shares words with the one before.
pub fn is_another(before: &str, now: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let first = text.split(',').next().unwrap_or_default();
        let words = first.split(|letter: char| !letter.is_alphanumeric());
        let words = words.filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect()
    };
    let (before, now) = (words(before), words(now));
    !before.is_empty() && !now.is_empty() && now.iter().all(|word| !before.contains(word))
}
