//! Forms of items by kind: what each asks, times as people type them, and the order of a day.

use serde_json::{Value, json};
use wayfare_testkit::{Builder, TestServer, on_sqlite};

use super::edits::{items, put_items};
use super::visitor::{Page, Visitor};

on_sqlite!(
    a_flight_leads_from_one_place_to_another,
    a_meal_has_a_time_and_a_length,
    a_stay_is_on_the_day_of_its_check_in,
    times_are_understood_as_they_are_typed,
    a_title_may_begin_with_its_times,
    wrong_times_are_named_at_their_field,
    what_is_far_from_the_trip_is_confirmed,
    a_kind_that_stays_changes_nothing,
    items_move_past_what_is_shown,
    a_trip_moves_earlier_by_any_minus,
);

/// A week from 1 May 2026, without a place of its own.
async fn trip(server: &TestServer) -> (Visitor, String) {
    let mut ada = Visitor::signed_up(server, "ada").await;
    let days = [
        ("name", "Away"),
        ("start", "2026-05-01"),
        ("end", "2026-05-07"),
    ];
    let trip = ada.trip(&days).await;
    (ada, trip)
}

/// The value of the input of this id.
fn input(page: &Page, id: &str) -> String {
    let found = page.text.split_once(&format!("id=\"{id}\""));
    let (_, rest) = found.unwrap_or_else(|| panic!("no {id} in {}", page.text));
    let rest = rest.split('>').next().unwrap_or_default();
    let value = rest.split_once("value=\"").map_or("", |(_, value)| value);
    value.split('"').next().unwrap_or_default().to_owned()
}

/// The fields of an item's times.
fn times(item: &Value) -> [&str; 2] {
    ["start_time", "end_time"].map(|name| item[name].as_str().unwrap_or_default())
}

async fn a_flight_leads_from_one_place_to_another(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, trip) = trip(&server).await;
    let path = format!("{trip}/items/new?kind=flight&day=2");
    let form = ada.get(&path).await;
    let confirmation = form.text.find("id=\"f-confirmation\"").unwrap();
    assert!(
        confirmation < form.text.find("class=\"more\"").unwrap(),
        "in front"
    );
    assert!(form.has("<option value=\"2\" selected>Day 2 · Saturday, 2 May 2026</option>"));
    assert!(form.has("type=\"time\"") && !form.has("datetime-local"));
    let refused = ada
        .fill(&path, &[("kind", "flight"), ("day", "2"), ("origin", "")])
        .await;
    assert_eq!(refused.status(), 400);
    assert!(
        refused.has("Say where it starts and where it ends."),
        "{}",
        refused.text
    );
    let flight = [
        ("kind", "flight"),
        ("day", "2"),
        ("origin", "Toronto"),
        ("endDestination", "Lisbon"),
        ("start", "21:30"),
        ("end", "09:40"),
        ("confirmation", "X7K2PQ"),
        ("total", "640"),
    ];
    let added = ada.fill(&path, &flight).await;
    assert_eq!(added.status(), 303, "{}", added.text);
    let found = items(&server, "ada", &trip).await;
    assert_eq!(found[0]["destination"]["name"], "Toronto – Lisbon");
    assert_eq!(found[0]["item_type"], "transportations");
    assert_eq!(found[0]["budget"]["category"], "Transportation");
    // It lands on the next day, each time in its zone.
    assert_eq!(
        times(&found[0]),
        ["2026-05-03T01:30:00Z", "2026-05-03T08:40:00Z"]
    );

    let path = format!("{trip}/item?id={}", found[0]["item_id"].as_str().unwrap());
    let form = ada.get(&path).await;
    for (id, value) in [
        ("f-origin", "Toronto"),
        ("f-endDestination", "Lisbon"),
        ("f-confirmation", "X7K2PQ"),
        ("f-start", "2026-05-02T21:30"),
        ("f-end", "2026-05-03T09:40"),
    ] {
        assert_eq!(input(&form, id), value);
    }
    assert!(form.has("<option value=\"flight\" selected>"));
    let changed = [
        ("kind", "train"),
        ("origin", "Toronto"),
        ("endDestination", "Porto"),
        ("start", "2026-05-02T21:30"),
        ("end", "2026-05-03T09:40"),
    ];
    assert_eq!(ada.fill(&path, &changed).await.status(), 303);
    let found = items(&server, "ada", &trip).await;
    assert_eq!(found[0]["destination"]["name"], "Toronto – Porto");
    let titled = [
        ("kind", "train"),
        ("origin", "Toronto"),
        ("endDestination", "Porto"),
    ];
    let titled = [&[("name", "The long way")][..], &titled].concat();
    assert_eq!(ada.fill(&path, &titled).await.status(), 303);
    let found = items(&server, "ada", &trip).await;
    assert_eq!(found[0]["destination"]["name"], "The long way");
    assert_eq!(found[0]["destination"]["location"], "Toronto");
    let form = ada.get(&path).await;
    assert_eq!(input(&form, "f-name"), "The long way");
    let page = ada.get(&trip).await;
    assert!(page.has("Toronto → Porto"), "{}", page.text);
    assert_eq!(input(&form, "f-endDestination"), "Porto");
}

