//! Imports into a trip that exists.

use serde_json::{Value, json};
use wayfare_testkit::sample::Traveller;
use wayfare_testkit::shapes::extensions::Import;
use wayfare_testkit::{TestServer, both, on_sqlite};

use super::exports::{text, with_items};
use crate::cast::{Cast, NO_TRIP, archive_of};
use crate::pictures::samples::jpeg;

both!(
    a_file_adds_to_a_trip_and_changes_nothing_there,
    a_file_is_added_once_for_a_key,
    an_archive_adds_its_pictures,
);

on_sqlite!(
    imports_into_a_trip_are_for_editors,
    items_without_a_time_are_added_once,
    items_before_the_first_day_are_warned_of,
    limits_hold_for_the_sum,
    a_preview_into_a_trip_refuses_what_the_import_refuses,
);

async fn add(by: &Traveller, trip: &str, file: impl Into<Vec<u8>>) -> Import {
    let query = format!("trip={trip}");
    let reply = by
        .extensions()
        .import(&query, file)
        .await
        .expect_status(200);
    assert_eq!(reply.header("location"), None);
    let import = reply.json();
    assert_eq!(import.uuid.as_deref(), Some(trip));
    import
}

fn day(day: u32, name: &str, start: Option<&str>) -> Value {
    let mut item = json!({"item_type": "stay", "day": day, "destination": {"name": name}});
    if let Some(start) = start {
        item["start_time"] = json!(start);
    }
    item
}

async fn items_before_the_first_day_are_warned_of(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.full_trip().await;
    let dates = json!({"date": {"start": "2026-06-01", "end": "2026-06-05"}});
    cast.ada.b().update(&trip, &dates).await.expect_status(200);
    let file = |start: &str| {
        format!(
            "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:{start}\r\nSUMMARY:Faro\r\n\
             END:VEVENT\r\nEND:VCALENDAR\r\n"
        )
    };
    let warning = "items before the first day, added after the last day: 1".to_owned();
    for (start, is_early) in [("20260531T100000Z", true), ("20260601T100000Z", false)] {
        let query = format!("trip={trip}&preview=true");
        let preview = cast.ada.extensions().import(&query, file(start)).await;
        let preview = preview.expect_status(200).json();
        assert_eq!(preview.warnings.contains(&warning), is_early, "{start}");
        let import = add(&cast.ada, &trip, file(start)).await;
        assert_eq!(import.warnings.contains(&warning), is_early, "{start}");
    }
}

async fn a_file_adds_to_a_trip_and_changes_nothing_there(server: TestServer) {
    let cast = Cast::of(&server).await;
    let file = with_items(
        &cast.eve,
        "File",
        json!([
            day(1, "Faro", Some("2026-06-02T09:00:00Z")),
            day(2, "Sintra", None),
        ]),
    )
    .await;
    let map = json!({"locations": [{"title": "Coimbra", "address": "Portugal",
        "date": {"start": 1_780_272_000, "end": 1_780_358_400}}]});
    cast.eve.b().set_map(&file, &map).await.expect_status(200);
    let archive = archive_of(&cast.eve, &file).await;

    let trip = cast.full_trip().await;
    let dates = json!({"date": {"start": "2026-06-01", "end": "2026-06-05"}});
    cast.ada.b().update(&trip, &dates).await.expect_status(200);
    let before = cast.ada.a().trip(&trip).await;
    let tag = before.etag();
    let (before, old) = (before.value(), cast.ada.a().items(&trip).await.value());
    let old = old.as_array().unwrap();
    let call = cast
        .ada
        .extensions()
        .import(&format!("trip={trip}&preview=true"), archive.clone());
    let preview = call.await.expect_status(200).json();
    assert_eq!((preview.uuid, preview.items, preview.places), (None, 2, 3));
    assert_eq!(cast.ada.a().trip(&trip).await.value(), before);

    let import = add(&cast.bob, &trip, archive.clone()).await;
    assert_eq!(
        (import.format.as_str(), import.items, import.places),
        ("zip", 2, 3)
    );
    let after = cast.ada.a().trip(&trip).await.value();
    for field in [
        "name",
        "desc",
        "date",
        "todo",
        "expenditures",
        "members",
        "private",
    ] {
        assert_eq!(after[field], before[field], "{field}");
    }
    let items = cast.ada.a().items(&trip).await.value();
    let items = items.as_array().unwrap();
    assert_eq!(items.len(), old.len() + 2);
    for item in old {
        let same = items.iter().find(|it| it["item_id"] == item["item_id"]);
        let mut same = same.unwrap().clone();
        same["index"] = item["index"].clone();
        assert_eq!(&same, item);
    }
    let on = |name: &str| {
        items
            .iter()
            .find(|it| it["destination"]["name"] == name)
            .unwrap()["day"]
            .clone()
    };
    assert_eq!((on("Faro"), on("Sintra")), (json!(2), json!(3)));
    let locations = after["map"]["locations"].as_array().unwrap();
    assert_eq!(locations.last().unwrap()["title"], "Coimbra");

    let call = cast
        .ada
        .extensions()
        .import(&format!("trip={trip}"), archive.clone());
    assert_eq!(call.if_match(&tag).await.problem().status, 412);
    // Nothing comes twice.
    let again = add(&cast.bob, &trip, archive).await;
    assert_eq!((again.items, again.places), (0, 0));
    let twice = cast.ada.a().trip(&trip).await.value();
    assert_eq!(&twice["map"]["locations"], &after["map"]["locations"]);
}

