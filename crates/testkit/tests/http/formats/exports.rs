//! Exports: what each format holds, names of files, tags.

use std::io::{Cursor, Read};

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{TestServer, on_sqlite};

use crate::cast::Cast;
use crate::pictures::samples::jpeg;

on_sqlite!(
    exports_have_media_types_names_and_tags,
    calendars_have_local_times_on_both_sides_of_a_change_of_clocks,
    calendars_have_whole_days,
    a_trip_without_items_is_one_event,
    maps_have_each_place_once,
    lines_cross_the_antimeridian_in_two_parts,
    spreadsheets_have_a_row_for_each_share,
    settlements_have_a_row_for_each_line,
    spreadsheets_name_whom_a_former_username_means,
    archives_have_everything_but_addresses,
);

/// The export of a trip as text.
pub(crate) async fn text(by: &Traveller, trip: &str, format: &str) -> String {
    let reply = by.extensions().export(trip, format).await;
    String::from_utf8(reply.expect_status(200).body).unwrap()
}

/// A calendar with its long lines in one piece.
pub(super) fn unfolded(calendar: &str) -> Vec<String> {
    for line in calendar.split("\r\n") {
        assert!(line.len() <= 75, "{line}");
    }
    let whole = calendar.replace("\r\n ", "");
    whole.split("\r\n").map(str::to_owned).collect()
}

pub(super) async fn with_items(by: &Traveller, name: &str, items: Value) -> String {
    let trip = sample::trip(by, name).await;
    let items = json!({"trip_items": items});
    by.a().set_items(&trip, &items).await.expect_status(200);
    trip
}

async fn exports_have_media_types_names_and_tags(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.full_trip().await;
    let renamed = json!({"name": "Lisboa / \"Zoë\"\u{7} 2026"});
    let saved = cast.ada.b().update(&trip, &renamed).await;
    saved.expect_status(200);
    for (format, kind) in [
        ("ics", "text/calendar; charset=utf-8"),
        ("gpx", "application/gpx+xml"),
        ("kml", "application/vnd.google-earth.kml+xml"),
        ("geojson", "application/geo+json"),
        ("csv", "text/csv; charset=utf-8; header=present"),
        ("settlement.csv", "text/csv; charset=utf-8; header=present"),
        ("zip", "application/zip"),
    ] {
        let reply = cast.bob.extensions().export(&trip, format).await;
        let reply = reply.expect_status(200);
        assert_eq!(reply.header("content-type"), Some(kind));
        let disposition = reply.header("content-disposition").unwrap();
        let name = format!("filename*=UTF-8''Lisboa%20_%20%22Zo%C3%AB%22_%202026.{format}");
        assert!(disposition.starts_with("attachment; "), "{disposition}");
        assert!(disposition.ends_with(&name), "{disposition}");
        let tag = reply.etag();
        assert!(!tag.starts_with("W/"), "{tag}");
        let again = cast.bob.extensions().export(&trip, format);
        let again = again.if_none_match(&tag).await.expect_status(304);
        assert_eq!((again.etag(), again.body.len()), (tag.clone(), 0));
        let outside = cast.eve.extensions().export(&trip, format).await;
        assert_eq!(outside.problem().status, 404);
    }
    let unknown = cast.ada.extensions().export(&trip, "pdf").await;
    assert_eq!(unknown.problem().status, 404);
    let before = cast.ada.extensions().export(&trip, "gpx").await.etag();
    let edit = json!({"desc": "edited"});
    cast.ada.b().update(&trip, &edit).await.expect_status(200);
    let after = cast.ada.extensions().export(&trip, "gpx");
    assert_ne!(
        after.if_none_match(&before).await.expect_status(200).etag(),
        before
    );
}

