//! Look-ups of the places of trips and new destinations. No look-up fails or delays a write.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use wayfare_domain::trip::destination::{DestinationDraft, DestinationEntry};
use wayfare_domain::trip::{NewTrip, TripPatch};
use wayfare_domain::{Description, ShortText, Trip};
use wayfare_gazetteer::{
    Bounds, Candidate, Coordinates, Gazetteer, LookUp, Place, PlaceKind, Query,
};

use wayfare_service::Client;

use crate::world::{World, changed, new_trip, unchanged};
use crate::{assert_refused, on_both_backends};

on_both_backends!(
    finds_the_place_of_a_trip_by_name_then_description,
    looks_up_only_new_destinations,
    a_location_disambiguates_a_destination,
    looks_up_nothing_for_callers_who_may_not_edit,
    look_ups_time_out,
    looks_up_many_destinations,
);

/// A gazetteer of Lisbon, two places called Paris, Texas and France. Records its queries.
#[derive(Default)]
pub(crate) struct Atlas {
    queries: Mutex<Vec<String>>,
}

impl Atlas {
    fn take_queries(&self) -> Vec<String> {
        std::mem::take(&mut *self.queries.lock().unwrap())
    }
}

impl Gazetteer for Atlas {
    fn find<'a>(&'a self, _: Client, query: Query<'a>, limit: usize) -> LookUp<'a> {
        let (Query::Text(text) | Query::Name(text)) = query;
        self.queries.lock().unwrap().push(text.to_owned());
        let places = match text {
            "Lisbon" | "A week in Lisbon" | "Hotel, Lisbon" => {
                vec![place("Lisbon", "Portugal", "PT", 38.7)]
            }
            "Paris" | "Paris, France" | "Paris, Narnia" => {
                vec![
                    place("Paris", "France", "FR", 48.9),
                    place("Paris", "Texas, United States", "US", 33.7),
                ]
            }
            "Paris, Texas" => vec![place("Paris", "Texas, United States", "US", 33.7)],
            "Texas" => vec![place("Texas", "United States", "US", 31.5)],
            "France" => vec![place("France", "", "FR", 46.6)],
            _ => Vec::new(),
        };
        let found = places
            .into_iter()
            .take(limit)
            .map(|place| Candidate { place, score: 1.0 })
            .collect();
        let hangs = text == "Limbo";
        Box::pin(async move {
            if hangs {
                std::future::pending::<()>().await;
            }
            found
        })
    }
}

fn place(name: &str, around: &str, country_code: &str, latitude: f64) -> Place {
    Place {
        name: name.to_owned(),
        display_name: format!("{name}, {around}"),
        description: format!("{name} itself"),
        kind: PlaceKind::City,
        coordinates: Coordinates {
            latitude,
            longitude: 1.5,
        },
        bounds: Bounds {
            min_latitude: latitude,
            min_longitude: 1.5,
            max_latitude: latitude,
            max_longitude: 1.5,
        },
        time_zone: "UTC".to_owned(),
        country_code: country_code.to_owned(),
        osm: None,
        wikidata: None,
        wikipedia: None,
    }
}

fn dest(entries: Vec<DestinationEntry>) -> TripPatch {
    TripPatch {
        destinations: Some(entries),
        ..TripPatch::default()
    }
}

fn short(text: &str) -> ShortText {
    ShortText::new(text).unwrap()
}

fn named(name: &str) -> DestinationEntry {
    DestinationEntry::Named(short(name))
}

fn located(name: &str, location: &str) -> DestinationEntry {
    let (name, location) = (Some(short(name)), Some(short(location)));
    DestinationEntry::Given(DestinationDraft {
        name,
        location,
        ..DestinationDraft::default()
    })
}

/// Location, description and latitude.
fn shown(trip: &Trip) -> Vec<(String, String, Option<String>)> {
    let of =
        |coordinates: wayfare_domain::trip::place::Coordinates| coordinates.latitude().to_string();
    let destinations = trip.plan.destinations.iter();
    destinations
        .map(|it| {
            (
                it.location.to_string(),
                it.description.to_string(),
                it.coordinates.map(of),
            )
        })
        .collect()
}

fn unknown(location: &str) -> (String, String, Option<String>) {
    (location.to_owned(), String::new(), None)
}

fn known(location: &str, description: &str, latitude: &str) -> (String, String, Option<String>) {
    (
        location.to_owned(),
        description.to_owned(),
        Some(latitude.to_owned()),
    )
}