async fn items_without_a_time_are_added_once(server: TestServer) {
    let cast = Cast::of(&server).await;
    let event = |uid: &str, days: &str| {
        format!("BEGIN:VEVENT\r\nUID:{uid}\r\nSUMMARY:{uid}\r\n{days}\r\nEND:VEVENT\r\n")
    };
    let events = [
        event("Rest day", "DTSTART;VALUE=DATE:20260704"),
        event("Early", "DTSTART;VALUE=DATE:20260601"),
        event(
            "Festival",
            "DTSTART;VALUE=DATE:20260704\r\nDTEND;VALUE=DATE:20260706",
        ),
    ];
    let calendar = format!("BEGIN:VCALENDAR\r\n{}END:VCALENDAR\r\n", events.concat());
    let dates = json!({"date": {"start": "2026-07-01", "end": "2026-07-09"}});
    for is_dated in [true, false] {
        let trip = cast.trip(true).await;
        if is_dated {
            cast.ada.b().update(&trip, &dates).await.expect_status(200);
        }
        assert_eq!(add(&cast.ada, &trip, calendar.clone()).await.items, 3);
        let again = add(&cast.ada, &trip, calendar.clone()).await;
        assert_eq!(again.items, 0, "{is_dated}");
        let known = "items left out, because each is in the trip already: 3".to_owned();
        assert!(again.warnings.contains(&known), "{:?}", again.warnings);
        // The same on another day is another one, if it has another UID.
        let later = calendar
            .replace("20260706", "20260710")
            .replace("20260704", "20260708");
        let other = later.replace("UID:", "UID:other ");
        let is_other = add(&cast.ada, &trip, other).await.items;
        assert_eq!(is_other, 2, "{is_dated}");
        let moved = add(&cast.ada, &trip, later).await;
        assert_eq!((moved.items, moved.changes.len()), (0, 2), "{moved:?}");
    }
    // The trip's own export, by its items' ids and days.
    for is_dated in [true, false] {
        let items = json!([day(1, "Faro", None), day(3, "Sintra", None)]);
        let trip = with_items(&cast.ada, "Own", items).await;
        if is_dated {
            cast.ada.b().update(&trip, &dates).await.expect_status(200);
        }
        let calendar = text(&cast.ada, &trip, "ics").await;
        let archive = archive_of(&cast.ada, &trip).await;
        for file in [calendar.into_bytes(), archive] {
            assert_eq!(add(&cast.ada, &trip, file).await.items, 0, "{is_dated}");
        }
    }
}

async fn a_file_is_added_once_for_a_key(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let gpx =
        r#"<gpx version="1.1"><rte><rtept lat="1" lon="2"><name>A</name></rtept></rte></gpx>"#;
    let call = async || {
        let call = cast.ada.extensions().import(&format!("trip={trip}"), gpx);
        call.idempotency_key("k").await.expect_status(200)
    };
    let first = call().await;
    let again = call().await;
    assert_eq!(again.header("idempotency-replayed"), Some("true"));
    assert_eq!((first.json().items, again.json().items), (1, 1));
    let items = cast.ada.a().items(&trip).await.value();
    assert_eq!(items.as_array().unwrap().len(), 1);
    // Without the key it comes again.
    add(&cast.ada, &trip, gpx).await;
    let items = cast.ada.a().items(&trip).await.value();
    assert_eq!(items.as_array().unwrap().len(), 2);
}

