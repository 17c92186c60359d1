//! The list of one's own trips: filters, orders, pages under writes, cursors, keys, bad input.

use std::collections::HashSet;
use std::time::Duration;

use serde_json::{Value, json};
use time::macros::datetime;
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::shapes::lists::OwnTrips;
use wayfare_testkit::{Builder, Client, FixedClock, Method, TestServer, both, on_sqlite};

use crate::cast::{Cast, NO_TRIP};

both!(
    answers_what_a_list_shows,
    filters_and_sorts,
    finds_dates_that_overlap,
    each_trip_comes_once_under_writes,
    pages_hold_at_most_two_hundred,
    a_key_lists_its_trips_alone,
);
on_sqlite!(
    bad_parameters_are_named,
    cursors_are_of_one_list_of_one_person,
    access_comes_before_parameters,
    answers_have_tags,
);

/// The names of a page.
async fn names(user: &Traveller, parameters: &[(&str, &str)]) -> Vec<String> {
    let page = user.users().trips(&user.username, parameters).await.json();
    page.trips.into_iter().map(|trip| trip.name).collect()
}

async fn page(user: &Traveller, parameters: &[(&str, &str)]) -> OwnTrips {
    user.users().trips(&user.username, parameters).await.json()
}

/// A trip of `owner` with these dates.
async fn dated(owner: &Traveller, name: &str, date: Value) -> String {
    sample::trip_with(owner, &json!({"name": name, "date": date})).await
}

async fn answers_what_a_list_shows(builder: Builder) {
    let clock = FixedClock::at(datetime!(2026-05-01 12:00 UTC));
    let server = builder.clock(clock.clone()).start().unwrap();
    let cast = Cast::of(&server).await;
    assert_eq!(
        cast.ada.users().trips("ada", &[]).await.value(),
        json!({"trips": []})
    );
    let trip = dated(
        &cast.ada,
        "Lisbon",
        json!({"start": 1_780_272_000, "end": "2026-06-07"}),
    );
    let trip = trip.await;
    sample::add_members(&cast.ada, &trip, &[&cast.bob]).await;
    cast.let_bob_read(&trip).await;
    clock.advance(Duration::from_secs(90));
    cast.ada
        .b()
        .update(&trip, &json!({"desc": "A week"}))
        .await
        .expect_status(200);
    let version = cast.ada.b().trip(&trip).await.etag();
    let version: i64 = version[1..].split('-').next().unwrap().parse().unwrap();
    let detail = cast.ada.a().trip(&trip).await.json();
    let img = cast.ada.b().trip(&trip).await.json().img;
    let shown = |role: &str| {
        json!({"trips": [{
            "uuid": trip, "name": "Lisbon", "desc": "A week",
            "date": {"start": "2026-06-01T00:00:00Z", "end": "2026-06-07T00:00:00Z"},
            "owner": "ada", "role": role, "img": img, "members": 2,
            "updatedAt": "2026-05-01T12:01:30Z", "version": version,
        }]})
    };
    assert_eq!(detail.summary.name, "Lisbon");
    let own = cast.ada.users().trips("ADA", &[]).await;
    assert_eq!(own.value(), shown("owner"));
    let joined = cast.bob.users().trips("bob", &[]).await;
    assert_eq!(joined.value(), shown("viewer"));
    sample::trip(&cast.eve, "Elsewhere").await;
    let other = page(&cast.eve, &[]).await.trips;
    assert_eq!(other.len(), 1);
    // As elsewhere, the epoch stands for a date that is missing.
    assert_eq!(other[0].date.start, "1970-01-01T00:00:00Z");
    let joined = page(&cast.bob, &[("role", "editor")]).await;
    assert!(joined.trips.is_empty() && joined.next.is_none());
}

