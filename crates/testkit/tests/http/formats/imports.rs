//! Imports: previews, what is kept of each format, and export, import, export again.

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::shapes::extensions::Import;
use wayfare_testkit::{TestServer, both, on_sqlite};

use super::exports::{text, unfolded, unzipped, with_items};
use crate::cast::{Cast, archive_of};
use crate::pictures::samples::jpeg;

both!(
    a_preview_keeps_nothing,
    archives_come_back_as_they_were,
    archives_keep_each_person_one_party,
);

on_sqlite!(
    maps_come_back_as_they_were,
    calendars_come_back_as_they_were,
    previews_refuse_what_imports_refuse,
    routes_and_folders_are_days,
    calendars_of_others_bring_their_zones,
    times_without_a_zone_are_hours_of_their_place,
    repeating_events_come_once,
    places_are_found_by_name,
);

pub(super) async fn import(by: &Traveller, file: impl Into<Vec<u8>>) -> (String, Import) {
    let reply = by.extensions().import("", file).await.expect_status(201);
    let location = reply.header("location").unwrap().to_owned();
    let import = reply.json();
    let uuid = import.uuid.clone().unwrap();
    assert!(
        location.ends_with(&format!("/api/v1/trips/{uuid}")),
        "{location}"
    );
    (uuid, import)
}

async fn a_preview_keeps_nothing(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.full_trip().await;
    let gpx = text(&cast.ada, &trip, "gpx").await;
    let preview = cast.eve.extensions().import("preview=true", gpx.clone());
    let preview = preview.await.expect_status(200).json();
    assert_eq!(
        (preview.uuid.as_deref(), preview.format.as_str()),
        (None, "gpx")
    );
    assert_eq!(cast.eve.b().trips().await.value(), json!([]));
    let (uuid, import) = import(&cast.eve, gpx).await;
    assert_eq!(
        (import.items, import.places),
        (preview.items, preview.places)
    );
    let new = cast.eve.b().trip(&uuid).await.value();
    assert_eq!(
        (&new["private"], &new["owner"]),
        (&json!(true), &json!("eve"))
    );
    let nobody = cast.nobody.extensions().import("", "x").await;
    assert_eq!(nobody.problem().status, 401);
    let wrong = cast.eve.extensions().import("preview=maybe", "x").await;
    assert_eq!(wrong.problem().pointers(), ["/preview"]);
}

/// A trip with places of every kind on several days.
async fn varied(ada: &Traveller) -> String {
    let stay = |day: u32, name: &str, start: &str, end: &str| {
        json!({"item_type": "destination", "day": day, "destination": {"name": name},
            "start_time": start, "end_time": end})
    };
    let items = json!([
        stay(1, "Lisbon", "2026-06-01T09:00:00Z", "2026-06-01T11:00:00Z"),
        {"item_type": "transportations", "day": 1, "destination": {
            "name": "Sintra", "description": "by train"
        },
            "budget": {"currency": "EUR", "category": "Transportation", "totalCost": 12.5}},
        {"item_type": "walk", "day": 3, "destination": {
            "name": "Qqqq, \"Zzzz\"; \\ & <b>", "location": ""
        },
            "budget": {"totalEstimatedCost": 3}},
        stay(4, "Porto", "2026-06-04T22:00:00Z", "2026-06-05T06:00:00Z"),
        {"item_type": "destination", "day": 4, "destination": {"name": "Lisbon"}},
        {"item_type": "transportations", "day": 4, "destination": {"name": "Lisbon to Faro"},
            "endDestination": {"name": "Porto", "location": "Porto, Portugal"}},
    ]);
    let trip = with_items(ada, "Portugal & \"more\"", items).await;
    let edit = json!({"dest": ["Lisbon", "Faro", "Qwfp"], "desc": "Two\nlines",
        "date": {"start": "2026-06-01T00:00:00Z", "end": "2026-06-06T00:00:00Z"}});
    ada.b().update(&trip, &edit).await.expect_status(200);
    let map = json!({"locations": [{"title": "Coimbra", "address": "Portugal",
        "date": {"start": 1_780_272_000, "end": 1_780_358_400}},
        // The same place as a destination.
        {"title": "Qwfp", "date": {"start": 1_780_272_000, "end": 1_780_358_400}}]});
    ada.b().set_map(&trip, &map).await.expect_status(200);
    trip
}

/// A file without ids and times of writing.
fn normal(file: &str, trip: &str) -> String {
    let whole = file.replace("\r\n ", "");
    let lines = whole.lines().filter(|line| {
        let written = ["DTSTAMP", "LAST-MODIFIED", "SEQUENCE", "UID", "    <time>"];
        !written.iter().any(|start| line.starts_with(start))
    });
    lines.collect::<Vec<_>>().join("\n").replace(trip, "trip")
}