async fn an_archive_adds_its_pictures(server: TestServer) {
    let cast = Cast::of(&server).await;
    let file = cast.trip(true).await;
    let upload = cast.ada.a().set_pictures(&file);
    let upload = upload.file("mainImage", "a.jpg", jpeg(40, 30, 0));
    upload
        .file("photos", "b.jpg", jpeg(40, 30, 1))
        .await
        .expect_status(200);
    let archive = archive_of(&cast.ada, &file).await;
    let trip = cast.trip(true).await;
    let call = cast
        .ada
        .extensions()
        .import(&format!("trip={trip}&preview=true"), archive.clone());
    assert_eq!(call.await.expect_status(200).json().pictures, 2);
    assert_eq!(server.kept_pictures().len(), 2);
    assert_eq!(add(&cast.ada, &trip, archive.clone()).await.pictures, 2);
    let summary = cast.ada.a().trip(&trip).await.json().summary;
    assert_eq!((summary.main_image.as_str(), summary.photos.len()), ("", 2));
    // The same pictures again are those.
    add(&cast.ada, &trip, archive).await;
    let summary = cast.ada.a().trip(&trip).await.json().summary;
    assert_eq!((summary.photos.len(), server.kept_pictures().len()), (2, 4));
}

async fn imports_into_a_trip_are_for_editors(server: TestServer) {
    let cast = Cast::of(&server).await;
    let gpx = r#"<gpx version="1.1"><wpt lat="1" lon="2"><name>A</name></wpt></gpx>"#;
    for private in [true, false] {
        let trip = cast.trip(private).await;
        cast.let_bob_read(&trip).await;
        let status = async |by: &Traveller, trip: &str| {
            by.extensions()
                .import(&format!("trip={trip}"), gpx)
                .await
                .status
        };
        assert_eq!(status(&cast.ada, &trip).await, 200);
        assert_eq!(status(&cast.bob, &trip).await, 401);
        assert_eq!(
            status(&cast.eve, &trip).await,
            if private { 404 } else { 401 }
        );
        assert_eq!(status(&cast.ada, NO_TRIP).await, 404);
        assert_eq!(status(&cast.ada, "x").await, 404);
        let nobody = cast
            .nobody
            .extensions()
            .import(&format!("trip={trip}"), gpx);
        assert_eq!(nobody.await.problem().status, 401);
        for (scope, trips, expected) in [
            ("write", json!([trip]), 200),
            ("write", json!([NO_TRIP]), 404),
            ("read", json!([trip]), 401),
        ] {
            let body = json!({"name": "k", "scope": scope, "trips": trips});
            let made = cast.ada.users().create_key("ada", &body).await;
            if made.status != 201 {
                continue;
            }
            let made = made.value();
            let client = server.client().with_token(made["key"].as_str().unwrap());
            let added = client
                .extensions()
                .import(&format!("trip={trip}"), gpx)
                .await;
            assert_eq!(added.status, expected, "{scope}");
        }
    }
}

async fn limits_hold_for_the_sum(server: TestServer) {
    let cast = Cast::of(&server).await;
    let points = |from: u32| -> String {
        let point = |n| format!("<rtept lat=\"1\" lon=\"2\"><name>P{n}</name></rtept>");
        let points: String = (from..from + 600).map(point).collect();
        format!("<gpx version=\"1.1\"><rte>{points}</rte></gpx>")
    };
    let trip = cast.trip(true).await;
    add(&cast.ada, &trip, points(0)).await;
    let before = cast.ada.a().items(&trip).await.value();
    for query in ["", "&preview=true"] {
        let query = format!("trip={trip}{query}");
        let refused = cast
            .ada
            .extensions()
            .import(&query, points(600))
            .await
            .problem();
        assert_eq!((refused.status, refused.pointers()), (400, vec!["/file"]));
    }
    assert_eq!(cast.ada.a().items(&trip).await.value(), before);
}

async fn a_preview_into_a_trip_refuses_what_the_import_refuses(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    for query in ["", "&preview=true"] {
        let query = format!("trip={trip}{query}");
        let refused = cast.ada.extensions().import(&query, "<gpx><wpt>").await;
        assert_eq!(refused.problem().status, 400);
    }
    let empty = add(&cast.ada, &trip, "<gpx version=\"1.1\"></gpx>").await;
    assert_eq!((empty.items, empty.places), (0, 0));
    let gpx = text(&cast.ada, &trip, "gpx").await;
    assert!(!gpx.contains("<wpt"), "{gpx}");
}
