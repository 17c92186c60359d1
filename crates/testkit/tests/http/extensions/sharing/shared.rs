//! What a share link shows to those who have it, and how it ends.

use std::time::Duration;

use serde_json::{Value, json};
use time::macros::datetime;
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::shapes::extensions::ShareLink;
use wayfare_testkit::{Builder, Client, FixedClock, Method, Reply, TestServer, both, on_sqlite};

use crate::cast::NO_TRIP;
use crate::limits::start_behind_proxy;
use crate::pictures::samples::{jpeg, size};

both!(
    people_are_known_by_display_names,
    a_password_is_needed_where_there_is_one,
    links_end_at_once,
    an_expired_link_can_be_prolonged,
    pictures_end_with_the_link,
    records_the_day_of_the_last_use,
);

on_sqlite!(
    shows_the_sections_that_are_on,
    shows_nothing_of_other_sections_or_of_accounts,
    wrong_passwords_are_counted_by_address,
    answers_are_kept_nowhere,
);

const ALL: [&str; 7] = [
    "itinerary",
    "map",
    "photos",
    "notes",
    "todo",
    "budget",
    "members",
];

struct Stage {
    ada: Traveller,
    bob: Traveller,
    nobody: Client,
    trip: String,
}

impl Stage {
    /// A trip of Ada's with Bob, and with content of every kind that names its section.
    async fn on(server: &TestServer) -> Self {
        let nobody = server.client();
        let person = |username: &str, name: &str| {
            let email = format!("{username}-mail@example.org");
            json!({"username": username, "name": name, "email": email})
        };
        let ada = sample::sign_up_with(&nobody, &person("login-ada", "Ada Lovelace")).await;
        let bob = sample::sign_up_with(&nobody, &person("login-bob", "Bob Hope")).await;
        for who in [&ada, &bob] {
            let share = json!({"shareEmail": true});
            let path = format!("/api/v1/user/{}/privacy", who.username);
            let put = who.client.request(Method::PUT, &path).json(&share);
            put.await.expect_status(200);
        }
        let dates = json!({"start": "2026-06-01T00:00:00Z", "end": "2026-06-09T00:00:00Z"});
        let trip = json!({"name": "Portugal", "desc": "Two weeks", "date": dates});
        let trip = sample::trip_with(&ada, &trip).await;
        sample::add_members(&ada, &trip, &[&bob]).await;
        let share = |member: &str, name: &str| {
            json!({
                "memberId": member, "memberName": name, "cost": 2, "estimatedCost": 3,
                "paidValue": 1,
            })
        };
        let items = json!({"trip_items": [{
            "item_id": "item-1", "item_type": "destination",
            "destination": {"name": "canary-itinerary"},
            "photos": [{"url": "https://example.org/canary-photos.jpg"}],
            "budget": {
                "category": "canary-budget",
                "membersBudget": [
                    share("LOGIN-ada", "login-ada"),
                    share(&bob.id, "login-bob-mail@example.org"),
                    share("Aunt", "Aunt Mia"),
                ],
            },
        }]});
        ada.a().set_items(&trip, &items).await.expect_status(200);
        let budget = json!({"budget": {
            "category": "canary-budget",
            "membersBudget": [share("login-bob", ""), share("nameless", "")],
        }});
        ada.a().set_budget(&trip, &budget).await.expect_status(200);
        let map = json!({"notes": "canary-notes", "locations": [{"title": "canary-map"}]});
        bob.b().set_map(&trip, &map).await.expect_status(200);
        let todo = json!({"todo": ["canary-todo"]});
        ada.b().update(&trip, &todo).await.expect_status(200);
        let pictures = ada.a().set_pictures(&trip);
        let pictures = pictures.file("mainImage", "a.jpg", jpeg(40, 30, 1));
        let pictures = pictures.file("photos", "b.jpg", jpeg(20, 10, 2)).await;
        pictures.expect_status(200);
        Self {
            ada,
            bob,
            nobody,
            trip,
        }
    }

    async fn link(&self, body: Value) -> ShareLink {
        let made = self.ada.extensions().create_share_link(&self.trip, &body);
        made.await.expect_status(201).json()
    }

