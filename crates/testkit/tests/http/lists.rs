//! Lists of trips: order, contents, pages.

use std::time::Duration;

use serde_json::json;
use time::macros::datetime;
use wayfare_testkit::{Builder, FixedClock, Method, TestServer, both, sample};

both!(
    lists_own_and_joined_trips_newest_first,
    returns_pages_of_twenty_with_links,
    validates_page_and_page_size,
    returns_the_same_trips_from_all_list_routes,
);

async fn lists_own_and_joined_trips_newest_first(builder: Builder) {
    let clock = FixedClock::at(datetime!(2026-05-01 12:00 UTC));
    let server = builder.clock(clock.clone()).start().unwrap();
    let client = server.client();
    let (ada, bob) = (
        sample::sign_up(&client, "ada").await,
        sample::sign_up(&client, "bob").await,
    );
    let mut trips = Vec::new();
    for (owner, name) in [
        (&ada, "first"),
        (&bob, "second"),
        (&ada, "third"),
        (&bob, "not joined"),
    ] {
        clock.advance(Duration::from_secs(60));
        trips.push(sample::trip(owner, name).await);
    }
    sample::add_members(&bob, &trips[1], &[&ada]).await;
    let names: Vec<String> = ada
        .a()
        .trips()
        .await
        .json()
        .into_iter()
        .map(|trip| trip.name)
        .collect();
    assert_eq!(names, ["third", "second", "first"]);
    clock.advance(Duration::from_secs(60));
    ada.b()
        .update(&trips[0], &json!({"desc": "changed"}))
        .await
        .expect_status(200);
    let ids: Vec<String> = ada
        .b()
        .trips()
        .await
        .json()
        .into_iter()
        .map(|trip| trip.uuid)
        .collect();
    assert_eq!(
        ids,
        [trips[2].clone(), trips[1].clone(), trips[0].clone()],
        "a change does not make a trip newer"
    );
}

async fn returns_pages_of_twenty_with_links(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let empty = ada.a().paginated("").await.expect_status(200);
    assert_eq!(empty.header("link"), None);
    assert_eq!(empty.value(), json!({"trips": [], "pages": 0}));
    ada.a().paginated("page=0").await.expect_status(200);
    ada.a()
        .paginated("page=1")
        .await
        .expect_status(404)
        .problem();
    for number in 0..45 {
        sample::trip(&ada, &format!("trip {number}")).await;
    }
    let link = |page: u32, rel: &str| {
        format!(
            "<{}/api/v1/trips/paginated?page={page}>; rel=\"{rel}\"",
            server.base_url()
        )
    };
    let first = ada.a().paginated("").await.expect_status(200);
    assert_eq!(first.header("link"), Some(link(1, "next").as_str()));
    let second = ada.a().paginated("page=1").await.expect_status(200);
    let links = second.header("link").unwrap();
    assert!(
        links.contains(&link(2, "next")) && links.contains(&link(0, "prev")),
        "{links}"
    );
    let third = ada.a().paginated("page=2").await.expect_status(200);
    assert_eq!(third.header("link"), Some(link(1, "prev").as_str()));
    let pages = [first.json(), second.json(), third.json()];
    assert_eq!(
        pages.each_ref().map(|page| (page.trips.len(), page.pages)),
        [(20, 3), (20, 3), (5, 3)]
    );
    let paged: Vec<String> = pages
        .into_iter()
        .flat_map(|page| page.trips)
        .map(|trip| trip.id)
        .collect();
    let listed: Vec<String> = ada
        .a()
        .trips()
        .await
        .json()
        .into_iter()
        .map(|trip| trip.id)
        .collect();
    assert_eq!(paged, listed);
    ada.a()
        .paginated("page=3")
        .await
        .expect_status(404)
        .problem();
    ada.a()
        .paginated("page=99999999999999999999999")
        .await
        .expect_status(404);
}

async fn validates_page_and_page_size(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    for number in 0..3 {
        sample::trip(&ada, &format!("trip {number}")).await;
    }
    let reply = ada
        .a()
        .paginated("page=1&per_page=2")
        .await
        .expect_status(200);
    assert!(
        reply.header("link").unwrap().contains("page=0")
            && reply.header("link").unwrap().contains("per_page=2")
    );
    let page = reply.json();
    assert_eq!((page.trips.len(), page.pages), (1, 2));
    assert_eq!(ada.a().paginated("per_page=100").await.json().pages, 1);
    for wrong in ["-1", "1.5", "x", "", "%20", "1e1", "0x1", "NaN", "+1"] {
        let problem = ada
            .a()
            .paginated(&format!("page={wrong}"))
            .await
            .expect_status(400)
            .problem();
        assert_eq!(problem.pointers(), ["/page"], "{wrong}");
    }
    for wrong in ["0", "101", "-1", "x", "", "99999999999999999999"] {
        let problem = ada
            .a()
            .paginated(&format!("per_page={wrong}"))
            .await
            .expect_status(400)
            .problem();
        assert_eq!(problem.pointers(), ["/per_page"], "{wrong}");
    }
    let problem = ada
        .a()
        .paginated("page=x&per_page=0")
        .await
        .expect_status(400)
        .problem();
    assert_eq!(problem.pointers(), ["/page", "/per_page"]);
    server
        .client()
        .a()
        .paginated("page=x")
        .await
        .expect_status(401);
    // Only by GET.
    let call = ada
        .client
        .request(Method::PUT, "/api/v1/trips/paginated")
        .json(&json!({}));
    call.await.expect_status(405);
}

async fn returns_the_same_trips_from_all_list_routes(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip_with(&ada, &json!({"name": "Lisbon", "desc": "By train"})).await;
    let summary = ada.a().trips().await.value()[0].clone();
    assert_eq!(ada.a().paginated("").await.value()["trips"][0], summary);
    let detail = ada.a().trip(&trip).await.value();
    for (name, value) in summary.as_object().unwrap() {
        assert_eq!(detail[name], *value, "{name}");
    }
    let entry = ada.b().trips().await.value()[0].clone();
    assert_eq!(ada.b().trips_of("ada").await.value()[0], entry);
    let whole = ada.b().trip(&trip).await.value();
    for (name, value) in entry.as_object().unwrap() {
        assert_eq!(whole[name], *value, "{name}");
    }
}
