//! Reference rates: imports beside a running server, the route, and rates that stay.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Builder, FixedClock, Method, TestServer, both, on_sqlite};

both!(
    a_running_server_sees_an_import_within_five_seconds,
    a_malformed_file_changes_nothing,
    importing_again_changes_only_what_differs,
    an_item_keeps_its_rate,
);

on_sqlite!(
    answers_the_rates_of_a_day,
    a_settlement_in_another_currency_keeps_its_rate,
);

/// Two days in the form of the European Central Bank.
const BANK: &str = "Date,USD,JPY,CYP,CAD,\n\
    2026-05-04,1.2,160,N/A,1.5,\n\
    2026-04-30,1.1,150,0.58,1.4,\n";

async fn answers_the_rates_of_a_day(server: TestServer) {
    let client = server.client();
    let rates = |query: &str| client.extensions().rates(query);
    rates("").await.expect_status(404);
    let imported = server.import_rates(BANK).unwrap();
    assert_eq!((imported.rates, imported.days, imported.changed), (7, 2, 7));
    assert_eq!(imported.source, "ECB");
    wait_for_rates(&server).await;
    let of = async |query: &str| rates(query).await.expect_status(200).value();
    assert_eq!(
        of("date=2026-05-03").await,
        json!({
            "base": "EUR", "date": "2026-04-30",
            "rates": {"CAD": 1.4, "CYP": 0.58, "JPY": 150, "USD": 1.1}
        })
    );
    assert_eq!(
        of("base=CAD&date=2026-05-04").await,
        json!({"base": "CAD", "date": "2026-05-04",
            "rates": {"EUR": 0.666_666_666_666_667, "JPY": 106.666_666_666_667, "USD": 0.8}})
    );
    rates("base=CYP&date=2026-05-04").await.expect_status(404);
    rates("base=GBP&date=2026-05-04").await.expect_status(404);
    rates("date=2026-04-29").await.expect_status(404);
    let refused = rates("base=euro&date=04.05.2026").await.expect_status(400);
    assert_eq!(refused.problem().pointers(), ["/base", "/date"]);
    let tag = rates("date=2026-05-03").await.etag();
    let again = rates("date=2026-05-03").if_none_match(&tag);
    again.await.expect_status(304);
    for mount in ["", "/a", "/b"] {
        let path = format!("{mount}/api/v1/rates?date=2026-05-03");
        let reply = client.request(Method::GET, &path).await;
        assert_eq!(reply.status, 200, "{mount}");
    }
}

