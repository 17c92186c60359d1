//! People without an account: added by name, named by budgets, removed.

use serde_json::{Value, json};
use wayfare_testkit::{Method, TestServer, both, on_sqlite, sample};

use crate::cast::Cast;

both!(
    a_party_is_added_and_goes_while_nothing_names_it,
    an_archive_brings_parties_back,
    who_deletes_their_account_leaves_a_party,
    a_name_that_somebody_else_has_now_means_whom_it_meant,
    a_payment_to_oneself_is_imported,
);

on_sqlite!(
    only_the_owner_adds_and_removes,
    the_same_request_adds_one,
    names_have_bounds,
);

async fn a_party_is_added_and_goes_while_nothing_names_it(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(false).await;
    let ada = cast.ada.extensions();
    let before = cast.ada.a().trip(&trip).await.etag();
    let added = ada.add_party(&trip, &json!({"name": "  Aunt Mia "})).await;
    let added = added.expect_status(201);
    let location = added.header("location").unwrap().to_owned();
    let mia = added.json();
    assert_eq!(mia.name, "Aunt Mia");
    let path = format!("/api/v1/trips/{trip}/parties/{}", mia.member_id);
    assert!(location.ends_with(&path), "{location}");
    assert_ne!(cast.ada.a().trip(&trip).await.etag(), before);
    // Those of budgets are parties, too; accounts are none.
    let shares = json!([
        {"memberId": "a/b ü", "memberName": "Ned", "cost": 1},
        {"memberId": "bob", "cost": 1},
        {"memberId": mia.member_id, "cost": 1},
    ]);
    let budget = json!({"budget": {"membersBudget": shares}});
    let saved = cast.bob.a().set_budget(&trip, &budget).await;
    let saved = saved.expect_status(200);
    // The owner has said who that is; of the other name the client is warned.
    assert_eq!(saved.header("unknown-members"), Some("a%2Fb%20%C3%BC"));
    let expected = json!([
        {"memberId": "a/b ü", "name": "Ned"},
        {"memberId": mia.member_id, "name": "Aunt Mia"},
    ]);
    for reader in [&cast.ada, &cast.bob, &cast.eve] {
        let listed = reader.extensions().parties(&trip).await;
        assert_eq!(listed.expect_status(200).value(), expected);
    }
    let one = ada.party(&trip, "a/b ü").await.value();
    assert_eq!(one, expected[0]);
    ada.party(&trip, "bob").await.expect_status(404);
    for named in [mia.member_id.as_str(), "a/b ü"] {
        let refused = ada.delete_party(&trip, named).await.problem();
        let kind = "urn:wayfare:problem:party-in-use";
        assert_eq!((refused.status, refused.r#type.as_str()), (409, kind));
        let stale = ada.delete_party(&trip, named).if_match("\"1-x\"").await;
        stale.expect_status(412);
    }
    for unknown in ["bob", "nobody"] {
        ada.delete_party(&trip, unknown).await.expect_status(404);
    }
    let none = json!({"budget": {"membersBudget": []}});
    cast.ada
        .a()
        .set_budget(&trip, &none)
        .await
        .expect_status(200);
    let removed = ada.delete_party(&trip, &mia.member_id).await;
    removed.expect_status(204);
    let again = ada.delete_party(&trip, &mia.member_id).await;
    again.expect_status(404);
    assert_eq!(ada.parties(&trip).await.value(), json!([]));
}

async fn an_archive_brings_parties_back(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let ada = cast.ada.extensions();
    let mut members = Vec::new();
    for name in ["Mia", "Ned"] {
        let added = ada.add_party(&trip, &json!({"name": name})).await;
        members.push(added.json().member_id);
    }
    let made = ada.create_invitation(&trip, &json!({})).await.json();
    let joined = cast
        .eve
        .extensions()
        .join(made.token(), &json!({"as": members[1]}));
    joined.await.expect_status(200);
    let archive = cast
        .eve
        .client
        .request(Method::GET, &format!("/api/v1/trips/{trip}/export/zip"));
    let archive = archive.await.expect_status(200).body;
    // In Eve's copy Ned is herself, in Bob's he is a name.
    for (importer, names) in [(&cast.eve, vec!["Mia"]), (&cast.bob, vec!["Mia", "Ned"])] {
        let imported = importer.extensions().import("", archive.clone()).await;
        let copy = imported.expect_status(201).json().uuid.unwrap();
        let parties = importer.extensions().parties(&copy).await.json();
        let found: Vec<String> = parties.into_iter().map(|party| party.name).collect();
        assert_eq!(found, names);
    }
}

async fn only_the_owner_adds_and_removes(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let ada = cast.ada.extensions();
    let mia = ada.add_party(&trip, &json!({"name": "Mia"})).await.json();
    for (caller, status) in [(&cast.bob, 401), (&cast.eve, 404)] {
        let caller = caller.extensions();
        for body in [json!({"name": "Ned"}), json!({"name": 1})] {
            caller.add_party(&trip, &body).await.expect_status(status);
        }
        for member in [mia.member_id.as_str(), "nobody"] {
            caller
                .delete_party(&trip, member)
                .await
                .expect_status(status);
        }
    }
    assert_eq!(ada.parties(&trip).await.json(), [mia]);
}

async fn the_same_request_adds_one(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let ada = cast.ada.extensions();
    // The client sends a key of its own.
    let add = || {
        let path = format!("/api/v1/trips/{trip}/parties");
        let call = cast.ada.client.request(Method::POST, &path);
        let body = json!({"name": "Mia"});
        call.header("idempotency-key", "one").json(&body)
    };
    let first = add().await.expect_status(201);
    let second = add().await.expect_status(201);
    assert_eq!(second.header("idempotency-replayed"), Some("true"));
    assert_eq!(second.header("location"), first.header("location"));
    assert_eq!(second.value(), first.value());
    let mia = &ada.parties(&trip).await.json()[0].member_id;
    ada.delete_party(&trip, mia).await.expect_status(204);
    add().await.expect_status(410);
}

async fn names_have_bounds(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let ada = cast.ada.extensions();
    for name in [
        json!(""),
        json!("  "),
        json!("x".repeat(201)),
        json!("a\0b"),
        json!(null),
    ] {
        let problem = ada.add_party(&trip, &json!({"name": name})).await.problem();
        assert_eq!((problem.status, problem.pointers()), (400, vec!["/name"]));
    }
    let none = ada.add_party(&trip, &json!({})).await.problem();
    assert_eq!(none.pointers(), ["/name"]);
    let longest = json!({"name": "x".repeat(200)});
    ada.add_party(&trip, &longest).await.expect_status(201);
}

async fn who_deletes_their_account_leaves_a_party(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let ada = cast.ada.extensions();
    let shares = json!([{"memberId": "ada", "cost": 5}, {"memberId": "bob", "cost": 5}]);
    let budget = json!({"budget": {"membersBudget": shares}});
    let saved = cast.ada.a().set_budget(&trip, &budget).await;
    saved.expect_status(200);
    let invited = ada
        .create_invitation(&trip, &json!({}))
        .await
        .expect_status(201)
        .json();
    let token = invited.token();
    let eve = cast.eve.extensions();
    let taken = eve.join(token, &json!({"as": "bob"})).await;
    taken.expect_status(409);
    let deleted = cast.bob.client.request(Method::DELETE, "/api/v1/user/bob");
    deleted.await.expect_status(204);
    let party = json!([{"memberId": "bob", "name": "bob"}]);
    assert_eq!(ada.parties(&trip).await.value(), party);
    assert_eq!(ada.party(&trip, "bob").await.value(), party[0]);
    let opened = eve.invitation(token).await.value();
    assert_eq!(opened["parties"], party);
    ada.delete_party(&trip, "bob").await.expect_status(409);
    let joined = eve.join(token, &json!({"as": "bob"})).await;
    joined.expect_status(200);
    assert_eq!(ada.parties(&trip).await.value(), json!([]));
    let names = ada.settlement(&trip).await.value();
    assert_eq!(names["balances"].as_array().unwrap().len(), 2);
    ada.delete_party(&trip, "bob").await.expect_status(404);
}

async fn a_name_that_somebody_else_has_now_means_whom_it_meant(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let ada = cast.ada.extensions();
    let cost = |cost: u32| {
        let shares =
            json!([{"memberId": "bob", "cost": cost}, {"memberId": "ada", "paidValue": cost}]);
        json!({"item_type": "dinner", "day": 1, "budget": {"membersBudget": shares}})
    };
    ada.add_item(&trip, &cost(10)).await.expect_status(201);
    let entry = json!({"text": "Book", "done": false, "by": "bob"});
    let lists = json!({"lists": [{"name": "To do", "entries": [entry]}]});
    ada.set_lists(&trip, &lists).await.expect_status(200);
    let renamed = json!({"username": "robert"});
    let renamed = cast.bob.users().update("bob", &renamed).await;
    renamed.expect_status(200);
    let other = sample::sign_up(&server.client(), "bob").await;
    let members = json!({"members": ["ada", "robert", "bob"]});
    let added = cast.ada.b().update(&trip, &members).await;
    added.expect_status(200);
    // What was answered changes nothing.
    let lists = ada.lists(&trip).await.value();
    ada.set_lists(&trip, &lists).await.expect_status(304);
    // A new cost is the new member's, in the archive, too.
    ada.add_item(&trip, &cost(7)).await.expect_status(201);
    let owed = async |trip: &str| {
        let settlement = ada.settlement(trip).await.value();
        let balances = settlement["balances"].as_array().unwrap().iter();
        let owed: Vec<Value> = balances.map(|it| it["owed"].clone()).collect();
        (owed, settlement["transfers"][0].clone())
    };
    let (before, transfer) = owed(&trip).await;
    assert_eq!(before, [json!(10), json!(0), json!(7)]);
    let archive = format!("/api/v1/trips/{trip}/export/zip");
    let archive = cast.ada.client.request(Method::GET, &archive).await.body;
    let imported = ada.import("", archive).await.expect_status(201);
    let copy = imported.json().uuid.unwrap();
    assert_eq!(owed(&copy).await.0, before);
    // What is proposed is settled by whom it names.
    let paid = ada.record_settlement(&trip, &transfer).await;
    paid.expect_status(201);
    let left = ada.settlement(&trip).await.value();
    let left = left["transfers"].as_array().unwrap();
    assert!(
        left.len() == 1 && left[0]["from"] == json!(other.id),
        "{left:?}"
    );
}

async fn a_payment_to_oneself_is_imported(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let ada = cast.ada.extensions();
    let mia = ada.add_party(&trip, &json!({"name": "Mia"})).await.json();
    let paid = json!({"from": mia.member_id, "to": "bob", "amount": 5});
    ada.record_settlement(&trip, &paid).await.expect_status(201);
    let made = ada.create_invitation(&trip, &json!({})).await.json();
    let bob = cast.bob.extensions();
    let joined = bob.join(made.token(), &json!({"as": mia.member_id})).await;
    joined.expect_status(200);
    let mut trip = trip;
    for _ in 0..2 {
        let archive = format!("/api/v1/trips/{trip}/export/zip");
        let archive = cast.ada.client.request(Method::GET, &archive).await.body;
        let imported = ada.import("", archive).await.expect_status(201);
        trip = imported.json().uuid.unwrap();
    }
}
