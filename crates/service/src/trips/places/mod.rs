//! Looks up the places of trips in a gazetteer: when a trip is written, and soon after if there was
//! no time then.

pub(crate) mod look_ups;
pub(crate) mod relocation;

use std::collections::HashMap;
use std::time::Duration;

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use wayfare_bounds::Client;
use wayfare_domain::trip::Edit;
use wayfare_domain::trip::place::{Coordinates, PlaceMatch, PlaceQuery, Precision, ZoneName};
use wayfare_domain::{ShortText, Trip, TripId};
use wayfare_gazetteer::{
    self as gazetteer, Extent, OfflineGazetteer, Place, PlaceKind, PlaceText, Query, TripPlaces,
    TripTexts,
};
use wayfare_storage::Repositories;

use crate::context::Context;
use crate::trips::Trips;
use crate::{Caller, Error};
use look_ups::Places;

/// What look-ups found of the places of a trip.
pub(crate) type Answers = HashMap<PlaceQuery, Option<PlaceMatch>>;

/// How far from the centre of a settlement coordinates are its own, in degrees: some 50 m.
const CENTRE: f64 = 0.000_5;

impl Context {
    /// Looks up the places of a trip within a time limit, else that of writes. `is_act` says that
    /// somebody has just written them, without which no public server is asked.
    pub(crate) async fn look_up_places(
        &self,
        client: Client,
        trip: &Trip,
        limit: Option<Duration>,
        is_act: bool,
    ) -> Answers {
        let Some(places) = &self.places else {
            return Answers::new();
        };
        let queries = trip.place_queries();
        let pins = self.pins(client, places, &queries, trip.plan.place_rules == 0);
        let pins = pins.await;
        let keeps = |query: &PlaceQuery| query.is_pinned || places.gazetteer.is_remote();
        let (ends, travel) = (trip.named_ends(), trip.travel_queries());
        let text = |query: &PlaceQuery| PlaceText {
            name: query.name.to_string(),
            location: query.location.to_string(),
            known: point(query).filter(|_| keeps(query) || pins.contains_key(query)),
            is_travel_end: ends.contains(query.name.as_str()),
            is_travel: travel.contains(query),
        };
        let texts = TripTexts {
            name: trip.name.to_string(),
            description: trip.description.to_string(),
            places: queries.iter().map(text).collect(),
            is_act,
        };
        let is_known = |text: &PlaceText| text.known.is_some();
        let known: Vec<bool> = texts.places.iter().map(is_known).collect();
        let limit = limit.unwrap_or(places.timeout);
        let found = places.within(limit, places.gazetteer.locate(client, texts));
        let TripPlaces { places, is_partial } = found.await.unwrap_or_default();
        let found = queries.into_iter().zip(places).zip(known);
        let is_open = |place: &Option<Place>| is_partial && place.is_none();
        let found = found.filter(|((_, place), is_known)| !is_known && !is_open(place));
        let mut answers: Answers = found
            .map(|((query, place), _)| {
                let is_end = ends.contains(query.name.as_str()) || travel.contains(&query);
                let found = place.and_then(|place| match_of(&place, &query, is_end));
                (query, found)
            })
            .collect();
        answers.extend(pins.into_iter().map(|(query, pin)| (query, Some(pin))));
        answers
    }

