//! Who a `memberId` means: one party in every sum, and a warning where it means nobody.

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{TestServer, both, on_sqlite};

use crate::cast::Cast;

both!(
    a_person_is_one_party_under_every_name,
    a_renamed_person_stays_one_party,
);

on_sqlite!(warns_of_member_ids_that_mean_no_member);

fn shares(members: &[&str]) -> Value {
    let share = |member: &&str| json!({"memberId": member, "cost": 1, "paidValue": 2});
    json!({"membersBudget": members.iter().map(share).collect::<Vec<_>>()})
}

/// The parties and their costs.
async fn sums(who: &Traveller, trip: &str) -> Vec<String> {
    let summary = who.a().trip(trip).await.json().budget;
    let members = summary.trip_member_summary.iter();
    let sums = members.map(|sum| format!("{} {}", sum.member, sum.total_cost.0));
    let sums: Vec<String> = sums.collect();
    let payments = summary.trip_member_payments.iter();
    let payers: Vec<&str> = payments.map(|payment| payment.member.as_str()).collect();
    let names: Vec<&str> = summary
        .trip_member_summary
        .iter()
        .map(|sum| sum.member.as_str())
        .collect();
    assert_eq!(payers, names, "each has paid");
    sums
}

async fn a_person_is_one_party_under_every_name(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let (a, bob) = (cast.ada.a(), cast.bob.id.as_str());
    let body = json!({"budget": shares(&["ada", bob, "BOB", "carol"])});
    a.set_budget(&trip, &body).await.expect_status(200);
    let item = json!({"item_type": "x", "budget": shares(&["bob", "carol"])});
    let add = cast.bob.extensions().add_item(&trip, &item).await;
    add.expect_status(201);
    let wanted = ["ada 1".to_owned(), format!("{bob} 3"), "carol 2".to_owned()];
    assert_eq!(sums(&cast.ada, &trip).await, wanted);
}

async fn a_renamed_person_stays_one_party(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let a = cast.ada.a();
    let body = json!({"budget": shares(&["bob"])});
    a.set_budget(&trip, &body).await.expect_status(200);
    let tag = a.trip(&trip).await.etag();
    let name = json!({"username": "robert"});
    cast.bob
        .users()
        .update("bob", &name)
        .await
        .expect_status(200);
    assert_ne!(a.trip(&trip).await.etag(), tag, "the people have changed");
    assert_eq!(sums(&cast.ada, &trip).await, ["bob 1"]);
    let item = json!({"item_type": "x", "budget": shares(&["robert", "bob"])});
    let reply = cast.ada.extensions().add_item(&trip, &item).await;
    let reply = reply.expect_status(201);
    assert_eq!(reply.header("unknown-members"), None);
    assert_eq!(sums(&cast.ada, &trip).await, ["bob 3"]);
    // What was answered is sent back, and means the same.
    let budget = cast.ada.extensions().trip_budget(&trip).await.value();
    a.set_budget(&trip, &budget).await.expect_status(304);
    let items = json!({ "trip_items": a.items(&trip).await.value() });
    a.set_items(&trip, &items).await.expect_status(304);
    // Another person takes the name that became free.
    let other = sample::sign_up(&server.client(), "bob").await;
    sample::add_members(&cast.ada, &trip, &[&other]).await;
    assert_eq!(sums(&cast.ada, &trip).await, ["bob 3"]);
}

async fn warns_of_member_ids_that_mean_no_member(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let (a, extensions) = (cast.ada.a(), cast.ada.extensions());
    let typo = shares(&["ada", "bbo", "Zoë *", "bbo"]);
    let warning = Some("bbo, Zo%C3%AB%20%2A");
    let budget = json!({ "budget": typo });
    let reply = a.set_budget(&trip, &budget).await.expect_status(200);
    assert_eq!(reply.header("unknown-members"), warning);
    let item = json!({"item_id": "i", "item_type": "x", "budget": typo});
    let reply = extensions.add_item(&trip, &item).await.expect_status(201);
    assert_eq!(reply.header("unknown-members"), warning);
    let day = json!({"day": 2});
    let reply = extensions.update_item(&trip, "i", &day).await;
    assert_eq!(reply.expect_status(200).header("unknown-members"), warning);
    let items = json!({"trip_items": [item, {"item_type": "y"}]});
    let reply = a.set_items(&trip, &items).await.expect_status(200);
    assert_eq!(reply.header("unknown-members"), warning);
    let reply = a.update(&trip, &json!({"name": "y"})).await;
    assert_eq!(reply.expect_status(200).header("unknown-members"), None);
    let fewer = json!({"budget": shares(&["bob", "eve"])});
    let reply = a.update(&trip, &fewer).await.expect_status(200);
    assert_eq!(reply.header("unknown-members"), Some("eve"));
    let right = json!({"budget": shares(&["ada", &cast.bob.id])});
    let reply = a.set_budget(&trip, &right).await.expect_status(200);
    assert_eq!(reply.header("unknown-members"), None);
}
