//! Look-ups of the places of trips and new destinations. No look-up fails or delays a write.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use wayfare_domain::trip::budget::BudgetPatch;
use wayfare_domain::trip::destination::{DestinationDraft, DestinationEntry};
use wayfare_domain::trip::edit::items::Pin;
use wayfare_domain::trip::itinerary::{Day, ItemDraft, ItemKind};
use wayfare_domain::trip::place::{Coordinates, Point, Precision};
use wayfare_domain::trip::{Edit, EndsDraft, ItineraryPatch, NewTrip};
use wayfare_domain::{Description, ShortText, Trip};
use wayfare_gazetteer::{
    self as gazetteer, Bounds, Candidate, Gazetteer, Located, LookUp, Place, PlaceKind, Query,
    TripPlaces, TripTexts,
};
use wayfare_service::{Client, Precondition, TripUpdateRequest};

use crate::world::{World, changed, new_trip, unchanged};
use crate::{assert_refused, on_both_backends};

on_both_backends!(
    finds_the_place_of_a_trip_by_name_then_description,
    looks_up_the_places_of_a_trip_when_they_change,
    looks_up_names_with_their_locations,
    looks_up_nothing_for_callers_who_may_not_edit,
    look_ups_time_out,
    looks_up_again_what_had_no_time,
    refreshes_all_trips_but_no_pins,
    looks_up_many_destinations,
);

/// A gazetteer of Lisbon, two places called Paris, Texas and France. Records its queries.
#[derive(Default)]
pub(crate) struct Atlas {
    queries: Mutex<Vec<String>>,
    /// Whether look-ups hang, as those of an overloaded server of places.
    is_away: AtomicBool,
}

impl Atlas {
    fn take_queries(&self) -> Vec<String> {
        std::mem::take(&mut *self.queries.lock().unwrap())
    }

    fn find_all(&self, text: &str) -> Vec<Place> {
        self.queries.lock().unwrap().push(text.to_owned());
        match text {
            "Lisbon" | "A week in Lisbon" | "Lisbon, Lisbon, Portugal" => {
                vec![place("Lisbon", "Portugal", "PT", 38.7)]
            }
            "Paris" | "Paris, France" => {
                vec![
                    place("Paris", "France", "FR", 48.9),
                    place("Paris", "Texas, United States", "US", 33.7),
                ]
            }
            "Paris, Texas" => vec![place("Paris", "Texas, United States", "US", 33.7)],
            _ => Vec::new(),
        }
    }
}

impl Gazetteer for Atlas {
    fn find<'a>(&'a self, _: Client, query: Query<'a>, limit: usize) -> LookUp<'a> {
        let (Query::Text(text) | Query::Name(text)) = query;
        let found = self.find_all(text).into_iter().take(limit);
        let found = found.map(|place| Candidate { place, score: 1.0 }).collect();
        let hangs = text == "Limbo";
        Box::pin(async move {
            if hangs {
                std::future::pending::<()>().await;
            }
            found
        })
    }

    fn locate(&self, _: Client, trip: TripTexts) -> Located<'_> {
        Box::pin(async move {
            if self.is_away.load(Ordering::SeqCst) {
                std::future::pending::<()>().await;
            }
            let found = trip.places.iter().map(|text| {
                let whole = match &*text.location {
                    "" => text.name.clone(),
                    location => format!("{}, {location}", text.name),
                };
                let found = text.known.is_none().then(|| self.find_all(&whole));
                found?.into_iter().next()
            });
            TripPlaces {
                places: found.collect(),
                is_partial: false,
            }
        })
    }
}

