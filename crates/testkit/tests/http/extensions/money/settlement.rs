//! Settling up: the examples of the documentation, and what answers depend on.

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{TestServer, both, on_sqlite};

both!(a_recorded_transfer_disappears_from_the_plan);

on_sqlite!(
    answers_the_examples_of_the_documentation,
    tags_follow_the_trip,
    settles_a_trip_of_thirty_members,
);

const INTERFACE: &str = include_str!("../../../../../../docs/interface.md");

/// The examples in `docs/interface.md`.
fn examples() -> Vec<Value> {
    let blocks = INTERFACE.split("```json settlement\n").skip(1);
    let examples = blocks.map(|block| block.split("```").next().unwrap());
    examples
        .map(|example| serde_json::from_str(example).unwrap())
        .collect()
}

/// A trip with those budgets of items.
async fn trip(ada: &Traveller, base: &Value, budgets: &[Value]) -> String {
    let trip = sample::trip(ada, "x").await;
    ada.a()
        .update(&trip, &json!({"budget": {"baseCurrency": base}}))
        .await;
    let items = budgets
        .iter()
        .map(|budget| json!({"item_type": "destination", "budget": budget}));
    let items: Vec<Value> = items.collect();
    let items = json!({"trip_items": items});
    ada.a().set_items(&trip, &items).await.expect_status(200);
    trip
}

async fn answers_the_examples_of_the_documentation(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let examples = examples();
    assert_eq!(examples.len(), 3);
    for example in examples {
        let budgets = example["items"].as_array().unwrap();
        let trip = trip(&ada, &example["baseCurrency"], budgets).await;
        let answer = ada.extensions().settlement(&trip).await.value();
        assert_eq!(answer["baseCurrency"], example["baseCurrency"]);
        for (key, shown) in example["settlement"].as_object().unwrap() {
            assert_eq!(&answer[key], shown, "{key} of {answer}");
        }
    }
}

/// Costs and payments of 30 members that take many payments.
fn budget_of_thirty() -> Value {
    let shares = (0..30).map(|n| {
        let (cost, paid) = if n < 15 { (n * n + 1, 0) } else { (0, 70 - n) };
        json!({"memberId": format!("m{n}"), "cost": cost, "paidValue": paid})
    });
    json!({"membersBudget": shares.collect::<Vec<Value>>()})
}

async fn a_recorded_transfer_disappears_from_the_plan(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let shares = [
        ("a", 7, 0),
        ("b", 0, 5),
        ("c", 4, 0),
        ("d", 0, 2),
        ("e", 0, 4),
    ]
    .map(|(member, cost, paid)| json!({"memberId": member, "cost": cost, "paidValue": paid}));
    let trip = trip(&ada, &json!("EUR"), &[json!({"membersBudget": shares})]).await;
    let ada = ada.extensions();
    let mut left = ada.settlement(&trip).await.json().transfers;
    assert_eq!(left.len(), 3);
    while let Some(paid) = left.pop() {
        let body = serde_json::to_value(&paid).unwrap();
        ada.record_settlement(&trip, &body).await.expect_status(201);
        let now = ada.settlement(&trip).await.json();
        assert_eq!(now.transfers, left);
    }
    let settled = ada.settlement(&trip).await.json();
    assert!(settled.balances.iter().all(|b| b.balance.0.is_zero()));
    assert_eq!(settled.balances[0].paid, settled.balances[0].owed);
}

async fn tags_follow_the_trip(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = trip(&ada, &json!("EUR"), &[json!({"category": "Food"})]).await;
    let settlement = || ada.extensions().settlement(&trip);
    let tag = settlement().await.expect_status(200).etag();
    settlement().if_none_match(&tag).await.expect_status(304);
    let wide = json!({"budget": {"membersBudget": [{"memberId": "a", "cost": 1}]}});
    let saved = ada.a().set_budget(&trip, &wide).if_match(&tag);
    saved.await.expect_status(200);
    let changed = settlement().if_none_match(&tag).await.expect_status(200);
    assert_ne!(changed.etag(), tag);
}

async fn settles_a_trip_of_thirty_members(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = trip(&ada, &json!("CAD"), &[budget_of_thirty()]).await;
    let settlement = ada.extensions().settlement(&trip).await.json();
    assert!(!settlement.exact && settlement.complete);
    for balance in &settlement.balances {
        let name = &balance.member;
        let transfers = settlement.transfers.iter();
        let moved = transfers.fold(balance.balance.0, |left, transfer| {
            let paid = if &transfer.from == name {
                transfer.amount.0
            } else {
                0.into()
            };
            let received = if &transfer.to == name {
                transfer.amount.0
            } else {
                0.into()
            };
            left + paid - received
        });
        let outside = settlement
            .outside
            .iter()
            .filter(|outside| &outside.member == name);
        let left = outside.fold(moved, |left, outside| left + outside.amount.0);
        assert!(left.is_zero(), "{name} is left with {left}");
    }
}