async fn a_meal_has_a_time_and_a_length(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, trip) = trip(&server).await;
    let path = format!("{trip}/items/new?kind=food&day=2");
    let meal = |fields: &[(&'static str, &'static str)]| {
        [
            &[("name", "Dinner"), ("kind", "food"), ("day", "2")][..],
            fields,
        ]
        .concat()
    };
    for (fields, expected) in [
        (
            &[("start", "19:30"), ("length", "1:30")][..],
            ["2026-05-02T19:30:00Z", "2026-05-02T21:00:00Z"],
        ),
        (
            &[("start", "23:00"), ("end", "01:15")][..],
            ["2026-05-02T23:00:00Z", "2026-05-03T01:15:00Z"],
        ),
        (&[("start", "08:00")][..], ["2026-05-02T08:00:00Z", ""]),
        (&[("length", "45 min")][..], ["", ""]),
    ] {
        let added = ada.fill(&path, &meal(fields)).await;
        assert_eq!(added.status(), 303, "{}", added.text);
        let found = items(&server, "ada", &trip).await;
        let item = found.last().unwrap();
        assert_eq!(times(item), expected);
        assert!(
            item["budget"]["category"]
                .as_str()
                .unwrap_or_default()
                .is_empty()
        );
    }
    let found = items(&server, "ada", &trip).await;
    let path_of = |item: &Value| format!("{trip}/item?id={}", item["item_id"].as_str().unwrap());
    let form = ada.get(&path_of(&found[3])).await;
    assert_eq!(input(&form, "f-length"), "0:45");
    let given = [
        ("name", "Dinner"),
        ("kind", "food"),
        ("start", "2026-05-02T12:00"),
        ("length", "0:45"),
    ];
    assert_eq!(ada.fill(&path_of(&found[3]), &given).await.status(), 303);
    let found = items(&server, "ada", &trip).await;
    assert_eq!(
        times(&found[3]),
        ["2026-05-02T12:00:00Z", "2026-05-02T12:45:00Z"]
    );
    let both = meal(&[("start", "19:30"), ("end", "20:30"), ("length", "1:30")]);
    let refused = ada.fill(&path, &both).await;
    assert!(
        refused.status() == 400 && refused.has("Leave one of the two empty"),
        "{}",
        refused.text
    );
    let paid = ada.fill(&path, &meal(&[("total", "30")])).await;
    assert_eq!(paid.status(), 303, "{}", paid.text);
    let found = items(&server, "ada", &trip).await;
    assert_eq!(
        found.last().unwrap()["budget"]["category"],
        "Food and Restaurants"
    );
}

async fn a_stay_is_on_the_day_of_its_check_in(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, trip) = trip(&server).await;
    let path = format!("{trip}/items/new?kind=stay&day=1");
    let form = ada.get(&path).await;
    assert!(form.has("Check-in") && form.has("Check-out"));
    assert_eq!(input(&form, "f-start"), "2026-05-01T15:00");
    assert_eq!(input(&form, "f-end"), "2026-05-02T11:00");
    let stay = [
        ("name", "Our hut"),
        ("kind", "stay"),
        ("day", "1"),
        ("start", "2026-05-03T16:00"),
        ("end", "2026-05-05T10:00"),
    ];
    assert_eq!(ada.fill(&path, &stay).await.status(), 303);
    let found = items(&server, "ada", &trip).await;
    assert_eq!(found[0]["day"], 3);
    assert!(ada.get(&trip).await.has("Night 1 of 2"));
}

async fn times_are_understood_as_they_are_typed(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, trip) = trip(&server).await;
    let path = format!("{trip}/items/new");
    for (start, end, expected) in [
        (
            "2026-05-03T15:00",
            "2026-05-03T16:00",
            ["2026-05-03T15:00:00Z", "2026-05-03T16:00:00Z"],
        ),
        (
            "15:00",
            "2026-05-04 16:00",
            ["2026-05-03T15:00:00Z", "2026-05-04T16:00:00Z"],
        ),
        (
            "3 pm",
            "1630",
            ["2026-05-03T15:00:00Z", "2026-05-03T16:30:00Z"],
        ),
    ] {
        let item = [
            ("name", "A talk"),
            ("kind", "other"),
            ("day", "3"),
            ("start", start),
            ("end", end),
        ];
        let added = ada.fill(&path, &item).await;
        assert_eq!(added.status(), 303, "{}", added.text);
        assert_eq!(
            times(items(&server, "ada", &trip).await.last().unwrap()),
            expected
        );
    }
}

