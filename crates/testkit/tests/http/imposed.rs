//! Trips that others put a person on or hand over: whose limits they count for, keeping, leaving.

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Builder, TestServer, both, on_sqlite};

use crate::cast::{Cast, NO_TRIP};
use crate::pictures::samples::jpeg;

both!(
    what_others_impose_is_listed_until_it_is_accepted,
    who_leaves_gives_a_trip_back_all_or_none,
    an_account_that_is_deleted_gives_trips_back,
    copies_count_for_who_makes_them,
    what_is_handed_on_counts_for_who_has_room,
    who_has_left_gets_nothing_back_from_who_has_no_room,
    who_lets_others_onto_a_trip_accepts_it,
);
on_sqlite!(bad_lists_of_trips_are_named);

/// The ids of the trips that are imposed on somebody, or of the others.
async fn listed(user: &Traveller, imposed: &str) -> Vec<String> {
    let parameters = [("imposed", imposed), ("sort", "name")];
    let page = user.users().trips(&user.username, &parameters).await.json();
    page.trips.into_iter().map(|trip| trip.uuid).collect()
}

fn named(trips: &[&String]) -> Value {
    json!({"uuids": trips})
}

async fn leave(user: &Traveller, trips: &[&String]) -> u16 {
    let left = user.users().leave_trips(&user.username, &named(trips));
    left.await.status
}

async fn keep(user: &Traveller, trips: &[&String]) -> u16 {
    let kept = user.users().keep_trips(&user.username, &named(trips));
    kept.await.status
}

async fn hand_over(by: &Traveller, trip: &str, to: &str) {
    let owner = json!({"owner": to});
    by.a().manage(trip, &owner).await.expect_status(200);
}

async fn start(builder: Builder, trips: &str, memberships: &str) -> TestServer {
    let builder = builder.setting("trips-per-account", trips);
    let builder = builder.setting("memberships-per-account", memberships);
    builder.start().unwrap()
}

/// A trip of Ada's that was handed over to Bob, who owns as many as he may.
async fn handed_to_who_is_full(builder: Builder) -> (TestServer, Cast, String) {
    let server = start(builder, "1", "5").await;
    let cast = Cast::of(&server).await;
    sample::trip(&cast.bob, "Own").await;
    let trip = cast.trip(true).await;
    hand_over(&cast.ada, &trip, "bob").await;
    (server, cast, trip)
}

async fn what_others_impose_is_listed_until_it_is_accepted(builder: Builder) {
    let server = builder.start().unwrap();
    let cast = Cast::of(&server).await;
    let (ada, bob) = (&cast.ada, &cast.bob);
    let mut trips = Vec::new();
    for name in ["1", "2", "3", "4"] {
        let trip = sample::trip(ada, name).await;
        sample::add_members(ada, &trip, &[bob]).await;
        trips.push(trip);
    }
    let own = sample::trip(bob, "5").await;
    assert_eq!(listed(bob, "true").await, trips);
    assert_eq!(listed(bob, "false").await, [own.as_str()]);
    assert!(listed(ada, "true").await.is_empty());
    // He writes to one, keeps one, and joins one by an invitation.
    let change = json!({"todo": ["Pack"]});
    bob.b().update(&trips[0], &change).await.expect_status(200);
    assert_eq!(keep(bob, &[&trips[1], &trips[1], &own]).await, 204);
    let invitation = ada
        .extensions()
        .create_invitation(&trips[2], &json!({}))
        .await
        .json();
    let token = invitation.url.rsplit('/').next().unwrap();
    bob.extensions()
        .join(token, &json!({}))
        .await
        .expect_status(200);
    assert_eq!(listed(bob, "true").await, [trips[3].as_str()]);
    // A trip that is handed over is imposed anew.
    hand_over(ada, &trips[0], "bob").await;
    assert_eq!(
        listed(bob, "true").await,
        [trips[0].clone(), trips[3].clone()]
    );
    bob.b()
        .update(&trips[0], &json!({"todo": []}))
        .await
        .expect_status(200);
    assert_eq!(listed(bob, "true").await, [trips[3].as_str()]);
    // Nothing that is read accepts anything, nor does an edit that changes nothing.
    bob.b().trip(&trips[3]).await.expect_status(200);
    bob.b()
        .update(&trips[3], &json!({"todo": []}))
        .await
        .expect_status(304);
    assert_eq!(listed(bob, "true").await, [trips[3].as_str()]);
}

