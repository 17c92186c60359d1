//! Invitations: made, listed and ended by the owner; opened and taken by others.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};
use time::macros::datetime;
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::shapes::people::Invitation;
use wayfare_testkit::{Builder, FixedClock, Method, Reply, TestServer, both, on_sqlite};

use crate::cast::Cast;

both!(
    an_invitation_has_defaults_and_keeps_what_is_sent,
    who_joins_is_a_member_with_the_role,
    a_member_keeps_the_higher_role_and_is_not_counted,
    who_joins_as_a_party_is_it_in_every_sum,
    uses_are_counted_exactly_under_concurrency,
    a_party_is_taken_once_under_concurrency,
    all_that_opens_nothing_is_one_404,
    requests_that_come_twice_have_one_effect,
);

on_sqlite!(
    lists_every_wrong_value,
    only_the_owner_sees_and_ends_invitations,
    a_trip_has_at_most_100_invitations,
    memberships_are_limited,
    a_version_can_be_demanded,
);

pub(super) fn start(builder: Builder) -> (TestServer, FixedClock) {
    let clock = FixedClock::at(datetime!(2026-05-01 12:00 UTC));
    (builder.clock(clock.clone()).start().unwrap(), clock)
}

pub(super) async fn invite(by: &Traveller, trip: &str, body: &Value) -> Invitation {
    let made = by.extensions().create_invitation(trip, body).await;
    made.expect_status(201).json()
}

pub(super) async fn role_of(cast: &Cast, trip: &str, who: &str) -> Value {
    let roles = cast.ada.extensions().roles(trip).await.value();
    roles["roles"][who].clone()
}

async fn used(cast: &Cast, trip: &str) -> u32 {
    cast.ada.extensions().invitations(trip).await.json()[0].used
}

async fn an_invitation_has_defaults_and_keeps_what_is_sent(builder: Builder) {
    let (server, _clock) = start(builder);
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let tag = cast.ada.a().trip(&trip).await.etag();
    let ada = cast.ada.extensions();
    let made = ada.create_invitation(&trip, &json!({})).await;
    let made = made.expect_status(201);
    assert_eq!(made.header("cache-control"), Some("no-store"));
    let location = made.header("location").unwrap().to_owned();
    let first = made.value();
    let id = first["id"].as_str().unwrap();
    assert!(location.ends_with(&format!("/api/v1/trips/{trip}/invitations/{id}")));
    let url = first["url"].as_str().unwrap().to_owned();
    let token = url.rsplit('/').next().unwrap();
    assert_eq!(url, format!("{}/join/{token}", server.base_url()));
    assert_eq!(token.len(), 64);
    let expected = json!({
        "id": id, "url": url, "role": "editor", "expiresAt": "2026-05-15T12:00:00Z", "used": 0,
    });
    assert_eq!(first, expected);
    // An invitation is no part of the trip.
    assert_eq!(cast.ada.a().trip(&trip).await.etag(), tag);
    let body = json!({"role": "viewer", "uses": 3, "expiresAt": "2026-06-01T00:00:00Z"});
    let second = ada.create_invitation(&trip, &body).await.value();
    for field in ["role", "uses", "expiresAt"] {
        assert_eq!(second[field], body[field]);
    }
    let listed = ada.invitations(&trip).await.expect_status(200);
    assert_eq!(listed.header("cache-control"), Some("no-store"));
    assert_eq!(listed.value(), json!([second, first]));
    let ended = ada.delete_invitation(&trip, id).await;
    ended.expect_status(204);
    let again = ada.delete_invitation(&trip, id).await;
    again.expect_status(404);
    assert_eq!(ada.invitations(&trip).await.value(), json!([second]));
}

