//! What pages show to whom.

use serde_json::{Value, json};
use wayfare_testkit::{Builder, Method, on_sqlite, sample};

use super::edits::{items, put_items, two_people};
use super::visitor::Visitor;

on_sqlite!(
    all_costs_are_listed_by_day,
    missing_and_hidden_trips_are_one_page,
    a_public_trip_is_shown_to_anybody,
    all_days_are_shown,
    far_days_are_shown,
    a_page_of_many_days_is_short,
    texts_are_escaped,
    pages_have_their_headers,
);

async fn missing_and_hidden_trips_are_one_page(builder: Builder) {
    let server = builder.start().unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    let hidden = format!("/trip/{}", sample::trip(&ada, "Secret").await);
    let missing = "/trip/0198c0de-0000-7000-8000-00000000000a";
    let mut nobody = Visitor::new(&server);
    let mut ben = Visitor::signed_up(&server, "ben").await;
    for visitor in [&mut nobody, &mut ben] {
        let (one, other) = (visitor.get(&hidden).await, visitor.get(missing).await);
        assert_eq!((one.status(), other.status()), (404, 404));
        assert_eq!(one.text, other.text, "the same bytes");
        assert!(!one.has("Secret"));
        let malformed = visitor.get("/trip/nothing").await;
        assert_eq!(malformed.text, one.text);
    }
    let way = nobody.get(&hidden).await.link("Sign in and come back");
    let page = nobody.get(&format!("{hidden}{way}")).await;
    let back = hidden.replace('/', "%2F");
    assert_eq!(
        page.reply.header("location"),
        Some(&*format!("/sign-in?return={back}"))
    );
}

async fn a_public_trip_is_shown_to_anybody(builder: Builder) {
    let server = builder.start().unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    let path = format!("/trip/{}", sample::public_trip(&ada, "Open to all").await);
    let page = Visitor::new(&server).get(&path).await;
    assert_eq!(page.status(), 200);
    assert!(page.has("Open to all") && page.has("content=\"noindex\""));
    assert_eq!(page.reply.header("x-robots-tag"), Some("noindex"));
    assert!(!page.has("<form"), "nothing can be changed");
    let mut ben = Visitor::signed_up(&server, "ben").await;
    let page = ben.get(&path).await;
    assert!(page.status() == 200 && !page.has("/settings"));
    assert_eq!(ben.get(&format!("{path}/settings")).await.status(), 401);
    let token = ben.get("/trips/new").await.field("form_token");
    let sent = [("text", "Intrude"), ("add", "1")];
    assert_eq!(
        ben.post(&format!("{path}/lists"), &token, &sent)
            .await
            .status(),
        401
    );
    let lists = ben.get(&format!("{path}/lists")).await;
    assert!(lists.status() == 200 && !lists.has("Intrude"));
}

async fn all_days_are_shown(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let dated = ada
        .trip(&[
            ("name", "Dated"),
            ("start", "2026-05-01"),
            ("end", "2026-05-04"),
        ])
        .await;
    let page = ada.get(&dated).await;
    for day in [
        "Friday, 1 May 2026",
        "Saturday, 2 May 2026",
        "Sunday, 3 May 2026",
        "Monday, 4 May 2026",
    ] {
        assert!(page.has(day), "{day} in {}", page.text);
    }
    assert!(!page.has("5 May"));
    let undated = ada.trip(&[("name", "Undated")]).await;
    let item = [("name", "Faro"), ("kind", "destination"), ("day", "3")];
    let added = ada.fill(&format!("{undated}/items/new"), &item).await;
    assert_eq!(added.status(), 303, "{}", added.text);
    let page = ada.get(&undated).await;
    for day in ["Day 1", "Day 2", "Day 3"] {
        assert!(page.has(day), "{day}");
    }
    assert!(!page.has("Day 4"));
    let long = ada
        .trip(&[
            ("name", "Ages"),
            ("start", "0001-01-01"),
            ("end", "9999-12-31"),
        ])
        .await;
    let page = ada.get(&long).await;
    assert!(
        page.status() == 200 && page.text.len() < 200_000,
        "{}",
        page.text.len()
    );
}