async fn a_title_may_begin_with_its_times(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, trip) = trip(&server).await;
    let path = format!("{trip}/items/new");
    for (name, start, expected) in [
        ("15:30-17:00 A talk", "", ("A talk", "2026-05-03T15:30:00Z")),
        (
            "15:30 to the sea",
            "9:00",
            ("15:30 to the sea", "2026-05-03T09:00:00Z"),
        ),
    ] {
        let item = [
            ("name", name),
            ("kind", "other"),
            ("day", "3"),
            ("start", start),
            ("end", ""),
        ];
        let added = ada.fill(&path, &item).await;
        assert_eq!(added.status(), 303, "{}", added.text);
        let items = items(&server, "ada", &trip).await;
        let item = items.last().unwrap();
        assert_eq!(item["destination"]["name"], expected.0);
        assert_eq!(item["start_time"], expected.1);
    }
    // Without dates, a time is of no day.
    let trip = ada.trip(&[("name", "Some day")]).await;
    let item = [("name", "15:30 A talk"), ("kind", "other"), ("day", "1")];
    ada.fill(&format!("{trip}/items/new"), &item).await;
    let items = items(&server, "ada", &trip).await;
    assert_eq!(items[0]["destination"]["name"], "15:30 A talk");
}

async fn wrong_times_are_named_at_their_field(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, trip) = trip(&server).await;
    let wrong = [
        ("name", "A talk"),
        ("kind", "other"),
        ("day", "1"),
        ("start", "noon"),
        ("length", "long"),
        ("confirmation", &*"7".repeat(201)),
    ];
    let page = ada.fill(&format!("{trip}/items/new"), &wrong).await;
    assert_eq!(page.status(), 400);
    for text in [
        "Type the time like 15:30.",
        "Type the length like 1:30 or 90 min.",
        "at most 200 characters",
    ] {
        assert!(page.has(text), "{text} in {}", page.text);
    }
    let (_, start) = page.text.split_once("id=\"f-start\"").unwrap();
    let start = start.split('>').next().unwrap();
    assert!(
        start.contains("autofocus") && start.contains("aria-invalid"),
        "{start}"
    );
    assert_eq!(input(&page, "f-start"), "noon");
    assert!(
        page.has("<details class=\"more\" open>"),
        "a folded field is wrong"
    );
}

async fn what_is_far_from_the_trip_is_confirmed(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, trip) = trip(&server).await;
    let path = format!("{trip}/items/new");
    let sure = "id=\"f-sure\"";
    assert!(!ada.get(&path).await.has(sure));
    for (field, value) in [("day", "99"), ("start", "2025-05-01T09:00")] {
        let mut item = vec![("name", "A talk"), ("kind", "other"), (field, value)];
        if field != "day" {
            item.push(("day", "1"));
        }
        let asked = ada.fill(&path, &item).await;
        assert!(asked.status() == 400 && asked.has(sure), "{}", asked.text);
        assert!(asked.has("more than 30 days"), "{}", asked.text);
        item.push(("sure", "on"));
        let added = ada.fill_page(&path, &asked, &item).await;
        assert_eq!(added.status(), 303, "{}", added.text);
    }
    let found = items(&server, "ada", &trip).await;
    assert_eq!(found.len(), 2);
    // A time that was there before is not asked about again.
    let far = found
        .iter()
        .find(|item| item["start_time"].is_string())
        .unwrap();
    let edit = format!("{trip}/item?id={}", far["item_id"].as_str().unwrap());
    let renamed = [
        ("name", "Another"),
        ("kind", "other"),
        ("start", "2025-05-01T09:00"),
    ];
    assert_eq!(ada.fill(&edit, &renamed).await.status(), 303);
}