async fn calendars_have_local_times_on_both_sides_of_a_change_of_clocks(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let item = |id: &str, start: &str, end: &str| {
        json!({"item_id": id, "item_type": "destination", "start_time": start, "end_time": end,
            "destination": {"name": "Lisbon"}})
    };
    // In 2026, clocks change on 29 March and 25 October at 01:00 UTC.
    let trip = with_items(
        &ada,
        "Lisbon",
        json!([
            item("before", "2026-03-29T00:59:00Z", "2026-03-29T01:00:00Z"),
            item("first", "2026-10-25T00:30:00Z", "2026-10-25T00:30:00Z"),
            item("second", "2026-10-25T01:30:00Z", "2026-10-25T02:00:00Z"),
        ]),
    )
    .await;
    let calendar = text(&ada, &trip, "ics").await;
    let lines = unfolded(&calendar);
    let times: Vec<&String> = lines
        .iter()
        .skip_while(|line| *line != "END:VTIMEZONE")
        .filter(|line| line.starts_with("DTSTART") || line.starts_with("DTEND"))
        .collect();
    assert_eq!(
        times,
        [
            "DTSTART;TZID=Europe/Lisbon:20260329T005900",
            "DTEND;TZID=Europe/Lisbon:20260329T020000",
            "DTSTART:20261025T003000Z",
            // The hour from 01:00 to 02:00 comes again.
            "DTSTART:20261025T013000Z",
            "DTEND;TZID=Europe/Lisbon:20261025T020000",
        ]
    );
    for observance in [
        "BEGIN:DAYLIGHT\r\nDTSTART:20260329T010000\r\nTZOFFSETFROM:+0000\r\nTZOFFSETTO:+0100\r\n\
            TZNAME:WEST\r\nEND:DAYLIGHT",
        "BEGIN:STANDARD\r\nDTSTART:20261025T020000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0000\r\n\
            TZNAME:WET\r\nEND:STANDARD",
    ] {
        assert!(calendar.contains(observance), "{calendar}");
    }
    let version = ada.a().trip(&trip).await.etag();
    let version = version
        .trim_start_matches('"')
        .split('-')
        .next()
        .unwrap()
        .to_owned();
    assert!(
        lines.contains(&format!("UID:before.{trip}@wayfare")),
        "{calendar}"
    );
    assert!(lines.contains(&format!("SEQUENCE:{version}")), "{calendar}");
    assert!(
        lines.iter().any(|line| line.starts_with("GEO:38.7")),
        "{calendar}"
    );
}

async fn calendars_have_whole_days(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let budget = json!({"currency": "EUR", "totalCost": 12.5});
    let item = json!({"item_id": "a", "item_type": "walk", "day": 2, "budget": budget,
        "destination": {"name": "Long, long; way\nround", "location": "", "description": "x"}});
    let trip = with_items(&ada, "Nowhere", json!([item])).await;
    let lines = unfolded(&text(&ada, &trip, "ics").await);
    for line in [
        "DTSTART;VALUE=DATE:19700102",
        "DTEND;VALUE=DATE:19700103",
        "SUMMARY:Long\\, long\\; way\\nround",
        "DESCRIPTION:x\\n\\nCost: 12.5 EUR",
    ] {
        assert!(
            lines.iter().any(|found| found == line),
            "{line} in {lines:?}"
        );
    }
    let dated = json!({"date": {"start": "2026-05-01T22:00:00Z", "end": "2026-05-04T10:00:00Z"}});
    ada.b().update(&trip, &dated).await.expect_status(200);
    let lines = unfolded(&text(&ada, &trip, "ics").await);
    assert!(lines.contains(&"DTSTART;VALUE=DATE:20260502".to_owned()));
}

async fn a_trip_without_items_is_one_event(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let dates = json!({"start": "2026-05-01T22:00:00Z", "end": "2026-05-04T10:00:00Z"});
    let trip = sample::trip_with(&ada, &json!({"name": "Lisbon", "date": dates})).await;
    let lines = unfolded(&text(&ada, &trip, "ics").await);
    for line in [
        &format!("UID:{trip}@wayfare"),
        "DTSTART;VALUE=DATE:20260501",
        "DTEND;VALUE=DATE:20260505",
        "SUMMARY:Lisbon",
    ] {
        assert!(
            lines.iter().any(|found| found == line),
            "{line} in {lines:?}"
        );
    }
    let empty = sample::trip(&ada, "Nowhere").await;
    let calendar = text(&ada, &empty, "ics").await;
    assert!(!calendar.contains("VEVENT"), "{calendar}");
}