async fn far_days_are_shown(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let dates = [
        ("name", "Ages"),
        ("start", "9999-12-30"),
        ("end", "9999-12-31"),
    ];
    let trip = ada.trip(&dates).await;
    for (day, shown) in [
        ("7304485", "7,304,485"),
        ("7304486", "7,304,486"),
        ("4294967295", "4,294,967,295"),
    ] {
        let item = [("name", "Faro"), ("kind", "destination"), ("day", day)];
        let item = [&item[..], &[("sure", "on")]].concat();
        let added = ada.fill(&format!("{trip}/items/new"), &item).await;
        assert_eq!(added.status(), 303, "{}", added.text);
        let page = ada.get(&trip).await;
        let heading = format!("tabindex=\"-1\">Day {shown}</h3>");
        assert!(page.status() == 200 && page.has(&heading), "{}", page.text);
    }
    for format in [
        "ics",
        "gpx",
        "kml",
        "geojson",
        "csv",
        "settlement.csv",
        "zip",
    ] {
        let file = ada.get(&format!("{trip}/export/{format}")).await;
        assert_eq!(file.status(), 200, "{format}");
    }
}

async fn a_page_of_many_days_is_short(builder: Builder) {
    let server = builder.start().unwrap();
    let mut reader = Visitor::new(&server);
    let mut editor = Visitor::signed_up(&server, "editor").await;
    let ada = sample::sign_up(&server.client(), "ada").await;
    let id = sample::public_trip(&ada, "Long").await;
    let people = json!({"members": ["editor"]});
    ada.a().manage(&id, &people).await.expect_status(200);
    let path = format!("/trip/{id}");
    for (name, gap) in [
        ("one day", 0),
        ("each day", 1),
        ("spread", 60),
        ("far", 1_000_000),
    ] {
        let item = |index: u32| {
            json!({"day": 1 + index * gap, "item_type": "stay",
            "destination": {"name": format!("Place {index}")}})
        };
        let items: Vec<_> = (0..1_000).map(item).collect();
        let items = json!({"trip_items": items, "date": {}});
        ada.a().set_items(&id, &items).await.expect_status(200);
        for visitor in [&mut reader, &mut editor] {
            let page = visitor.get(&path).await;
            assert!(page.has("Place 999"), "{name}");
            assert!(page.text.len() < 1 << 20, "{name}: {}", page.text.len());
        }
    }
}

async fn texts_are_escaped(builder: Builder) {
    let server = builder.start().unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    let canary = "\"><script>alert(1)</script><img src=x onerror=alert(2)>";
    let id = sample::trip(&ada, canary).await;
    let update = json!({"desc": canary, "dest": [canary], "todo": [canary], "private": false,
        "expenditures": [{"expenditure": canary, "cost": 1}]});
    ada.b().update(&id, &update).await.expect_status(200);
    let items = json!({"trip_items": [{"item_id": canary, "item_type": "<b>", "day": 1,
    "destination": {"name": canary, "location": canary, "description": canary},
    "photos": [{"url": "https://elsewhere.example/\"onload=x", "description": canary}],
    "budget": {
        "category": canary,
        "membersBudget": [{"memberId": canary, "memberName": canary, "cost": 5}]
    }}]});
    let path = format!("/api/v1/trips/{id}/trip_items");
    ada.client
        .request(Method::PUT, &path)
        .json(&items)
        .await
        .expect_status(200);
    let map = json!({"notes": format!("<p>fine</p>\
        {canary}"), "locations": [{"title": canary, "address": canary}]});
    let path = format!("/api/v1/trip/{id}/map");
    ada.client
        .request(Method::PUT, &path)
        .json(&map)
        .await
        .expect_status(200);
    let page = Visitor::new(&server).get(&format!("/trip/{id}")).await;
    assert_eq!(page.status(), 200);
    assert!(page.has("&lt;script&gt;alert(1)") && page.has("<p>fine</p>"));
    assert!(!page.has("<script>alert") && !page.has("<img src=x") && !page.has("<img src=\"x"));
    assert!(!page.has("\"onload=x") && !page.has("style="));
}

