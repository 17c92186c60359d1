//! The list of trips, copies, files that are added to a trip, other dates, and photos.

use serde_json::Value;
use time::macros::datetime;
use wayfare_testkit::{Builder, FixedClock, both, on_sqlite};

use super::visitor::{Page, Visitor};
use crate::pictures::samples::jpeg;

both!(trips_are_listed_by_when_they_are, trips_are_found_by_role);

on_sqlite!(
    the_present_day_is_that_of_the_zone_of_a_trip,
    a_trip_is_copied_by_who_may_read_it,
    a_file_is_added_to_a_trip,
    what_is_planned_moves_with_the_first_day_or_stays,
    a_whole_trip_moves_either_way,
    photos_have_a_viewer_with_captions_and_an_order,
    ticked_photos_are_removed_at_once,
    a_file_that_is_no_picture_is_named,
);

/// The texts between these two.
fn between<'a>(page: &'a Page, start: &'a str, end: &'a str) -> Vec<&'a str> {
    let parts = page.text.split(start).skip(1);
    parts.map(|part| part.split(end).next().unwrap()).collect()
}

/// The names of the trips of a list.
fn names(page: &Page) -> Vec<&str> {
    let cards = between(page, "<li class=\"card\">", "</li>");
    let names = cards.into_iter().filter_map(|card| {
        let (_, name) = card.split_once("<h2>")?;
        name.split('<').next()
    });
    names.collect()
}

async fn trips_are_listed_by_when_they_are(builder: Builder) {
    let clock = FixedClock::at(datetime!(2026-05-03 12:00 UTC));
    let server = builder.clock(clock.clone()).start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    assert!(ada.get("/trips").await.has("No trips yet"));
    for (name, start, end) in [
        ("Over", "2026-04-01", "2026-04-08"),
        ("Over last", "2026-04-20", "2026-05-02"),
        ("Under way", "2026-05-01", "2026-05-07"),
        ("Ahead", "2026-05-15", ""),
        ("Tomorrow", "2026-05-04", "2026-05-04"),
        ("Some day", "", ""),
    ] {
        ada.trip(&[("name", name), ("start", start), ("end", end)])
            .await;
    }
    let page = ada.get("/trips").await;
    assert_eq!(
        names(&page),
        [
            "Under way",
            "Tomorrow",
            "Ahead",
            "Some day",
            "Over last",
            "Over"
        ]
    );
    let headings = ["Under way", "Upcoming", "Without dates", "Past"];
    assert!(
        headings
            .iter()
            .all(|heading| page.has(&format!(">{heading}</h2>"))),
        "{}",
        page.text
    );
    assert!(page.has("<span>In 12 days</span>") && page.has("<span>Tomorrow</span>"));
    assert!(page.link("Day 3 of 7").ends_with("#day-3"), "{}", page.text);
    // A drawing of each, without a request.
    assert_eq!(page.text.matches("cover drawn palette-").count(), 6);

    // 20 of a group, and a way to more, which ends with the day.
    for number in 0..21 {
        ada.trip(&[("name", &format!("Walk {number:02}"))]).await;
    }
    let page = ada.get("/trips").await;
    assert_eq!(names(&page).len(), 3 + 20 + 2);
    let older = page.link("Older");
    let rest = ada.get(&older).await;
    assert_eq!(names(&rest), ["Walk 00", "Some day"]);
    assert!(rest.link("All trips").ends_with("/trips"));
    let forged = ada.get("/trips?show=undated&cursor=bm90aGluZw").await;
    assert_eq!(
        (forged.status(), forged.reply.header("location")),
        (303, Some("/trips"))
    );
    let words = ada.get("/trips?search=under").await;
    assert_eq!(names(&words), ["Under way"]);
}