async fn come_back(ada: &Traveller, format: &str) {
    let trip = varied(ada).await;
    let first = text(ada, &trip, format).await;
    let (again, import) = import(ada, first.clone()).await;
    assert_eq!(import.format, format);
    let second = text(ada, &again, format).await;
    assert_eq!(normal(&first, &trip), normal(&second, &again), "{import:?}");
}

async fn maps_come_back_as_they_were(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    for format in ["gpx", "kml", "geojson"] {
        come_back(&ada, format).await;
    }
}

async fn calendars_come_back_as_they_were(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    come_back(&ada, "ics").await;
    for dates in [
        json!({"start": "2026-05-01", "end": "2026-05-04"}),
        json!({"start": "2026-05-01T09:00:00Z"}),
        json!({"start": "2026-05-01"}),
        json!({"end": "2026-05-04T09:00:00Z"}),
    ] {
        let trip = sample::trip_with(&ada, &json!({"name": "Lisbon", "date": dates})).await;
        let first = text(&ada, &trip, "ics").await;
        let (again, import) = import(&ada, first.clone()).await;
        assert_eq!((import.items, import.warnings.len()), (0, 0));
        assert_eq!(
            normal(&first, &trip),
            normal(&text(&ada, &again, "ics").await, &again),
            "{dates}"
        );
    }
}

async fn archives_come_back_as_they_were(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.full_trip().await;
    let budget = json!({"budget": {"membersBudget": [
        {
            "memberId": "ada", "cost": 10.10, "paidValue": 20.20
        }, {"memberId": "bob", "cost": 10.10}]}});
    cast.ada
        .a()
        .set_budget(&trip, &budget)
        .await
        .expect_status(200);
    let settlement = json!({"from": "bob", "to": "ada", "amount": 10.1, "note": "cash"});
    let recorded = cast.ada.extensions().record_settlement(&trip, &settlement);
    recorded.await.expect_status(201);
    let upload = cast
        .ada
        .a()
        .set_pictures(&trip)
        .file("mainImage", "a.jpg", jpeg(40, 30, 1))
        .file("photos", "b.jpg", jpeg(50, 30, 2));
    upload.await.expect_status(200);
    let archive = archive_of(&cast.ada, &trip).await;
    let (again, import) = import(&cast.ada, archive.clone()).await;
    assert_eq!((import.format.as_str(), import.pictures), ("zip", 2));
    assert_eq!(import.warnings, Vec::<String>::new());
    let second = archive_of(&cast.ada, &again).await;
    let document = |files: &[(String, Vec<u8>)]| {
        let mut trip: Value = serde_json::from_slice(&files[1].1).unwrap();
        for key in ["createdAt", "updatedAt"] {
            trip.as_object_mut().unwrap().remove(key);
        }
        trip
    };
    let (first, second) = (unzipped(archive), unzipped(second));
    assert_eq!(document(&first), document(&second));
    assert_eq!(first[2..], second[2..]);
    let balances = |value: Value| value["balances"].clone();
    let before = cast.ada.extensions().settlement(&trip).await.value();
    let after = cast.ada.extensions().settlement(&again).await.value();
    assert_eq!(balances(before), balances(after));
    let people = cast.ada.b().trip(&again).await.value();
    assert_eq!(people["members"], json!(["ada"]));
}

async fn archives_keep_each_person_one_party(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let (ada, bob) = (cast.ada.id.as_str(), cast.bob.id.as_str());
    let shares = |members: &[&str]| {
        let share = |member: &&str| json!({"memberId": member, "cost": 1, "paidValue": 2});
        json!({"membersBudget": members.iter().map(share).collect::<Vec<_>>()})
    };
    let body = json!({"budget": shares(&["bob", bob, "ada", ada, "Grandma"])});
    cast.ada
        .a()
        .set_budget(&trip, &body)
        .await
        .expect_status(200);
    let name = json!({"username": "robert"});
    cast.bob
        .users()
        .update("bob", &name)
        .await
        .expect_status(200);
    let item = json!({"item_type": "x", "budget": shares(&["robert", "ada"])});
    let added = cast.ada.extensions().add_item(&trip, &item).await;
    added.expect_status(201);
    for from in ["robert", bob] {
        let settlement = json!({"from": from, "to": ada, "amount": 1});
        let recorded = cast.ada.extensions().record_settlement(&trip, &settlement);
        recorded.await.expect_status(201);
    }
    let sums = async |who: &Traveller, trip: &str| {
        let budget = who.a().trip(trip).await.value()["budget"].clone();
        let settlement = who.extensions().settlement(trip).await.value();
        let keys = ["tripMemberSummary", "tripMemberPayments"];
        (
            keys.map(|key| budget[key].clone()),
            settlement["balances"].clone(),
        )
    };
    let archive = cast.ada.extensions().export(&trip, "zip").await;
    let archive = archive.expect_status(200).body;
    let rows = async |who: &Traveller, trip: &str| {
        let exported = who.extensions().export(trip, "csv").await;
        String::from_utf8(exported.expect_status(200).body).unwrap()
    };
    let before = sums(&cast.ada, &trip).await;
    let rows_before = rows(&cast.ada, &trip).await;
    for importer in [&cast.ada, &cast.bob, &cast.eve] {
        let (again, _) = import(importer, archive.clone()).await;
        assert_eq!(sums(importer, &again).await, before);
        // By their display names.
        assert_eq!(rows(importer, &again).await, rows_before);
        let items = importer.a().items(&again).await.value();
        let members = items[0]["budget"]["membersBudget"].as_array().unwrap();
        let members: Vec<&Value> = members.iter().map(|share| &share["memberId"]).collect();
        let is_bob = importer.id == cast.bob.id;
        assert_eq!(members, [if is_bob { "robert" } else { "bob" }, "ada"]);
        let second = importer.extensions().export(&again, "zip").await.body;
        let (third, _) = import(importer, second).await;
        assert_eq!(sums(importer, &third).await, before);
    }
}

