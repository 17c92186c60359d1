//! Large trips and contended ones: their limit, and what other requests get meanwhile.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::{Value, json};
use wayfare_testkit::sample::Traveller;
use wayfare_testkit::{Builder, Call, Method, TestServer, both, on_sqlite, sample};

use crate::cast::{Cast, archive_of};

both!(
    edits_of_many_clients_on_one_trip_all_succeed,
    edits_of_one_client_do_not_push_aside_those_of_another,
    limits_trips_and_memberships_per_account,
    limits_the_bytes_of_the_trips_of_an_account,
    limits_of_accounts_hold_under_concurrent_requests,
);

on_sqlite!(
    summarises_a_large_trip_without_delaying_others,
    limits_the_size_of_a_trip,
    names_without_spaces_do_not_delay_others,
);

/// The largest size of a trip's documents, in bytes.
const MAX_BYTES: usize = 4 << 20;
/// The time limit of a request, for a debug build on a busy machine.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// An itinerary of items with 100 shares each, all of different members.
fn shared_items(count: usize) -> Value {
    let item = |item: usize| {
        let share = |share: usize| json!({"memberId": format!("{item}-{share}"), "cost": 1});
        let shares: Vec<Value> = (0..100).map(share).collect();
        json!({"item_type": "stay", "budget": {"membersBudget": shares}})
    };
    json!({"trip_items": (0..count).map(item).collect::<Vec<_>>()})
}

async fn summarises_a_large_trip_without_delaying_others(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let other = sample::trip(&cast.eve, "Alps").await;
    cast.ada
        .a()
        .set_items(&trip, &shared_items(300))
        .await
        .expect_status(200);
    let begin = Instant::now();
    let read = async {
        for _ in 0..3 {
            let detail = cast.bob.a().trip(&trip).await.value();
            let members = detail["budget"]["tripMemberSummary"].as_array().unwrap();
            assert_eq!(members.len(), 30_000);
            // Changes the version, so that nothing is cached.
            let change = json!({"desc": format!("{:?}", begin.elapsed())});
            cast.ada.a().update(&trip, &change).await.expect_status(200);
        }
    };
    let others = async {
        let mut worst = Duration::ZERO;
        for _ in 0..20 {
            let begin = Instant::now();
            cast.nobody
                .request(Method::GET, "/healthz")
                .await
                .expect_status(200);
            cast.eve.a().trip(&other).await.expect_status(200);
            worst = worst.max(begin.elapsed());
        }
        worst
    };
    let ((), worst) = tokio::join!(read, others);
    assert!(worst < REQUEST_TIMEOUT / 4, "{worst:?}");
    assert!(
        begin.elapsed() < REQUEST_TIMEOUT * 6,
        "{:?}",
        begin.elapsed()
    );
}