async fn a_kind_that_stays_changes_nothing(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, trip) = trip(&server).await;
    let museum = json!({"item_type": "museum", "day": 1, "destination": {"name": "Tiles"}});
    put_items(&server, "ada", &trip, &[museum]).await;
    let found = items(&server, "ada", &trip).await;
    let path = format!("{trip}/item?id={}", found[0]["item_id"].as_str().unwrap());
    let form = ada.get(&path).await;
    assert!(
        form.has("<option value=\"other\" selected>"),
        "{}",
        form.text
    );
    for (kind, item_type) in [
        ("other", "museum"),
        ("sight", "museum"),
        ("sight", "museum"),
        ("walk", "transportations"),
        ("food", "destination"),
    ] {
        let saved = ada.fill(&path, &[("name", "Tiles"), ("kind", kind)]).await;
        assert_eq!(saved.status(), 303, "{}", saved.text);
        let found = items(&server, "ada", &trip).await;
        assert_eq!(found[0]["item_type"], item_type, "{kind}");
        let selected = format!("<option value=\"{kind}\" selected>");
        assert!(ada.get(&path).await.has(&selected), "{kind}");
    }
}

async fn items_move_past_what_is_shown(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, trip) = trip(&server).await;
    let item = |name: &str, start: &str| {
        let mut item = json!({"item_type": "destination", "day": 1, "destination": {"name": name}});
        if !start.is_empty() {
            item["start_time"] = format!("2026-05-01T{start}:00Z").into();
        }
        item
    };
    // Stored as no one sees it: shown are A, its follower, B.
    let stored = [
        item("B thing", "10:00"),
        item("A thing", "09:00"),
        item("F thing", ""),
    ];
    put_items(&server, "ada", &trip, &stored).await;
    let found = items(&server, "ada", &trip).await;
    let id = |name: &str| {
        let item = found
            .iter()
            .find(|item| item["destination"]["name"] == name);
        item.unwrap()["item_id"].as_str().unwrap().to_owned()
    };
    let order = |page: &Page| {
        let titles = page.text.split("<h4>").skip(1);
        let titles: Vec<String> = titles.map(|text| text.chars().take(1).collect()).collect();
        titles.concat()
    };
    let page = ada.get(&trip).await;
    assert_eq!(order(&page), "AFB");
    let (token, path) = (page.field("form_token"), format!("{trip}/items"));
    for (fields, then, expected) in [
        (vec![("up", id("F thing"))], "?done=moved#", "FAB"),
        (vec![("down", id("F thing"))], "?done=moved#", "AFB"),
        (vec![("down", id("F thing"))], "?done=moved#", "ABF"),
        (vec![("up", id("B thing"))], "?done=by-time#", "ABF"),
        (
            vec![
                ("move", id("B thing")),
                ("day", "1".to_owned()),
                ("index", "0".to_owned()),
            ],
            "?done=by-time#",
            "ABF",
        ),
        (
            vec![
                ("move", id("F thing")),
                ("day", "1".to_owned()),
                ("index", "1".to_owned()),
            ],
            "?done=moved&day=1#",
            "AFB",
        ),
        (
            vec![
                ("move", id("A thing")),
                ("day", "2".to_owned()),
                ("index", "0".to_owned()),
            ],
            "?done=moved&day=2&time=09:00#",
            "BFA",
        ),
    ] {
        let fields: Vec<(&str, &str)> = fields
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        let moved = ada.post(&path, &token, &fields).await;
        let location = moved
            .reply
            .header("location")
            .unwrap_or_default()
            .to_owned();
        assert!(location.contains(then), "{fields:?}: {location}");
        let page = ada.get(location.split('#').next().unwrap()).await;
        assert_eq!(order(&page), expected, "{fields:?}");
        let told = match then {
            "?done=by-time#" => "items with a time stand in the order of their times",
            "?done=moved&day=2&time=09:00#" => "Moved to day 2: it stands by its time, 09:00.",
            _ => "Moved",
        };
        assert!(page.has(told), "{told} in {}", page.text);
    }
    let far = ada
        .post(&path, &token, &[("move", &id("A thing")), ("day", "99")])
        .await;
    assert!(
        far.status() == 400 && far.has("a later last day first"),
        "{}",
        far.text
    );
    let page = ada.get(&format!("{trip}?done=moved&day=2&time=<b>")).await;
    assert!(page.has("Moved to day 2.") && !page.has("<b>"));
}

async fn a_trip_moves_earlier_by_any_minus(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, trip) = trip(&server).await;
    let token = ada.get(&trip).await.field("form_token");
    for days in ["−1", "-1", "+2", "–3"] {
        let moved = ada
            .post(&format!("{trip}/shift"), &token, &[("days", days)])
            .await;
        assert_eq!(moved.status(), 303, "{days}: {}", moved.text);
    }
    assert!(ada.get(&trip).await.has("28 April 2026"));
    let refused = ada
        .post(&format!("{trip}/shift"), &token, &[("days", "soon")])
        .await;
    assert_eq!(refused.status(), 400);
}