async fn previews_refuse_what_imports_refuse(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let text = "x".repeat(1_900);
    let event = format!(
        "BEGIN:VEVENT\nDTSTART:20260701T120000Z\nSUMMARY:{text}\nLOCATION:a{text}\n\
            DESCRIPTION:{text}\nEND:VEVENT\n"
    );
    let file = calendar(&event.repeat(1_000));
    for query in ["preview=true", ""] {
        let refused = ada.extensions().import(query, file.clone()).await.problem();
        assert_eq!(refused.status, 413, "{query}");
        assert_eq!(refused.r#type, "urn:wayfare:problem:trip-too-large");
    }
}

async fn routes_and_folders_are_days(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let gpx = r#"<?xml version="1.0"?>
        <gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">
        <metadata><name>Tour</name></metadata>
        <wpt lat="38.7" lon="-9.1"><name>Home &amp; garden</name></wpt>
        <rte><name>One</name><rtept lat="38.8" lon="-9.2"><name>A</name></rtept>
        <rtept lat="38.9" lon="-9.3"><name>Z</name></rtept></rte>
        <rte><rtept lat="40" lon="-8"><name><![CDATA[B <b>]]></name></rtept></rte>
        <trk><trkseg><trkpt lat="1" lon="1"/><trkpt lat="2" lon="2"/></trkseg></trk></gpx>"#;
    let (trip, imported) = import(&ada, gpx).await;
    assert_eq!((imported.items, imported.places), (3, 4));
    assert_eq!(imported.warnings, [""; 0]);
    let items = ada.a().items(&trip).await.value();
    let expected = [("A", 1), ("Z", 1), ("B <b>", 2)];
    for (item, (name, day)) in items.as_array().unwrap().iter().zip(expected) {
        assert_eq!(item["destination"]["name"], name);
        assert_eq!(item["day"], day);
    }
    let trip = ada.b().trip(&trip).await.value();
    assert_eq!(
        (&trip["name"], &trip["dest"]),
        (&json!("Tour"), &json!(["Home & garden"]))
    );
    let kml = r#"<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Map</name>
        <Placemark><name>Lisbon</name></Placemark>
        <Folder><name>Day 1</name>
        <Placemark><name>X</name><Point><coordinates>-9.1,38.7,0</coordinates></Point></Placemark>
        <Placemark><name>Way</name>
        <LineString><coordinates>1,1 2,2</coordinates></LineString></Placemark>
        </Folder></Document></kml>"#;
    let (trip, imported) = import(&ada, kml).await;
    assert_eq!(
        (imported.format.as_str(), imported.items, imported.places),
        ("kml", 1, 2)
    );
    assert_eq!(imported.warnings.len(), 1, "{imported:?}");
    let gpx = text(&ada, &trip, "gpx").await;
    assert!(gpx.contains("lat=\"38.7\" lon=\"-9.1\""), "{gpx}");
}

pub(super) fn calendar(body: &str) -> String {
    format!("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n{body}END:VCALENDAR\r\n").replace('\n', "\r\n")
}

async fn calendars_of_others_bring_their_zones(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let zone = "BEGIN:VTIMEZONE\nTZID:Somewhere\n\
        BEGIN:STANDARD\nDTSTART:16011028T030000\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10\n\
        TZOFFSETFROM:+0300\nTZOFFSETTO:+0200\nEND:STANDARD\n\
        BEGIN:DAYLIGHT\nDTSTART:16010325T020000\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3\n\
        TZOFFSETFROM:+0200\nTZOFFSETTO:+0300\nEND:DAYLIGHT\n\
        END:VTIMEZONE\n";
    let event = |zone: &str, start: &str| {
        format!(
            "BEGIN:VEVENT\nUID:{start}\nDTSTAMP:20260101T000000Z\nSUMMARY:Meet\n\
                DTSTART;TZID={zone}:{start}\nDURATION:PT1H\nEND:VEVENT\n"
        )
    };
    let file = calendar(&format!(
        "{zone}{}{}{}",
        event("Somewhere", "20260701T120000"),
        event("Somewhere", "20261201T120000"),
        event("America/New_York", "20261202T120000"),
    ));
    let (trip, imported) = import(&ada, file).await;
    assert_eq!((imported.format.as_str(), imported.items), ("ics", 3));
    let items = ada.a().items(&trip).await.value();
    let items = items.as_array().unwrap();
    let times: Vec<&Value> = items.iter().map(|item| &item["start_time"]).collect();
    assert_eq!(
        times,
        [
            "2026-07-01T09:00:00Z",
            "2026-12-01T10:00:00Z",
            "2026-12-02T17:00:00Z"
        ]
    );
    assert_eq!(
        (&items[0]["day"], &items[1]["day"]),
        (&json!(1), &json!(154))
    );
    let unknown = calendar(&event("Atlantis", "20260701T120000"));
    let refused = ada.extensions().import("", unknown).await;
    assert_eq!(refused.problem().status, 400);
}

async fn times_without_a_zone_are_hours_of_their_place(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let events = "BEGIN:VEVENT\nUID:a\nSUMMARY:Hotel\nLOCATION:Los Angeles\n\
        DTSTART;VALUE=DATE:20260604\nDTEND;VALUE=DATE:20260606\nEND:VEVENT\n\
        BEGIN:VEVENT\nUID:b\nSUMMARY:Dinner\nDTSTART:20260605T180000\nEND:VEVENT\n\
        BEGIN:VEVENT\nUID:c\nSUMMARY:Call\nDTSTART:20260605T190000Z\nEND:VEVENT\n";
    let (trip, imported) = import(&ada, calendar(events)).await;
    assert!(imported.warnings[0].contains("an hour of its place"));
    let into = sample::public_trip(&ada, "California").await;
    let add = ada
        .extensions()
        .import(&format!("trip={into}"), calendar(events));
    add.await.expect_status(200);
    for trip in [trip, into] {
        let items = ada.a().items(&trip).await.value();
        let items = items.as_array().unwrap().iter();
        let mut times: Vec<_> = items
            .map(|item| (&item["start_time"], &item["end_time"]))
            .collect();
        times.sort_by_key(|(start, _)| start.as_str());
        let expected = [
            (
                &json!("2026-06-04T07:00:00Z"),
                &json!("2026-06-06T07:00:00Z"),
            ),
            (&json!("2026-06-05T19:00:00Z"), &Value::Null),
            (&json!("2026-06-06T01:00:00Z"), &Value::Null),
        ];
        assert_eq!(times, expected);
    }
}

async fn repeating_events_come_once(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let repeating = "BEGIN:VEVENT\nUID:a\nDTSTART:20260701T120000Z\nSUMMARY:Yo\n \
        ga\nRRULE:FREQ=DAILY\nEND:VEVENT\n";
    let exception = "BEGIN:VEVENT\nUID:a\nRECURRENCE-ID:20260702T120000Z\n\
        DTSTART:20260702T130000Z\nSUMMARY:Late\nEND:VEVENT\n";
    for events in [[repeating, exception], [exception, repeating]] {
        let (trip, imported) = import(&ada, calendar(&events.concat())).await;
        assert_eq!(imported.items, 1);
        assert!(!imported.warnings.is_empty());
        let lines = unfolded(&text(&ada, &trip, "ics").await);
        assert!(lines.contains(&"SUMMARY:Yoga".to_owned()), "{lines:?}");
    }
}

async fn places_are_found_by_name(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let collection = json!({"type": "FeatureCollection", "features": [
        {"type": "Feature", "geometry": null, "properties": {"name": "Lisbon"}},
        {
            "type": "Feature", "geometry": {"type": "Point", "coordinates": [2.35, 48.85]},
            "properties": null
        },
    ]});
    let (trip, imported) = import(&ada, collection.to_string()).await;
    assert_eq!((imported.format.as_str(), imported.places), ("geojson", 2));
    let again = ada.extensions().export(&trip, "geojson").await.value();
    assert_eq!(again["features"][0]["properties"]["name"], "Lisbon");
    assert!(again["features"][0]["geometry"].is_object(), "{again}");
    assert_eq!(
        again["features"][1]["geometry"]["coordinates"],
        json!([2.35, 48.85])
    );
}