    /// Whether the name and description of edits mention the same places as those of the trip.
    pub(crate) async fn has_same_mentions(
        &self,
        client: Client,
        before: &Trip,
        edits: &[Edit],
    ) -> bool {
        let texts = edits.iter().filter_map(|edit| match edit {
            Edit::Name(name) => Some([before.name.as_str(), name.as_str()]),
            Edit::Description(text) => Some([before.description.as_str(), text.as_str()]),
            _ => None,
        });
        let changed = texts
            .filter(|[old, new]| old != new)
            .map(|pair| pair.map(str::to_owned));
        let changed: Vec<_> = changed.collect();
        if changed.is_empty() {
            return true;
        }
        let places = self.places.as_ref();
        let Some(offline) = places.and_then(|places| places.gazetteer.offline()) else {
            return false;
        };
        let compare = move || {
            let mentions = |text: &String| -> Vec<Place> {
                let found = offline.look_up(Query::Text(text), TripTexts::MENTIONS);
                found.into_iter().map(|found| found.place).collect()
            };
            let mut changed = changed.iter();
            changed.all(|[old, new]| mentions(old) == mentions(new))
        };
        let compared = self.documents.run(client, 1, compare);
        compared.await.unwrap_or(false)
    }

    /// The time zone of a point, if an offline gazetteer tells.
    ///
    /// # Errors
    /// [`Error::Busy`].
    pub(crate) async fn zone_of(
        &self,
        client: Client,
        at: Coordinates,
    ) -> Result<Option<ZoneName>, Error> {
        let offline = self
            .places
            .as_ref()
            .map(|places| places.gazetteer.offline());
        let (Some(offline), Some(at)) = (offline.flatten(), to_point(at)) else {
            return Ok(None);
        };
        let find = move || ZoneName::new(offline.zone_of(at)?).ok();
        Ok(self.documents.run(client, 1, find).await?)
    }

    /// The coordinates that stay, with their zones: those that were set, and of trips of the first
    /// release (`is_first`) those that no look-up can have found.
    async fn pins(
        &self,
        client: Client,
        places: &Places,
        queries: &[PlaceQuery],
        is_first: bool,
    ) -> HashMap<PlaceQuery, PlaceMatch> {
        let is_open = |query: &&PlaceQuery| {
            query.coordinates.is_some() && (is_first || (query.is_pinned && !query.is_settled))
        };
        let open: Vec<PlaceQuery> = queries.iter().filter(is_open).cloned().collect();
        let Some(offline) = places.gazetteer.offline().filter(|_| !open.is_empty()) else {
            return HashMap::new();
        };
        let find = move || {
            let pin = |query: PlaceQuery| pin(offline.as_ref(), &query).map(|pin| (query, pin));
            open.into_iter().filter_map(pin).collect()
        };
        let found = self.documents.run(client, 1, find).await;
        found.unwrap_or_default()
    }
}

impl Trips {
    /// Returns at most `limit` places whose name begins with `prefix`, the best first; those near
    /// the places of `trip` before others. `is_asked` by a button, a server is asked that must not
    /// be while somebody types.
    ///
    /// # Errors
    /// [`Error::TokenRefused`], and as [`Trips::read`] for the trip.
    pub async fn suggest_places(
        &self,
        caller: Caller,
        prefix: &str,
        trip: Option<TripId>,
        limit: usize,
        is_asked: bool,
    ) -> Result<Vec<Place>, Error> {
        let near = match trip {
            Some(trip) => points_of(&self.read(caller, trip).await?.trip),
            None => {
                let find = move |data: &mut dyn Repositories| {
                    caller.check(data.users().find(caller.user)?).map(drop)
                };
                self.context.executor.read(caller.client(), find).await?;
                Vec::new()
            }
        };
        let Some(places) = &self.context.places else {
            return Ok(Vec::new());
        };
        let prefix = prefix.to_owned();
        let (client, gazetteer) = (caller.client(), &places.gazetteer);
        if is_asked {
            // It has a time limit of its own.
            return Ok(gazetteer.search(client, prefix, near, limit).await);
        }
        let suggest = gazetteer.suggest(client, prefix, near, limit);
        let found = places.within(places.timeout, suggest).await;
        Ok(found.unwrap_or_default())
    }
}

/// The coordinates of the places of a trip.
fn points_of(trip: &Trip) -> Vec<gazetteer::Coordinates> {
    trip.place_queries().iter().filter_map(point).collect()
}

