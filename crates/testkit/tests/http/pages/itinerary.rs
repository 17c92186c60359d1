//! The rows of the itinerary and the days that they are in.

use serde_json::{Value, json};
use time::macros::datetime;
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Builder, FixedClock, TestServer, on_sqlite};

use super::visitor::{Page, Visitor};

on_sqlite!(
    rows_say_what_items_are,
    what_confirms_a_booking_is_for_people_of_the_trip,
    texts_have_links,
    days_before_the_present_one_are_folded,
    days_after_the_first_items_of_a_long_trip_are_folded,
    a_new_trip_has_a_line_for_each_day,
    whole_days_have_no_hours,
    a_stay_of_whole_days_stands_on_each,
    what_covers_a_morning_stands_on_each_day_everywhere,
    travel_through_the_night_stands_on_the_day_of_arrival,
    rows_of_long_trips_have_their_menu_in_the_form,
);

/// A public trip of Ada with these items and dates, which Ben edits; their id, and Ben.
async fn trip(
    server: &TestServer,
    items: Vec<Value>,
    dates: Value,
) -> (Traveller, Visitor, String) {
    let ben = Visitor::signed_up(server, "ben").await;
    let ada = sample::sign_up(&server.client(), "ada").await;
    let id = sample::public_trip(&ada, "Away").await;
    let people = json!({"members": ["ben"]});
    ada.a().manage(&id, &people).await.expect_status(200);
    let update = json!({"date": dates});
    ada.b().update(&id, &update).await;
    if !items.is_empty() {
        let items = json!({"trip_items": items});
        ada.a().set_items(&id, &items).await.expect_status(200);
    }
    (ada, ben, id)
}

fn assert_has(page: &Page, texts: &[&str]) {
    for text in texts {
        assert!(page.has(text), "{text} in {}", page.text);
    }
}

async fn rows_say_what_items_are(builder: Builder) {
    let server = builder.start().unwrap();
    let items = vec![
        json!({"item_type": "transportations", "kind": "flight",
            "start_time": "2026-05-01T10:00:00Z", "end_time": "2026-05-01T12:35:00Z",
            "destination": {"name": "Lisbon"}, "endDestination": {"name": "New York"}}),
        json!({"item_type": "transportations", "start_time": "2026-05-01T14:00:00Z",
            "end_time": "2026-05-01T14:45:00Z", "destination": {"name": "Newark – Boston"}}),
        json!({"item_type": "stay", "kind": "stay", "start_time": "2026-05-01T20:00:00Z",
            "end_time": "2026-05-02T14:00:00Z", "destination": {"name": "Hotel"}}),
        json!({"item_type": "stay", "destination": {"name": "Lobster", "location": "Qxyzzy 38"},
            "budget": {"category": "Food and Restaurants"}}),
    ];
    let (_, mut ben, id) = trip(&server, items, json!({})).await;
    let page = ben.get(&format!("/trip/{id}")).await;
    let texts = [
        "<li class=\"item travel\"",
        "role=\"img\" aria-label=\"Flight\"><use href=\"#icon-flight\">",
        "Lisbon → New York",
        "2\u{a0}h 35\u{a0}min",
        "#icon-travel\"",
        "<span class=\"meta\">45\u{a0}min</span>",
        "<li class=\"item stay\"",
        "<p class=\"meta\">1 night</p>",
        "<li class=\"item food\"",
        "#icon-food\"",
        "<p class=\"where\">Qxyzzy 38</p>",
        "aria-label=\"Edit Lobster\"",
        "aria-label=\"More: Lobster\"",
        "4 stops · Lisbon, Newark – Boston, Lobster, Hotel",
    ];
    assert_has(&page, &texts);
    assert!(!page.has("Newark → Boston"), "the title says it");
    ben.languages = "ja";
    let page = ben.get(&format!("/trip/{id}")).await;
    assert_has(&page, &["2時間35分", "aria-label=\"飛行機\""]);
}