/// Waits until the server knows any rates; a busy machine may take longer than the five seconds.
async fn wait_for_rates(server: &TestServer) {
    let client = server.client();
    let start = Instant::now();
    while client.extensions().rates("date=2026-12-31").await.status != 200 {
        assert!(start.elapsed() < Duration::from_secs(30), "no rates yet");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Waits until the server knows that a euro is that many Canadian dollars on a day.
async fn wait_for_rate_of(server: &TestServer, query: &str, cad: f64) {
    let start = Instant::now();
    while server.client().extensions().rates(query).await.value()["rates"]["CAD"] != json!(cad) {
        assert!(start.elapsed() < Duration::from_secs(30), "not seen");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn a_running_server_sees_an_import_within_five_seconds(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = euros(&ada, json!({"start": "2026-05-04"})).await;
    assert_eq!(cost(&ada, &trip).await, json!(0));
    let tag = ada.a().trip(&trip).await.etag();
    server.import_rates(BANK).unwrap();
    wait_for_rates(&server).await;
    let rated = ada.a().trip(&trip).if_none_match(&tag).await;
    let rated = rated.expect_status(200).value();
    assert_eq!(rated["budget"]["tripTotalGroupCost"], json!(15));
    assert!(rated["budget"].get("unconverted").is_none(), "{rated}");
    let metrics = server.client().request(Method::GET, "/metrics").await;
    let metrics = String::from_utf8(metrics.body).unwrap();
    // 2026-05-04
    let age = "wayfare_reference_rates_last_day_timestamp_seconds 1777852800\n";
    assert!(metrics.contains(age), "{metrics}");
}

async fn a_malformed_file_changes_nothing(server: TestServer) {
    for (file, place) in [
        ("Date,USD,CAD,\n2026-05-04,1,2,\n2026-05-05,1,2\n", "line 3"),
        (
            "Date,USD,CAD,\n2026-05-04,1,2,\n2026-05-05,1,x,\n",
            "line 3, column 3 (CAD)",
        ),
        (
            "date,base,currency,rate\n2026-05-04,EUR,CAD,2\n2026-05-04,USD,CAD,2\n",
            "line 3, column 3 (currency)",
        ),
    ] {
        let refused = server.import_rates(file).unwrap_err().to_string();
        assert!(refused.contains(place), "{refused}");
    }
    let rates = server.client().extensions().rates("").await;
    rates.expect_status(404);
}

async fn importing_again_changes_only_what_differs(server: TestServer) {
    assert_eq!(server.import_rates(BANK).unwrap().changed, 7);
    assert_eq!(server.import_rates(BANK).unwrap().changed, 0);
    let corrected = BANK.replace("160", "161").replace("N/A", "0.59");
    assert_eq!(server.import_rates(&corrected).unwrap().changed, 2);
    wait_for_rates(&server).await;
    let rates = server.client().extensions().rates("date=2026-05-04").await;
    assert_eq!(rates.value()["rates"]["JPY"], json!(161));
}

/// A trip with an item of 10 euros, in Canadian dollars.
async fn euros(ada: &Traveller, date: Value) -> String {
    let trip = sample::trip(ada, "x").await;
    if !date.is_null() {
        let dates = json!({"date": date});
        ada.a().update(&trip, &dates).await.expect_status(200);
    }
    set_euros(ada, &trip, "EUR", 10).await;
    trip
}

async fn set_euros(ada: &Traveller, trip: &str, currency: &str, cost: u32) {
    let budget =
        json!({"currency": currency, "membersBudget": [{"memberId": "ada", "cost": cost}]});
    let items = json!({
        "trip_items": [{"item_id": "dinner", "item_type": "destination", "budget": budget}]
    });
    ada.a().set_items(trip, &items).await.expect_status(200);
}

/// The total cost in all answers that convert: they agree.
async fn cost(ada: &Traveller, trip: &str) -> Value {
    let total = ada.a().trip(trip).await.value()["budget"]["tripTotalGroupCost"].clone();
    let timeline = ada.b().timeline(trip).await.value();
    assert_eq!(timeline[0]["events"][0]["cost"], total);
    let settlement = ada.extensions().settlement(trip).await.value();
    // Nobody has paid it.
    let unpaid = settlement["unpaid"][0]["amount"].clone();
    assert_eq!(if unpaid.is_null() { json!(0) } else { unpaid }, total);
    total
}

async fn an_item_keeps_its_rate(builder: Builder) {
    let clock = FixedClock::at(time::macros::datetime!(2026-05-04 12:00 UTC));
    let server = builder.clock(clock.clone()).start().unwrap();
    server.import_rates(BANK).unwrap();
    wait_for_rates(&server).await;
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = euros(&ada, Value::Null).await;
    assert_eq!(cost(&ada, &trip).await, json!(15), "the day of writing");
    server.import_rates(&BANK.replace("1.5", "2.5")).unwrap();
    let rates = "date,base,currency,rate\n2026-05-05,EUR,CAD,3\n2026-05-05,EUR,USD,2\n";
    server.import_rates(rates).unwrap();
    clock.set(time::macros::datetime!(2026-05-05 12:00 UTC));
    let start = Instant::now();
    while server.client().extensions().rates("").await.value()["date"] != json!("2026-05-05") {
        assert!(start.elapsed() < Duration::from_secs(5), "not seen");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(cost(&ada, &trip).await, json!(15), "a later import");
    set_euros(&ada, &trip, "EUR", 20).await;
    assert_eq!(cost(&ada, &trip).await, json!(30), "an edit of amounts");
    let dates = json!({"date": {"start": "2026-04-30"}});
    ada.a().update(&trip, &dates).await.expect_status(200);
    assert_eq!(cost(&ada, &trip).await, json!(28), "another day");
    set_euros(&ada, &trip, "USD", 11).await;
    assert_eq!(cost(&ada, &trip).await, json!(14), "another currency");
    let base = json!({"budget": {"baseCurrency": "JPY"}});
    ada.a().update(&trip, &base).await.expect_status(200);
    assert_eq!(cost(&ada, &trip).await, json!(1500), "another base");
    server.import_rates(&BANK.replace("1.4", "2.4")).unwrap();
    wait_for_rate_of(&server, "date=2026-04-30", 2.4).await;
    let base = json!({"budget": {"baseCurrency": "CAD"}});
    ada.a().update(&trip, &base).await.expect_status(200);
    assert_eq!(cost(&ada, &trip).await, json!(14), "the former base again");
}

async fn a_settlement_in_another_currency_keeps_its_rate(server: TestServer) {
    server.import_rates(BANK).unwrap();
    wait_for_rates(&server).await;
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = euros(&ada, Value::Null).await;
    let members = json!({"budget": {"membersBudget": [{"memberId": "ben"}]}});
    ada.a().set_budget(&trip, &members).await.expect_status(200);
    let sent =
        json!({"from": "ada", "to": "ben", "amount": 10, "currency": "EUR", "date": "2026-05-01"});
    let recorded = ada.extensions().record_settlement(&trip, &sent).await;
    let recorded = recorded.expect_status(201).value();
    assert_eq!(
        recorded["rate"],
        json!({"baseCurrency": "CAD", "rate": 1.4, "date": "2026-04-30", "source": "ECB"})
    );
    let settlement = ada.extensions().settlement(&trip).await.json();
    let ben = settlement
        .balances
        .iter()
        .find(|b| b.member == "ben")
        .unwrap();
    assert_eq!(ben.owed.0, 14.into());
    let early =
        json!({"from": "ada", "to": "ben", "amount": 10, "currency": "EUR", "date": "2026-04-29"});
    let refused = ada.extensions().record_settlement(&trip, &early).await;
    assert_eq!(
        refused.expect_status(400).problem().pointers(),
        ["/currency"]
    );
}