async fn limits_the_size_of_a_trip(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let (a, b) = (cast.ada.a(), cast.ada.b());
    let text = "x".repeat(2_000);
    let location = json!({"title": text, "address": text});
    let locations = vec![location; 1_000];
    b.set_map(&trip, &json!({"locations": locations}))
        .await
        .expect_status(200);
    // The answer to an edit that is too large tells the size.
    let most = 100_000;
    let size_with = async |notes: usize| -> usize {
        let refused = b
            .set_map(&trip, &json!({"notes": "x".repeat(notes)}))
            .await
            .expect_status(413);
        let problem = refused.problem();
        assert_eq!(problem.r#type, "urn:wayfare:problem:trip-too-large");
        let mut numbers = problem
            .detail
            .split(|character: char| !character.is_ascii_digit())
            .filter_map(|number| number.parse().ok());
        let size = numbers.next().unwrap();
        assert_eq!(numbers.next(), Some(MAX_BYTES));
        size
    };
    let fits = most - (size_with(most).await - MAX_BYTES);
    assert_eq!(size_with(fits + 1).await, MAX_BYTES + 1);
    let notes = |length: usize| json!({"notes": "x".repeat(length)});
    // A to-do entry of one letter takes three bytes.
    b.set_map(&trip, &notes(fits - 3)).await.expect_status(200);
    let refused = a.update(&trip, &json!({"todo": ["xx"]})).await;
    assert_eq!(refused.expect_status(413).problem().status, 413);
    a.update(&trip, &json!({"todo": ["x"]}))
        .await
        .expect_status(200);
    b.set_map(&trip, &notes(fits - 2)).await.expect_status(413);
    b.set_map(&trip, &notes(fits - 4)).await.expect_status(200);
    // Names, pictures and members do not count.
    a.update(&trip, &json!({"name": "Portugal again"}))
        .await
        .expect_status(200);
    let again = b.map(&trip).await.value();
    assert_eq!(again["notes"].as_str().unwrap().len(), fits - 4);
    let metrics = cast.nobody.request(Method::GET, "/metrics").await;
    let metrics = String::from_utf8(metrics.body).unwrap();
    assert!(
        metrics.contains("wayfare_limit_hits_total{limit=\"trip-size\"} 4\n"),
        "{metrics}"
    );
}

async fn edits_of_many_clients_on_one_trip_all_succeed(server: TestServer) {
    const CLIENTS: usize = 32;
    const EDITS: usize = 4;
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let version = |tag: &str| -> i64 {
        let (version, _) = tag[1..].split_once('-').unwrap();
        version.parse().unwrap()
    };
    let before = version(&cast.ada.b().trip(&trip).await.etag());
    let clients = (0..CLIENTS).map(|client| {
        let (trip, traveller) = (
            &trip,
            if client % 2 == 0 {
                &cast.ada
            } else {
                &cast.bob
            },
        );
        async move {
            let mut tags = Vec::new();
            for edit in 0..EDITS {
                let change = json!({"desc": format!("{client} {edit}")});
                let reply = traveller.b().update(trip, &change).await;
                tags.push(reply.expect_status(200).etag());
            }
            tags
        }
    });
    let tags: Vec<String> = join_all(clients).await.into_iter().flatten().collect();
    let mut versions: Vec<i64> = tags.iter().map(|tag| version(tag)).collect();
    versions.sort_unstable();
    let edits = i64::try_from(CLIENTS * EDITS).unwrap();
    let expected: Vec<i64> = (before + 1..=before + edits).collect();
    assert_eq!(versions, expected, "each edit makes one version");
}

async fn edits_of_one_client_do_not_push_aside_those_of_another(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let other = sample::trip(&cast.eve, "Alps").await;
    let many = (0..100).map(|edit| {
        let (ada, trip) = (cast.ada.a(), &trip);
        async move {
            let change = json!({"todo": [format!("{edit}")]});
            ada.update(trip, &change).await.status
        }
    });
    let on_same = async {
        let change = json!({"name": "Bob's"});
        cast.bob.a().update(&trip, &change).await.status
    };
    let on_other = async {
        let change = json!({"name": "Eve's"});
        cast.eve.a().update(&other, &change).await.status
    };
    let (statuses, bob, eve) = tokio::join!(join_all(many), on_same, on_other);
    assert_eq!((bob, eve), (200, 200));
    assert_eq!(statuses, [200; 100]);
}

async fn limits_trips_and_memberships_per_account(server: Builder) {
    let server = server
        .setting("trips-per-account", "2")
        .setting("memberships-per-account", "1")
        .start()
        .unwrap();
    let cast = Cast::of(&server).await;
    let (ada, bob, eve) = (&cast.ada, &cast.bob, &cast.eve);
    let (first, second) = (
        sample::trip(ada, "Alps").await,
        sample::trip(ada, "Alps").await,
    );
    let new = json!({"name": "Third"});
    let refused = ada.a().create(&new).await.expect_status(403);
    assert_eq!(
        refused.problem().r#type,
        "urn:wayfare:problem:too-many-trips"
    );
    ada.b().create(&new).await.expect_status(403);

    // Whom Ada puts on her trips counts for her, not for them, who have trips of their own.
    sample::trip(bob, "Alps").await;
    let members = json!({"members": ["ada", "bob", "eve"]});
    let refused = ada.a().manage(&second, &members).await.expect_status(400);
    let errors = &refused.problem().errors;
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].pointer.ends_with("/members/2"), "{errors:?}");
    sample::add_members(ada, &first, &[bob]).await;
    let members = json!({"members": ["ada", "eve"]});
    ada.a().manage(&second, &members).await.expect_status(400);
    // Who accepts takes it over.
    let kept = json!({"uuids": [first]});
    bob.users()
        .keep_trips("bob", &kept)
        .await
        .expect_status(204);
    ada.a().manage(&second, &members).await.expect_status(200);
    // A trip that is handed over counts for Ada as well, who would be a member of it, too.
    let owner = json!({"owner": "eve"});
    let refused = ada.a().manage(&first, &owner).await.expect_status(400);
    assert_eq!(refused.problem().pointers(), ["/owner"]);
    let alone = json!({"members": ["ada"]});
    ada.a().manage(&second, &alone).await.expect_status(200);
    ada.a().manage(&first, &owner).await.expect_status(200);
    ada.b().create(&new).await.expect_status(403);
    let kept = json!({"uuids": [first]});
    eve.users()
        .keep_trips("eve", &kept)
        .await
        .expect_status(204);
    ada.b().create(&new).await.expect_status(200);
}