fn point(query: &PlaceQuery) -> Option<gazetteer::Coordinates> {
    query.coordinates.and_then(to_point)
}

fn zone_of(place: &Place) -> Option<ZoneName> {
    ZoneName::new(&place.time_zone).ok()
}

fn to_point(at: Coordinates) -> Option<gazetteer::Coordinates> {
    Some(gazetteer::Coordinates {
        latitude: at.latitude().to_f64()?,
        longitude: at.longitude().to_f64()?,
    })
}

/// The coordinates of a query as they stay; `None` if an earlier look-up found them.
fn pin(offline: &dyn OfflineGazetteer, query: &PlaceQuery) -> Option<PlaceMatch> {
    let at = point(query)?;
    let is_centre = |place: &Place| {
        let centre = place.coordinates;
        (centre.latitude - at.latitude).abs() < CENTRE
            && (centre.longitude - at.longitude).abs() < CENTRE
    };
    let is_town = offline.nearest(at).as_ref().is_some_and(is_centre);
    let was_found = !query.is_pinned && is_town;
    (!was_found).then_some(PlaceMatch {
        location: ShortText::EMPTY,
        description: ShortText::EMPTY,
        coordinates: query.coordinates?,
        precision: if is_town {
            Precision::Town
        } else {
            Precision::Exact
        },
        time_zone: offline
            .zone_of(at)
            .and_then(|zone| ZoneName::new(zone).ok()),
        is_pinned: true,
    })
}

/// Converts a place to the match of a query; `is_end` of one where travel begins or ends. Returns
/// `None` if its coordinates are invalid.
fn match_of(place: &Place, query: &PlaceQuery, is_end: bool) -> Option<PlaceMatch> {
    let is_itself = is_place_itself(query, place);
    let precision = precision_of(place);
    Some(PlaceMatch {
        location: ShortText::cut(&place.display_name),
        description: if is_itself {
            ShortText::cut(&place.description)
        } else {
            ShortText::EMPTY
        },
        coordinates: coordinates_of(place)?,
        // A hotel by an airport is not there itself.
        precision: match place.kind {
            PlaceKind::Airport if is_end => precision,
            _ if is_itself || is_address(query, place) => precision,
            _ => precision.max(Precision::Town),
        },
        time_zone: zone_of(place),
        is_pinned: false,
    })
}

/// The coordinates of a place; `None` if they are invalid.
pub fn coordinates_of(place: &Place) -> Option<Coordinates> {
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

/// How exactly the coordinates of a place say where it is.
pub fn precision_of(place: &Place) -> Precision {
    match place.extent() {
        Extent::Point => Precision::Exact,
        Extent::Street => Precision::Street,
        Extent::Settlement => Precision::Town,
        Extent::Area => Precision::Region,
    }
}

/// Whether a place is the house or the street that the location of a query names.
fn is_address(query: &PlaceQuery, place: &Place) -> bool {
    let is_house = matches!(&place.kind, PlaceKind::Other(word) if word == "house");
    let written = words(&query.location);
    let mut own = words(&place.name).into_iter();
    (is_house || place.extent() == Extent::Street) && own.all(|word| written.contains(&word))
}

/// Whether a query is for the place itself and not for something in it. "Lisbon" and "Lisboa" are
/// Lisbon; "Lisbon airport" is not, so it does not get Lisbon's description, nor does "Ritz" in
/// Lisbon.
fn is_place_itself(query: &PlaceQuery, place: &Place) -> bool {
    let (own, full) = (words(&place.name), words(&place.display_name));
    let named = words(&query.name);
    let more = named.iter().filter(|word| !full.contains(word)).count();
    let is_in_own_words = own.iter().all(|word| named.contains(word));
    // A name in another language has at most as many words.
    more == 0 || (query.location.is_empty() && !is_in_own_words && more <= own.len())
}

fn words(text: &str) -> Vec<String> {
    text.split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests;
