//! The trip's own exchange rates.

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{TestServer, both, on_sqlite};

use crate::cast::Cast;

both!(own_rates_convert_costs_and_end_with_the_base_currency);

on_sqlite!(
    own_rates_are_replaced_whole,
    every_bad_rate_is_named_at_once,
    a_payment_freezes_the_own_rate,
    viewers_only_read_own_rates,
    own_rates_follow_preconditions,
);

/// A trip in euros with an item of 100 zlotys, which `ada` bears.
async fn zlotys(ada: &Traveller, payment: Value) -> String {
    let trip = sample::trip(ada, "x").await;
    let base = json!({"budget": {"baseCurrency": "EUR"}});
    ada.a().update(&trip, &base).await.expect_status(200);
    let share = json!({"memberId": "ada", "cost": 100, "paidValue": 100,
        "paymentBaseCurrencyValue": payment});
    let budget = json!({"currency": "PLN", "membersBudget": [share]});
    let items = json!({"trip_items": [{"item_type": "destination", "budget": budget}]});
    ada.a().set_items(&trip, &items).await.expect_status(200);
    trip
}

/// The total cost, and whether all is converted.
async fn cost(ada: &Traveller, trip: &str) -> (Value, bool) {
    let total = ada.a().trip(trip).await.value()["budget"]["tripTotalGroupCost"].clone();
    let timeline = ada.b().timeline(trip).await.value();
    assert_eq!(timeline[0]["events"][0]["cost"], total);
    let settlement = ada.extensions().settlement(trip).await.json();
    (total, settlement.complete)
}

async fn set(ada: &Traveller, trip: &str, rates: Value) {
    let set = ada
        .extensions()
        .set_own_rates(trip, &json!({"rates": rates}));
    set.await.expect_status(200);
}

async fn own_rates_convert_costs_and_end_with_the_base_currency(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = zlotys(&ada, json!(0)).await;
    assert_eq!(cost(&ada, &trip).await, (json!(0), false));
    set(&ada, &trip, json!({"PLN": "0.23"})).await;
    assert_eq!(cost(&ada, &trip).await, (json!(23), true));
    set(&ada, &trip, json!({"PLN": 0.24})).await;
    assert_eq!(cost(&ada, &trip).await, (json!(24), true), "as it stands");
    for base in ["USD", "EUR"] {
        let base = json!({"budget": {"baseCurrency": base}});
        ada.a().update(&trip, &base).await.expect_status(200);
        assert_eq!(cost(&ada, &trip).await, (json!(0), false));
        let rates = ada.extensions().own_rates(&trip).await.value();
        assert_eq!(rates, json!({"rates": {}}));
    }
    let implied = zlotys(&ada, json!(25)).await;
    set(&ada, &implied, json!({"PLN": "0.23"})).await;
    assert_eq!(
        cost(&ada, &implied).await,
        (json!(25), true),
        "own payments"
    );
}

async fn own_rates_are_replaced_whole(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = zlotys(&ada, json!(0)).await;
    let routes = ada.extensions();
    let rates = async || routes.own_rates(&trip).await.value();
    assert_eq!(rates().await, json!({"rates": {}}));
    let both = json!({"rates": {"PLN": "0.230", "CAD": 0.62}});
    let shown = json!({"rates": {"CAD": "0.62", "PLN": "0.23"}});
    assert_eq!(routes.set_own_rates(&trip, &both).await.value(), shown);
    assert_eq!(rates().await, shown);
    let again = routes.set_own_rates(&trip, &shown).await;
    again.expect_status(304);
    let none = routes.set_own_rates(&trip, &json!({})).await;
    assert_eq!(none.expect_status(400).problem().pointers(), ["/rates"]);
    let one = json!({"rates": {"JPY": "0.00000000000000000000000001"}});
    let answer = routes.set_own_rates(&trip, &one).await;
    assert_eq!(answer.expect_status(200).value(), one);
    set(&ada, &trip, json!({})).await;
    assert_eq!(rates().await, json!({"rates": {}}));
}

