//! Looks up the places of trips and new destinations in a gazetteer, on writes only.

use std::collections::HashMap;
use std::future::ready;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{StreamExt, stream};
use prometheus_client::metrics::counter::Counter;
use rust_decimal::Decimal;
use wayfare_domain::trip::place::{Coordinates, PlaceMatch, PlaceQuery, ZoneName};
use wayfare_domain::{ShortText, Trip};
use wayfare_gazetteer::{self as gazetteer, Gazetteer, OfflineGazetteer, Place, Query};
use wayfare_queue::Client;

/// Look-ups of one write that are in progress at the same time.
const CONCURRENT: usize = 4;

/// The places found for new destinations.
pub(crate) type PlaceMatches = HashMap<PlaceQuery, PlaceMatch>;

/// Looks up places. A look-up never fails: after the timeout it has no match.
pub(crate) struct Places {
    pub(crate) gazetteer: Arc<dyn Gazetteer>,
    /// The time limit of all look-ups of a write.
    pub(crate) timeout: Duration,
    /// The writes with more look-ups than fit into the time limit.
    pub(crate) cut_short: Counter,
}

impl Places {
    /// The gazetteer that needs no network.
    pub(crate) fn offline(&self) -> Option<Arc<dyn OfflineGazetteer>> {
        self.gazetteer.offline()
    }

    /// Finds the place of a trip's name, else of its description (interface: "Trip as a place").
    pub(crate) async fn of_trip(&self, client: Client, trip: &Trip) -> Option<Place> {
        let look_up = async {
            match self.first(client, Query::Text(trip.name.as_str())).await {
                Some(place) => Some(place),
                None => self.first(client, Query::Text(&trip.description)).await,
            }
        };
        self.within_limit(look_up).await.flatten()
    }

    /// Finds the time zone of a place, by its IANA name.
    pub(crate) async fn zone_of(&self, client: Client, query: &PlaceQuery) -> Option<String> {
        let place = self.within_limit(self.of_destination(client, query)).await;
        place.flatten().map(|place| place.time_zone)
    }

    /// Finds the places of new destinations (interface: "Destinations"). Those that are not looked
    /// up within the time limit have no match.
    pub(crate) async fn of_destinations(
        &self,
        client: Client,
        queries: Vec<PlaceQuery>,
    ) -> PlaceMatches {
        let mut matches = PlaceMatches::new();
        if queries.is_empty() {
            return matches;
        }
        let look_ups = queries.into_iter().map(async |query| {
            let place = self.of_destination(client, &query).await?;
            let place_match = match_of(&place, &query.name)?;
            Some((query, place_match))
        });
        let look_ups = stream::iter(look_ups).buffer_unordered(CONCURRENT);
        let collect = look_ups.for_each(|found| {
            matches.extend(found);
            ready(())
        });
        self.within_limit(collect).await;
        matches
    }

    /// Runs look-ups of one write; `None` if they take too long.
    async fn within_limit<T>(&self, look_ups: impl Future<Output = T>) -> Option<T> {
        let done = tokio::time::timeout(self.timeout, look_ups).await.ok();
        if done.is_none() {
            self.cut_short.inc();
        }
        done
    }

    /// Finds the place of a destination. Its location, if sent, disambiguates places of the same
    /// name. Returns `None` if name and location do not agree.
    async fn of_destination(&self, client: Client, query: &PlaceQuery) -> Option<Place> {
        let PlaceQuery { name, location } = query;
        if location.is_empty() {
            return self.first(client, Query::Name(name)).await;
        }
        let whole = format!("{name}, {location}");
        let (place, namesake, area) = tokio::join!(
            self.first(client, Query::Name(&whole)),
            self.first(client, Query::Name(name)),
            self.first(client, Query::Name(location)),
        );
        // Otherwise the match may be the location instead of the destination.
        let is_named = |place: &Place| namesake.is_some_and(|namesake| namesake.name == place.name);
        let is_there =
            |place: &Place| area.is_some_and(|area| area.country_code == place.country_code);
        place.filter(is_named).filter(is_there)
    }

    async fn first(&self, client: Client, query: Query<'_>) -> Option<Place> {
        self.gazetteer
            .find(client, query, 1)
            .await
            .into_iter()
            .next()
            .map(|candidate| candidate.place)
    }
}

/// Converts a place to the match of a destination. Returns `None` if its coordinates are invalid.
fn match_of(place: &Place, name: &str) -> Option<PlaceMatch> {
    Some(PlaceMatch {
        location: ShortText::cut(&place.display_name),
        description: if is_place_itself(name, place) {
            ShortText::cut(&place.description)
        } else {
            ShortText::EMPTY
        },
        coordinates: coordinates_of(place)?,
        time_zone: ZoneName::new(&place.time_zone).ok(),
    })
}

/// The coordinates of a place; `None` if they are invalid.
pub(crate) fn coordinates_of(place: &Place) -> Option<Coordinates> {
    let gazetteer::Coordinates {
        latitude,
        longitude,
    } = place.coordinates;
    let coordinates = Coordinates::new(
        Decimal::try_from(latitude).ok()?,
        Decimal::try_from(longitude).ok()?,
    );
    coordinates.ok()
}

/// Whether a destination of that name is the place itself and not something in it. "Lisbon" and
/// "Lisboa" are Lisbon; "Lisbon airport" is not, so it does not get Lisbon's description.
pub(crate) fn is_place_itself(name: &str, place: &Place) -> bool {
    let (named, own, full) = (words(name), words(&place.name), words(&place.display_name));
    let more = named.iter().filter(|word| !full.contains(word)).count();
    let is_in_own_words = own.iter().all(|word| named.contains(word));
    // A name in another language has at most as many words.
    more == 0 || (!is_in_own_words && more <= own.len())
}

fn words(text: &str) -> Vec<String> {
    text.split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests;