fn place(name: &str, around: &str, country_code: &str, latitude: f64) -> Place {
    Place {
        name: name.to_owned(),
        display_name: format!("{name}, {around}"),
        description: format!("{name} itself"),
        kind: PlaceKind::City,
        coordinates: gazetteer::Coordinates {
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

fn dest(entries: Vec<DestinationEntry>) -> Edit {
    Edit::Destinations(entries)
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
    let of = |coordinates: Coordinates| coordinates.latitude().to_string();
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
        let trips = &world.service.trips;
        let view = trips.create(ann, new).await.unwrap();
        let place = trips.find_place(ann, &view.trip).await;
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
        "only `find_place` looks up the place"
    );
}

async fn looks_up_the_places_of_a_trip_when_they_change(world: World) {
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
    let whole = Edit::Name(after.trip.name.clone());
    unchanged(world.update(ann, id, whole).await);
    let todo = Edit::Todo(vec![short("pack")]);
    let (_, after) = changed(world.update(ann, id, todo).await);
    assert!(world.atlas.take_queries().is_empty());
    assert_eq!(
        world.service.trips.read(ann, id).await.unwrap().trip,
        after.trip
    );
}

async fn looks_up_names_with_their_locations(world: World) {
    let ann = world.user("ann").await;
    let id = world.trip(ann, "Alps", true).await;
    let entries = [("Paris", "Texas"), ("Paris", "France"), ("Paris", "Narnia")];
    let entries = entries.map(|(name, location)| located(name, location));
    let (_, after) = changed(world.update(ann, id, dest(entries.into())).await);
    let expected = [
        known("Texas", "Paris itself", "33.7"),
        known("France", "Paris itself", "48.9"),
        unknown("Narnia"),
    ];
    assert_eq!(shown(&after.trip), expected);
}

async fn looks_up_again_what_had_no_time(world: World) {
    let ann = world.user("ann").await;
    let id = world.trip(ann, "Alps", true).await;
    world.atlas.is_away.store(true, Ordering::SeqCst);
    let (_, written) = changed(world.update(ann, id, dest(vec![named("Lisbon")])).await);
    assert_eq!(shown(&written.trip), [unknown("")]);
    world.atlas.is_away.store(false, Ordering::SeqCst);
    let located = loop {
        let view = world.service.trips.read(ann, id).await.unwrap();
        if view.trip.version > written.trip.version {
            break view.trip;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    assert_eq!(shown(&located), [known("", "", "38.7")]);
    assert_eq!(located.updated_at, written.trip.updated_at);
    // An editor who read the trip before meets no conflict.
    let rename = TripUpdateRequest::of(Edit::Todo(vec![short("pack")]));
    let read = Precondition::Versions(vec![written.trip.version]);
    let trips = &world.service.trips;
    changed(trips.update(ann, id, rename.clone(), read.clone()).await);
    assert_refused!(trips.update(ann, id, rename, read).await, VersionMismatch);
}

async fn refreshes_all_trips_but_no_pins(world: World) {
    let ann = world.user("ann").await;
    let mut ids = Vec::new();
    world.atlas.is_away.store(true, Ordering::SeqCst);
    for name in ["One", "Two"] {
        let id = world.trip(ann, name, true).await;
        changed(world.update(ann, id, items(&["Lisbon", "Paris"])).await);
        let item = world
            .service
            .trips
            .read(ann, id)
            .await
            .unwrap()
            .trip
            .itinerary[1]
            .id
            .clone();
        let pin = Pin {
            point: Point {
                coordinates: coordinates("1", "2"),
                precision: Precision::Exact,
            },
            name: None,
            location: None,
        };
        changed(
            world
                .update(ann, id, itinerary(ItineraryPatch::Pin(item, Some(pin))))
                .await,
        );
        ids.push(id);
    }
    world.atlas.is_away.store(false, Ordering::SeqCst);
    assert_eq!(world.service.trips.relocate_all(drop).await.unwrap(), 2);
    for id in ids {
        let trip = world.service.trips.read(ann, id).await.unwrap().trip;
        let found = trip.destinations().map(|place| place.coordinates.unwrap());
        assert!(found.eq([coordinates("38.7", "1.5"), coordinates("1", "2")]));
    }
}

fn coordinates(latitude: &str, longitude: &str) -> Coordinates {
    Coordinates::new(latitude.parse().unwrap(), longitude.parse().unwrap()).unwrap()
}

fn itinerary(patch: ItineraryPatch) -> Edit {
    Edit::Items(patch)
}

/// The items of these names.
fn items(names: &[&str]) -> Edit {
    let item = |name: &&str| ItemDraft {
        id: None,
        kind: ItemKind::new("destination").unwrap(),
        index: None,
        day: Day::FIRST,
        start: None,
        end: None,
        duration: None,
        budget: BudgetPatch::default(),
        destination: DestinationDraft {
            name: Some(short(name)),
            ..DestinationDraft::default()
        },
        photos: Vec::new(),
        ends: EndsDraft::default(),
        typed: Default::default(),
        confirmation: None,
        class: None,
    };
    itinerary(ItineraryPatch::Replace(names.iter().map(item).collect()))
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
    let trips = &world.service.trips;
    let view = trips.create(ann, new_trip("Limbo", true)).await.unwrap();
    assert_eq!(trips.find_place(ann, &view.trip).await, None);
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
