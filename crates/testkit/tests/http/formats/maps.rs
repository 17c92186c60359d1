//! Maps of other programs, and the order of a day in the maps that are exported.

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{TestServer, both, on_sqlite};

use super::exports::text;
use super::imports::import;

both!(days_are_exported_in_the_order_of_the_page);

on_sqlite!(
    places_of_takeout_have_addresses,
    geometries_of_several_parts_are_read,
    a_planned_way_is_one_line,
    longitudes_past_180_are_brought_back,
    archives_of_a_mac_are_read,
);

/// The places where names come first in a text.
fn in_order<'n>(text: &str, names: &[&'n str]) -> Vec<&'n str> {
    let mut found: Vec<_> = names
        .iter()
        .map(|name| (text.find(&format!(">{name}<")), *name))
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(_, name)| name).collect()
}

async fn days_are_exported_in_the_order_of_the_page(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let item = |name: &str, hour: Option<u32>, longitude: f64| {
        let mut item = json!({"item_type": "destination", "day": 2, "destination":
            {"name": name, "latitude": 38.7, "longitude": longitude}});
        if let Some(hour) = hour {
            item["start_time"] = json!(format!("2026-07-02T{hour:02}:00:00Z"));
        }
        item
    };
    let items = [
        item("Dinner", Some(19), 1.5),
        item("Dance", None, 2.5),
        item("Breakfast", Some(8), 3.5),
        item("Walk", None, 4.5),
        item("Lunch", Some(12), 5.5),
    ];
    let set = ada.a().set_items(&trip, &json!({"trip_items": items}));
    set.await.expect_status(200);
    let shown = ["Breakfast", "Walk", "Lunch", "Dinner", "Dance"];
    let gpx = text(&ada, &trip, "gpx").await;
    let route = gpx.split("<rte>").nth(1).unwrap();
    assert_eq!(in_order(route, &shown), shown, "{gpx}");
    let kml = text(&ada, &trip, "kml").await;
    let folder = kml.split("<Folder>").nth(1).unwrap();
    assert_eq!(in_order(folder, &shown), shown, "{kml}");
    let geojson: Value = serde_json::from_str(&text(&ada, &trip, "geojson").await).unwrap();
    let features = geojson["features"].as_array().unwrap();
    let line = features
        .iter()
        .find(|it| it["geometry"]["type"] == "LineString")
        .unwrap();
    assert_eq!(line["properties"]["places"], json!(shown));
    let ends = &line["geometry"]["coordinates"];
    assert_eq!(
        (&ends[0], &ends[4]),
        (&json!([3.5, 38.7]), &json!([2.5, 38.7]))
    );
    // The interface keeps the order in which they were entered.
    let kept = ada.a().items(&trip).await.value();
    assert_eq!(kept[0]["destination"]["name"], "Dinner");
}

async fn destinations(by: &Traveller, trip: &str) -> Vec<(String, Value)> {
    let shown = by.a().trip(trip).extended().await.value();
    let destinations = shown["destObjs"].as_array().unwrap().iter();
    destinations
        .map(|it| (it["name"].as_str().unwrap().to_owned(), it.clone()))
        .collect()
}

async fn places_of_takeout_have_addresses(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let feature = |point: Value, properties: Value| {
        json!({"geometry": {"coordinates": point, "type": "Point"}, "properties": properties,
            "type": "Feature"})
    };
    let hut = json!({"Google Maps URL": "http://maps.google.com/?cid=1", "Location": {
        "Address": "Way 1, 3984 Fieschertal, Switzerland", "Business Name": "Hut", "Country Code":
        "CH", "Geo Coordinates": {"Latitude": "46.5", "Longitude": "8.05"}},
        "Published": "2019-04-20T09:09:19Z", "Title": "Hut"});
    let lookout = json!({"Location": {"Business Name": "Alfama lookout",
        "Geo Coordinates": {"Latitude": "38.7120", "Longitude": "-9.1300"}}});
    let new = json!({"date": "2024-01-01T00:00:00Z", "google_maps_url":
        "http://maps.google.com/?q=38.72,-9.14", "Comment": "Nice"});
    let file = json!({"type": "FeatureCollection", "features": [
        feature(json!([8.05, 46.5]), hut),
        feature(json!([0, 0]), lookout),
        feature(json!([0, 0]), new),
    ]});
    let (trip, imported) = import(&ada, file.to_string()).await;
    assert_eq!((imported.places, imported.items), (3, 0));
    let found = destinations(&ada, &trip).await;
    assert_eq!(
        found[0].1["location"],
        "Way 1, 3984 Fieschertal, Switzerland"
    );
    for ((name, place), (expected, at)) in found.iter().zip([
        ("Hut", (46.5, 8.05)),
        ("Alfama lookout", (38.712, -9.13)),
        ("38.72, -9.14", (38.72, -9.14)),
    ]) {
        assert_eq!(name, expected);
        let lies = (place["latitude"].as_f64(), place["longitude"].as_f64());
        assert_eq!(lies, (Some(at.0), Some(at.1)), "{name}");
    }
    assert_eq!(
        found[2].1["description"],
        "Nice\nhttp://maps.google.com/?q=38.72,-9.14"
    );
}

