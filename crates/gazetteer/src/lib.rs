//! Looks up places: finds the place that a text names, and its properties.
//!
//! For programs that look places up, offline or at a Nominatim-compatible server:
//!
//! ```
//! # #[cfg(feature = "built-in")]
//! # {
//! use wayfare_gazetteer::{BuiltIn, Query};
//!
//! let found = BuiltIn::new().look_up(Query::Text("A week in Lisbon"), 1);
//! assert_eq!(found[0].place.display_name, "Lisbon, Portugal");
//! # }
//! ```

mod address;
#[cfg(feature = "built-in")]
mod built_in;
#[cfg(feature = "nominatim")]
mod nominatim;
mod place;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use wayfare_bounds::Client;

pub use address::{ServerAddress, ServerAddressError, ServerKind};
#[cfg(feature = "built-in")]
pub use built_in::BuiltIn;
#[cfg(feature = "nominatim")]
pub use nominatim::Nominatim;
pub use place::{Bounds, Coordinates, Extent, OsmElement, Place, PlaceKind};

/// The future of a look-up. It completes within the gazetteer's own time limit.
pub type LookUp<'a> = Pin<Box<dyn Future<Output = Vec<Candidate>> + Send + 'a>>;

/// The places of a trip that were found.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TripPlaces {
    /// One for each place of the trip, in order; `None` if none is known, or it is known already.
    pub places: Vec<Option<Place>>,
    /// Whether there was no time for all: what was not found may be found later.
    pub is_partial: bool,
}

/// The future of the places of a trip.
pub type Located<'a> = Pin<Box<dyn Future<Output = TripPlaces> + Send + 'a>>;

/// The future of suggestions.
pub type Suggestions<'a> = Pin<Box<dyn Future<Output = Vec<Place>> + Send + 'a>>;

/// A place of a trip, as its texts name it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PlaceText {
    /// Its name: "Dinner at Cervejaria Ramiro, Lisbon".
    pub name: String,
    /// Where it is: an address, a city or coordinates.
    pub location: String,
    /// Its coordinates, if known: evidence for the others, and not looked up.
    pub known: Option<Coordinates>,
    /// Whether its name is one end of travel: "LIS" of "Flight LIS – CPH".
    pub is_travel_end: bool,
    /// Whether travel begins or ends there: a code of an airport or city means it wherever it lies.
    pub is_travel: bool,
}

/// The texts of a trip that may name places.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TripTexts {
    /// The trip's name.
    pub name: String,
    /// Its description.
    pub description: String,
    /// Its places.
    pub places: Vec<PlaceText>,
    /// Whether somebody waits who has just written it: the only time to ask a public server.
    pub is_act: bool,
}

impl TripTexts {
    /// How many places of its name, and of its description, are evidence for the others: the first
    /// that [`OfflineGazetteer::look_up`] finds in [`Query::Text`].
    pub const MENTIONS: usize = 5;
}

/// The input of a look-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Query<'a> {
    /// Text that may name a place, such as a trip's name: "A week in Lisbon". Ordinary words in it
    /// are not places.
    Text(&'a str),
    /// The name of a place, such as a destination's: "Nice", "Lisbon, Portugal".
    Name(&'a str),
}

/// A place that a text may name.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The place.
    pub place: Place,
    /// The confidence: above 0, at most 1.
    pub score: f64,
}

/// Looks up places by name.
///
/// A look-up has no error: a gazetteer that can't answer in time returns nothing, or the result of
/// its fallback.
pub trait Gazetteer: Send + Sync {
    /// Returns at most `limit` places, the likeliest first; none if the query names no place.
    /// Clients, on whose behalf look-ups are made, take turns.
    fn find<'a>(&'a self, client: Client, query: Query<'a>, limit: usize) -> LookUp<'a>;

    /// Finds the places of a trip together.
    fn locate<'a>(&'a self, _client: Client, trip: TripTexts) -> Located<'a> {
        Box::pin(async move {
            TripPlaces {
                places: vec![None; trip.places.len()],
                is_partial: false,
            }
        })
    }

    /// Returns at most `limit` places whose name begins with `prefix`, best first, those within
    /// 500 km of `near` and in the countries there before others.
    fn suggest<'a>(
        &'a self,
        _client: Client,
        _prefix: String,
        _near: Vec<Coordinates>,
        _limit: usize,
    ) -> Suggestions<'a> {
        Box::pin(async { Vec::new() })
    }

    /// Returns at most `limit` places that somebody asks for by a button: as [`Self::suggest`], and
    /// what a server knows that must not be asked while one types.
    fn search<'a>(
        &'a self,
        client: Client,
        text: String,
        near: Vec<Coordinates>,
        limit: usize,
    ) -> Suggestions<'a> {
        self.suggest(client, text, near, limit)
    }

    /// Whether a look-up takes a request to a server.
    fn is_remote(&self) -> bool {
        false
    }

    /// Returns the offline part of this gazetteer, if it has one.
    fn offline(&self) -> Option<Arc<dyn OfflineGazetteer>> {
        None
    }
}

/// Looks up places without a network, on the caller's thread. The same query always has the same
/// result.
pub trait OfflineGazetteer: Send + Sync {
    /// Returns at most `limit` places, the likeliest first; none if the query names no place.
    fn look_up(&self, query: Query<'_>, limit: usize) -> Vec<Candidate>;

    /// Returns the settlement whose centre is nearest to a point.
    fn nearest(&self, at: Coordinates) -> Option<Place>;

    /// Returns the IANA name of the time zone of a point; `None` if it is none of the earth.
    fn zone_of(&self, at: Coordinates) -> Option<&'static str>;

    /// Finds the places of a trip together, as [`Gazetteer::locate`].
    fn locate(&self, trip: &TripTexts) -> Vec<Option<Place>>;

    /// Returns suggestions, as [`Gazetteer::suggest`].
    fn suggest(&self, prefix: &str, near: &[Coordinates], limit: usize) -> Vec<Place>;
}

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