async fn limits_the_bytes_of_the_trips_of_an_account(server: Builder) {
    let server = server.setting("trip-bytes-per-account", "40000");
    let server = server.start().unwrap();
    let cast = Cast::of(&server).await;
    let (ada, bob, eve) = (&cast.ada, &cast.bob, &cast.eve);
    let set = async |by: &Traveller, trip: &str, bytes: usize| {
        let notes = json!({"notes": "x".repeat(bytes)});
        by.b().set_map(trip, &notes).await.status
    };
    let (first, second) = (cast.trip(true).await, sample::trip(ada, "Alps").await);
    assert_eq!(set(ada, &first, 20_000).await, 200);
    assert_eq!(set(ada, &second, 15_000).await, 200);
    let notes = json!({"notes": "x".repeat(24_000)});
    let refused = ada.b().set_map(&second, &notes).await.expect_status(413);
    assert_eq!(refused.problem().r#type, "urn:wayfare:problem:account-full");
    // What others write counts for the owner.
    assert_eq!(set(bob, &first, 26_000).await, 413);
    let copied = ada.extensions().copy_trip(&first, &json!({})).await;
    assert_eq!(copied.status, 413);
    let archive = archive_of(ada, &first).await;
    let imported = ada.extensions().import("", archive).await;
    assert_eq!(imported.status, 413);
    let both = json!({"members": ["ada", "eve"], "todo": vec!["x".repeat(200); 60]});
    assert_eq!(ada.b().update(&second, &both).await.status, 413);
    assert_eq!(eve.b().trip(&second).await.status, 404);
    // Files count, too.
    let path = format!("/api/v1/trips/{second}/files");
    let add = ada.client.request(Method::POST, &path);
    let add: Call<Value> = add.file("file", "a.txt", "x".repeat(30_000));
    let add = add.await;
    let problem = add.expect_status(413).problem();
    assert_eq!(problem.r#type, "urn:wayfare:problem:account-full");
    // A new owner who keeps it needs room for it; until then it counts for who handed it over.
    let of_bob = sample::trip(bob, "Faro").await;
    assert_eq!(set(bob, &of_bob, 25_000).await, 200);
    let owner = json!({"owner": "bob"});
    ada.a().manage(&first, &owner).await.expect_status(200);
    let kept = json!({"uuids": [first]});
    let refused = bob.users().keep_trips("bob", &kept).await;
    assert_eq!(refused.expect_status(400).problem().pointers(), ["/uuids"]);
    assert_eq!(set(bob, &first, 26_000).await, 413);
    let owner = json!({"owner": "ada"});
    bob.a().manage(&first, &owner).await.expect_status(200);
    // It is free again once something shrinks or goes.
    assert_eq!(set(ada, &first, 1_000).await, 200);
    assert_eq!(set(ada, &second, 24_000).await, 200);
    ada.b().delete(&second).await.expect_status(204);
    assert_eq!(set(ada, &first, 36_000).await, 200);

    // Small edits may pass it by a little. Then trips may shrink, and new ones are refused.
    let one = sample::trip(eve, "One").await;
    assert_eq!(set(eve, &one, 37_500).await, 200);
    assert_eq!(set(eve, &one, 40_100).await, 200);
    let new = json!({"name": "Two"});
    assert_eq!(eve.a().create(&new).await.status, 413);
    assert_eq!(eve.b().create(&new).await.status, 413);
    assert_eq!(set(eve, &one, 40_050).await, 200);
    assert_eq!(set(eve, &one, 42_000).await, 413);
    eve.a()
        .update(&one, &json!({"name": "1"}))
        .await
        .expect_status(200);
    eve.a().delete(&one).await.expect_status(204);
    eve.a().create(&new).await.expect_status(200);
}

async fn limits_of_accounts_hold_under_concurrent_requests(server: Builder) {
    let server = server
        .setting("trips-per-account", "3")
        .setting("memberships-per-account", "3")
        .start()
        .unwrap();
    let cast = Cast::of(&server).await;
    let new = json!({"name": "One of many"});
    let created = join_all((0..40).map(|_| async { cast.ada.a().create(&new).await.status }));
    let created = created.await;
    assert_eq!(count_of(&created, 200), 3, "{created:?}");
    assert_eq!(count_of(&created, 403), 37, "{created:?}");

    let owners = join_all((0..12).map(|owner| {
        let nobody = &cast.nobody;
        async move { sample::sign_up(nobody, &format!("owner{owner}")).await }
    }));
    let owners = owners.await;
    let joined = join_all(owners.iter().map(|owner| async {
        let trip = sample::trip(owner, "Alps").await;
        let invitation = owner.extensions().create_invitation(&trip, &json!({}));
        let url = invitation.await.json().url;
        let token = url.rsplit('/').next().unwrap();
        cast.bob.extensions().join(token, &json!({})).await.status
    }));
    let joined = joined.await;
    assert_eq!(count_of(&joined, 200), 3, "{joined:?}");
    assert_eq!(count_of(&joined, 403), 9, "{joined:?}");

    // Of these only one fits: each makes two of Ada's three memberships.
    let trips = cast.ada.users().trips("ada", &[]).await.json().trips;
    let ada = &cast.ada;
    let added = join_all(trips.iter().zip(owners.chunks(2)).map(|(trip, two)| {
        let members = json!({"members": [two[0].username, two[1].username]});
        async move { ada.a().manage(&trip.uuid, &members).await.status }
    }));
    let added = added.await;
    assert_eq!((count_of(&added, 200), count_of(&added, 400)), (1, 2));
}

fn count_of(statuses: &[u16], status: u16) -> usize {
    statuses.iter().filter(|found| **found == status).count()
}

async fn names_without_spaces_do_not_delay_others(server: Builder) {
    let server = server
        .place_timeout(Duration::from_secs(1))
        .start()
        .unwrap();
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let other = sample::trip(&cast.eve, "Alps").await;
    // Loads the places.
    cast.eve
        .a()
        .update(&other, &json!({"dest": ["Lisbon"]}))
        .await
        .expect_status(200);
    let item = |number: usize| {
        let name = format!("{number}{}", "北京上海東京大阪".repeat(100));
        json!({"item_type": "stay", "destination": {"name": name}})
    };
    let items = json!({"trip_items": (0..1_000).map(item).collect::<Vec<_>>()});
    let begin = Instant::now();
    let edit = async {
        cast.ada
            .a()
            .set_items(&trip, &items)
            .await
            .expect_status(200);
        begin.elapsed()
    };
    let others = async {
        let mut worst = Duration::ZERO;
        for name in ["Porto", "Madrid", "Rome", "Oslo", "Bern"] {
            let begin = Instant::now();
            let change = json!({"dest": [name]});
            cast.eve
                .a()
                .update(&other, &change)
                .await
                .expect_status(200);
            worst = worst.max(begin.elapsed());
        }
        worst
    };
    let (took, worst) = tokio::join!(edit, others);
    assert!(took < REQUEST_TIMEOUT, "{took:?}");
    assert!(worst < REQUEST_TIMEOUT / 4, "{worst:?}");
}