async fn filters_and_sorts(builder: Builder) {
    let clock = FixedClock::at(datetime!(2026-05-01 12:00 UTC));
    let server = builder.clock(clock.clone()).start().unwrap();
    let cast = Cast::of(&server).await;
    let (ada, bob) = (&cast.ada, &cast.bob);
    let mut ids = Vec::new();
    for (owner, name, date) in [
        (
            ada,
            "Zürich",
            json!({"start": "2026-07-01", "end": "2026-07-03"}),
        ),
        (
            bob,
            "athens",
            json!({"start": "2026-06-01", "end": "2026-06-03"}),
        ),
        (ada, "Berlin", json!({})),
        (
            bob,
            "Cadiz",
            json!({"start": "2026-08-01", "end": "2026-08-01"}),
        ),
    ] {
        clock.advance(Duration::from_secs(60));
        ids.push(dated(owner, name, date).await);
    }
    sample::add_members(bob, &ids[1], &[ada]).await;
    sample::add_members(bob, &ids[3], &[ada]).await;
    let viewer = json!({"roles": {"ada": "viewer"}});
    let set = bob.extensions().set_roles(&ids[3], &viewer).await;
    set.expect_status(200);
    clock.advance(Duration::from_secs(60));
    let edit = json!({"desc": "Straße am See"});
    ada.b().update(&ids[0], &edit).await.expect_status(200);

    for (parameters, expected) in [
        (&[][..], vec!["Zürich", "Cadiz", "athens", "Berlin"]),
        (
            &[("sort", "updated")],
            vec!["Zürich", "Cadiz", "athens", "Berlin"],
        ),
        (
            &[("sort", "start")],
            vec!["athens", "Zürich", "Cadiz", "Berlin"],
        ),
        (
            &[("sort", "name")],
            vec!["athens", "Berlin", "Cadiz", "Zürich"],
        ),
        (
            &[("role", "owner"), ("sort", "name")],
            vec!["Berlin", "Zürich"],
        ),
        (&[("role", "editor")], vec!["athens"]),
        (&[("role", "viewer")], vec!["Cadiz"]),
        (&[("q", "ZÜR")], vec!["Zürich"]),
        (&[("q", "see straße zürich")], vec!["Zürich"]),
        (
            &[("q", "a"), ("sort", "name")],
            vec!["athens", "Cadiz", "Zürich"],
        ),
        (&[("q", " ")], vec!["Zürich", "Cadiz", "athens", "Berlin"]),
        (&[("q", "%")], vec![]),
        (
            &[("updated_since", "2026-05-01T12:04:00Z")],
            vec!["Zürich", "Cadiz", "athens"],
        ),
        (&[("updated_since", "1777637100")], vec!["Zürich"]),
        (&[("updated_since", "1777637100000")], vec!["Zürich"]),
        (&[("from", "2026-07-02"), ("role", "owner")], vec!["Zürich"]),
    ] {
        assert_eq!(names(ada, parameters).await, expected, "{parameters:?}");
    }
}

async fn finds_dates_that_overlap(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let june = json!({"start": "2026-06-10T09:00:00Z", "end": "2026-06-12"});
    dated(&ada, "June", june).await;
    dated(&ada, "begins", json!({"start": "2026-06-20"})).await;
    dated(&ada, "undated", json!({})).await;
    for (from, to, expected) in [
        ("2026-06-01", "2026-06-09", vec![]),
        ("2026-06-01", "2026-06-10", vec!["June"]),
        ("2026-06-11", "2026-06-11", vec!["June"]),
        // The last day counts as a whole.
        ("2026-06-12", "2026-06-19", vec!["June"]),
        ("2026-06-12T18:00:00Z", "2026-06-19", vec!["June"]),
        ("2026-06-13", "2026-06-19", vec![]),
        ("2026-06-20", "2026-06-20", vec!["begins"]),
        ("2026-06-01", "2026-06-30", vec!["June", "begins"]),
        ("0001-01-01", "9999-12-31", vec!["June", "begins"]),
    ] {
        let period = [("from", from), ("to", to), ("sort", "start")];
        assert_eq!(names(&ada, &period).await, expected, "{from} to {to}");
    }
    assert_eq!(names(&ada, &[("from", "2026-06-13")]).await, ["begins"]);
    assert_eq!(names(&ada, &[("to", "2026-06-13")]).await, ["June"]);
    // A change of the dates counts at once.
    let trips = page(&ada, &[("q", "undated")]).await.trips;
    let moved = json!({"date": {"start": "2026-06-15", "end": "2026-06-15"}});
    let update = ada.b().update(&trips[0].uuid, &moved).await;
    update.expect_status(200);
    let day = [("from", "2026-06-15"), ("to", "2026-06-15")];
    assert_eq!(names(&ada, &day).await, ["undated"]);
    let shift = ada.extensions().shift(&trips[0].uuid, 1).await;
    shift.expect_status(200);
    assert!(names(&ada, &day).await.is_empty());
}

