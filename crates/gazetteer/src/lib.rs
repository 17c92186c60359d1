//! Looks places up: which place a text speaks of, and what is known of it.

mod built_in;
mod nominatim;
mod place;

use std::future::Future;
use std::pin::Pin;

pub use built_in::BuiltIn;
pub use nominatim::{Nominatim, ServerAddress, ServerAddressError};
pub use place::{Bounds, Coordinates, OsmElement, Place, PlaceKind};

/// A look-up under way; it always ends, within the gazetteer's own limit.
pub type LookUp<'a> = Pin<Box<dyn Future<Output = Vec<Candidate>> + Send + 'a>>;

/// What is looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Query<'a> {
    /// Text that may speak of a place, such as a trip's name: "A week in Lisbon". Ordinary words in
    /// it are no places.
    Text(&'a str),
    /// What somebody calls a place, such as a destination's name: "Nice", "Lisbon, Portugal".
    Name(&'a str),
}

/// A place that a text may mean.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The place.
    pub place: Place,
    /// How surely it is meant: above 0, at most 1.
    pub score: f64,
}

/// Looks places up by what they are called.
///
/// A look-up has no error: a gazetteer that can't answer in time knows nothing, or asks the one
/// that it falls back to.
pub trait Gazetteer: Send + Sync {
    /// The places that are meant, the likeliest first and `limit` at most; none where no place is
    /// meant.
    fn find<'a>(&'a self, query: Query<'a>, limit: usize) -> LookUp<'a>;
}

/// The examples of the crate's page, so that they are compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
