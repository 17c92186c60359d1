//! Files of services that hold places or whole trips, in the shapes that these write.

use std::io::{Cursor, Write};

use serde_json::{Value, json};
use wayfare_domain::trip::{ItemClass, ItineraryItem};
use wayfare_formats::{ImportFormat, ImportedTrip, Limits, read_picture};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::reading::import;

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

fn items(trip: &ImportedTrip) -> &[ItineraryItem] {
    &trip.content.itinerary
}

fn names(trip: &ImportedTrip) -> Vec<&str> {
    let items = items(trip).iter();
    items.map(|item| item.destination.name.as_str()).collect()
}

/// The names, points and descriptions of the destinations.
fn places(trip: &ImportedTrip) -> Vec<(String, Option<[String; 2]>, String)> {
    let places = trip.content.plan.destinations.iter().map(|place| {
        let at = place.coordinates;
        let at = at.map(|at| [at.latitude(), at.longitude()].map(|it| it.normalize().to_string()));
        (place.name.to_string(), at, place.description.to_string())
    });
    places.collect()
}

fn dates(trip: &ImportedTrip) -> [String; 2] {
    let dates = trip.content.plan.dates;
    [dates.start, dates.end].map(|at| at.map_or(String::new(), |at| at.at.to_string()))
}

#[test]
fn places_of_takeout_are_places() {
    let point = json!({"type": "Point", "coordinates": [8.05, 46.5]});
    let nowhere = json!({"type": "Point", "coordinates": [0, 0]});
    let new = json!({"type": "FeatureCollection", "features": [
        {"geometry": point, "type": "Feature", "properties": {"date": "2024-01-01T10:00:00Z",
            "google_maps_url": "http://maps.google.com/?cid=1", "location": {
                "address": "Invented Square 1", "country_code": "CH", "name": "Hut"}}},
        {"geometry": nowhere, "type": "Feature", "properties": {"date": "2024-01-02T10:00:00Z",
            "google_maps_url": "http://maps.google.com/?q=Invented+Bay"}},
    ]});
    let imported = import(new.to_string()).unwrap();
    assert_eq!(imported.format, ImportFormat::Takeout);
    let at = Some(["46.5", "8.05"].map(str::to_owned));
    let [hut, bay] = &places(&imported)[..] else {
        panic!()
    };
    assert_eq!((hut.0.as_str(), &hut.1), ("Hut", &at));
    assert_eq!((bay.0.as_str(), &bay.1), ("Invented Bay", &None));
    let labelled = json!({"type": "FeatureCollection", "features": [{"geometry": point,
        "properties": {"address": "Invented Street 2", "name": "Home"}, "type": "Feature"}]});
    let imported = import(labelled.to_string()).unwrap();
    assert_eq!(imported.format, ImportFormat::Takeout);
    let plain = json!({"type": "FeatureCollection", "features": [{"geometry": point,
        "properties": {"address": "A", "name": "B", "kind": "bar"}, "type": "Feature"}]});
    assert_eq!(
        import(plain.to_string()).unwrap().format,
        ImportFormat::GeoJson
    );
}

#[test]
fn lists_of_takeout_have_points_where_their_links_do() {
    let maps = "https://www.google.com/maps";
    let rows = [
        format!("Café,Try the cake,{maps}/place/Caf%C3%A9/data=!4m2!3m1!1s0x1:0x2,,open late"),
        format!("Dropped pin,,\"{maps}/search/38.71,-9.13\",,"),
        format!("Bay,,\"{maps}/place/Bay/@38.7,-9.1,17z/data=!3m1!4b1!8m2!3d38.6!4d-9.2\",,"),
        format!("Middle,,\"{maps}/@38.5,-9.5,15z\",,"),
        "Query,,\"https://maps.google.com/?q=1.5,2.5\",,".to_owned(),
        format!("Nowhere,,\"{maps}/search/0,0\",,"),
        ",,,,".to_owned(),
    ];
    let header = "Title,Note,URL,Tags,Comment";
    for (before, expected) in [("", ""), ("My favourites\n\n", "My favourites")] {
        let file = format!("{before}{header}\n,,,,\n{}\n", rows.join("\n"));
        let imported = import(&file).unwrap();
        assert_eq!(imported.format, ImportFormat::Takeout);
        assert_eq!(&*imported.content.description, expected);
        let places = places(&imported);
        let points = places.iter().map(|(name, at, _)| {
            let at = at.as_ref().map(|at| at.join(" ")).unwrap_or_default();
            (name.as_str(), at)
        });
        let points: Vec<(&str, String)> = points.collect();
        assert_eq!(
            points
                .iter()
                .map(|(name, at)| (*name, at.as_str()))
                .collect::<Vec<_>>(),
            [
                ("Café", ""),
                ("Dropped pin", "38.71 -9.13"),
                ("Bay", "38.6 -9.2"),
                ("Middle", "38.5 -9.5"),
                ("Query", "1.5 2.5"),
                ("Nowhere", ""),
            ]
        );
        assert!(
            places[0].2.starts_with("Try the cake\nhttps://"),
            "{:?}",
            places[0]
        );
        assert!(places[0].2.ends_with("\nopen late"), "{:?}", places[0]);
    }
    let german = format!("Titel,Notiz,URL,Kommentar\nBay,,{maps}/place/Bay,\n");
    assert_eq!(import(german).unwrap().format, ImportFormat::Takeout);
    // The links of something else are no places.
    assert!(import("Name,Text,URL\nA,b,https://example.org/c\n").is_err());
}