async fn each_trip_comes_once_under_writes(builder: Builder) {
    let clock = FixedClock::at(datetime!(2026-05-01 12:00 UTC));
    let server = builder.clock(clock.clone()).start().unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    let mut all = HashSet::new();
    for number in 0..11 {
        clock.advance(Duration::from_secs(1));
        let start = format!("2026-06-{:02}", number + 1);
        let trip = dated(&ada, &format!("Trip {number:02}"), json!({"start": start})).await;
        all.insert(trip);
    }
    for sort in ["updated", "start", "name"] {
        clock.advance(Duration::from_secs(60));
        let began = "2026-05-01T12:00:00Z";
        let parameters = vec![("sort", sort), ("limit", "3"), ("updated_since", began)];
        let (mut seen, mut cursor): (Vec<String>, Option<String>) = (Vec::new(), None);
        let mut pages = 0;
        loop {
            let mut sent = parameters.clone();
            sent.extend(cursor.as_deref().map(|cursor| ("cursor", cursor)));
            let page = page(&ada, &sent).await;
            let listed: Vec<String> = page.trips.into_iter().map(|trip| trip.uuid).collect();
            clock.advance(Duration::from_secs(1));
            // A trip that came moves behind those that come, and back to the front.
            let moved = json!({
                "name": format!("zz {sort} {pages}"),
                "date": {"start": "2027-01-01", "end": "2027-01-02"}
            });
            let update = ada.b().update(&listed[0], &moved).await;
            update.expect_status(200);
            sample::trip(&ada, &format!("zzz {sort} {pages}")).await;
            seen.extend(listed);
            pages += 1;
            cursor = page.next;
            if cursor.is_none() {
                break;
            }
        }
        let once: HashSet<&String> = seen.iter().collect();
        assert_eq!(once.len(), seen.len(), "{sort}: a trip came twice");
        let missed: Vec<&String> = all.iter().filter(|trip| !once.contains(trip)).collect();
        assert!(missed.is_empty(), "{sort}: {missed:?}");
        let newer = page_ids(&ada, &[("limit", "200")]).await;
        all.extend(newer);
    }
    // What changes before its turn comes at the end, whatever the order.
    for sort in ["updated", "start", "name"] {
        clock.advance(Duration::from_secs(60));
        let all = page_ids(&ada, &[("sort", sort), ("limit", "200")]).await;
        let parameters = [("sort", sort), ("limit", "4")];
        let mut seen = Vec::new();
        let mut part = page(&ada, &parameters).await;
        let mut late = all.iter().rev();
        loop {
            assert!(!part.trips.is_empty(), "{sort}: a page without trips");
            seen.extend(part.trips.into_iter().map(|trip| trip.uuid));
            let Some(next) = part.next else { break };
            clock.advance(Duration::from_secs(1));
            let unseen = late.find(|trip| !seen.contains(trip));
            if let Some(unseen) = unseen {
                let edit =
                    json!({"name": "A", "date": {"start": "2026-01-01", "end": "2026-01-02"}});
                ada.b().update(unseen, &edit).await.expect_status(200);
            }
            let mut sent = parameters.to_vec();
            sent.push(("cursor", &next));
            part = page(&ada, &sent).await;
        }
        let once: HashSet<&String> = seen.iter().collect();
        assert_eq!(once.len(), seen.len(), "{sort}: a trip came twice");
        assert_eq!(once, all.iter().collect(), "{sort}");
    }
}

async fn page_ids(user: &Traveller, parameters: &[(&str, &str)]) -> Vec<String> {
    let trips = page(user, parameters).await.trips;
    trips.into_iter().map(|trip| trip.uuid).collect()
}