async fn every_bad_rate_is_named_at_once(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = zlotys(&ada, json!(0)).await;
    set(&ada, &trip, json!({"PLN": "0.23"})).await;
    let sent = json!({"rates": {"AUD": "0", "BRL": -1, "CAD": "1e3", "CHF": "1234567890123456",
        "EUR": 1, "GBP": null, "JPY": "", "PLN": 0.24, "XXL": "2", "usd": "2", "ZAR": {},
        "SEK": 1e-3, "NOK": " 1"}});
    let refused = ada.extensions().set_own_rates(&trip, &sent).await;
    let problem = refused.expect_status(400).problem();
    let mut pointers = problem.pointers();
    pointers.sort_unstable();
    let named = [
        "AUD", "BRL", "CAD", "CHF", "EUR", "GBP", "JPY", "NOK", "XXL", "ZAR", "usd",
    ];
    let named = named.map(|code| format!("/rates/{code}"));
    assert_eq!(pointers, named.each_ref().map(String::as_str));
    for sent in [json!({"rates": null}), json!({"rates": []}), json!([])] {
        let refused = ada.extensions().set_own_rates(&trip, &sent).await;
        refused.expect_status(400);
    }
    let kept = ada.extensions().own_rates(&trip).await.value();
    assert_eq!(kept, json!({"rates": {"PLN": "0.23"}}));
}

async fn a_payment_freezes_the_own_rate(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = zlotys(&ada, json!(0)).await;
    let members = json!({"budget": {"membersBudget": [{"memberId": "ben"}]}});
    ada.a().set_budget(&trip, &members).await.expect_status(200);
    let sent =
        json!({"from": "ben", "to": "ada", "amount": 10, "currency": "PLN", "date": "2026-05-01"});
    let refused = ada.extensions().record_settlement(&trip, &sent).await;
    assert_eq!(
        refused.expect_status(400).problem().pointers(),
        ["/currency"]
    );
    set(&ada, &trip, json!({"PLN": "0.2"})).await;
    let recorded = ada.extensions().record_settlement(&trip, &sent).await;
    let recorded = recorded.expect_status(201).value();
    let rate = json!({"baseCurrency": "EUR", "rate": 0.2, "date": "2026-05-01", "source": "trip"});
    assert_eq!(recorded["rate"], rate);
    set(&ada, &trip, json!({"PLN": "0.3"})).await;
    let balances = ada.extensions().settlement(&trip).await.value()["balances"].clone();
    let ben = balances
        .as_array()
        .unwrap()
        .iter()
        .find(|it| it["member"] == "ben");
    assert_eq!(ben.unwrap()["paid"], json!(2));
}

async fn viewers_only_read_own_rates(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.full_trip().await;
    let (ada, ben) = (&cast.ada, &cast.bob);
    let roles = json!({"roles": {"bob": "viewer"}});
    ada.extensions()
        .set_roles(&trip, &roles)
        .await
        .expect_status(200);
    set(ada, &trip, json!({"PLN": "0.23"})).await;
    let sent = json!({"rates": {}});
    ben.extensions()
        .set_own_rates(&trip, &sent)
        .await
        .expect_status(401);
    ben.extensions().own_rates(&trip).await.expect_status(200);
}

async fn own_rates_follow_preconditions(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.full_trip().await;
    let routes = cast.ada.extensions();
    let before = routes.own_rates(&trip).await.etag();
    let one = json!({"rates": {"PLN": "0.23"}});
    let saved = routes.set_own_rates(&trip, &one).if_match(&before).await;
    let tag = saved.expect_status(200).etag();
    let read = routes.own_rates(&trip).await;
    assert_eq!(read.etag(), tag);
    let same = routes.own_rates(&trip).if_none_match(&tag).await;
    same.expect_status(304);
    let other = json!({"rates": {"PLN": "0.24"}});
    let stale = routes.set_own_rates(&trip, &other).if_match(&before).await;
    stale.expect_status(412);
    let settlement = routes.settlement(&trip).await.etag();
    let fresh = routes.set_own_rates(&trip, &other).if_match(&settlement);
    fresh.await.expect_status(200);
    let changed = routes.settlement(&trip).if_none_match(&settlement).await;
    changed.expect_status(200);
    let outside = cast.eve.extensions();
    outside.own_rates(&trip).await.expect_status(404);
    outside.set_own_rates(&trip, &one).await.expect_status(404);
}