async fn what_confirms_a_booking_is_for_people_of_the_trip(builder: Builder) {
    let server = builder.start().unwrap();
    let item =
        json!({"item_type": "stay", "confirmation": "QX7<9", "destination": {"name": "Inn"}});
    let (ada, mut ben, id) = trip(&server, vec![item], json!({})).await;
    let page = ben.get(&format!("/trip/{id}")).await;
    assert_has(&page, &["<code>QX7&lt;9</code>", "data-copy=\"QX7&lt;9\""]);
    let sections = json!({"sections": ["itinerary"]});
    let link = ada.extensions().create_share_link(&id, &sections).await;
    let url = link.expect_status(201).json().url;
    let (_, token) = url.rsplit_once('/').unwrap();
    let mut eve = Visitor::signed_up(&server, "eve").await;
    for visitor in [&mut eve, &mut Visitor::new(&server)] {
        for path in [format!("/trip/{id}"), format!("/s/{token}")] {
            let page = visitor.get(&path).await;
            assert!(page.has("Inn") && !page.has("QX7"), "{}", page.text);
        }
    }
}

async fn texts_have_links(builder: Builder) {
    let server = builder.start().unwrap();
    let place = json!({"name": "Inn", "location": "Tel. 021 342 88 88",
        "description": "See https://inn.example/?a=1&b=2 <b>"});
    let items = vec![
        json!({"item_type": "stay", "destination": place}),
        json!({"item_type": "stay", "destination": {"name": "Pier", "location": "At the sea",
            "latitude": 38.5, "longitude": -9.25}}),
        json!({"item_type": "destination", "kind": "sight"}),
    ];
    let (ada, mut ben, id) = trip(&server, items, json!({})).await;
    let update = json!({"desc": "All at https://plan.example"});
    ada.b().update(&id, &update).await;
    let map =
        json!({"notes": "<p>Ring +351 21 342 8888, or <a href=\"https://a.example/\">x</a></p>"});
    ada.b().set_map(&id, &map).await.expect_status(200);
    let page = ben.get(&format!("/trip/{id}")).await;
    let texts = [
        "<a href=\"https://inn.example/?a=1&amp;b=2\" rel=\"noopener noreferrer nofollow\" \
         target=\"_blank\">https://inn.example/?a=1&amp;b=2</a> &lt;b&gt;",
        "Tel. <a href=\"tel:0213428888\">021 342 88 88</a>",
        "?mlat=38.5&amp;mlon=-9.25&amp;zoom=16\" data-point=\"38.5,-9.25\" \
         data-address=\"At the sea\">At the sea</a>",
        "Ring <a href=\"tel:+351213428888\">+351 21 342 8888</a>, or <a href=",
        "All at <a href=\"https://plan.example\"",
        "<h4>Sight</h4>",
    ];
    assert_has(&page, &texts);
}

/// The folded days and the open ones of a page.
fn folds(page: &Page) -> (Vec<u32>, Vec<u32>) {
    let (mut folded, mut open) = (Vec::new(), Vec::new());
    let mut rest = &*page.text;
    while let Some((before, after)) = rest.split_once("<summary class=\"day-head\" id=\"fold-") {
        let number = after.split('"').next().unwrap().parse().unwrap();
        match before.ends_with("<details open>") {
            true => open.push(number),
            false => folded.push(number),
        }
        rest = after;
    }
    (folded, open)
}

async fn days_before_the_present_one_are_folded(builder: Builder) {
    let clock = FixedClock::at(datetime!(2026-05-02 23:30 UTC));
    let server = builder.clock(clock.clone()).start().unwrap();
    let item =
        |day: u32| json!({"item_type": "stay", "day": day, "destination": {"name": "Tokyo"}});
    let dates = json!({"start": "2026-05-01T00:00:00Z", "end": "2026-05-04T00:00:00Z"});
    let items = (1..=4).map(item).collect();
    let (ada, mut ben, id) = trip(&server, items, dates).await;
    let path = format!("/trip/{id}");
    let page = ben.get(&path).await;
    // It is the third of May in Tokyo.
    assert_eq!(folds(&page), (vec![1, 2], vec![3, 4]));
    let (_, day) = page.text.split_once("id=\"day-3\"").unwrap();
    let (heading, _) = day.split_once("</summary>").unwrap();
    let today = "<span class=\"badge today\">Today</span>";
    assert!(heading.contains(today) && page.text.matches(today).count() == 1);
    let sections = json!({"sections": ["itinerary"]});
    let link = ada.extensions().create_share_link(&id, &sections).await;
    let url = link.expect_status(201).json().url;
    let (_, token) = url.rsplit_once('/').unwrap();
    let shared = Visitor::new(&server).get(&format!("/s/{token}")).await;
    assert_eq!(folds(&shared), (vec![1, 2], vec![3, 4]));
    clock.set(datetime!(2026-05-04 16:00 UTC));
    let page = ben.get(&path).await;
    assert_eq!(folds(&page), (vec![], vec![1, 2, 3, 4]));
    assert!(!page.has(today));
}