async fn pages_hold_at_most_two_hundred(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    for number in 0..205 {
        sample::trip(&ada, &format!("Trip {number}")).await;
    }
    for sort in ["name", "updated"] {
        let parameters = [("sort", sort), ("limit", "200")];
        let first = page(&ada, &parameters).await;
        assert_eq!(first.trips.len(), 200);
        let cursor = first.next.unwrap();
        let further = [&parameters[..], &[("cursor", &cursor)]].concat();
        let last = page(&ada, &further).await;
        assert_eq!((last.trips.len(), last.next), (5, None), "{sort}");
    }
    assert_eq!(page(&ada, &[]).await.trips.len(), 50);
    let exact = page(&ada, &[("limit", "1"), ("q", "204")]).await;
    assert_eq!((exact.trips.len(), exact.next), (1, None));
}

async fn a_key_lists_its_trips_alone(server: TestServer) {
    let cast = Cast::of(&server).await;
    let [one, two] = [cast.trip(true).await, cast.trip(false).await];
    sample::trip(&cast.ada, "Another").await;
    let program = async |body: Value| -> Client {
        let made = cast.ada.users().create_key("ada", &body).await;
        let key = made.expect_status(201).json().key.unwrap();
        cast.ada.client.with_token(key)
    };
    let some = program(json!({"name": "Some", "scope": "read", "trips": [one, two]})).await;
    let all = program(json!({"name": "All", "scope": "read"})).await;
    let list = async |by: &Client, parameters: &[(&str, &str)]| -> Vec<String> {
        let page = by.users().trips("ada", parameters).await;
        let trips = page.expect_status(200).json().trips;
        trips.into_iter().map(|trip| trip.uuid).collect()
    };
    for sort in ["updated", "start", "name"] {
        let found: HashSet<String> = list(&some, &[("sort", sort)]).await.into_iter().collect();
        assert_eq!(found, HashSet::from([one.clone(), two.clone()]), "{sort}");
    }
    let page = some.users().trips("ada", &[("limit", "1")]).await.json();
    assert_eq!(page.trips.len(), 1);
    let next = [("limit", "1"), ("cursor", page.next.as_deref().unwrap())];
    let last = some.users().trips("ada", &next).await.json();
    assert_eq!((last.trips.len(), last.next), (1, None));
    assert_eq!(list(&all, &[]).await.len(), 3);
    // Neither that of others, nor the rest of the account.
    some.users().trips("bob", &[]).await.expect_status(401);
    some.users().trips("nobody", &[]).await.expect_status(404);
    some.users().privacy("ada").await.expect_status(401);
}

async fn bad_parameters_are_named(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let long = "x".repeat(201);
    let words = "a b c d e f g h i j k";
    for (name, value) in [
        ("limit", "0"),
        ("limit", "201"),
        ("limit", "-1"),
        ("limit", "1.5"),
        ("limit", ""),
        ("limit", "٣"),
        ("limit", "99999999999999999999999"),
        ("sort", ""),
        ("sort", "Name"),
        ("role", "member"),
        ("from", "yesterday"),
        ("to", "2026-02-30"),
        ("from", ""),
        ("updated_since", "2026-05-01T25:00:00Z"),
        ("updated_since", "99999999999999999"),
        ("q", &long),
        ("q", words),
        ("q", "a\0b"),
        ("cursor", ""),
        ("cursor", "AAAA"),
        ("cursor", "ü ö"),
        ("page", "1"),
        ("Limit", "1"),
        ("", "x"),
    ] {
        let reply = ada.users().trips("ada", &[(name, value)]).await;
        let problem = reply.expect_status(400).problem();
        let pointer = format!("/{name}");
        assert_eq!(problem.pointers(), [pointer], "{name}={value}");
    }
    let twice = ada
        .users()
        .trips("ada", &[("sort", "name"), ("sort", "name")]);
    assert_eq!(twice.await.problem().pointers(), ["/sort"]);
    let order = [("from", "2026-05-02"), ("to", "2026-05-01")];
    let order = ada.users().trips("ada", &order).await;
    assert_eq!(order.problem().pointers(), ["/to"]);
    // All of them at once, and no more than an answer may hold.
    let several = [("limit", "x"), ("sort", "x"), ("unknown", "x")];
    let several = ada.users().trips("ada", &several).await.problem();
    assert_eq!(several.pointers(), ["/limit", "/sort", "/unknown"]);
    let many: String = (0..600).map(|number| format!("p{number}&")).collect();
    let path = format!("/api/v1/user/ada/trips?{many}");
    let many = ada.client.request(Method::GET, &path).await;
    assert_eq!(many.status, 400);
    assert!(many.body.len() <= 64 << 10);
}