    async fn open(&self, link: &ShareLink) -> Reply<Value> {
        let path = format!("/api/v1/shared/{}", link.token());
        self.nobody.request(Method::GET, &path).await
    }

    async fn patch(&self, link: &ShareLink, body: Value) {
        let ada = self.ada.extensions();
        let patch = ada.update_share_link(&self.trip, &link.id, &body);
        patch.await.expect_status(200);
    }
}

async fn shows_the_sections_that_are_on(server: TestServer) {
    let stage = Stage::on(&server).await;
    let link = stage.link(json!({"sections": ["map"]})).await;
    let shown = stage.open(&link).await.expect_status(200).value();
    let none = json!({"start": "1970-01-01T00:00:00Z", "end": "1970-01-01T00:00:00Z"});
    let nothing = json!({"type": "", "distance": 0, "time": 0, "cost": 0});
    let date = json!({"start": "2026-06-01T00:00:00Z", "end": "2026-06-09T00:00:00Z"});
    let location =
        json!({"title": "canary-map", "address": "", "date": none, "transportation": nothing});
    let expected = json!({
        "name": "Portugal", "desc": "Two weeks", "date": date, "map": {"locations": [location]},
    });
    assert_eq!(shown, expected);
    let always = ["name", "desc", "date"];
    for section in ALL {
        let link = stage.link(json!({"sections": [section]})).await;
        let shown = stage.open(&link).await.value();
        let keys = shown.as_object().unwrap().keys();
        let other = keys.filter(|key| !always.contains(&key.as_str()));
        assert_eq!(other.collect::<Vec<_>>(), [section]);
    }
    let all = stage.link(json!({"sections": ALL})).await;
    let shown = stage.open(&all).await.value();
    assert_eq!(shown["notes"], "canary-notes");
    assert_eq!(shown["todo"], json!(["canary-todo"]));
    assert_eq!(
        shown["itinerary"][0]["destination"]["name"],
        "canary-itinerary"
    );
    assert_eq!(
        shown["itinerary"][0]["photos"][0]["url"],
        "https://example.org/canary-photos.jpg"
    );
    assert_eq!(shown["photos"].as_array().unwrap().len(), 2);
    let typed = stage.nobody.extensions().shared(all.token()).await.json();
    assert_eq!(typed.members.unwrap(), ["Ada Lovelace", "Bob Hope"]);
}

async fn people_are_known_by_display_names(server: TestServer) {
    let stage = Stage::on(&server).await;
    let link = stage.link(json!({"sections": ["budget", "itinerary", "members"]}));
    let link = link.await;
    let shown = stage.open(&link).await.value();
    let shares = &shown["itinerary"][0]["budget"]["membersBudget"];
    let named = |key: &str| -> Vec<String> {
        let shares = shares.as_array().unwrap().iter();
        shares
            .map(|share| share[key].as_str().unwrap().to_owned())
            .collect()
    };
    let names = ["Ada Lovelace", "Bob Hope", "Aunt Mia"];
    assert_eq!(named("memberId"), names);
    assert_eq!(named("memberName"), names);
    let sums = shown["budget"]["tripMemberSummary"].as_array().unwrap();
    let sums: Vec<_> = sums
        .iter()
        .map(|sum| (&sum["member"], &sum["totalCost"]))
        .collect();
    let expected = [
        ("Bob Hope", 4),
        ("", 2),
        ("Ada Lovelace", 2),
        ("Aunt Mia", 2),
    ];
    let expected = expected.map(|(name, cost)| (json!(name), json!(cost)));
    assert_eq!(sums, expected.each_ref().map(|(name, cost)| (name, cost)));
    // A new display name is shown at once.
    let name = json!({"name": "Robert"});
    let renamed = stage.bob.users().update("login-bob", &name).await;
    renamed.expect_status(200);
    let shown = stage.open(&link).await.value();
    assert_eq!(shown["members"], json!(["Ada Lovelace", "Robert"]));
}