async fn maps_have_each_place_once(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let items = json!([
        {"item_type": "destination", "day": 1, "destination": {"name": "Lisbon"},
            "start_time": "2026-06-01T09:00:00Z", "end_time": "2026-06-01T11:00:00Z"},
        {"item_type": "destination", "day": 1, "destination": {"name": "Sintra"}},
        {
            "item_type": "destination", "day": 3,
            "destination": {"name": "Qqqq & <Zzzz>", "location": "Porto"}
        },
        {"item_type": "destination", "day": 3, "destination": {"name": "Xyzzy", "location": ""}},
    ]);
    let trip = with_items(&ada, "Portugal", items).await;
    let edit = json!({"dest": ["Lisbon", "Porto"]});
    ada.b().update(&trip, &edit).await.expect_status(200);
    let map = json!({"locations": [{"title": "Lisbon"}, {"title": "Faro",
        "date": {"start": 1_780_272_000, "end": 1_780_358_400}}]});
    ada.b().set_map(&trip, &map).await.expect_status(200);
    let gpx = text(&ada, &trip, "gpx").await;
    let count = |text: &str, part: &str| text.matches(part).count();
    assert_eq!(count(&gpx, "<wpt "), 5, "{gpx}");
    assert_eq!(count(&gpx, "<rte>"), 2, "{gpx}");
    assert_eq!(count(&gpx, "<rtept "), 3, "{gpx}");
    let kml = text(&ada, &trip, "kml").await;
    assert_eq!(count(&kml, "<Folder>"), 2, "{kml}");
    assert_eq!(count(&kml, "<Placemark>"), 6, "{kml}");
    assert!(kml.contains("<begin>2026-06-01T09:00:00Z</begin>"), "{kml}");
    assert!(kml.contains("Qqqq &amp; &lt;Zzzz&gt;"), "{kml}");
    let geojson = ada.extensions().export(&trip, "geojson").await.value();
    let features = geojson["features"].as_array().unwrap();
    let of_kind = |kind: &str| {
        let found = features.iter().filter(|it| it["geometry"]["type"] == kind);
        found.count()
    };
    assert_eq!(of_kind("Point"), 5, "{geojson}");
    assert_eq!(of_kind("LineString"), 1, "{geojson}");
    let unlocated: Vec<&Value> = features
        .iter()
        .filter(|it| it["geometry"].is_null())
        .collect();
    assert_eq!(unlocated.len(), 1, "{geojson}");
    assert_eq!(unlocated[0]["properties"]["name"], "Xyzzy");
}

async fn lines_cross_the_antimeridian_in_two_parts(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let items = ["Suva", "Apia"]
        .map(|name| json!({"item_type": "destination", "destination": {"name": name}}));
    let trip = with_items(&ada, "Pacific", json!(items)).await;
    let geojson = ada.extensions().export(&trip, "geojson").await.value();
    let line = &geojson["features"][2]["geometry"];
    assert_eq!(line["type"], "MultiLineString", "{geojson}");
    assert_eq!(line["coordinates"][0][1][0], 180.0);
    assert_eq!(line["coordinates"][1][0][0], -180.0);
}

async fn spreadsheets_have_a_row_for_each_share(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let share = |member: &str, cost: f64| {
        json!({
            "memberId": member, "cost": cost, "estimatedCost": 1, "paidValue": 0.3
        })
    };
    let budget = json!({
        "currency": "EUR", "category": "=1+1",
        "membersBudget": [share("ada", 0.1), share("@ben", 2.0)]
    });
    let item = json!({
        "item_type": "walk", "day": 2, "budget": budget, "destination": {"name": "A, \"b\""}
    });
    let trip = with_items(&ada, "Costs", json!([item])).await;
    let own = json!({"budget": {"membersBudget": [share("ada", 5.0)]}});
    ada.a().set_budget(&trip, &own).await.expect_status(200);
    assert_eq!(
        text(&ada, &trip, "csv").await,
        "day,item,category,currency,member,estimated,cost,paid\r\n\
         2,\"A, \"\"b\"\"\",'=1+1,EUR,ADA,1,0.1,0.3\r\n\
         2,\"A, \"\"b\"\"\",'=1+1,EUR,'@ben,1,2,0.3\r\n\
         ,,Other,CAD,ADA,1,5,0.3\r\n"
    );
}

async fn spreadsheets_name_whom_a_former_username_means(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Costs").await;
    let pays = |members: Value| {
        let (ada, trip) = (ada.clone(), trip.clone());
        async move {
            let members = json!({"members": members});
            ada.a().manage(&trip, &members).await.expect_status(200);
            let budget = json!({"membersBudget": [{"memberId": "bob", "cost": 1}]});
            let item = json!({"item_type": "walk", "budget": budget});
            let added = ada.extensions().add_item(&trip, &item).await;
            added.expect_status(201);
        }
    };
    let bob = sample::sign_up(&server.client(), "bob").await;
    pays(json!(["bob"])).await;
    let renamed = json!({"username": "bobby", "name": "Old Bob"});
    let renamed = bob.users().update("bob", &renamed).await;
    renamed.expect_status(200);
    sample::sign_up(&server.client(), "bob").await;
    pays(json!(["bobby", "bob"])).await;
    // Their names stay when they have left.
    for members in [json!(["bobby", "bob"]), json!([])] {
        let members = json!({"members": members});
        ada.a().manage(&trip, &members).await;
        let file = text(&ada, &trip, "csv").await;
        let rows = file.lines().skip(1);
        let members: Vec<&str> = rows.filter_map(|row| row.split(',').nth(4)).collect();
        assert_eq!(members, ["Old Bob", "BOB"]);
    }
}