async fn finds_the_place_of_a_trip_by_name_then_description(world: World) {
    let ann = world.user("ann").await;
    let create = async |name: &str, description: &str| {
        let description = Description::new(description).unwrap();
        let new = NewTrip {
            description,
            ..new_trip(name, true)
        };
        let (view, place) = world.service.trips.create_as_place(ann, new).await.unwrap();
        assert_eq!(view.trip.name.as_str(), name);
        place.map(|place| place.display_name)
    };
    assert_eq!(
        create("Lisbon", "Paris").await.as_deref(),
        Some("Lisbon, Portugal")
    );
    assert_eq!(
        create("Holidays", "A week in Lisbon").await.as_deref(),
        Some("Lisbon, Portugal")
    );
    assert_eq!(create("Holidays", "").await, None);
    world.atlas.take_queries();
    world.trip(ann, "Lisbon", true).await;
    assert!(
        world.atlas.take_queries().is_empty(),
        "only `create_as_place` looks up the place"
    );
    let gone = world.user("gone").await;
    world
        .service
        .accounts
        .delete(gone, "gone", wayfare_service::Precondition::None)
        .await
        .unwrap();
    assert_refused!(
        world
            .service
            .trips
            .create_as_place(gone, new_trip("Lisbon", true))
            .await,
        TokenRefused
    );
    assert!(world.atlas.take_queries().is_empty());
}

async fn looks_up_only_new_destinations(world: World) {
    let ann = world.user("ann").await;
    let id = world.trip(ann, "Alps", true).await;
    let (_, after) = changed(
        world
            .update(ann, id, dest(vec![named("Lisbon"), named("Place A")]))
            .await,
    );
    assert_eq!(
        shown(&after.trip),
        [
            known("Lisbon, Portugal", "Lisbon itself", "38.7"),
            unknown("")
        ]
    );
    assert_eq!(after.trip.areas()[0].name, "Lisbon, Portugal");
    assert_eq!(world.atlas.take_queries(), ["Lisbon", "Place A"]);
    unchanged(
        world
            .update(ann, id, dest(vec![named("Lisbon"), named("Place A")]))
            .await,
    );
    let whole = TripPatch {
        name: Some(after.trip.name.clone()),
        ..TripPatch::default()
    };
    unchanged(world.update(ann, id, whole).await);
    assert!(world.atlas.take_queries().is_empty());
    assert_eq!(
        world.service.trips.read(ann, id).await.unwrap().trip,
        after.trip
    );
}

async fn a_location_disambiguates_a_destination(world: World) {
    let ann = world.user("ann").await;
    let id = world.trip(ann, "Alps", true).await;
    let entries = [
        ("Paris", "Texas"),
        ("Paris", "France"),
        ("Paris", "Narnia"),
        ("Hotel", "Lisbon"),
    ];
    let entries = entries.map(|(name, location)| located(name, location));
    let (_, after) = changed(world.update(ann, id, dest(entries.into())).await);
    let expected = [
        known("Texas", "Paris itself", "33.7"),
        known("France", "Paris itself", "48.9"),
        unknown("Narnia"),
        unknown("Lisbon"),
    ];
    assert_eq!(shown(&after.trip), expected);
}

async fn looks_up_nothing_for_callers_who_may_not_edit(world: World) {
    let (ann, eve) = (world.user("ann").await, world.user("eve").await);
    let (private, public) = (
        world.trip(ann, "Alps", true).await,
        world.trip(ann, "Alps", false).await,
    );
    assert_refused!(
        world
            .update(eve, private, dest(vec![named("Lisbon")]))
            .await,
        NotFound
    );
    assert_refused!(
        world.update(eve, public, dest(vec![named("Lisbon")])).await,
        NotPermitted
    );
    assert!(world.atlas.take_queries().is_empty());
}

async fn look_ups_time_out(world: World) {
    let ann = world.user("ann").await;
    let begin = Instant::now();
    let (view, place) = world
        .service
        .trips
        .create_as_place(ann, new_trip("Limbo", true))
        .await
        .unwrap();
    assert_eq!(place, None);
    changed(
        world
            .update(
                ann,
                view.trip.id,
                dest(vec![named("Limbo"), named("Elsewhere")]),
            )
            .await,
    );
    assert!(
        begin.elapsed() < Duration::from_secs(15),
        "{:?}",
        begin.elapsed()
    );
}

async fn looks_up_many_destinations(world: World) {
    let ann = world.user("ann").await;
    let id = world.trip(ann, "Alps", true).await;
    let entries = (0..198)
        .map(|number| named(&format!("Place {number}")))
        .chain([named("Lisbon"), named("Paris")]);
    let (_, after) = changed(world.update(ann, id, dest(entries.collect())).await);
    let with_places = after
        .trip
        .plan
        .destinations
        .iter()
        .filter(|destination| destination.coordinates.is_some());
    assert_eq!(with_places.count(), 2);
}