async fn shows_nothing_of_other_sections_or_of_accounts(server: TestServer) {
    let stage = Stage::on(&server).await;
    let of_accounts = [
        "login-",
        "LOGIN-",
        "example.org\"",
        &stage.ada.id,
        &stage.bob.id,
    ];
    let all = ALL
        .map(|section| vec![section])
        .into_iter()
        .chain([ALL.to_vec()]);
    for sections in all {
        let link = stage.link(json!({"sections": sections, "label": "canary-label"}));
        let link = link.await;
        let reply = stage.open(&link).await.expect_status(200);
        let headers = reply.headers.iter();
        let headers = headers.map(|(name, value)| format!("{name}: {value:?}\n"));
        let body = String::from_utf8(reply.body.clone()).unwrap();
        let told = headers.collect::<String>() + &body;
        let off = ALL.iter().filter(|section| !sections.contains(section));
        let canaries = off.map(|section| format!("canary-{section}"));
        let secret = of_accounts.iter().map(|text| (*text).to_owned());
        for canary in canaries.chain(secret).chain(["canary-label".to_owned()]) {
            assert!(!told.contains(&canary), "{sections:?}: {canary} in {told}");
        }
        assert!(
            !told.contains(&stage.trip),
            "{sections:?}: the trip's id in {told}"
        );
    }
}