async fn who_joins_is_a_member_with_the_role(builder: Builder) {
    let (server, _clock) = start(builder);
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let dates = json!({"date": {"start": "2026-07-01", "end": "2026-07-08"}});
    cast.ada.a().update(&trip, &dates).await.expect_status(200);
    for (who, role) in [("vic", "viewer"), ("eva", "editor")] {
        let joiner = sample::sign_up(&cast.nobody, who).await;
        let invitation = invite(&cast.ada, &trip, &json!({"role": role})).await;
        let token = invitation.token();
        let opened = cast.nobody.extensions().invitation(token).await;
        let opened = opened.expect_status(200);
        assert_eq!(opened.header("cache-control"), Some("no-store"));
        assert_eq!(opened.header("x-robots-tag"), Some("noindex"));
        let expected = json!({
            "trip": {"name": "Portugal", "date": {
                "start": "2026-07-01T00:00:00Z", "end": "2026-07-08T00:00:00Z",
            }},
            "by": "ADA", "role": role, "parties": [],
        });
        assert_eq!(opened.value(), expected);
        joiner.a().trip(&trip).await.expect_status(404);
        let joined = joiner.extensions().join(token, &json!({})).await;
        assert_eq!(joined.expect_status(200).value(), json!({"uuid": trip}));
        assert_eq!(role_of(&cast, &trip, who).await, role);
        joiner.a().trip(&trip).await.expect_status(200);
        assert_eq!(used(&cast, &trip).await, 1);
    }
    // Whoever has no account can't join.
    let invitation = invite(&cast.ada, &trip, &json!({})).await;
    let nobody = cast.nobody.extensions();
    let refused = nobody.join(invitation.token(), &json!({})).await;
    refused.expect_status(401);
}

async fn a_member_keeps_the_higher_role_and_is_not_counted(builder: Builder) {
    let (server, _clock) = start(builder);
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let to_read = invite(&cast.ada, &trip, &json!({"role": "viewer", "uses": 1})).await;
    for member in [&cast.bob, &cast.ada] {
        let joined = member.extensions().join(to_read.token(), &json!({})).await;
        joined.expect_status(200);
    }
    assert_eq!(role_of(&cast, &trip, "bob").await, "editor");
    assert_eq!(role_of(&cast, &trip, "ada").await, "owner");
    assert_eq!(used(&cast, &trip).await, 0);
    let joined = cast.eve.extensions().join(to_read.token(), &json!({}));
    joined.await.expect_status(200);
    // It is used up, but not for somebody who is there.
    let again = cast.eve.extensions().join(to_read.token(), &json!({}));
    again.await.expect_status(200);
    assert_eq!(role_of(&cast, &trip, "eve").await, "viewer");
    let to_edit = invite(&cast.ada, &trip, &json!({})).await;
    let raised = cast.eve.extensions().join(to_edit.token(), &json!({}));
    raised.await.expect_status(200);
    assert_eq!(role_of(&cast, &trip, "eve").await, "editor");
    assert_eq!(used(&cast, &trip).await, 0);
}