/// A feed of TripIt with these events.
fn feed(head: &str, events: &[&str]) -> String {
    let events = events.iter().map(|event| {
        let event = event.trim().replace('\n', "\r\n");
        format!("BEGIN:VEVENT\r\nDTSTAMP:20270101T000000Z\r\n{event}\r\nEND:VEVENT\r\n")
    });
    let events: String = events.collect();
    format!("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n{head}{events}END:VCALENDAR\r\n")
}

const NAMED: &str = "PRODID:-//TripIt//Feed//EN\r\nX-WR-CALNAME:Ada (TripIt)\r\n";
const LISBON: &str = r"
UID:aa11@tripit.com
SUMMARY:Lisbon\, May 2027
LOCATION:Lisbon\, Portugal
DTSTART;VALUE=DATE:20270501
DTEND;VALUE=DATE:20270506
DESCRIPTION:Ada is in Lisbon\, Portugal from May 1 to May 5\, 2027\nView and/or edit details in TripIt : https://www.tripit.com/trip/show/id/11\n";
const OSLO: &str = r"
UID:bb22@tripit.com
SUMMARY:Oslo
DTSTART;VALUE=DATE:20270610
DTEND;VALUE=DATE:20270612
DESCRIPTION:View and/or edit details in TripIt : https://www.tripit.com/trip/show?id=22\n";
const FLIGHT: &str = r"
UID:item-1@tripit.com
SUMMARY:TP1365 LHR to LIS
LOCATION:London (LHR)
GEO:51.47;-0.45
DTSTART:20270501T080000Z
DTEND:20270501T104500Z
DESCRIPTION:View and/or edit details in TripIt : https://www.tripit.com/trip/show/id/11\n \n\n9:00 AM BST\n[Flight] LHR to LIS\nTP 1365\nConfirmation # ABC123\n \nSat\, May 1\n11:45 AM WEST\nArrive Lisbon (LIS)\nTripIt - organize your travel at https://www.tripit.com";
const CHECK_IN: &str = r"
UID:item-2@tripit.com
SUMMARY:Check-in: Invented Hotel
LOCATION:Rua Inventada 1\, Lisbon
GEO:38.71;-9.13
DTSTART:20270501T140000Z
DTEND:20270501T150000Z
DESCRIPTION:https://www.tripit.com/trip/show/id/11\n3:00 PM WEST\n[Lodging] Arrive Invented Hotel\nCheck-In: 3:00pm\nConfirmation: H-77\n";
const CHECK_OUT: &str = r"
UID:item-3@tripit.com
SUMMARY:Check-out: Invented Hotel
LOCATION:Rua Inventada 1\, Lisbon
GEO:38.71;-9.13
DTSTART:20270505T100000Z
DTEND:20270505T110000Z
DESCRIPTION:https://www.tripit.com/trip/show/id/11\n11:00 AM WEST\n[Lodging] Depart Invented Hotel\nCheck-Out: 11:00am\nConfirmation: H-77\n";
const TRAIN: &str = r"
UID:item-4@tripit.com
SUMMARY:Vy - Oslo S to Bergen
LOCATION:Oslo S
DTSTART:20270611T060000Z
DTEND:20270611T130000Z
DESCRIPTION:[Rail] Vy - Oslo S to Bergen\nArrive Bergen Strømgaten 4\n";