async fn settlements_have_a_row_for_each_line(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let share = |member: &str, cost: Value, paid: Value| {
        json!({
            "memberId": member, "cost": cost, "paidValue": paid
        })
    };
    let dinner = json!({"currency": "PLN", "membersBudget": [
        share("ada", json!(50), json!(100)), share("=ben", json!(50), json!(0))]});
    let taxi = json!({"membersBudget": [
        share("ada", json!(3.335), json!(0)), share("=ben", json!(3.335), json!(6.67))]});
    let unknown = json!({"currency": "KRW", "membersBudget": [share("ada", json!(7), json!(0))]});
    let item = |day: u32, kind: &str, name: &str, budget: &Value| {
        json!({
            "item_type": kind, "day": day, "budget": budget, "destination": {"name": name}
        })
    };
    let items = [
        item(1, "expense", "A, \"b\"", &dinner),
        item(2, "expense", "+Taxi", &taxi),
        item(2, "walk", "Seoul", &unknown),
    ];
    let trip = with_items(&ada, "Costs", json!(items)).await;
    let rates = json!({"rates": {"PLN": "0.3"}});
    let set = ada.extensions().set_own_rates(&trip, &rates).await;
    set.expect_status(200);
    let paid =
        json!({"from": "=ben", "to": "ada", "amount": 1, "date": "2026-05-01", "note": "@bar"});
    let recorded = ada.extensions().record_settlement(&trip, &paid).await;
    recorded.expect_status(201);
    let file = text(&ada, &trip, "settlement.csv").await;
    assert_eq!(
        file,
        "party,kind,day,item,currency,amount,rate,rate_date,source,base,with,reason\r\n\
         ADA,owed,1,\"A, \"\"b\"\"\",PLN,50,0.3,,trip,15,,\r\n\
         ADA,paid,1,\"A, \"\"b\"\"\",PLN,100,0.3,,trip,30,,\r\n\
         ADA,owed,2,'+Taxi,CAD,3.335,,,,3.34,,\r\n\
         ADA,owed,2,Seoul,KRW,7,,,none,,,\r\n\
         ADA,owed,2026-05-01,'@bar,CAD,1,,,,1,'=ben,\r\n\
         '=ben,owed,1,\"A, \"\"b\"\"\",PLN,50,0.3,,trip,15,,\r\n\
         '=ben,owed,2,'+Taxi,CAD,3.335,,,,3.34,,\r\n\
         '=ben,paid,2,'+Taxi,CAD,6.67,,,,6.67,,\r\n\
         '=ben,paid,2026-05-01,'@bar,CAD,1,,,,1,ADA,\r\n\
         '=ben,owed,,,CAD,-0.01,,,rounding,-0.01,,\r\n\
         '=ben,pays,,,CAD,10.66,,,,10.66,ADA,both-even\r\n"
    );
    // The rows of a person add up to what the settlement says of them.
    let settlement = ada.extensions().settlement(&trip).await.value();
    let ben = &settlement["balances"][1];
    assert_eq!(json!([ben["paid"], ben["owed"]]), json!([7.67, 18.33]));
}

/// The files of an archive.
pub(crate) fn unzipped(bytes: Vec<u8>) -> Vec<(String, Vec<u8>)> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let number = archive.len();
    let read = |place| {
        let mut file = archive.by_index(place).unwrap();
        let mut content = Vec::new();
        file.read_to_end(&mut content).unwrap();
        (file.name().unwrap().into_owned(), content)
    };
    (0..number).map(read).collect()
}

async fn archives_have_everything_but_addresses(server: TestServer) {
    let client = server.client();
    let body = json!({"name": "Ada", "username": "ada", "email": "ada@example.org"});
    let ada = sample::sign_up_with(&client, &body).await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let budget = json!({"budget": {"membersBudget": [{"memberId": "ada", "cost": 0.1}]}});
    ada.a().set_budget(&trip, &budget).await.expect_status(200);
    let upload = ada
        .a()
        .set_pictures(&trip)
        .file("mainImage", "a.jpg", jpeg(40, 30, 1))
        .file("photos", "b.jpg", jpeg(40, 30, 2));
    upload.await.expect_status(200);
    let stored = ada.b().picture(&trip).await.expect_status(200).body;
    let archive = ada
        .extensions()
        .export(&trip, "zip")
        .await
        .expect_status(200);
    let files = unzipped(archive.body);
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "manifest.json",
            "trip.json",
            "pictures/main.jpg",
            "pictures/photo-01.jpg"
        ]
    );
    let manifest: Value = serde_json::from_slice(&files[0].1).unwrap();
    assert_eq!(manifest, json!({"format": "wayfare-trip", "version": 1}));
    let document: Value = serde_json::from_slice(&files[1].1).unwrap();
    assert_eq!(document["budget"]["shares"][0]["cost"], "0.1");
    assert!(!String::from_utf8_lossy(&files[1].1).contains("example.org"));
    assert_eq!(files[2].1, stored);
}