async fn who_leaves_gives_a_trip_back_all_or_none(builder: Builder) {
    let server = builder.start().unwrap();
    let cast = Cast::of(&server).await;
    let (ada, bob, eve) = (&cast.ada, &cast.bob, &cast.eve);
    let (member, given, own) = (
        cast.trip(true).await,
        cast.trip(true).await,
        sample::trip(bob, "Own").await,
    );
    hand_over(ada, &given, "bob").await;
    let tag = ada.b().trip(&given).await.etag();
    let gone = NO_TRIP.to_owned();
    let all = json!({"uuids": [member, given, gone, own]});
    let refused = bob
        .users()
        .leave_trips("bob", &all)
        .await
        .expect_status(400);
    assert_eq!(refused.problem().pointers(), ["/uuids/3"]);
    bob.b().trip(&member).await.expect_status(200);
    assert_eq!(leave(bob, &[&member, &given, &gone, &given]).await, 204);
    for trip in [&member, &given] {
        bob.b().trip(trip).await.expect_status(404);
        let detail = ada.a().trip(trip).await.json();
        assert_eq!((&detail.owner, detail.members.len()), (&ada.id, 1));
    }
    assert_ne!(
        ada.b().trip(&given).await.etag(),
        tag,
        "others read a new version"
    );
    assert_eq!(leave(bob, &[&member, &given]).await, 204, "gone already");
    assert!(listed(ada, "true").await.is_empty(), "it was Ada's before");
    // Nobody takes it back who has left, and what was kept is one's own.
    let other = cast.trip(true).await;
    hand_over(ada, &other, "eve").await;
    assert_eq!(leave(ada, &[&other]).await, 204);
    assert_eq!(leave(eve, &[&other]).await, 400);
    let kept = cast.trip(true).await;
    hand_over(ada, &kept, "bob").await;
    assert_eq!(keep(bob, &[&kept]).await, 204);
    assert_eq!(leave(bob, &[&kept]).await, 400);
    // The list is the holder's own.
    let none = json!({"uuids": []});
    eve.users()
        .leave_trips("bob", &none)
        .await
        .expect_status(401);
    eve.users()
        .keep_trips("nobody", &none)
        .await
        .expect_status(404);
}

async fn an_account_that_is_deleted_gives_trips_back(builder: Builder) {
    let server = builder.start().unwrap();
    let cast = Cast::of(&server).await;
    let (ada, bob) = (&cast.ada, &cast.bob);
    let (given, kept) = (cast.trip(true).await, cast.trip(true).await);
    for trip in [&given, &kept] {
        hand_over(ada, trip, "bob").await;
    }
    assert_eq!(keep(bob, &[&kept]).await, 204);
    bob.users().delete("bob").await.expect_status(204);
    let detail = ada.a().trip(&given).await.json();
    assert_eq!((&detail.owner, detail.members.len()), (&ada.id, 1));
    ada.a().trip(&kept).await.expect_status(404);
}

async fn copies_count_for_who_makes_them(builder: Builder) {
    let server = start(builder, "10", "2").await;
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let people = json!({"with": ["people"]});
    let mut members = Vec::new();
    for _ in 0..3 {
        let copy = cast.ada.extensions().copy_trip(&trip, &people).await.json();
        let copy = cast.ada.a().trip(&copy.uuid).await.json();
        members.push(copy.members.len());
    }
    // With the trip itself Ada has put Bob on two.
    assert_eq!(members, [2, 1, 1]);
    // Bob's own limit is untouched.
    let invitation = cast.eve.extensions();
    let of_eve = sample::trip(&cast.eve, "Faro").await;
    let invitation = invitation
        .create_invitation(&of_eve, &json!({}))
        .await
        .json();
    let token = invitation.url.rsplit('/').next().unwrap();
    let joined = cast.bob.extensions().join(token, &json!({})).await;
    joined.expect_status(200);
}

