//! The map of a trip: its lines, the names of its pins by day, and what is not on it yet.

use serde_json::json;
use wayfare_testkit::{Builder, Method, on_sqlite};

use super::lists::signed_in;
use super::visitor::Visitor;

on_sqlite!(
    lines_are_drawn_named_and_removed,
    pins_lead_to_their_day,
    the_map_begins_where_the_trip_is_not_at_home,
    what_is_not_on_the_map_can_be_said,
    travel_that_is_not_on_the_map_has_one_line,
);

async fn lines_are_drawn_named_and_removed(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let client = signed_in(&server, "ada").await;
    let path = format!("/api/v1{trip}/map");
    let body = json!({"tracks": [
        {"name": "Up \"<b>\"", "points": [[-9.1, 38.7], [-9.2, 38.8], [-9.3, 38.7]]},
        {"name": "", "points": [[-9.0, 38.6], [-9.1, 38.5]]},
    ]});
    let put = client.request(Method::PUT, &path).json(&body).await;
    put.expect_status(200);
    let map = format!("{trip}/map");
    let page = ada.get(&map).await;
    assert_eq!(
        page.text.matches("<polyline class=\"track\"").count(),
        2,
        "{}",
        page.text
    );
    assert!(
        page.has("<title>Up &quot;&lt;b&gt;&quot;</title>") && page.has("<span>Track 2</span>")
    );
    assert!(
        ada.get(&trip).await.has("<polyline class=\"track\""),
        "beside the days, too"
    );

    let (_, removal) = page.text.split_once("/tracks/remove?id=").unwrap();
    let id = removal.split('"').next().unwrap().to_owned();
    let ask = format!("{trip}/tracks/remove?id={id}");
    let question = ada.get(&ask).await;
    assert!(
        question.has("from the map, for everybody."),
        "{}",
        question.text
    );
    let token = question.field("form_token");
    for _ in 0..2 {
        let sent = ada
            .post(&format!("{trip}/tracks/remove"), &token, &[("id", &id)])
            .await;
        assert_eq!(sent.status(), 303, "{}", sent.text);
    }
    assert_eq!(ada.get(&ask).await.status(), 404);
    let page = ada.get(&map).await;
    assert_eq!(page.text.matches("<polyline class=\"track\"").count(), 1);
    assert!(page.has("<span>Track 1</span>") && !page.has("Up &quot;"));
}

async fn pins_lead_to_their_day(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Portugal")]).await;
    for (name, day) in [("Lisbon", "1"), ("Porto", "3")] {
        let item = [("name", name), ("kind", "destination"), ("day", day)];
        let added = ada.fill(&format!("{trip}/items/new"), &item).await;
        assert_eq!(added.status(), 303, "{}", added.text);
    }
    let page = ada.get(&format!("{trip}/map")).await;
    for day in [1, 3] {
        let link = format!("<a href=\"{trip}#day-{day}\">Day {day}</a>");
        assert!(page.has(&link), "{link} in {}", page.text);
    }
    assert!(page.has("<ol class=\"pins\" start=\"2\">"), "{}", page.text);
    assert!(page.has(&format!("data-itinerary=\"{trip}\"")));
    assert!(page.has("data-of=\"3\"><title>Porto</title>"));
}

async fn the_map_begins_where_the_trip_is_not_at_home(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Portugal")]).await;
    let map = format!("{trip}/map");
    let flight = [
        ("origin", "New York"),
        ("endDestination", "Lisbon"),
        ("kind", "flight"),
        ("day", "1"),
    ];
    let form = format!("{trip}/items/new?kind=flight&day=1");
    let added = ada.fill(&form, &flight).await;
    assert_eq!(added.status(), 303, "{}", added.text);
    // The flight alone is the trip, then Sintra is, then both sides of the ocean are.
    for (name, begins_with_a_part) in [("", false), ("Sintra", true), ("Boston", false)] {
        if !name.is_empty() {
            let item = [("name", name), ("kind", "sight"), ("day", "2")];
            let added = ada.fill(&format!("{trip}/items/new"), &item).await;
            assert_eq!(added.status(), 303, "{}", added.text);
        }
        for page in [&map, &trip] {
            let page = ada.get(page).await;
            assert!(page.has("data-extent=\""));
            assert_eq!(page.has("data-view=\""), begins_with_a_part, "{name}");
            assert_eq!(
                page.has("<rect class=\"sea\""),
                begins_with_a_part,
                "{name}"
            );
        }
    }
}

async fn what_is_not_on_the_map_can_be_said(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let token = ada.get(&format!("{trip}/map")).await.field("form_token");
    let place = [("name", "Qwertzuiop")];
    ada.post(&format!("{trip}/places"), &token, &place).await;
    let location = [("title", "Asdfghjkl")];
    ada.fill(&format!("{trip}/locations/new"), &location).await;
    let page = ada.get(&format!("{trip}/map")).await;
    for (name, form) in [
        ("Qwertzuiop", "/places/edit?id="),
        ("Asdfghjkl", "/locations/edit?"),
    ] {
        let said = format!("aria-label=\"Say where it is: {name}\"");
        let (before, _) = page
            .text
            .split_once(&said)
            .unwrap_or_else(|| panic!("{}", page.text));
        let (_, link) = before.rsplit_once("<a ").unwrap();
        assert!(link.contains(&format!("{trip}{form}")), "{link}");
    }
}

async fn travel_that_is_not_on_the_map_has_one_line(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Islands")]).await;
    for (title, from, to) in [
        ("", "Qwertzuiop", "Asdfghjkl"),
        ("Night boat", "Hjkl", "Vbnm"),
        ("", "Lisbon", "Yxcvbnm"),
    ] {
        let ferry = [
            ("name", title),
            ("origin", from),
            ("endDestination", to),
            ("kind", "ferry"),
            ("day", "1"),
        ];
        let form = format!("{trip}/items/new?kind=ferry&day=1");
        let added = ada.fill(&form, &ferry).await;
        assert_eq!(added.status(), 303, "{}", added.text);
    }
    let page = ada.get(&format!("{trip}/map")).await;
    let (_, list) = page.text.split_once("<ul class=\"unplaced\">").unwrap();
    let (list, _) = list.split_once("</ul>").unwrap();
    let lines: Vec<_> = list.split("<li>").skip(1).collect();
    let starts = [
        "Qwertzuiop – Asdfghjkl <a ",
        "Night boat → Vbnm <a ",
        "Yxcvbnm <a ",
    ];
    assert_eq!(lines.len(), starts.len(), "{list}");
    for (line, start) in lines.iter().zip(starts) {
        assert!(line.starts_with(start), "{list}");
    }
}