async fn days_after_the_first_items_of_a_long_trip_are_folded(builder: Builder) {
    let server = builder.start().unwrap();
    let item = |day: u32| json!({"item_type": "stay", "day": day, "destination": {"name": "x"}});
    let (ada, mut ben, id) = trip(&server, (1..=14).map(item).collect(), json!({})).await;
    let path = format!("/trip/{id}");
    let page = ben.get(&path).await;
    assert_eq!(folds(&page), (vec![], (1..=14).collect()));
    let set = async |days: Vec<u32>| {
        let items: Vec<_> = days.into_iter().map(item).collect();
        let items = json!({"trip_items": items});
        ada.a().set_items(&id, &items).await.expect_status(200);
    };
    set((1..=16).collect()).await;
    let page = ben.get(&path).await;
    assert_eq!(folds(&page), (vec![15, 16], (1..=14).collect()));
    set((0..70).map(|place| 1 + place / 20).collect()).await;
    let page = ben.get(&path).await;
    assert_eq!(folds(&page), (vec![4], vec![1, 2, 3]));
    assert_eq!(page.text.matches("data-item").count(), 70, "all are there");
    set(vec![1; 70]).await;
    assert_eq!(folds(&ben.get(&path).await), (vec![], vec![1]));
}

async fn a_new_trip_has_a_line_for_each_day(builder: Builder) {
    let server = builder.start().unwrap();
    let dates = json!({"start": "2026-05-01T00:00:00Z", "end": "2026-05-07T00:00:00Z"});
    let (_, mut ben, id) = trip(&server, Vec::new(), dates).await;
    let page = ben.get(&format!("/trip/{id}")).await;
    assert_eq!(page.text.matches("<section class=\"day bare ").count(), 7);
    let texts = [
        "Nothing is planned yet.",
        "Thursday, 7 May 2026",
        "aria-label=\"Add to day 7\"",
    ];
    assert_has(&page, &texts);
    assert_eq!(folds(&page), (vec![], vec![]));
}

async fn whole_days_have_no_hours(builder: Builder) {
    let server = builder.start().unwrap();
    let item = |name: &str, start: &str, end: &str| {
        json!({"item_type": "stay", "kind": "activity", "destination": {"name": name},
            "start_time": start, "end_time": end})
    };
    let items = vec![
        item("Fair", "2026-05-01T00:00:00Z", "2026-05-04T00:00:00Z"),
        item("Parade", "2026-05-01T00:00:00Z", "2026-05-02T00:00:00Z"),
    ];
    let dates = json!({"start": "2026-05-01", "end": "2026-05-05"});
    let (_, mut ben, id) = trip(&server, items, dates).await;
    let page = ben.get(&format!("/trip/{id}")).await;
    assert_has(&page, &["Fair", "Parade", "1 – 3 May 2026"]);
    assert!(!page.has("00:00"), "{}", page.text);
    let rows = page.text.matches(">Fair<").count();
    assert!(rows >= 3, "on each of its days: {rows}");
}

async fn a_stay_of_whole_days_stands_on_each(builder: Builder) {
    let server = builder.start().unwrap();
    let hotel = json!({"item_type": "stay", "kind": "stay", "destination": {"name": "Zzyxhut"},
        "start_time": "2026-05-01T00:00:00Z", "end_time": "2026-05-03T00:00:00Z"});
    let (_, mut ben, id) = trip(&server, vec![hotel], json!({"start": "2026-05-01"})).await;
    let page = ben.get(&format!("/trip/{id}")).await;
    assert_has(
        &page,
        &["1 – 3 May 2026", "Night 1 of 2", "Night 2 of 2", "Last day"],
    );
}