async fn pages_have_their_headers(builder: Builder) {
    let server = builder.start().unwrap();
    let mut nobody = Visitor::new(&server);
    for path in ["/", "/sign-in", "/sign-up", "/trip/nothing"] {
        let page = nobody.get(path).await;
        let header = |name| page.reply.header(name).unwrap_or_default().to_owned();
        assert_eq!(header("referrer-policy"), "same-origin", "{path}");
        assert_eq!(header("content-type"), "text/html; charset=utf-8", "{path}");
        let policy = header("content-security-policy");
        assert!(
            policy.contains("script-src 'self'") && !policy.contains("unsafe"),
            "{policy}"
        );
        assert!(!page.has("style=\"") && !page.has("://cdn"));
        assert_ne!(page.reply.header("x-request-id"), None, "{path}");
        let is_listed = page.reply.header("x-robots-tag").is_none() && !page.has("noindex");
        assert_eq!(is_listed, path == "/", "{path}");
    }
    let page = nobody.get("/").await;
    let (_, script) = page.text.split_once("src=\"").unwrap();
    let script = script.split('"').next().unwrap();
    let script = nobody.get(script).await;
    assert_eq!(
        script.reply.header("content-type"),
        Some("text/javascript; charset=utf-8")
    );
    let caching = script.reply.header("cache-control").unwrap();
    assert!(caching.contains("immutable"), "{caching}");
    let json = server.client().request(Method::GET, "/nothing").await;
    assert!(
        json.status == 404 && json.problem().title == "No such route",
        "programs get problem details"
    );
}

async fn all_costs_are_listed_by_day(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, _, trip) = two_people(&server).await;
    let settings = [("name", "Lisbon"), ("start", "2026-05-01")];
    ada.fill(&format!("{trip}/settings"), &settings).await;
    let cost = |day: u32, name: &str, kind: &str| {
        json!({"day": day, "item_type": kind, "destination": {"name": name},
        "budget": {
            "totalCost": 8, "membersBudget": [{"memberId": "ben", "cost": 8, "paidValue": 8}]
        }})
    };
    let mut all = vec![
        cost(1, "Undated", "expense"),
        cost(3, "Train", "destination"),
        cost(2, "Hotel", "destination"),
    ];
    let free = json!({"item_type": "destination", "destination": {"name": "Walk"}});
    all.push(free);
    let mut deposit = cost(1, "Deposit", "expense");
    deposit["start_time"] = "2026-01-10T12:00:00Z".into();
    all.push(deposit);
    put_items(&server, "ada", &trip, &all).await;
    let page = ada.get(&format!("{trip}/settlement")).await;
    assert!(page.has("10 Jan 2026"), "{}", page.text);
    let page = ada.get(&format!("{trip}/costs")).await;
    let (_, list) = page.text.split_once("All costs").unwrap();
    let rows = [
        ("Deposit", "10 Jan 2026 · ben paid"),
        ("Hotel", "2 May 2026 · ben paid"),
        ("Train", "3 May 2026 · ben paid"),
        ("Undated", "meta\">ben paid"),
    ];
    let mut rest = list;
    for (name, about) in rows {
        for text in [name, about, "CAD 8.00"] {
            let (_, after) = rest
                .split_once(text)
                .unwrap_or_else(|| panic!("{text}: {list}"));
            rest = after;
        }
    }
    assert!(!list.contains("Walk"), "{list}");
    let found = items(&server, "ada", &trip).await;
    let id = found[1]["item_id"].as_str().unwrap();
    assert!(
        list.contains(&format!("href=\"{trip}/item?id={id}&amp;to=costs\"")),
        "{list}"
    );
    let path = format!("{trip}/item?id={id}&to=costs");
    let express = [("name", "Express"), ("kind", "destination")];
    let saved = ada.fill(&path, &express).await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    assert_eq!(
        saved.reply.header("location").unwrap(),
        format!("{trip}/costs?done=saved#budget")
    );

    let name = "Łódź ".repeat(40);
    let all: Vec<Value> = (0..1_000)
        .map(|n| cost(1 + n % 300, &name, "destination"))
        .collect();
    put_items(&server, "ada", &trip, &all).await;
    let page = ada.get(&format!("{trip}/costs")).await;
    assert!(page.has("… and 980 more"));
    assert!(page.text.len() < 1 << 20, "{}", page.text.len());
}