async fn who_joins_as_a_party_is_it_in_every_sum(builder: Builder) {
    let (server, _clock) = start(builder);
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let ada = cast.ada.extensions();
    let added = ada.add_party(&trip, &json!({"name": "Aunt Mia"})).await;
    let mia = added.expect_status(201).json().member_id;
    let share = |member: &str, cost: u32, paid: u32| {
        json!({
            "memberId": member, "cost": cost, "paidValue": paid
        })
    };
    let shares = json!([
        share(&mia, 10, 30),
        share("ned", 10, 0),
        share("bob", 10, 0)
    ]);
    let budget = json!({"budget": {"membersBudget": shares}});
    let saved = cast.ada.a().set_budget(&trip, &budget).await;
    saved.expect_status(200);
    let paid = json!({"from": "ned", "to": mia, "amount": 4});
    let recorded = ada.record_settlement(&trip, &paid).await;
    recorded.expect_status(201);
    let invitation = invite(&cast.ada, &trip, &json!({})).await;
    let token = invitation.token();
    let opened = cast.nobody.extensions().invitation(token).await.value();
    let parties = json!([
        {"memberId": mia, "name": "Aunt Mia"}, {"memberId": "ned", "name": "ned"},
    ]);
    assert_eq!(opened["parties"], parties);
    let before = ada.settlement(&trip).await.value();
    let eve = cast.eve.extensions();
    for (party, status, kind) in [
        ("bob", 409, "party-taken"),
        ("nobody", 400, "invalid-input"),
        ("", 400, "invalid-input"),
    ] {
        let refused = eve.join(token, &json!({"as": party})).await.problem();
        let expected = (status, format!("urn:wayfare:problem:{kind}"));
        assert_eq!((refused.status, refused.r#type.clone()), expected);
        let pointers: &[&str] = if status == 400 { &["/as"] } else { &[] };
        assert_eq!(refused.pointers(), pointers);
    }
    cast.eve.a().trip(&trip).await.expect_status(404);
    let joined = eve.join(token, &json!({"as": mia})).await;
    joined.expect_status(200);
    assert_eq!(ada.settlement(&trip).await.value(), before);
    let left = ada.parties(&trip).await.value();
    assert_eq!(left, json!([parties[1]]));
    let file = cast
        .ada
        .client
        .request(Method::GET, &format!("/api/v1/trips/{trip}/export/csv"));
    let file = String::from_utf8(file.await.body).unwrap();
    assert!(
        file.contains(",EVE,0,10,30\r\n") && file.contains(",ned,"),
        "{file}"
    );
    // The username means the same party.
    let paid = json!({"from": "bob", "to": "eve", "amount": 10});
    let recorded = ada.record_settlement(&trip, &paid).await;
    recorded.expect_status(201);
    let balances = ada.settlement(&trip).await.value();
    let balances = balances["balances"].as_array().unwrap();
    assert_eq!(balances.len(), 3);
    assert_eq!(balances[0]["member"], mia);
    assert_eq!(balances[0]["owed"], 24);
    // Somebody who is on the trip can still say who they are.
    let claimed = cast.bob.extensions().join(token, &json!({"as": "ned"}));
    claimed.await.expect_status(200);
    let taken = eve.join(token, &json!({"as": "ned"})).await;
    taken.expect_status(409);
    assert_eq!(
        ada.settlement(&trip).await.value()["balances"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    assert_eq!(used(&cast, &trip).await, 1);
}

async fn uses_are_counted_exactly_under_concurrency(builder: Builder) {
    let (server, _clock) = start(builder);
    let cast = Cast::of(&server).await;
    let people = join_all((0..8).map(|number| {
        let nobody = cast.nobody.clone();
        async move { sample::sign_up(&nobody, &format!("guest-{number}")).await }
    }));
    let people = people.await;
    for uses in [1, 3] {
        let trip = cast.trip(true).await;
        let invitation = invite(&cast.ada, &trip, &json!({"uses": uses})).await;
        let joins = people.iter().map(|person| async {
            let body = json!({});
            person
                .extensions()
                .join(invitation.token(), &body)
                .await
                .status
        });
        let mut statuses = join_all(joins).await;
        statuses.sort_unstable();
        let mut expected = vec![200; uses];
        expected.resize(people.len(), 404);
        assert_eq!(statuses, expected);
        let listed = cast.ada.extensions().invitations(&trip).await.value();
        assert_eq!(listed[0]["used"], uses);
        let roles = cast.ada.extensions().roles(&trip).await.value();
        assert_eq!(roles["roles"].as_object().unwrap().len(), 2 + uses);
    }
}

async fn a_party_is_taken_once_under_concurrency(builder: Builder) {
    let (server, _clock) = start(builder);
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let added = cast
        .ada
        .extensions()
        .add_party(&trip, &json!({"name": "Mia"}));
    let mia = json!({"as": added.await.json().member_id});
    let invitation = invite(&cast.ada, &trip, &json!({})).await;
    let joins = [&cast.eve, &cast.bob].map(|person| async {
        let joined = person.extensions().join(invitation.token(), &mia).await;
        joined.status
    });
    let mut statuses = join_all(joins).await;
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
}

/// An answer without what differs with each request.
fn bytes(reply: &Reply<impl Sized>) -> String {
    let body = String::from_utf8(reply.body.clone()).unwrap();
    let body = body.replace(reply.request_id().unwrap(), "");
    let headers = reply.headers.iter();
    let kept =
        headers.filter(|(name, _)| !["x-request-id", "ratelimit", "date"].contains(&name.as_str()));
    let kept: Vec<String> = kept
        .map(|(name, value)| format!("{name}: {value:?}"))
        .collect();
    format!("{} {} {body}", reply.status, kept.join(", "))
}

async fn all_that_opens_nothing_is_one_404(builder: Builder) {
    let (server, clock) = start(builder);
    let cast = Cast::of(&server).await;
    let ada = cast.ada.extensions();
    let trip = cast.trip(true).await;
    let live = invite(&cast.ada, &trip, &json!({})).await;
    let soon = json!({"expiresAt": "2026-05-01T12:00:05Z"});
    let expired = invite(&cast.ada, &trip, &soon).await;
    let ended = invite(&cast.ada, &trip, &json!({})).await;
    ada.delete_invitation(&trip, &ended.id)
        .await
        .expect_status(204);
    let used_up = invite(&cast.ada, &trip, &json!({"uses": 1})).await;
    let guest = sample::sign_up(&cast.nobody, "guest").await;
    let joined = guest.extensions().join(used_up.token(), &json!({}));
    joined.await.expect_status(200);
    let gone = cast.trip(true).await;
    let of_gone = invite(&cast.ada, &gone, &json!({})).await;
    cast.ada.b().delete(&gone).await.expect_status(204);
    let handed_over = cast.trip(true).await;
    let of_former = invite(&cast.ada, &handed_over, &json!({})).await;
    let owner = json!({"owner": "bob"});
    cast.ada
        .a()
        .manage(&handed_over, &owner)
        .await
        .expect_status(200);
    let link = ada.create_share_link(&trip, &json!({})).await.json();
    clock.advance(Duration::from_secs(10));
    let forged = format!("{}{}", &live.token()[..60], "AAAA");
    let tokens = [
        "x",
        &forged,
        expired.token(),
        ended.token(),
        used_up.token(),
        of_gone.token(),
        of_former.token(),
        link.token(),
    ];
    let mut answers = Vec::new();
    for token in tokens {
        let opened = cast.nobody.extensions().invitation(token).await;
        let taken = cast.eve.extensions().join(token, &json!({})).await;
        assert_eq!(opened.header("cache-control"), Some("no-store"), "{token}");
        answers.push((bytes(&opened), bytes(&taken)));
    }
    assert!(answers[0].0.starts_with("404 ") && answers[0].1.starts_with("404 "));
    assert!(
        answers.iter().all(|answer| *answer == answers[0]),
        "{answers:#?}"
    );
    // Nor does an invitation open what a share link shows.
    let shared = cast.nobody.extensions().shared(live.token()).await;
    shared.expect_status(404);
}

async fn requests_that_come_twice_have_one_effect(builder: Builder) {
    let (server, _clock) = start(builder);
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let ada = cast.ada.extensions();
    // The client sends a key of its own.
    let post = |by: &Traveller, path: &str| {
        let call = by.client.request(Method::POST, &format!("/api/v1{path}"));
        call.header("idempotency-key", "one").json(&json!({}))
    };
    let make = || post(&cast.ada, &format!("/trips/{trip}/invitations"));
    let made = make().await.expect_status(201).value();
    let again = make().await.problem();
    assert_eq!(
        (again.status, again.r#type.as_str()),
        (409, "urn:wayfare:problem:already-done")
    );
    assert_eq!(ada.invitations(&trip).await.json().len(), 1);
    let token = made["url"].as_str().unwrap().rsplit('/').next().unwrap();
    let join = || post(&cast.eve, &format!("/invitations/{token}"));
    let first = join().await.expect_status(200);
    assert_eq!(first.header("idempotency-replayed"), None);
    let second = join().await.expect_status(200);
    assert_eq!(second.header("idempotency-replayed"), Some("true"));
    assert_eq!(second.value(), json!({"uuid": trip}));
    assert_eq!(used(&cast, &trip).await, 1);
}

async fn lists_every_wrong_value(builder: Builder) {
    let (server, _clock) = start(builder);
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let ada = cast.ada.extensions();
    let refused = async |body: Value| ada.create_invitation(&trip, &body).await.problem();
    let all = json!({
        "role": "owner", "uses": 0, "expiresAt": "2026-05-01T11:59:59Z", "email": "no address",
    });
    let mut pointers = refused(all).await.pointers().join(" ");
    pointers.push(' ');
    for pointer in ["/role ", "/uses ", "/expiresAt ", "/email "] {
        assert!(pointers.contains(pointer), "{pointers}");
    }
    for uses in [
        json!(-1),
        json!(1.5),
        json!("2"),
        json!([]),
        json!(5_000_000_000_u64),
    ] {
        let problem = refused(json!({"uses": uses})).await;
        assert_eq!((problem.status, problem.pointers()), (400, vec!["/uses"]));
    }
    let by_mail = json!({"email": "mia@example.org"});
    let problem = refused(by_mail.clone()).await;
    let kind = "urn:wayfare:problem:no-mail";
    assert_eq!((problem.status, problem.r#type.as_str()), (400, kind));
    assert_eq!(problem.pointers(), ["/email"]);
    let both = json!({"email": "mia@example.org", "uses": 0});
    assert_eq!(refused(both).await.pointers(), ["/uses", "/email"]);
    // Whoever may not learns nothing of mail.
    let of_bob = cast.bob.extensions().create_invitation(&trip, &by_mail);
    of_bob.await.expect_status(401);
    assert_eq!(ada.invitations(&trip).await.value(), json!([]));
}

async fn only_the_owner_sees_and_ends_invitations(builder: Builder) {
    let (server, _clock) = start(builder);
    let cast = Cast::of(&server).await;
    let [trip, other] = [cast.trip(true).await, cast.trip(true).await];
    let made = invite(&cast.ada, &trip, &json!({})).await;
    let bad = json!({"role": 1});
    for (caller, status) in [(&cast.bob, 401), (&cast.eve, 404)] {
        let caller = caller.extensions();
        caller.invitations(&trip).await.expect_status(status);
        caller
            .create_invitation(&trip, &json!({}))
            .await
            .expect_status(status);
        caller
            .create_invitation(&trip, &bad)
            .await
            .expect_status(status);
        caller
            .delete_invitation(&trip, &made.id)
            .await
            .expect_status(status);
    }
    let ada = cast.ada.extensions();
    for id in [made.id.as_str(), "not-a-uuid"] {
        ada.delete_invitation(&other, id).await.expect_status(404);
    }
    assert_eq!(ada.invitations(&trip).await.json().len(), 1);
}

async fn a_trip_has_at_most_100_invitations(builder: Builder) {
    let (server, _clock) = start(builder);
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    for _ in 0..100 {
        invite(&cast.ada, &trip, &json!({})).await;
    }
    let ada = cast.ada.extensions();
    let more = ada.create_invitation(&trip, &json!({})).await.problem();
    assert_eq!((more.status, more.pointers()), (400, vec![""]));
    let id = &ada.invitations(&trip).await.json()[7].id;
    ada.delete_invitation(&trip, id).await.expect_status(204);
    invite(&cast.ada, &trip, &json!({})).await;
}

async fn memberships_are_limited(builder: Builder) {
    let (server, _clock) = start(builder.setting("memberships-per-account", "1"));
    let cast = Cast::of(&server).await;
    let trips = [
        sample::trip(&cast.ada, "One").await,
        sample::trip(&cast.ada, "Two").await,
    ];
    let mut statuses = Vec::new();
    for trip in &trips {
        let invitation = invite(&cast.ada, trip, &json!({})).await;
        let joined = cast.eve.extensions().join(invitation.token(), &json!({}));
        let joined = joined.await;
        statuses.push(joined.status);
        let counted = cast.ada.extensions().invitations(trip).await.json()[0].used;
        assert_eq!(counted, u32::from(joined.status == 200));
    }
    assert_eq!(statuses, [200, 403]);
}

async fn a_version_can_be_demanded(builder: Builder) {
    let (server, _clock) = start(builder);
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let ada = cast.ada.extensions();
    let stale = "\"0-stale\"";
    let made = ada.create_invitation(&trip, &json!({})).if_match(stale);
    made.await.expect_status(412);
    let made = invite(&cast.ada, &trip, &json!({})).await;
    let ended = ada.delete_invitation(&trip, &made.id).if_match(stale);
    ended.await.expect_status(412);
    let tag = cast.ada.a().trip(&trip).await.etag();
    let ended = ada.delete_invitation(&trip, &made.id).if_match(&tag);
    ended.await.expect_status(204);
}