async fn a_password_is_needed_where_there_is_one(server: TestServer) {
    let stage = Stage::on(&server).await;
    let password = "pässwört %+ \"1\"";
    let link = stage.link(json!({"password": password})).await;
    let extensions = stage.nobody.extensions();
    let token = link.token();
    let missing = stage.open(&link).await;
    let wrong = extensions.shared_with(token, "password").await;
    for problem in [missing.problem(), wrong.problem()] {
        assert_eq!(problem.status, 401);
        assert_eq!(problem.r#type, "urn:wayfare:problem:share-password");
    }
    let header = |value: &str| extensions.shared(token).header("share-password", value);
    let long = "x".repeat(5_000);
    for wrong in ["", "%", "%ff", "%00", long.as_str(), "p%C3%A4sswort"] {
        header(wrong).await.expect_status(401);
    }
    let opened = extensions.shared_with(token, password).await;
    assert_eq!(opened.expect_status(200).json().name, "Portugal");
    stage.patch(&link, json!({"password": "new"})).await;
    let old = extensions.shared_with(token, password).await;
    old.expect_status(401);
    let new = extensions.shared_with(token, "new").await;
    new.expect_status(200);
    stage.patch(&link, json!({"password": null})).await;
    stage.open(&link).await.expect_status(200);
    // A link without a password takes any.
    header("any").await.expect_status(200);
}

async fn wrong_passwords_are_counted_by_address(builder: Builder) {
    let server = start_behind_proxy(builder);
    let stage = Stage::on(&server).await;
    let [one, other] = [
        stage.link(json!({"password": "right"})).await,
        stage.link(json!({"password": "right"})).await,
    ];
    let guess = |link: &ShareLink, password: &str, from: &str| {
        let shared = stage
            .nobody
            .extensions()
            .shared_with(link.token(), password);
        shared.header("x-forwarded-for", from)
    };
    for _ in 0..40 {
        guess(&one, "right", "192.0.2.1").await.expect_status(200);
    }
    let mut limited = None;
    for turn in 0..60 {
        let link = if turn % 2 == 0 { &one } else { &other };
        let reply = guess(link, "wrong", "192.0.2.1").await;
        if reply.status == 429 {
            limited = Some(reply);
            break;
        }
        reply.expect_status(401);
    }
    let limited = limited.unwrap();
    assert!(limited.header("retry-after").is_some());
    assert_eq!(limited.header("cache-control"), Some("no-store"));
    assert_eq!(limited.header("x-robots-tag"), Some("noindex"));
    guess(&one, "right", "192.0.2.1").await.expect_status(429);
    // Others who have the link are not locked out.
    guess(&one, "right", "192.0.2.2").await.expect_status(200);
    let without = stage.nobody.extensions().shared(one.token());
    let without = without.header("x-forwarded-for", "192.0.2.1").await;
    without.expect_status(401);
}

/// The status and the bytes of an answer, without the request id.
fn told(reply: &Reply<Value>) -> (u16, String) {
    let body = String::from_utf8_lossy(&reply.body).into_owned();
    (reply.status, body.replace(reply.request_id().unwrap(), ""))
}

async fn links_end_at_once(builder: Builder) {
    let clock = FixedClock::at(datetime!(2026-05-01 12:00 UTC));
    let server = builder.clock(clock.clone()).start().unwrap();
    let stage = Stage::on(&server).await;
    let get = async |token: &str| {
        let path = format!("/api/v1/shared/{token}");
        stage.nobody.request(Method::GET, &path).await
    };
    let unknown = told(&get("unknown").await);
    assert_eq!(unknown.0, 404);
    let ended = async |link: &ShareLink| told(&stage.open(link).await);
    let ada = stage.ada.extensions();

    let deleted = stage.link(json!({"password": "x"})).await;
    stage.open(&deleted).await.expect_status(401);
    let end = ada.delete_share_link(&stage.trip, &deleted.id).await;
    end.expect_status(204);
    assert_eq!(ended(&deleted).await, unknown);

    let expiring = stage
        .link(json!({"expiresAt": "2026-05-01T12:00:10Z"}))
        .await;
    stage.open(&expiring).await.expect_status(200);
    clock.advance(Duration::from_secs(10));
    assert_eq!(ended(&expiring).await, unknown);

    let kept = stage.link(json!({})).await;
    let forged = format!("{}AAAA", &kept.token()[..60]);
    for wrong in [forged.as_str(), NO_TRIP, &kept.id, "a%2Fb", "%ff", "."] {
        assert_eq!(get(wrong).await.status, 404, "{wrong}");
    }
    assert_eq!(told(&get(&forged).await), unknown);
    let owner = json!({"owner": "login-bob"});
    let moved = stage.ada.a().manage(&stage.trip, &owner).await;
    moved.expect_status(200);
    assert_eq!(ended(&kept).await, unknown);
    let back = json!({"owner": "login-ada"});
    let moved = stage.bob.a().manage(&stage.trip, &back).await;
    moved.expect_status(200);
    assert_eq!(ended(&kept).await, unknown, "it does not come back");
    assert_eq!(ada.share_links(&stage.trip).await.json(), []);

    let last = stage.link(json!({})).await;
    stage.open(&last).await.expect_status(200);
    stage.ada.b().delete(&stage.trip).await.expect_status(204);
    assert_eq!(ended(&last).await, unknown);
}

async fn an_expired_link_can_be_prolonged(builder: Builder) {
    let clock = FixedClock::at(datetime!(2026-05-01 12:00 UTC));
    let server = builder.clock(clock.clone()).start().unwrap();
    let stage = Stage::on(&server).await;
    let link = stage
        .link(json!({"expiresAt": "2026-05-01T12:00:10Z"}))
        .await;
    clock.advance(Duration::from_secs(60));
    let ada = stage.ada.extensions();
    let listed = ada.share_links(&stage.trip).await.value();
    let same = ada.update_share_link(&stage.trip, &link.id, &listed[0]);
    same.await.expect_status(304);
    stage.open(&link).await.expect_status(404);
    stage
        .patch(&link, json!({"expiresAt": "2026-05-02T00:00:00Z"}))
        .await;
    stage.open(&link).await.expect_status(200);
}

async fn pictures_end_with_the_link(builder: Builder) {
    let clock = FixedClock::at(datetime!(2026-05-01 12:10 UTC));
    let server = builder.clock(clock.clone()).start().unwrap();
    let stage = Stage::on(&server).await;
    let photos = async |link: &ShareLink| -> Vec<String> {
        let shown = stage.open(link).await.value();
        serde_json::from_value(shown["photos"].clone()).unwrap()
    };
    let refused = async |url: &str| {
        let reply = stage.nobody.open(url).await.expect_status(403);
        assert_eq!(reply.header("cache-control"), Some("no-store"));
    };
    let link = stage.link(json!({})).await;
    let urls = photos(&link).await;
    assert_eq!(urls, photos(&link).await, "stable within an hour");
    let opened = stage.nobody.open(&urls[0]).await;
    assert_eq!(size(&opened), (40, 30), "the main picture is first");
    for (name, value) in [
        ("cache-control", "no-store"),
        ("referrer-policy", "no-referrer"),
        ("x-robots-tag", "noindex"),
    ] {
        assert_eq!(opened.header(name), Some(value));
    }
    assert_eq!(size(&stage.nobody.open(&urls[1]).await), (20, 10));
    let (address, query) = urls[0].split_once('?').unwrap();
    stage.nobody.open(address).await.expect_status(401);
    refused(&format!("{address}?{query}&max_width=5")).await;
    let (_, other) = urls[1].split_once('?').unwrap();
    refused(&format!("{address}?{other}")).await;
    let another = stage.link(json!({})).await;
    refused(&urls[0].replace(&link.id, &another.id)).await;

    stage.patch(&link, json!({"sections": ["map"]})).await;
    refused(&urls[0]).await;
    stage.patch(&link, json!({"sections": ["photos"]})).await;
    stage.patch(&link, json!({"label": "for Grandma"})).await;
    stage.nobody.open(&urls[0]).await.expect_status(200);
    assert_eq!(urls, photos(&link).await);
    let end = json!({"expiresAt": "2026-06-01T12:00:00Z"});
    stage.patch(&link, end).await;
    refused(&urls[0]).await;
    let urls = photos(&link).await;
    stage.nobody.open(&urls[0]).await.expect_status(200);
    let removed =
        json!({"img": format!("{}/api/v1/trip/default/picture", stage.nobody.base_url())});
    let removed = stage.ada.b().update(&stage.trip, &removed).await;
    removed.expect_status(200);
    refused(&urls[0]).await;
    stage.nobody.open(&urls[1]).await.expect_status(200);
    let ended = stage.ada.extensions();
    let ended = ended.delete_share_link(&stage.trip, &link.id).await;
    ended.expect_status(204);
    refused(&urls[1]).await;

    let expiring = stage
        .link(json!({"expiresAt": "2026-05-01T12:20:00Z"}))
        .await;
    let urls = photos(&expiring).await;
    stage.nobody.open(&urls[0]).await.expect_status(200);
    clock.set(datetime!(2026-05-01 12:20 UTC));
    refused(&urls[0]).await;
    let urls = photos(&another).await;
    clock.set(datetime!(2026-05-01 14:20 UTC));
    refused(&urls[0]).await;
}

async fn answers_are_kept_nowhere(server: TestServer) {
    let stage = Stage::on(&server).await;
    let plain = stage.link(json!({})).await;
    let locked = stage.link(json!({"password": "x"})).await;
    let path = |token: &str| format!("/api/v1/shared/{token}");
    for (method, path, status) in [
        (Method::GET, path(plain.token()), 200),
        (Method::HEAD, path(plain.token()), 200),
        (Method::GET, path(locked.token()), 401),
        (Method::GET, path("unknown"), 404),
        (Method::POST, path(plain.token()), 405),
        (Method::GET, format!("/a{}", path(plain.token())), 200),
        (Method::GET, format!("/b{}", path("unknown")), 404),
    ] {
        let reply = stage.nobody.request(method, &path).await;
        let reply = reply.expect_status(status);
        for (name, value) in [
            ("cache-control", "no-store"),
            ("referrer-policy", "no-referrer"),
            ("x-robots-tag", "noindex"),
        ] {
            assert_eq!(reply.header(name), Some(value), "{status} {path}");
        }
    }
    // A token of an account makes no difference.
    let shown = stage.bob.extensions().shared(plain.token()).await;
    assert_eq!(shown.value(), stage.open(&plain).await.value());
}

async fn records_the_day_of_the_last_use(builder: Builder) {
    let clock = FixedClock::at(datetime!(2026-05-01 23:59 UTC));
    let server = builder.clock(clock.clone()).start().unwrap();
    let stage = Stage::on(&server).await;
    let link = stage.link(json!({})).await;
    let ada = stage.ada.extensions();
    let last_used = async || {
        ada.share_links(&stage.trip).await.json()[0]
            .last_used
            .clone()
    };
    assert_eq!(last_used().await, None);
    for (at, day) in [
        (datetime!(2026-05-01 23:59 UTC), "2026-05-01"),
        (datetime!(2026-05-02 00:00 UTC), "2026-05-02"),
    ] {
        clock.set(at);
        stage.open(&link).await.expect_status(200);
        // It is recorded after the answer.
        while last_used().await.as_deref() != Some(day) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    stage.patch(&link, json!({"label": "Used"})).await;
}