async fn cursors_are_of_one_list_of_one_person(server: TestServer) {
    let cast = Cast::of(&server).await;
    for user in [&cast.ada, &cast.bob] {
        for name in ["A", "B", "C"] {
            sample::trip(user, name).await;
        }
    }
    let first = page(&cast.ada, &[("limit", "1"), ("sort", "name")]).await;
    let cursor = first.next.unwrap();
    let own = [
        ("limit", "1"),
        ("sort", "name"),
        ("cursor", cursor.as_str()),
    ];
    assert_eq!(names(&cast.ada, &own).await, ["B"]);
    // The order in which they are sent does not matter, nor does reading a page again.
    let turned: Vec<(&str, &str)> = own.iter().rev().copied().collect();
    assert_eq!(names(&cast.ada, &turned).await, ["B"]);

    let refused = async |by: &Traveller, parameters: &[(&str, &str)]| {
        let reply = by.users().trips(&by.username, parameters).await;
        let problem = reply.expect_status(400).problem();
        assert_eq!(problem.pointers(), ["/cursor"], "{parameters:?}");
    };
    refused(&cast.bob, &own).await;
    for parameters in [
        vec![("cursor", cursor.as_str())],
        vec![("cursor", &cursor), ("limit", "1")],
        vec![("cursor", &cursor), ("limit", "2"), ("sort", "name")],
        vec![("cursor", &cursor), ("limit", "1"), ("sort", "start")],
        vec![
            ("cursor", &cursor),
            ("limit", "1"),
            ("sort", "name"),
            ("q", "b"),
        ],
        vec![
            ("cursor", &cursor),
            ("limit", "1"),
            ("sort", "name"),
            ("role", "owner"),
        ],
        vec![
            ("cursor", &cursor),
            ("limit", "1"),
            ("sort", "name"),
            ("to", "2026-01-01"),
        ],
    ] {
        refused(&cast.ada, &parameters).await;
    }
    for place in 0..cursor.len() {
        let mut forged = cursor.clone().into_bytes();
        forged[place] = if forged[place] == b'A' { b'B' } else { b'A' };
        let forged = String::from_utf8(forged).unwrap();
        // The last character has bits that mean nothing, which must not be set either.
        refused(
            &cast.ada,
            &[("limit", "1"), ("sort", "name"), ("cursor", &forged)],
        )
        .await;
    }
    let half = &cursor[..cursor.len() / 2];
    refused(
        &cast.ada,
        &[("limit", "1"), ("sort", "name"), ("cursor", half)],
    )
    .await;
}

async fn access_comes_before_parameters(server: TestServer) {
    let cast = Cast::of(&server).await;
    let bad = [("limit", "0"), ("cursor", "x")];
    let forged = [("cursor", "AAAA")];
    for parameters in [&[][..], &bad, &forged] {
        let list = |by: &Client, name: &str| by.users().trips(name, parameters);
        list(&cast.nobody, "ada").await.expect_status(401);
        list(&cast.bob.client, "ada").await.expect_status(401);
        list(&cast.bob.client, "nobody").await.expect_status(404);
        list(&cast.bob.client, "-not%20a%20name")
            .await
            .expect_status(404);
        list(&cast.bob.client, NO_TRIP).await.expect_status(404);
    }
}

async fn answers_have_tags(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let tag = ada.users().trips("ada", &[]).await.etag();
    let again = ada.users().trips("ada", &[]).if_none_match(&tag).await;
    assert_eq!(again.status, 304);
    let edit = json!({"todo": ["Pack"]});
    ada.b().update(&trip, &edit).await.expect_status(200);
    let changed = ada.users().trips("ada", &[]).if_none_match(&tag).await;
    assert_eq!(changed.status, 200);
    for mount in ["/a", "/b"] {
        let path = format!("{mount}/api/v1/user/ada/trips");
        let reply = ada.client.request(Method::GET, &path).await;
        reply.expect_status(200);
    }
}
