//! Archives of Polarsteps, AdventureLog and TRIP, in the shapes that these write.

use std::io::{Cursor, Write};

use serde_json::{Value, json};
use wayfare_domain::trip::ItemClass;
use wayfare_formats::{ImportFormat, Limits, read_picture};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::reading::import;
use crate::services::{dates, items, names, places};

fn zipped(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        let options = SimpleFileOptions::default();
        writer.start_file(*name, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A zip file of one JSON document with files that say their names.
fn archive(path: &str, document: &Value, files: &[&str]) -> Vec<u8> {
    let document = document.to_string();
    let mut entries = vec![(path, document.as_bytes())];
    entries.extend(files.iter().map(|name| (*name, name.as_bytes())));
    zipped(&entries)
}

fn refusal(file: impl AsRef<[u8]>) -> String {
    import(file).unwrap_err().to_string()
}

/// A step of Polarsteps.
fn step(id: u32, name: &str, start: i64, location: &Value) -> Value {
    json!({"id": id, "name": null, "display_name": name, "description": "Rain & sun",
        "slug": "a-step", "start_time": start, "end_time": null, "location": location,
        "timezone_id": "Asia/Tokyo", "is_deleted": false, "type": 1})
}

#[test]
fn exports_of_polarsteps_are_trips_of_steps() {
    let osaka = json!({"name": "Osaka", "detail": "Japan", "lat": 34.7, "lon": 135.5});
    // 23:30 UTC on 1 May is 2 May in Japan.
    let trip = |name: &str, start: i64| {
        json!({"id": 1, "name": name, "summary": "Both of us", "timezone_id": "Asia/Tokyo",
            "start_date": start, "end_date": start + 4 * 86_400, "cover_photo_path":
            "https://example.org/large_thumb/b.jpg", "all_steps": [
                step(6, "Kyoto", start + 90_000, &json!(null)),
                step(5, "Osaka by night", start, &osaka)]})
    };
    let first = trip("Japan", 1_809_214_200).to_string();
    let second = trip("Later", 1_819_214_200).to_string();
    let route = json!({"locations": [{"lat": 35, "lon": 136, "time": 3.0},
        {"lat": 34, "lon": 135, "time": 1.5}, {"lat": 34.5, "lon": 135.5, "time": 2}]});
    let route = route.to_string();
    let file = zipped(&[
        ("user/user.json", b"{}"),
        ("trip/later_2/trip.json", second.as_bytes()),
        ("trip/japan_1/trip.json", first.as_bytes()),
        ("trip/japan_1/locations.json", route.as_bytes()),
        ("trip/japan_1/osaka_5/photos/a.jpg", b"a"),
        ("trip/japan_1/osaka_5/photos/b.jpg", b"b"),
        ("trip/japan_1/osaka_5/videos/c.mp4", b"c"),
    ]);
    let japan = import(&file).unwrap();
    assert_eq!(japan.format, ImportFormat::Polarsteps);
    assert_eq!(japan.content.name.as_str(), "Japan");
    assert_eq!(
        dates(&japan),
        ["2027-05-02T00:00:00Z", "2027-05-06T00:00:00Z"]
    );
    assert_eq!(names(&japan), ["Osaka by night", "Kyoto"]);
    let item = &items(&japan)[0];
    assert_eq!(item.ends.time_zone.as_ref().unwrap().as_str(), "Asia/Tokyo");
    assert_eq!(item.start.unwrap().to_string(), "2027-05-01T23:30:00Z");
    assert_eq!(&*item.destination.location, "Osaka, Japan");
    assert_eq!(items(&japan)[1].day.number(), 2);
    let track = &japan.content.map.tracks[0];
    assert_eq!(track.points()[0].latitude().to_string(), "34");
    let main = japan.main_picture.as_ref().unwrap();
    assert_eq!(main.path, "trip/japan_1/osaka_5/photos/b.jpg");
    let photo = &japan.photos[0];
    assert_eq!(&*photo.caption, "Osaka by night");
    let bytes = read_picture(Cursor::new(&file), Limits::default(), photo, 100);
    assert_eq!(bytes.unwrap(), b"a");
    assert_eq!(
        japan.warnings,
        ["a file of the archive is not part of the trip"]
    );
    assert_eq!(japan.others[0].content.name.as_str(), "Later");
}

#[test]
fn a_trip_has_photos_of_all_its_steps() {
    let trip = json!({"name": "T", "start_date": 1_809_214_200, "all_steps": [
        step(1, "A", 1_809_214_200, &json!(null)), step(2, "B", 1_809_300_600, &json!(null))]});
    let trip = trip.to_string();
    let photos = (0..80).map(|n| {
        format!(
            "trip/t_9/{}/photos/{n}.jpg",
            if n < 60 { "a_1" } else { "b_2" }
        )
    });
    let photos: Vec<String> = photos.collect();
    let mut entries: Vec<(&str, &[u8])> = vec![("trip/t_9/trip.json", trip.as_bytes())];
    entries.extend(photos.iter().map(|name| (name.as_str(), &b"x"[..])));
    let imported = import(zipped(&entries)).unwrap();
    assert!(imported.main_picture.is_some());
    let of = |name: &str| {
        imported
            .photos
            .iter()
            .filter(|it| &*it.caption == name)
            .count()
    };
    assert_eq!((of("A"), of("B")), (15, 15));
    let warning = "a trip has at most 30 photos: the others are left out".to_owned();
    assert!(imported.warnings.contains(&warning));
}

/// A backup of AdventureLog of everything.
fn adventures() -> Value {
    let image = |name: &str| json!({"filename": name, "immich_id": null, "is_primary": false});
    let location = |id: u32, name: &str, collections: Value, visits: Value| {
        json!({"export_id": id, "name": name, "location": "Invented Street", "tags": ["food"],
            "description": "**Good**", "rating": 4.5, "price": "12.50", "price_currency": "EUR",
            "link": null, "longitude": "-9.13", "latitude": "38.71", "category_name": "restaurant",
            "collection_export_ids": collections, "visits": visits, "trails": [],
            "images": [image(&format!("{id}.jpg"))], "attachments": []})
    };
    let visit = |start: &str, end: &str, zone: Value| {
        json!({"export_id": 0, "start_date": start, "end_date": end, "timezone": zone,
            "notes": "Sunny", "activities": [], "images": [], "attachments": []})
    };
    json!({
        "version": "v0.12.0", "export_date": "2027-01-01T00:00:00", "user_username": "ada",
        "categories": [{"name": "restaurant", "display_name": "Restaurant", "icon": "x"}],
        "collections": [
            {"export_id": 0, "name": "Lisbon", "description": "With Ben", "is_public": false,
                "start_date": "2027-05-01", "end_date": "2027-05-05", "link": null,
                "primary_image": {"content_type": "location", "filename": "0.jpg"}},
            {"export_id": 1, "name": "Empty", "description": null, "start_date": null},
        ],
        "locations": [
            location(0, "Castle", json!([0]), json!([
                visit("2027-05-02T00:00:00+00:00", "2027-05-02T00:00:00+00:00", json!(null)),
                visit("2027-05-03T22:30:00+00:00", "2027-05-03T23:30:00+00:00",
                    json!("Europe/Madrid")),
                visit("2025-05-03T10:00:00+00:00", "2025-05-03T11:00:00+00:00", json!(null))])),
            location(1, "Bar", json!([0]), json!([])),
            location(2, "Beach", json!([0]), json!([])),
            location(3, "Elsewhere", json!([]), json!([])),
        ],
        "transportation": [{"export_id": 0, "type": "plane", "name": "To Lisbon",
            "description": null, "price": null, "price_currency": null, "link": null,
            "date": "2027-05-01T08:00:00+00:00", "end_date": "2027-05-01T10:45:00+00:00",
            "start_timezone": "Europe/London", "end_timezone": "Europe/Lisbon",
            "flight_number": "TP1365", "from_location": "London", "to_location": "Lisbon",
            "origin_latitude": "51.47", "origin_longitude": "-0.45",
            "destination_latitude": "38.77", "destination_longitude": "-9.13",
            "collection_export_id": 0, "images": [], "attachments": []}],
        "notes": [{"export_id": 0, "name": "Bring", "content": "An umbrella", "links": null,
            "date": null, "collection_export_id": 0, "images": [], "attachments": []}],
        "checklists": [{"export_id": 0, "name": "Packing", "date": null,
            "collection_export_id": 0, "items": [{"name": "Tent", "is_checked": true}]}],
        "lodging": [{"export_id": 0, "name": "Hotel", "type": "hotel", "description": null,
            "check_in": "2027-05-01T14:00:00+00:00", "check_out": "2027-05-05T10:00:00+00:00",
            "timezone": "Europe/Lisbon", "reservation_number": "H-77", "price": "400.00",
            "price_currency": "EUR", "latitude": null, "longitude": null, "location": "Rua 1",
            "collection_export_id": 0, "images": [], "attachments": []}],
        "itinerary_items": [{"collection_export_id": 0, "content_type": "location",
            "item_reference": 1, "date": "2027-05-04", "is_global": false, "order": 0}],
    })
}

#[test]
fn backups_of_adventurelog_are_trips_of_their_collections() {
    let file = archive(
        "data.json",
        &adventures(),
        &["images/0.jpg", "images/1.jpg", "attachments/a.pdf"],
    );
    let lisbon = import(&file).unwrap();
    assert_eq!(lisbon.format, ImportFormat::AdventureLog);
    assert_eq!(
        dates(&lisbon),
        ["2027-05-01T00:00:00Z", "2027-05-05T00:00:00Z"]
    );
    let found = items(&lisbon)
        .iter()
        .map(|it| (it.day.number(), &*it.destination.name));
    let found: Vec<_> = found.collect();
    assert_eq!(
        found,
        [
            (1, "To Lisbon"),
            (1, "Hotel"),
            (2, "Castle"),
            (4, "Bar"),
            (4, "Castle")
        ]
    );
    let [flight, hotel, castle, _, again] = items(&lisbon) else {
        panic!()
    };
    assert_eq!(flight.class, Some(ItemClass::Flight));
    assert_eq!(&*flight.ends.destination.as_ref().unwrap().name, "Lisbon");
    assert_eq!(
        flight.ends.end_time_zone.as_ref().unwrap().as_str(),
        "Europe/Lisbon"
    );
    assert_eq!(
        (&*hotel.confirmation, hotel.class),
        ("H-77", Some(ItemClass::Stay))
    );
    assert_eq!(hotel.budget.total_cost().to_string(), "400");
    assert_eq!(castle.start, None);
    assert!(castle.destination.description.contains("Rating: 4.5"));
    assert!(!again.destination.description.contains("Rating"));
    assert_eq!(
        again.ends.time_zone.as_ref().unwrap().as_str(),
        "Europe/Madrid"
    );
    assert_eq!(places(&lisbon)[0].0, "Beach");
    assert!(lisbon.content.description.ends_with("Bring: An umbrella"));
    let list = &lisbon.content.plan.lists[0];
    assert_eq!(
        (list.name.as_str(), list.entries[0].done),
        ("Packing", true)
    );
    assert_eq!(lisbon.main_picture.as_ref().unwrap().path, "images/0.jpg");
    assert_eq!(lisbon.photos.len(), 1);
    assert_eq!(
        lisbon.warnings,
        [
            "a file of the archive is not part of the trip",
            "a visit outside of the trip's dates is left out",
            "a picture is missing",
        ]
    );
    let others: Vec<_> = lisbon
        .others
        .iter()
        .map(|it| it.content.name.as_str())
        .collect();
    assert_eq!(others, ["Empty", "AdventureLog"]);
    assert_eq!(places(&lisbon.others[1])[0].0, "Elsewhere");
}

/// A backup of TRIP.
fn trips() -> Value {
    let category = json!({"id": 1, "name": "Food", "image": "/favicon.png", "color": "#000000"});
    let place = |id: u32, name: &str| {
        json!({"id": id, "name": name, "lat": 38.7, "lng": -9.1, "place": "Rua 1, Lisbon",
            "category": category, "description": "Cosy", "price": null,
            "links": ["https://a.example"],
            "image": format!("/assets/{id}.jpg"), "image_id": id, "gpx": null, "visited": false})
    };
    let item = |time: Value, text: &str, place: Value| {
        json!({"id": 1, "time": time, "text": text, "comment": "Book it", "lat": null, "lng": null,
            "price": 20.5, "status": "pending", "place": place, "image": null, "links": null,
            "gpx": null, "paid_by": null, "attachments": [], "day_id": 1})
    };
    json!({
        "_": {"version": "1.40.0", "at": "2027-01-01T00:00:00", "user": "ada"},
        "settings": {"currency": "€"}, "categories": [category],
        "places": [place(1, "Café"), place(2, "Castle"), place(3, "Elsewhere")],
        "trips": [{"id": 1, "name": "Lisbon", "currency": "€", "notes": "With Ben",
            "archival_review": null, "image": "/assets/cover.jpg", "image_id": 9,
            "days": [
                {"id": 1, "dt": "2027-05-01", "label": "Arrival", "notes": "Slowly",
                    "items": [item(json!("09:30"), "Breakfast", place(1, "Café"))],
                    "bookings": [{"id": 1, "type": "hotel", "label": "Hotel", "reference": "H-77",
                        "notes": "Late"}]},
                {"id": 2, "dt": "2027-05-03", "label": "Day 3", "notes": null,
                    "items": [item(json!(null), "Walk", json!(null))], "bookings": []}],
            "places": [place(1, "Café"), place(2, "Castle")], "collaborators": [], "shared": false,
            "attachments": [], "packing_items": [{"id": 1, "text": "Socks", "qt": 3,
                "category": "clothes", "packed": true}],
            "checklist_items": [{"id": 1, "text": "Pay", "checked": false}]}],
    })
}

#[test]
fn backups_of_trip_are_trips_of_days() {
    let file = archive(
        "data.json",
        &trips(),
        &["images/1.jpg", "images/2.jpg", "images/cover.jpg"],
    );
    let lisbon = import(&file).unwrap();
    assert_eq!(lisbon.format, ImportFormat::Trip);
    assert_eq!(
        dates(&lisbon),
        ["2027-05-01T00:00:00Z", "2027-05-03T00:00:00Z"]
    );
    let [hotel, breakfast, walk] = items(&lisbon) else {
        panic!("{:?}", names(&lisbon))
    };
    assert_eq!(
        (&*hotel.confirmation, hotel.class),
        ("H-77", Some(ItemClass::Stay))
    );
    assert_eq!(&*breakfast.destination.name, "Breakfast");
    assert_eq!(&*breakfast.destination.location, "Café, Rua 1, Lisbon");
    assert_eq!(
        &*breakfast.destination.description,
        "Book it\nCosy\nFood\nhttps://a.example"
    );
    assert_eq!(breakfast.budget.total_cost().to_string(), "20.5");
    let hour = breakfast.typed.start.unwrap().as_if_utc().to_string();
    assert_eq!(hour, "2027-05-01T09:30:00Z");
    assert_eq!((walk.day.number(), walk.start), (3, None));
    assert_eq!(places(&lisbon)[0].0, "Castle");
    assert_eq!(&*lisbon.content.description, "With Ben\nArrival: Slowly");
    assert_eq!(lisbon.content.base_currency.unwrap().code(), "EUR");
    let lists: Vec<_> = lisbon
        .content
        .plan
        .lists
        .iter()
        .map(|list| list.name.as_str())
        .collect();
    assert_eq!(lists, ["Packing list", "Checklist"]);
    assert_eq!(&*lisbon.content.plan.lists[0].entries[0].text, "3 × Socks");
    assert_eq!(
        lisbon.main_picture.as_ref().unwrap().path,
        "images/cover.jpg"
    );
    assert_eq!(lisbon.photos.len(), 2);
    assert_eq!(places(&lisbon.others[0])[0].0, "Elsewhere");
    // Earlier versions wrote one document.
    let document = import(trips().to_string()).unwrap();
    assert_eq!(
        (document.format, document.photos.len()),
        (ImportFormat::Trip, 0)
    );
    assert!(
        document
            .warnings
            .iter()
            .any(|it| it.starts_with("a picture is missing"))
    );
}

#[test]
fn hostile_archives_of_services_are_bounded() {
    let backup = |key: &str, value: Value| {
        let mut backup = adventures();
        backup[key] = value;
        archive("data.json", &backup, &[])
    };
    // Wrong types of values lose the values alone, of lists the file.
    let strange = json!([{"export_id": [], "name": {"a": 1}, "start_date": true}]);
    assert!(import(backup("collections", strange)).is_ok());
    assert!(refusal(backup("locations", json!("x"))).contains("damaged"));
    let many: Vec<Value> = (0..101)
        .map(|id| json!({"export_id": id, "name": "x"}))
        .collect();
    assert!(refusal(backup("collections", json!(many))).contains("100 elements"));
    // Each place in each trip is more than there may be.
    let some: Vec<Value> = (0..60)
        .map(|id| json!({"export_id": id, "name": "x"}))
        .collect();
    let ids: Vec<u32> = (0..60).collect();
    let all: Vec<Value> = (0..90)
        .map(|id| json!({"export_id": id, "collection_export_ids": ids}))
        .collect();
    let mut crossed = adventures();
    (crossed["collections"], crossed["locations"]) = (json!(some), json!(all));
    assert!(refusal(archive("data.json", &crossed, &[])).contains("5000 places"));
    let deep = format!("{{\"trips\":{}", "[".repeat(10_000));
    assert!(import(zipped(&[("data.json", deep.as_bytes())])).is_err());
    let bomb = vec![b' '; 51 << 20];
    assert!(import(zipped(&[("trip/a_1/trip.json", &bomb)])).is_err());
    let route = [b"{\"locations\":[1]}".as_slice(), &bomb].concat();
    let trip = json!({"name": "T", "all_steps": []}).to_string();
    let entries: [(&str, &[u8]); 2] = [
        ("t_1/trip.json", trip.as_bytes()),
        ("t_1/locations.json", &route),
    ];
    assert!(refusal(zipped(&entries)).contains("too large"));
    let entries: [(&str, &[u8]); 2] = [
        ("t_1/trip.json", trip.as_bytes()),
        ("t_1/locations.json", b"[]"),
    ];
    assert_eq!(
        import(zipped(&entries)).unwrap().warnings,
        ["a line can't be read and is left out"]
    );
    let many: Vec<String> = (0..5_001).map(|n| format!("images/{n}")).collect();
    let mut entries: Vec<(&str, &[u8])> = vec![("data.json", b"{}")];
    entries.extend(many.iter().map(|name| (name.as_str(), &b""[..])));
    assert!(refusal(zipped(&entries)).contains("5000 entries"));
}

#[test]
fn what_is_known_but_not_read_is_named() {
    for (path, reason) in [
        ("Takeout/Saved/Want to go.csv", "Google Takeout"),
        ("trip.sqlite", "TRIP server"),
    ] {
        assert!(refusal(zipped(&[(path, b"x"), (&format!("{path}2"), b"x")])).contains(reason));
    }
    let many: Vec<String> = (0..201).map(|n| format!("a/{n}.png")).collect();
    let mut entries: Vec<(&str, &[u8])> = vec![("doc.kml", b"<kml/>")];
    entries.extend(many.iter().map(|name| (name.as_str(), &b""[..])));
    assert!(refusal(zipped(&entries)).contains("200 entries"));
}
