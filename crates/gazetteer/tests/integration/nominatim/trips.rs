//! The places of trips, names that the built-in gazetteer does not know, and suggestions.

use wayfare_bounds::Client;
use wayfare_gazetteer::{
    Coordinates, Gazetteer, Nominatim, Place, PlaceKind, PlaceText, Query, ServerKind, TripTexts,
};

use super::{Behaviour, Server, first};

/// A trip to Lisbon with places of these names and locations.
fn trip(places: &[(&str, &str)]) -> TripTexts {
    let place = |(name, location): &(&str, &str)| PlaceText {
        name: (*name).to_owned(),
        location: (*location).to_owned(),
        ..PlaceText::default()
    };
    TripTexts {
        name: "A week in Lisbon".to_owned(),
        places: places.iter().map(place).collect(),
        ..TripTexts::default()
    }
}

#[tokio::test]
async fn asks_for_the_places_of_a_trip_and_takes_those_near_it() {
    const ANSWER: &str = r#"[
        {"lat": "-1.45", "lon": "-48.5", "name": "Belem", "address": {"country_code": "br"}},
        {"lat": "38.6975", "lon": "-9.2033", "name": "Museum", "address": {"country_code": "pt"}}
    ]"#;
    let server = Server::start(&[Behaviour::Fixed("200 OK", ANSWER)]).await;
    let mut trip = trip(&[
        ("Museum", "R. de Belém 84, Lisboa"),
        ("Dinner", ""),
        ("Tower", "38.6916, -9.2160"),
        ("Hotel", "Porto"),
    ]);
    trip.places[3].known = Some(Coordinates {
        latitude: 41.1,
        longitude: -8.6,
    });
    let found = server.without_interval().locate(Client::new(0), trip).await;
    let found = found.places;
    assert_eq!(found[0].as_ref().unwrap().coordinates.longitude, -9.2033);
    assert!(found[1].is_none() && found[3].is_none());
    assert_eq!(found[2].as_ref().unwrap().coordinates.longitude, -9.216);
    let requests = server.requests();
    assert_eq!(requests.len(), 1, "{requests:?}");
    assert!(requests[0].contains("q=Museum%2C+R.+de+Bel"));
}

#[tokio::test]
async fn the_built_in_gazetteer_locates_if_the_server_fails() {
    let server = Server::start(&[Behaviour::Fixed("500 Oh", "")]).await;
    let trip = trip(&[("Hotel", "Rua Augusta 27, Lisboa")]);
    let found = server.without_interval().locate(Client::new(0), trip).await;
    assert_eq!(found.places[0].as_ref().unwrap().name, "Lisbon");
}

#[tokio::test]
async fn only_photon_is_asked_for_suggestions() {
    const ANSWER: &str = r#"{"type": "FeatureCollection", "features": [
        {"geometry": {"coordinates": [-9.14, 38.71]},
            "properties": {"name": "Lisbon", "type": "city"}},
        {"geometry": {"coordinates": [-9.206, 38.6977]}, "properties": {"name": "Lisbon Tower",
            "osm_type": "W", "osm_id": 7, "osm_key": "tourism", "osm_value": "attraction",
            "type": "house", "country": "Portugal", "countrycode": "PT",
            "extent": [-9.21, 38.70, -9.20, 38.69]}},
        {"geometry": {"coordinates": [-9.13, 38.78]},
            "properties": {"name": "Airport", "osm_value": "aerodrome"}},
        {"geometry": {"coordinates": [999, 38]}, "properties": {"name": "Nowhere"}},
        {"geometry": null}, 5
    ]}"#;
    let server = Server::start(&[Behaviour::Fixed("200 OK", ANSWER)]).await;
    let near = vec![Coordinates {
        latitude: 38.7,
        longitude: -9.1,
    }];
    let suggest = async |gazetteer: Nominatim| {
        let places = gazetteer.suggest(Client::new(0), "Lisb".to_owned(), near.clone(), 10);
        places.await
    };
    assert!(!suggest(server.without_interval()).await.is_empty());
    assert!(server.requests().is_empty());
    let photon = || server.without_interval().with_kind(ServerKind::Photon);
    let found = suggest(photon()).await;
    assert_eq!(found[0].display_name, "Lisbon, Portugal");
    let named = |name: &str| found.iter().find(|place| place.name == name);
    let tower = named("Lisbon Tower").unwrap();
    assert_eq!(tower.kind, PlaceKind::Other("attraction".to_owned()));
    assert_eq!(tower.bounds.min_latitude, 38.69);
    assert_eq!(tower.bounds.max_longitude, -9.20);
    assert_eq!(tower.time_zone, "Europe/Lisbon");
    assert_eq!(named("Airport").unwrap().kind, PlaceKind::Airport);
    assert!(named("Nowhere").is_none());
    let is_far = |place: &Place| (place.coordinates.longitude + 9.1).abs() > 6.0;
    assert!(found.iter().any(is_far));
    assert!(found.iter().is_sorted_by_key(is_far));
    let lisbon = |place: &&Place| place.name == "Lisbon" && place.time_zone == "Europe/Lisbon";
    assert_eq!(found.iter().filter(lisbon).count(), 1);
    assert!(server.requests()[0].contains("/geo/api?q=Lisb&limit=10&lang=en&lat=38.7&lon=-9.1"));
    let broken = Server::start(&[Behaviour::Fixed("200 OK", "[]")]).await;
    let broken = broken.without_interval().with_kind(ServerKind::Photon);
    assert_eq!(suggest(broken).await[0].display_name, "Lisbon, Portugal");
}

#[tokio::test]
async fn asks_for_a_name_that_the_built_in_gazetteer_does_not_know() {
    const ANSWER: &str = r#"[
        {"lat": "51.9", "lon": "4.6", "name": "Kinder", "address": {"country_code": "nl"}},
        {"lat": "51.88", "lon": "4.63", "name": "Kinderdijk", "address": {"country_code": "nl"}}
    ]"#;
    let server = Server::start(&[Behaviour::Fixed("200 OK", ANSWER)]).await;
    let nominatim = server.without_interval();
    let client = Client::new(0);
    let found = nominatim.find(client, Query::Text("Kinderdijk"), 1).await;
    assert_eq!(first(&found).coordinates.longitude, 4.63);
    assert_eq!(first(&found).time_zone, "Europe/Amsterdam");
    let trip = TripTexts {
        name: "Holiday".to_owned(),
        ..trip(&[("Kinderdijk", ""), ("Dinner", ""), ("Kinder Garten", "")])
    };
    let found = nominatim.locate(client, trip).await.places;
    assert_eq!(found[0].as_ref().unwrap().name, "Kinderdijk");
    assert!(found[1].is_none() && found[2].is_none(), "{found:?}");
    for text in [
        "Our secret plans",
        "Honeymoon",
        "Zzzy 2026",
        "Six Zzzy Words Are Too Many",
    ] {
        assert_eq!(nominatim.find(client, Query::Text(text), 1).await, []);
    }
    let requests = server.requests();
    let asked = requests
        .iter()
        .map(|head| head.split(['=', '&']).nth(1).unwrap());
    assert_eq!(asked.collect::<Vec<_>>(), ["Kinderdijk", "Kinder+Garten"]);
}
