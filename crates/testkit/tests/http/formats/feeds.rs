//! Calendar feeds: who gets one, what it shows, and when it ends.

use serde_json::json;
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{TestServer, both, on_sqlite};

use super::exports::unfolded;
use crate::cast::Cast;

both!(
    feeds_follow_the_trip,
    a_new_feed_ends_the_one_before,
    feeds_end_with_the_membership_and_do_not_come_back,
    feeds_end_with_trip_and_account,
    an_account_has_one_feed_of_all_trips,
    what_others_impose_fills_no_calendar,
);

on_sqlite!(outsiders_get_no_feed);

/// The secret in the address of a new feed of a trip.
pub(crate) async fn open(by: &Traveller, trip: &str) -> String {
    let feed = by
        .extensions()
        .open_trip_feed(trip)
        .await
        .expect_status(201);
    assert_eq!(feed.header("cache-control"), Some("no-store"));
    secret_of(&feed.json().url)
}

/// The secret in the address of a new feed of all trips of an account.
pub(crate) async fn open_account(by: &Traveller) -> String {
    let feed = by.extensions().open_account_feed(&by.username).await;
    secret_of(&feed.expect_status(201).json().url)
}

fn secret_of(url: &str) -> String {
    let (_, secret) = url.rsplit_once("/api/v1/feeds/").unwrap();
    secret.strip_suffix(".ics").unwrap().to_owned()
}

async fn feeds_follow_the_trip(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.full_trip().await;
    let secret = open(&cast.bob, &trip).await;
    let anybody = cast.nobody.extensions();
    let reply = anybody.feed(&secret).await.expect_status(200);
    assert_eq!(
        reply.header("content-type"),
        Some("text/calendar; charset=utf-8")
    );
    assert_eq!(reply.header("x-robots-tag"), Some("noindex"));
    let tag = reply.etag();
    let lines = unfolded(&String::from_utf8(reply.body).unwrap());
    assert!(lines.contains(&"REFRESH-INTERVAL;VALUE=DURATION:PT1H".to_owned()));
    anybody
        .feed(&secret)
        .if_none_match(&tag)
        .await
        .expect_status(304);
    let item = json!({"item_type": "walk", "destination": {"name": "Added later"}});
    cast.ada
        .extensions()
        .add_item(&trip, &item)
        .await
        .expect_status(201);
    let reply = anybody
        .feed(&secret)
        .if_none_match(&tag)
        .await
        .expect_status(200);
    let text = String::from_utf8(reply.body).unwrap();
    assert!(text.contains("SUMMARY:Added later\r\n"), "{text}");
}

async fn a_new_feed_ends_the_one_before(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let (first, of_bob) = (open(&cast.ada, &trip).await, open(&cast.bob, &trip).await);
    let second = open(&cast.ada, &trip).await;
    let anybody = cast.nobody.extensions();
    let ended = anybody.feed(&first).await.expect_status(404);
    assert_eq!(ended.header("x-robots-tag"), Some("noindex"));
    let mut ended = ended.problem();
    anybody.feed(&second).await.expect_status(200);
    anybody.feed(&of_bob).await.expect_status(200);
    let mut unknown = anybody.feed("unknown").await.problem();
    (ended.instance, unknown.instance) = (String::new(), String::new());
    assert_eq!(ended, unknown);
    for _ in 0..2 {
        let closed = cast.ada.extensions().close_trip_feed(&trip);
        closed.await.expect_status(204);
    }
    anybody.feed(&second).await.expect_status(404);
    anybody.feed(&of_bob).await.expect_status(200);
}

async fn feeds_end_with_the_membership_and_do_not_come_back(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let secret = open(&cast.bob, &trip).await;
    for (members, status) in [(json!([]), 404), (json!(["bob"]), 404)] {
        let update = json!({"members": members});
        cast.ada.b().update(&trip, &update).await.expect_status(200);
        let feed = cast.nobody.extensions().feed(&secret).await;
        feed.expect_status(status);
    }
}

async fn feeds_end_with_trip_and_account(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let of_trip = open(&cast.ada, &trip).await;
    cast.ada.b().delete(&trip).await.expect_status(204);
    cast.nobody
        .extensions()
        .feed(&of_trip)
        .await
        .expect_status(404);
    let trip = cast.trip(true).await;
    let of_bob = open(&cast.bob, &trip).await;
    let account = open_account(&cast.bob).await;
    cast.bob.users().delete("bob").await.expect_status(204);
    for secret in [of_bob, account] {
        cast.nobody
            .extensions()
            .feed(&secret)
            .await
            .expect_status(404);
    }
}

async fn an_account_has_one_feed_of_all_trips(server: TestServer) {
    let cast = Cast::of(&server).await;
    let mut trips = Vec::new();
    for name in ["Lisbon", "Porto", "Faro"] {
        let dates = json!({"start": "2026-05-01", "end": "2026-05-02"});
        let trip = json!({"name": name, "date": dates});
        trips.push(sample::trip_with(&cast.ada, &trip).await);
    }
    sample::add_members(&cast.ada, &trips[0], &[&cast.bob]).await;
    let mut secrets = Vec::new();
    for who in [&cast.ada, &cast.bob] {
        let feed = who.extensions().open_account_feed(&who.username).await;
        secrets.push(secret_of(&feed.expect_status(201).json().url));
    }
    let anybody = cast.nobody.extensions();
    for (secret, count) in secrets.iter().zip([3, 1]) {
        let reply = anybody.feed(secret).await.expect_status(200);
        let text = String::from_utf8(reply.body).unwrap();
        assert_eq!(text.matches("BEGIN:VEVENT").count(), count, "{text}");
    }
    let stranger = cast.eve.extensions().open_account_feed("ada").await;
    assert_eq!(stranger.problem().status, 401);
    let nobody = cast.eve.extensions().open_account_feed("nobody").await;
    assert_eq!(nobody.problem().status, 404);
    let closed = cast.ada.extensions().close_account_feed("ada").await;
    closed.expect_status(204);
    anybody.feed(&secrets[0]).await.expect_status(404);
}

async fn what_others_impose_fills_no_calendar(server: TestServer) {
    let cast = Cast::of(&server).await;
    let start = "2026-05-01T10:00:00Z";
    let item = |name: &str| {
        let destination = json!({"name": name});
        json!({"item_type": "destination", "start_time": start, "destination": destination})
    };
    let add = async |by: &Traveller, name: &str, count: usize| {
        let trip = sample::trip(by, name).await;
        let items = json!({"trip_items": vec![item(name); count]});
        by.a().set_items(&trip, &items).await.expect_status(200);
        trip
    };
    let own = add(&cast.bob, "Opera", 1).await;
    assert!(!own.is_empty());
    for _ in 0..10 {
        let trip = add(&cast.eve, "Casino", 1_000).await;
        sample::add_members(&cast.eve, &trip, &[&cast.bob]).await;
    }
    let feed = open_account(&cast.bob).await;
    let feed = cast.nobody.extensions().feed(&feed).await;
    let text = String::from_utf8(feed.expect_status(200).body).unwrap();
    assert!(text.contains("Opera") && text.contains("Casino"));
}

async fn outsiders_get_no_feed(server: TestServer) {
    let cast = Cast::of(&server).await;
    for (private, status) in [(true, 404), (false, 401)] {
        let trip = cast.trip(private).await;
        let feed = cast.eve.extensions().open_trip_feed(&trip).await;
        assert_eq!(feed.problem().status, status);
        let feed = cast.eve.extensions().close_trip_feed(&trip).await;
        assert_eq!(feed.problem().status, status);
    }
}