#[test]
fn a_feed_of_tripit_is_its_trips() {
    let file = feed(NAMED, &[OSLO, CHECK_OUT, LISBON, FLIGHT, TRAIN, CHECK_IN]);
    let lisbon = import(file).unwrap();
    assert_eq!(lisbon.format, ImportFormat::TripIt);
    assert_eq!(lisbon.content.name.as_str(), "Lisbon, May 2027");
    assert!(lisbon.content.description.starts_with("Ada is in Lisbon"));
    assert_eq!(
        dates(&lisbon),
        ["2027-05-01T00:00:00Z", "2027-05-05T00:00:00Z"]
    );
    assert_eq!(places(&lisbon)[0].0, "Lisbon, Portugal");
    let [flight, stay] = items(&lisbon) else {
        panic!("{:?}", names(&lisbon))
    };
    assert_eq!(flight.class, Some(ItemClass::Flight));
    assert_eq!((&*flight.confirmation, flight.day.number()), ("ABC123", 1));
    let end = flight.ends.destination.as_ref().unwrap();
    assert_eq!(&*end.name, "Lisbon (LIS)");
    assert!(!flight.destination.description.contains("TripIt"));
    assert_eq!(&*stay.destination.name, "Invented Hotel");
    assert_eq!(stay.class, Some(ItemClass::Stay));
    assert_eq!(&*stay.confirmation, "H-77");
    let hours = [stay.start, stay.end].map(|at| at.unwrap().to_string());
    assert_eq!(hours, ["2027-05-01T14:00:00Z", "2027-05-05T10:00:00Z"]);
    assert!(stay.destination.description.contains("Check-Out: 11:00am"));
    let [oslo] = &lisbon.others[..] else { panic!() };
    assert_eq!(oslo.content.name.as_str(), "Oslo");
    // It has no link, but is within the dates.
    let train = &items(oslo)[0];
    assert_eq!(
        (train.class, train.day.number()),
        (Some(ItemClass::Train), 2)
    );
    let end = train.ends.destination.as_ref().unwrap();
    assert_eq!((&*end.name, &*end.location), ("Bergen", "Strømgaten 4"));
    assert_eq!(lisbon.warnings.len() + oslo.warnings.len(), 0);
}

#[test]
fn what_is_of_no_trip_of_a_feed_is_told() {
    let late = TRAIN.replace("202706", "202709");
    let imported = import(feed(NAMED, &[OSLO, &late])).unwrap();
    assert_eq!(
        imported.warnings,
        ["an event is of no trip of the calendar"]
    );
    let rest = &imported.others[0];
    assert_eq!(rest.content.name.as_str(), "Ada (TripIt)");
    assert_eq!(names(rest), ["Vy - Oslo S to Bergen"]);
    // Two rooms are two stays; a check-out alone stays one event.
    let room = |event: &str, number| {
        event
            .replace("item-", &format!("item-{number}"))
            .replace("H-77", number)
    };
    let rooms = [
        room(CHECK_OUT, "8"),
        room(CHECK_IN, "9"),
        room(CHECK_IN, "8"),
        room(CHECK_OUT, "7"),
    ];
    let rooms: Vec<&str> = rooms.iter().map(String::as_str).chain([LISBON]).collect();
    let imported = import(feed(NAMED, &rooms)).unwrap();
    let codes = items(&imported)
        .iter()
        .map(|it| (&*it.confirmation, it.end.is_some()));
    let codes: Vec<_> = codes.collect();
    assert_eq!(codes.len(), 2, "{codes:?}");
}

#[test]
fn other_calendars_are_none_of_tripit() {
    let own = "UID:a@example.org\nSUMMARY:Trip\nDTSTART;VALUE=DATE:20270501";
    let linked = format!("{own}\nDESCRIPTION:see https://www.tripit.com/trip/show/id/1");
    for (head, event) in [
        ("PRODID:-//X//EN\r\n", own),
        ("PRODID:-//X//EN\r\n", &linked),
    ] {
        let imported = import(feed(head, &[event])).unwrap();
        assert_eq!(imported.format, ImportFormat::Ics, "{event}");
    }
    assert_eq!(
        import(feed(NAMED, &[own])).unwrap().format,
        ImportFormat::Ics
    );
}

#[test]
fn the_trips_of_a_file_are_one_to_be_added() {
    let merged = import(feed(NAMED, &[OSLO, LISBON, FLIGHT, TRAIN]))
        .unwrap()
        .merged();
    assert!(merged.others.is_empty());
    assert_eq!(
        dates(&merged),
        ["2027-05-01T00:00:00Z", "2027-06-11T00:00:00Z"]
    );
    let days = items(&merged).iter().map(|item| item.day.number());
    assert_eq!(days.collect::<Vec<_>>(), [1, 42]);
}

/// A step of Polarsteps.
fn step(id: u32, name: &str, start: i64, location: &Value) -> Value {
    json!({"id": id, "name": null, "display_name": name, "description": "Rain & sun",
        "slug": "a-step", "start_time": start as f64, "end_time": null, "location": location,
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
    assert_eq!(items(&japan)[1].day.number(), 3);
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
            (4, "Castle"),
            (4, "Bar")
        ]
    );
    let [flight, hotel, castle, again, _] = items(&lisbon) else {
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
    assert_eq!(hotel.budget.total_cost().to_string(), "400.00");
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
            "category": category, "description": "Cosy", "price": null, "links": ["https://a.example"],
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