async fn what_covers_a_morning_stands_on_each_day_everywhere(builder: Builder) {
    let server = builder.start().unwrap();
    let item = |name: &str, kind: &str, start: &str, end: &str| {
        json!({"item_type": "stay", "kind": kind, "day": 1, "destination": {"name": name},
            "start_time": format!("2026-06-{start}:00Z"), "end_time": format!("2026-06-{end}:00Z"),
            "budget": {"totalCost": 70}})
    };
    let items = vec![
        item("Fair", "activity", "13T00:00", "15T00:00"),
        item("Concert", "activity", "13T18:00", "14T02:00"),
        item("Festival", "activity", "13T20:00", "14T06:00"),
        item("Hotel", "stay", "13T15:00", "14T11:00"),
    ];
    let dates = json!({"start": "2026-06-13", "end": "2026-06-15"});
    let (ada, mut ben, id) = trip(&server, items, dates).await;
    let path = format!("/trip/{id}");
    let sections = json!({"sections": ["itinerary", "budget"]});
    let link = ada.extensions().create_share_link(&id, &sections).await;
    let url = link.expect_status(201).json().url;
    let (_, shared) = url.rsplit_once('/').unwrap();
    for path in [
        path.clone(),
        format!("{path}/print?costs=on"),
        format!("/s/{shared}"),
    ] {
        let page = ben.get(&path).await;
        let days: Vec<&str> = page.text.split("Day ").collect();
        let day = |number: &str| {
            let is_it = |day: &&&str| day.starts_with(&format!("{number} <time"));
            let all: Vec<&str> = days.iter().skip_while(|day| !is_it(day)).copied().collect();
            let parts = all
                .iter()
                .skip(1)
                .take_while(|day| day.starts_with("1 of") || day.starts_with("2 of"));
            parts.fold(all[0].to_owned(), |all, part| all + "Day " + part)
        };
        let (first, second) = (day("1"), day("2"));
        for name in ["Fair", "Concert", "Festival", "Hotel"] {
            let names = [format!(">{name}<"), format!("{name}</")];
            let stands = |day: &str| names.iter().any(|name| day.contains(name));
            assert!(stands(&first), "{path}: {name} in {first}");
            assert_eq!(
                stands(&second),
                name != "Concert",
                "{path}: {name} in {second}"
            );
        }
        assert!(
            first.contains("Day 1 of 2") && second.contains("Day 2 of 2"),
            "{path}"
        );
        assert!(
            first.contains("1 night") && second.contains("Last day"),
            "{path}"
        );
        assert_eq!(second.matches("CAD 70").count(), 0, "{path}: costs once");
        assert_eq!(first.matches("CAD 70").count(), 4, "{path}: {first}");
    }
}

async fn travel_through_the_night_stands_on_the_day_of_arrival(builder: Builder) {
    let server = builder.start().unwrap();
    let train = json!({"item_type": "transportations", "kind": "train", "day": 1,
        "destination": {"name": "Night train"}, "start_time": "2026-05-01T22:10:00Z",
        "end_time": "2026-05-02T07:45:00Z"});
    let dates = json!({"start": "2026-05-01", "end": "2026-05-02"});
    let (_, mut ben, id) = trip(&server, vec![train], dates).await;
    let path = format!("/trip/{id}");
    let page = ben.get(&path).await;
    let (_, day) = page.text.split_once("id=\"day-2\"").unwrap();
    let line = "<h4><a href=\"#day-1\">Night train</a></h4><p class=\"meta\">Arrival</p>";
    assert!(day.contains(line) && day.contains("07:45"), "{day}");
    let printed = ben.get(&format!("{path}/print")).await;
    assert_eq!(printed.text.matches("<b>Night train</b>").count(), 2);
}

async fn rows_of_long_trips_have_their_menu_in_the_form(builder: Builder) {
    let server = builder.start().unwrap();
    let item = |number: u32| {
        json!({"item_id": format!("i{number}"), "item_type": "stay",
            "destination": {"name": format!("Stop {number}")}})
    };
    let (_, mut ben, id) = trip(&server, (0..201).map(item).collect(), json!({})).await;
    let path = format!("/trip/{id}");
    let page = ben.get(&path).await;
    assert!(page.has("Edit Stop 7\"") && !page.has("name=\"down\""));
    let form = ben.get(&format!("{path}/item?id=i7")).await;
    assert_has(
        &form,
        &["name=\"down\" value=\"i7\"", "name=\"copy\" value=\"i7\""],
    );
    let token = form.field("form_token");
    let moved = ben
        .post(&format!("{path}/items"), &token, &[("down", "i7")])
        .await;
    assert_eq!(moved.status(), 303, "{}", moved.text);
    let text = ben.get(&path).await.text;
    let place = |name: &str| text.find(&format!("data-item=\"{name}\"")).unwrap();
    assert!(place("i8") < place("i7") && place("i7") < place("i9"));
}
