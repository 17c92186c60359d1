//! Where trips and their new destinations are: looked up in a gazetteer when they are written,
//! never when they are read.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use rust_decimal::Decimal;
use tokio::runtime::Handle;
use wayfare_domain::trip::place::{Coordinates, PlaceMatch, PlaceQuery};
use wayfare_domain::{ShortText, Trip};
use wayfare_gazetteer::{self as gazetteer, Gazetteer, Place, Query};

/// How long a write waits for its look-ups at most, whatever gazetteer it is. Ours end within a
/// second, but for the very first look-up on a machine that has no time to load the places.
const LONGEST: Duration = Duration::from_secs(3);
/// From how many destinations on they are looked up on a thread of their own, off the threads that
/// serve requests.
const MANY: usize = 8;

/// The places of new destinations, as far as they are known.
pub(crate) type PlaceMatches = HashMap<PlaceQuery, PlaceMatch>;

/// Looks places up for the use cases. No look-up fails: what is not known in time is not known.
pub(crate) struct Places {
    gazetteer: Arc<dyn Gazetteer>,
}

impl Places {
    pub(crate) fn new(gazetteer: Arc<dyn Gazetteer>) -> Self {
        Self { gazetteer }
    }

    /// The place that a trip's name speaks of, else its description (interface: "Trip as a place").
    pub(crate) async fn of_trip(&self, trip: &Trip) -> Option<Place> {
        let look_up = async {
            match self.first(Query::Text(trip.name.as_str())).await {
                Some(place) => Some(place),
                None => self.first(Query::Text(&trip.description)).await,
            }
        };
        tokio::time::timeout(LONGEST, look_up).await.ok().flatten()
    }

    /// The places of new destinations (interface: "Destinations").
    pub(crate) async fn of_destinations(self: &Arc<Self>, query: Vec<PlaceQuery>) -> PlaceMatches {
        if query.len() < MANY {
            return self.all(query).await;
        }
        let (places, runtime) = (Arc::clone(self), Handle::current());
        let found = tokio::task::spawn_blocking(move || runtime.block_on(places.all(query)));
        found.await.unwrap_or_default()
    }

    async fn all(&self, query: Vec<PlaceQuery>) -> PlaceMatches {
        let look_ups = query.into_iter().map(async |query| {
            let place = self.of_destination(&query).await?;
            let known = known(&place, &query.name)?;
            Some((query, known))
        });
        let found = tokio::time::timeout(LONGEST, join_all(look_ups)).await;
        found.unwrap_or_default().into_iter().flatten().collect()
    }

    /// The place that a destination is. A location that was sent says which of several of that name
    /// it is; where the two do not agree, nothing is known.
    async fn of_destination(&self, query: &PlaceQuery) -> Option<Place> {
        let PlaceQuery { name, location } = query;
        if location.is_empty() {
            return self.first(Query::Name(name)).await;
        }
        let whole = format!("{name}, {location}");
        let (place, namesake, area) = tokio::join!(
            self.first(Query::Name(&whole)),
            self.first(Query::Name(name)),
            self.first(Query::Name(location)),
        );
        // Else it may be the location that was found, of a destination that no gazetteer knows.
        let is_named = |place: &Place| namesake.is_some_and(|namesake| namesake.name == place.name);
        let is_there =
            |place: &Place| area.is_some_and(|area| area.country_code == place.country_code);
        place.filter(is_named).filter(is_there)
    }

    async fn first(&self, query: Query<'_>) -> Option<Place> {
        self.gazetteer
            .find(query, 1)
            .await
            .into_iter()
            .next()
            .map(|candidate| candidate.place)
    }
}

/// What is known of a destination at a place, in the terms of the domain; `None` where the place is
/// nowhere on the earth.
fn known(place: &Place, name: &str) -> Option<PlaceMatch> {
    let gazetteer::Coordinates {
        latitude,
        longitude,
    } = place.coordinates;
    let coordinates = Coordinates::new(
        Decimal::try_from(latitude).ok()?,
        Decimal::try_from(longitude).ok()?,
    );
    Some(PlaceMatch {
        location: ShortText::cut(&place.display_name),
        description: if is_all_of(name, place) {
            ShortText::cut(&place.description)
        } else {
            ShortText::EMPTY
        },
        coordinates: coordinates.ok()?,
    })
}

/// Whether a destination of that name is the place and not something in it: "Lisbon" and "Lisboa"
/// are Lisbon, "Lisbon airport" is not and is not what Lisbon is like.
fn is_all_of(name: &str, place: &Place) -> bool {
    let (named, own, full) = (words(name), words(&place.name), words(&place.display_name));
    let more = named.iter().filter(|word| !full.contains(word)).count();
    let is_in_own_words = own.iter().all(|word| named.contains(word));
    // In other words, such as another language's, it should have no more of them.
    more == 0 || (!is_in_own_words && more <= own.len())
}

fn words(text: &str) -> Vec<String> {
    text.split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use wayfare_gazetteer::{BuiltIn, Query};

    use super::*;

    #[test]
    fn only_what_is_the_place_itself_is_described_as_it() {
        let gazetteer = BuiltIn::new();
        let described = |name: &str| {
            let place = gazetteer
                .look_up(Query::Name(name), 1)
                .into_iter()
                .next()
                .unwrap()
                .place;
            let known = known(&place, name).unwrap();
            assert_eq!(&*known.location, "Lisbon, Portugal", "{name}");
            !known.description.is_empty()
        };
        for name in [
            "Lisbon",
            "LISBON",
            "Lisboa",
            "Lisbon, Portugal",
            "Lisboa (Portugal)",
            "Лиссабон",
        ] {
            assert!(described(name), "{name}");
        }
        for name in ["Lisbon airport", "Museum of Lisbon", "Aeroporto de Lisboa"] {
            assert!(!described(name), "{name}");
        }
    }
}