async fn tracks(by: &Traveller, trip: &str) -> Value {
    let map = by.b().map(trip).extended().await.expect_status(200);
    map.value()["tracks"].clone()
}

async fn geometries_of_several_parts_are_read(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let feature = |name: &str, geometry: Value| {
        json!({
            "type": "Feature", "geometry": geometry, "properties": {"name": name}
        })
    };
    let file = json!({"type": "FeatureCollection", "features": [
        feature(
            "Gates", json!({"type": "MultiPoint", "coordinates": [[9.42, 52.94], [9.43, 52.95]]})
        ),
        feature("Trail", json!({"type": "GeometryCollection", "geometries": [
            {"type": "Point", "coordinates": [9.44, 52.96]},
            {"type": "LineString", "coordinates": [[9.44, 52.96], [9.45, 52.97]]}]})),
        {"type": "Feature", "geometry": null, "properties": null},
    ]});
    let (trip, imported) = import(&ada, file.to_string()).await;
    assert_eq!(imported.places, 3);
    let names: Vec<_> = destinations(&ada, &trip).await;
    let names: Vec<&str> = names.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["Gates", "Gates", "Trail"]);
    let way = json!([{"name": "Trail", "points": [[9.44, 52.96], [9.45, 52.97]]}]);
    assert_eq!(tracks(&ada, &trip).await, way);
}

async fn a_planned_way_is_one_line(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let points: String = (0..1_100)
        .map(|n| format!("<rtept lat=\"{}\" lon=\"8\"/>", f64::from(n) / 100.0))
        .collect();
    let inn = "<rtept lat=\"12\" lon=\"8\"><name>Inn</name></rtept>";
    let file = format!("<gpx version=\"1.1\"><rte><name>Ride</name>{points}{inn}</rte></gpx>");
    let (trip, imported) = import(&ada, file).await;
    assert_eq!((imported.items, imported.places), (1, 1));
    let lines = tracks(&ada, &trip).await;
    assert_eq!(lines[0]["name"], "Ride");
    assert_eq!(lines[0]["points"].as_array().unwrap().len(), 1_101);
}

async fn longitudes_past_180_are_brought_back(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let kml = "<kml><Document><name>M</name><Placemark><name>Fiji hut</name><Point>\
        <coordinates>181.5,-17.8,0</coordinates></Point></Placemark></Document></kml>";
    let (trip, imported) = import(&ada, kml).await;
    assert_eq!(imported.warnings, [""; 0]);
    let hut = &destinations(&ada, &trip).await[0].1;
    let lies = (hut["latitude"].as_f64(), hut["longitude"].as_f64());
    assert_eq!(lies, (Some(-17.8), Some(-178.5)));
}

async fn archives_of_a_mac_are_read(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let kml = "<kml><Document><name>Map</name><Placemark><name>A</name><Point><coordinates>9,47\
        </coordinates></Point></Placemark></Document></kml>";
    let file = super::hostile::zipped(&[
        ("__MACOSX/trip/._trip.kml", b"\0\x05\x16\x07".as_slice()),
        ("trip/trip.kml", kml.as_bytes()),
    ]);
    let (_, imported) = import(&ada, file).await;
    assert_eq!((imported.format.as_str(), imported.places), ("kmz", 1));
}