async fn what_is_handed_on_counts_for_who_has_room(builder: Builder) {
    let (_server, cast, trip) = handed_to_who_is_full(builder).await;
    let (ada, bob) = (&cast.ada, &cast.bob);
    // Bob owns as many trips as he may: he may write, but neither keep it nor hand it on.
    let change = json!({"todo": ["Pack"]});
    bob.b().update(&trip, &change).await.expect_status(200);
    assert_eq!(listed(bob, "true").await, [trip.as_str()]);
    assert_eq!(keep(bob, &[&trip]).await, 400);
    // Nor does he let others write to it.
    let invitation = bob.extensions().create_invitation(&trip, &json!({})).await;
    assert_eq!(invitation.expect_status(400).problem().pointers(), [""]);
    let with_eve = json!({"members": ["bob", "ada", "eve"]});
    let refused = bob.b().update(&trip, &with_eve).await.expect_status(400);
    assert_eq!(refused.problem().pointers(), ["/members"]);
    let viewer = json!({"ada": "viewer"});
    let refused = bob.extensions().set_roles(&trip, &viewer).await;
    refused.expect_status(400);
    assert_eq!(listed(bob, "true").await, [trip.as_str()]);
    let on = json!({"owner": "eve"});
    let refused = bob.a().manage(&trip, &on).await.expect_status(400);
    assert_eq!(refused.problem().pointers(), ["/owner"]);
    // Nor does he fill it for Ada, or take her off it.
    let without = json!({"members": ["bob"]});
    let refused = bob.b().update(&trip, &without).await.expect_status(400);
    assert_eq!(refused.problem().pointers(), ["/members"]);
    let filled = json!({"todo": vec!["x".repeat(200); 60]});
    let refused = bob.b().update(&trip, &filled).await.expect_status(413);
    assert_eq!(refused.problem().r#type, "urn:wayfare:problem:account-full");
    let upload = bob.a().set_pictures(&trip);
    let refused = upload
        .file("photos", "a.jpg", jpeg(40, 30, 0))
        .await
        .expect_status(413);
    assert_eq!(
        refused.problem().r#type,
        "urn:wayfare:problem:picture-quota"
    );
    let new = json!({"name": "Another"});
    ada.b().create(&new).await.expect_status(403);
    hand_over(bob, &trip, "ada").await;
    assert!(listed(ada, "true").await.is_empty());
    ada.b().create(&new).await.expect_status(403);
    ada.b().delete(&trip).await.expect_status(204);
    ada.b().create(&new).await.expect_status(200);
}

/// Else it would count for whom it was handed to, however full, and its maker could go on.
async fn who_has_left_gets_nothing_back_from_who_has_no_room(builder: Builder) {
    let (_server, cast, trip) = handed_to_who_is_full(builder).await;
    let (ada, bob) = (&cast.ada, &cast.bob);
    let without = json!({"members": ["bob"]});
    ada.b().update(&trip, &without).await.expect_status(200);
    let back = bob.a().manage(&trip, &json!({"owner": "ada"})).await;
    assert_eq!(back.expect_status(400).problem().pointers(), ["/owner"]);
    // It counts for her until Bob has room.
    let new = json!({"name": "Another"});
    ada.b().create(&new).await.expect_status(403);
    bob.b().delete(&trip).await.expect_status(204);
    ada.b().create(&new).await.expect_status(200);
}

async fn who_lets_others_onto_a_trip_accepts_it(builder: Builder) {
    let server = builder.start().unwrap();
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    hand_over(&cast.ada, &trip, "bob").await;
    assert_eq!(listed(&cast.bob, "true").await, [trip.as_str()]);
    let invitation = cast.bob.extensions().create_invitation(&trip, &json!({}));
    invitation.await.expect_status(201);
    assert!(listed(&cast.bob, "true").await.is_empty());
}

async fn bad_lists_of_trips_are_named(builder: Builder) {
    let server = builder.start().unwrap();
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let keep = async |body: Value| {
        let refused = cast.bob.users().keep_trips("bob", &body).await;
        let problem = refused.expect_status(400).problem();
        problem
            .pointers()
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(keep(json!({})).await, ["/uuids"]);
    assert_eq!(
        keep(json!({"uuids": [trip, NO_TRIP, "x"]})).await,
        ["/uuids/1", "/uuids/2"]
    );
    assert_eq!(keep(json!({"uuids": vec![NO_TRIP; 101]})).await, ["/uuids"]);
    assert_eq!(listed(&cast.bob, "true").await, [trip]);
    let refused = cast.bob.users().trips("bob", &[("imposed", "yes")]).await;
    assert_eq!(refused.status, 400);
}