async fn the_present_day_is_that_of_the_zone_of_a_trip(builder: Builder) {
    let clock = FixedClock::at(datetime!(2026-05-03 20:00 UTC));
    let server = builder.clock(clock.clone()).start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let days = [("start", "2026-05-01"), ("end", "2026-05-07")];
    for (name, zone) in [("East", "Asia/Tokyo"), ("West", "Pacific/Honolulu")] {
        let trip = ada.trip(&[&[("name", name)][..], &days].concat()).await;
        let zone = [("name", name), ("timezone", zone)];
        let saved = ada
            .fill(&format!("{trip}/settings"), &[&zone[..], &days].concat())
            .await;
        assert_eq!(saved.status(), 303, "{}", saved.text);
    }
    let page = ada.get("/trips").await;
    assert!(
        page.has("Day 4 of 7") && page.has("Day 3 of 7"),
        "{}",
        page.text
    );
    // It is the first day already, and still the last one.
    clock.set(datetime!(2026-04-30 20:00 UTC));
    let page = ada.get("/trips").await;
    assert!(
        page.has("Day 1 of 7") && page.has("Tomorrow"),
        "{}",
        page.text
    );
    clock.set(datetime!(2026-05-08 05:00 UTC));
    let page = ada.get("/trips").await;
    assert!(
        page.has("Day 7 of 7") && !page.has("Day 8"),
        "{}",
        page.text
    );
    // That which is over is past.
    let groups = |page: &Page| {
        let names = between(page, "<h2 class=\"group\" id=\"", "\"");
        names.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(names(&page), ["West", "East"]);
    assert_eq!(groups(&page), ["under-way", "past"]);
    clock.set(datetime!(2026-05-07 20:00 UTC));
    let page = ada.get("/trips").await;
    assert_eq!(names(&page), ["West", "East"]);
    assert_eq!(groups(&page), ["under-way", "past"]);
    clock.set(datetime!(2026-05-08 12:00 UTC));
    assert_eq!(groups(&ada.get("/trips").await), ["past"]);
}

async fn trips_are_found_by_role(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let mut ben = Visitor::signed_up(&server, "ben").await;
    let trip = ada.trip(&[("name", "Of Ada")]).await;
    assert!(
        !ada.get("/trips").await.has("name=\"role\""),
        "all are hers"
    );
    ada.fill(&format!("{trip}/people"), &[("username", "ben")])
        .await;
    ben.trip(&[("name", "Of Ben")]).await;
    assert!(ben.get("/trips").await.has("<select name=\"role\""));
    for (role, expected) in [
        ("owner", &["Of Ben"][..]),
        ("editor", &["Of Ada"]),
        ("viewer", &[]),
    ] {
        let page = ben.get(&format!("/trips?role={role}")).await;
        assert_eq!(names(&page), expected, "{role}");
        assert!(page.has(&format!("value=\"{role}\" selected")));
    }
}

async fn a_trip_is_copied_by_who_may_read_it(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let mut ben = Visitor::signed_up(&server, "ben").await;
    let trip = ada
        .trip(&[
            ("name", "Lisbon"),
            ("start", "2026-05-01"),
            ("public", "on"),
        ])
        .await;
    let item = format!("{trip}/items/new");
    let fields = [("name", "Tower"), ("day", "1"), ("kind", "destination")];
    let more = [("start", "2026-05-01T09:00"), ("cost", "12")];
    ada.fill(&item, &[&fields[..], &more[..]].concat()).await;
    let copy = format!("{trip}/copy");
    assert_eq!(ben.get(&trip).await.link("Copy this trip"), copy);
    assert!(ada.get(&trip).await.has("Add from a file"));
    let page = ben.get(&copy).await;
    assert!(page.has("value=\"Lisbon\"") && page.has("value=\"2026-05-01\""));
    let refused = ben
        .fill_page(&copy, &page, &[("name", ""), ("start", "soon")])
        .await;
    assert_eq!(refused.status(), 400);
    assert_eq!(
        refused.text.matches("class=\"wrong\"").count(),
        2,
        "{}",
        refused.text
    );
    let fields = [("name", "Mine"), ("start", "2027-06-11"), ("lists", "on")];
    let first = ben.fill_page(&copy, &page, &fields).await;
    let again = ben.fill_page(&copy, &page, &fields).await;
    let made = first.reply.header("location").unwrap().to_owned();
    assert_eq!(again.reply.header("location"), Some(&*made), "one copy");
    assert!(made != trip && made.ends_with("?done=copied"), "{made}");
    let mine = ben.get(&made).await;
    assert!(
        mine.has("Copied.") && mine.has("Tower") && mine.has("11 June 2027"),
        "{}",
        mine.text
    );
    assert!(!mine.has("12.00"), "no costs");
    ada.fill(
        &format!("{trip}/settings"),
        &[("name", "Lisbon"), ("timezone", "")],
    )
    .await;
    assert_eq!(ben.get(&copy).await.status(), 404, "a private one");
}

const GPX: &str = r#"<gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">
    <wpt lat="38.7" lon="-9.1"><name>Tower</name></wpt>
    <trk><trkseg><trkpt lat="1" lon="1"/></trkseg></trk>
    <trk><trkseg><trkpt lat="1" lon="1"/><trkpt lat="2" lon="2"/></trkseg></trk></gpx>"#;

async fn a_file_is_added_to_a_trip(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let path = format!("{trip}/import");
    let page = ada.get(&path).await;
    let fields = page.hidden_fields();
    let with = |button| {
        let fields = fields.iter().map(|(name, value)| (&**name, &**value));
        fields.chain([(button, "1")]).collect::<Vec<_>>()
    };
    let preview = ada.upload(&path, &with("preview"), ("file", GPX)).await;
    assert!(preview.status() == 200 && preview.has("a line of less than two points"));
    let places = format!("{trip}/map");
    assert!(!ada.get(&places).await.has("Tower"), "nothing is kept");
    let refused = ada
        .upload(&path, &with("import"), ("file", "nothing"))
        .await;
    assert!(refused.has("The file was not imported"), "{}", refused.text);
    for _ in 0..2 {
        let added = ada.upload(&path, &with("import"), ("file", GPX)).await;
        assert_eq!(added.status(), 303, "{}", added.text);
        let location = added.reply.header("location").unwrap().to_owned();
        let page = ada.get(&location).await;
        assert!(location.starts_with(&places) && page.has("Added to this trip: 0 items"));
        assert!(
            page.has("1 place on the map, 1 track, 0 photos") && page.has("is left out</li>"),
            "{}",
            page.text
        );
    }
    assert_eq!(
        ada.get(&places)
            .await
            .text
            .matches("<h3>Tower</h3>")
            .count(),
        1
    );
    assert_eq!(names(&ada.get("/trips").await), ["Lisbon"]);
    let mut ben = Visitor::signed_up(&server, "ben").await;
    assert_eq!(ben.get(&path).await.status(), 404);
}

/// The value of a field of the first item of the first trip of Ada, as the interface answers it.
async fn first_item(ada: &mut Visitor, trip: &str) -> Value {
    let file = ada.get(&format!("{trip}/export/geojson")).await;
    let file: Value = serde_json::from_str(&file.text).unwrap();
    file["features"][0]["properties"].clone()
}

async fn what_is_planned_moves_with_the_first_day_or_stays(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let dates = [("start", "2026-05-01"), ("end", "2026-05-03")];
    let trip = ada
        .trip(&[&[("name", "Lisbon")][..], &dates].concat())
        .await;
    let settings = format!("{trip}/settings");
    assert!(
        !ada.get(&settings).await.has("name=\"planned\""),
        "nothing is planned"
    );
    let fields = [("name", "Sintra"), ("day", "2"), ("kind", "destination")];
    let fields = [&fields[..], &[("start", "2026-05-02T09:00")]].concat();
    ada.fill(&format!("{trip}/items/new"), &fields).await;
    let save = async |ada: &mut Visitor, planned, start, end| {
        let fields = [
            ("name", "Lisbon"),
            ("planned", planned),
            ("start", start),
            ("end", end),
        ];
        let saved = ada.fill(&settings, &fields).await;
        assert_eq!(saved.status(), 303, "{}", saved.text);
        ada.get(&trip).await
    };
    // The last day moves, too, unless it is changed.
    let page = save(&mut ada, "moves", "2026-05-11", "2026-05-03").await;
    assert!(
        page.has("11 – 13 May 2026") && page.has("datetime=\"2026-05-12\""),
        "{}",
        page.text
    );
    let item = first_item(&mut ada, &trip).await.to_string();
    assert!(item.contains("2026-05-12"), "{item}");
    assert!(!page.has("id=\"outside\""));
    // It stays on the 12th, which is now day 3.
    save(&mut ada, "stays", "2026-05-10", "2026-05-13").await;
    let item = first_item(&mut ada, &trip).await.to_string();
    assert!(
        item.contains("2026-05-12") && item.contains("\"day\":3"),
        "{item}"
    );
    let page = save(&mut ada, "stays", "2026-05-10", "2026-05-11").await;
    assert!(
        page.has("1 entry lies outside the first and last day:"),
        "{}",
        page.text
    );
    assert!(page.link("Sintra").ends_with("#day-3"));
}

async fn a_whole_trip_moves_either_way(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada
        .trip(&[("name", "Lisbon"), ("start", "2026-05-10")])
        .await;
    let shift = format!("{trip}/shift");
    for (days, day) in [("-3", "7 May"), ("−3", "4 May"), ("+7", "11 May")] {
        let page = ada.get(&format!("{trip}/settings")).await;
        let moved = ada.fill_page(&shift, &page, &[("days", days)]).await;
        assert_eq!(moved.status(), 303, "{days}: {}", moved.text);
        assert!(ada.get(&trip).await.has(day), "{days}");
    }
    let page = ada.get(&format!("{trip}/settings")).await;
    let refused = ada.fill_page(&shift, &page, &[("days", "two")]).await;
    assert_eq!(refused.status(), 400);
    assert!(
        refused.has("value=\"two\"") && refused.has("class=\"wrong\""),
        "{}",
        refused.text
    );
}

/// Uploads photos of these tints. Returns the page with the small ones.
async fn upload(ada: &mut Visitor, trip: &str, tints: &[u8]) -> Page {
    let photos = format!("{trip}/photos");
    for tint in tints {
        let token = ada.get(&photos).await.field("form_token");
        let photo = ("photos", jpeg(40, 30, *tint));
        let sent = ada.upload(&photos, &[("form_token", &token)], photo).await;
        assert_eq!(sent.status(), 303, "{}", sent.text);
    }
    ada.get(&photos).await
}

/// The ids of the small photos of a page, in order.
fn ids(page: &Page) -> Vec<String> {
    let ids = between(page, "<li id=\"photo-", "\"");
    ids.into_iter().map(str::to_owned).collect()
}

async fn photos_have_a_viewer_with_captions_and_an_order(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Lisbon"), ("public", "on")]).await;
    let small = upload(&mut ada, &trip, &[1, 2, 3]).await;
    let photos = ids(&small);
    let at = |number: usize| format!("{trip}/photos/{}", photos[number]);
    assert!(small.has(&format!("href=\"{}\"", at(1))));
    let page = ada.get(&at(1)).await;
    assert!(page.has("Photo 2 of 3"), "{}", page.text);
    assert_eq!((page.link("Previous"), page.link("Next")), (at(0), at(2)));
    let back = format!("{trip}/photos#photo-{}", photos[1]);
    assert!(page.has(&format!("href=\"{back}\"")));

    let caption = format!("{trip}/photos/caption?photo={}", photos[1]);
    let opened = ada.get(&caption).await;
    let saved = ada
        .fill_page(&caption, &opened, &[("caption", "At the <sea>")])
        .await;
    assert_eq!(
        saved.reply.header("location"),
        Some(&*format!("{}?done=saved", at(1)))
    );
    assert!(
        ada.get(&at(1))
            .await
            .has("<figcaption>At the &lt;sea&gt;</figcaption>")
    );
    // One's own earlier save is nobody else's.
    let again = ada
        .fill_page(&caption, &opened, &[("caption", "By the lake")])
        .await;
    assert_eq!(again.status(), 303, "{}", again.text);

    let press = async |ada: &mut Visitor, number: usize, button| {
        let page = ada.get(&at(number)).await;
        let pressed = ada.fill_page(&at(number), &page, &[(button, "1")]).await;
        assert_eq!(pressed.status(), 303, "{}", pressed.text);
        ids(&ada.get(&format!("{trip}/photos")).await)
    };
    let order = |numbers: [usize; 3]| numbers.map(|number| photos[number].clone()).to_vec();
    assert_eq!(press(&mut ada, 2, "sooner").await, order([0, 2, 1]));
    assert_eq!(press(&mut ada, 0, "later").await, order([2, 0, 1]));
    assert_eq!(press(&mut ada, 1, "main").await, order([1, 2, 0]));
    assert!(ada.get(&trip).await.has("class=\"cover\""));

    // Readers see the same without its forms; nobody sees what is gone.
    let mut nobody = Visitor::new(&server);
    let page = nobody.get(&at(1)).await;
    assert!(
        page.has("Photo 1 of 3") && !page.has("<textarea"),
        "{}",
        page.text
    );
    let gone = format!("{trip}/photos/{}", wayfare_domain::TripId::NOWHERE);
    assert_eq!(nobody.get(&gone).await.status(), 404);
}

async fn ticked_photos_are_removed_at_once(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let photos = ids(&upload(&mut ada, &trip, &[1, 2, 3]).await);
    let main = format!("{trip}/photos/{}", photos[0]);
    let page = ada.get(&main).await;
    ada.fill_page(&main, &page, &[("main", "1")]).await;
    let path = format!("{trip}/photos/remove");
    let none = ada.get(&path).await;
    let told = ada.get(none.reply.header("location").unwrap()).await;
    assert!(
        told.has("Tick the photos to remove first."),
        "{}",
        told.text
    );
    let asked = format!("{path}?photo={}&photo={}", photos[0], photos[2]);
    let question = ada.get(&asked).await;
    assert!(question.has("Remove 2 photos"), "{}", question.text);
    let chosen: Vec<(String, String)> = question.hidden_fields();
    let chosen = chosen.iter().filter(|(name, _)| name == "photo");
    let chosen: Vec<(&str, &str)> = chosen.map(|(name, id)| (&**name, &**id)).collect();
    let removed = ada.fill_page(&path, &question, &chosen).await;
    assert_eq!(removed.status(), 303);
    let left = ada.get(&format!("{trip}/photos")).await;
    assert_eq!(ids(&left), [photos[1].clone()]);
    assert_eq!(
        ada.get(&format!("{path}?photo={}", photos[0]))
            .await
            .status(),
        404
    );
}

async fn a_file_that_is_no_picture_is_named(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let photos = format!("{trip}/photos");
    let token = ada.get(&photos).await.field("form_token");
    let fields = [("form_token", &*token)];
    let broken = jpeg(40, 30, 1);
    for (part, content, status) in [
        ("photos", b"%PDF-1.7".to_vec(), 415),
        ("mainImage", b"%PDF-1.7".to_vec(), 415),
        ("photos", broken[..broken.len() / 3].to_vec(), 400),
    ] {
        let refused = ada.upload(&photos, &fields, (part, content)).await;
        assert_eq!(refused.status(), status, "{}", refused.text);
        assert!(refused.has("aria-invalid=\"true\"") && refused.has("data-reason"));
        let reason = between(&refused, "data-reason>", "<")[0];
        assert!(reason.contains("file"), "{reason}");
        assert!(
            refused.has(&format!("name=\"{part}\"")),
            "one can try again"
        );
    }
    assert!(ada.get(&photos).await.has("No photos yet."));
}
