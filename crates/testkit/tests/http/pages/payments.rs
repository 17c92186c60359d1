//! Exchange rates and payments between people, by forms without scripts.

use std::time::Duration;

use serde_json::{Value, json};
use time::macros::datetime;
use wayfare_testkit::{Builder, FixedClock, Method, TestServer, both, on_sqlite};

use super::edits::{client_of, items, put_items, two_people};
use super::parts::{remove, send_undo, undo_status};
use super::visitor::Visitor;

both!(a_rate_is_set_where_it_is_missing);

on_sqlite!(
    all_own_rates_of_a_trip,
    amounts_stay_in_the_currency_that_they_were_typed_in,
    the_date_of_an_expense_is_the_same_in_all_zones,
    payments_in_part_and_by_hand,
    a_removed_payment_comes_back_as_it_was,
    a_payment_in_another_currency_has_another_worth,
    somebody_without_an_account_is_paid,
    debts_of_a_deleted_account_have_the_name_that_people_knew,
);

async fn settled(server: &TestServer, trip: &str) -> Value {
    let client = client_of(server, "ada").await;
    let path = trip.replace("/trip/", "/api/v1/trips/") + "/settlement";
    let reply = client.request(Method::GET, &path).await.expect_status(200);
    serde_json::from_slice(&reply.body).unwrap()
}

async fn a_rate_is_set_where_it_is_missing(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, mut ben, trip) = two_people(&server).await;
    let dinner = [("name", "Pierogi"), ("total", "100"), ("currency", "pln")];
    let added = ada.fill(&format!("{trip}/expenses/new"), &dinner).await;
    let location = added.reply.header("location").unwrap();
    assert_eq!(
        location,
        format!("{trip}/costs?unrated=PLN&done=added#rate-PLN")
    );
    let page = ada.get(location.split('#').next().unwrap()).await;
    let left = "Not in the sums, because its currency has no rate: PLN 100.00";
    assert!(
        page.has(left) && page.has("data-ask") && !page.has("All is settled"),
        "{}",
        page.text
    );
    let explained = ada.get(&format!("{trip}/settlement")).await;
    assert!(explained.has("id=\"rate-PLN\""), "{}", explained.text);
    let client = client_of(&server, "ada").await;
    let path = trip.replace("/trip/", "/api/v1/trips/");
    let made = client.request(Method::POST, &format!("{path}/share-links"));
    let made = made
        .json(&serde_json::json!({"sections": ["budget"]}))
        .await;
    let made: Value = serde_json::from_slice(&made.body).unwrap();
    let link = made["url"].as_str().unwrap();
    let link = link.split_once("/s/").unwrap().1;
    let mut guest = Visitor::new(&server);
    let shared = guest.get(&format!("/s/{link}")).await;
    assert!(
        shared.has(left) && !shared.has("settled"),
        "{}",
        shared.text
    );

    let token = page.field("form_token");
    let rates = format!("{trip}/rates");
    for (typed, told) in [
        ("-1", "Must be a number above 0"),
        ("0", "Must be above 0."),
        ("1e3", "Must be a number above 0"),
        (
            "1234567890.123456",
            "Must have at most 15 significant digits.",
        ),
    ] {
        let refused = ada.post(&rates, &token, &[("PLN", typed)]).await;
        assert!(
            refused.status() == 400 && refused.has(told),
            "{told} in {}",
            refused.text
        );
        assert_eq!(refused.field("PLN"), typed);
    }
    let saved = ada.post(&rates, &token, &[("PLN", "0,345")]).await;
    assert_eq!(
        saved.reply.header("location").unwrap(),
        format!("{trip}/costs?done=saved#budget")
    );
    let page = ben.views(&trip).await;
    assert!(page.has("CAD 34.50") && page.has("ben owes ada CAD 17.25") && !page.has(left));
    let again = ada.fill(&format!("{trip}/expenses/new"), &dinner).await;
    assert_eq!(
        again.reply.header("location").unwrap(),
        format!("{trip}/costs?done=added#budget")
    );
}

async fn all_own_rates_of_a_trip(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, mut ben, trip) = two_people(&server).await;
    let path = format!("{trip}/rates");
    let added = ada
        .fill(&path, &[("currency", "eur"), ("rate", "1.5")])
        .await;
    assert_eq!(added.status(), 303, "{}", added.text);
    let (of_ada, of_ben) = (ada.get(&path).await, ben.get(&path).await);
    assert_eq!(of_ada.field("EUR"), "1.5");
    for (fields, told) in [
        ([("currency", "XXY"), ("rate", "2")], "Must be an ISO 4217"),
        (
            [("currency", "CAD"), ("rate", "2")],
            "Must not be the currency of the sums.",
        ),
        ([("currency", "EUR"), ("rate", "2")], "Has a rate already."),
        (
            [("currency", "USD"), ("rate", "")],
            "Must be a number above 0.",
        ),
        (
            [("currency", ""), ("rate", "2")],
            "Must be the currency of this rate.",
        ),
    ] {
        let refused = ada.fill_page(&path, &of_ada, &fields).await;
        assert!(
            refused.status() == 400 && refused.has(told),
            "{told} in {}",
            refused.text
        );
        assert_eq!(
            (refused.field("currency"), refused.field("rate")),
            (fields[0].1.into(), fields[1].1.into())
        );
    }
    let changed = ada
        .fill_page(
            &path,
            &of_ada,
            &[("EUR", "1.6"), ("currency", "USD"), ("rate", "1.4")],
        )
        .await;
    assert_eq!(changed.status(), 303, "{}", changed.text);
    let stale = ben.fill_page(&path, &of_ben, &[("EUR", "1.7")]).await;
    assert!(
        stale.status() == 409 && stale.has("<b>1.6</b>"),
        "{}",
        stale.text
    );
    let removed = ben
        .fill_page(&path, &stale, &[("EUR", ""), ("USD", "1.4")])
        .await;
    assert_eq!(removed.status(), 303, "{}", removed.text);
    let client = client_of(&server, "ada").await;
    let own = trip.replace("/trip/", "/api/v1/trips/") + "/rates";
    let own = client.request(Method::GET, &own).await;
    let own: Value = serde_json::from_slice(&own.body).unwrap();
    assert_eq!(own, serde_json::json!({"rates": {"USD": "1.4"}}));
}

async fn payments_in_part_and_by_hand(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, mut ben, trip) = two_people(&server).await;
    ada.fill(
        &format!("{trip}/expenses/new"),
        &[("name", "Hut"), ("total", "50")],
    )
    .await;
    let page = ben.views(&trip).await;
    assert_eq!(
        (page.field("owed"), page.field("amount")),
        ("25".into(), "25.00".into())
    );
    let token = page.field("form_token");
    let settle = format!("{trip}/settle");
    let pay = |amount| {
        [
            ("from", "ben"),
            ("to", "ada"),
            ("owed", "25"),
            ("amount", amount),
        ]
    };
    for wrong in ["0", "-5", "lots", "1.001", ""] {
        let refused = ben.post(&settle, &token, &pay(wrong)).await;
        assert_eq!(refused.status(), 400, "{wrong}: {}", refused.text);
        assert_eq!(refused.field("amount"), wrong);
    }
    for (amount, done) in [("10", "paid"), ("10", "paid-already"), ("12", "not-owed")] {
        let paid = ben.post(&settle, &token, &pay(amount)).await;
        assert_eq!(
            paid.reply.header("location").unwrap(),
            format!("{trip}/costs?done={done}#budget")
        );
    }
    let page = ben.views(&trip).await;
    assert!(page.has("ben owes ada CAD 15.00") && page.has("ben paid ada CAD 10.00"));

    let path = format!("{trip}/payments/new");
    let form = ben.get(&path).await;
    assert!(
        form.has("<option value=\"ben\" selected>") && form.has("<option value=\"ada\" selected>")
    );
    // Who owes comes first, whoever opens the form.
    let of_ada = ada.get(&path).await;
    let (from, _) = of_ada.text.split_once("name=\"to\"").unwrap();
    assert!(
        from.contains("<option value=\"ben\" selected>"),
        "{}",
        of_ada.text
    );
    let by_hand = [
        ("from", "ben"),
        ("to", "ada"),
        ("amount", "20"),
        ("date", "2026-05-04"),
        ("note", "Cash & change"),
    ];
    let paid = ben.fill_page(&path, &form, &by_hand).await;
    assert_eq!(
        paid.reply.header("location").unwrap(),
        format!("{trip}/costs?done=paid#budget")
    );
    let page = ada.views(&trip).await;
    for text in ["ada owes ben CAD 5.00", "4 May 2026", "Cash &amp; change"] {
        assert!(page.has(text), "{text} in {}", page.text);
    }
    assert_eq!(settled(&server, &trip).await["transfers"][0]["amount"], 5);
    let wrong = [
        ("from", "ben"),
        ("to", "ben"),
        ("amount", "0"),
        ("currency", "PLN"),
        ("date", "soon"),
    ];
    let refused = ben.fill_page(&path, &form, &wrong).await;
    assert!(
        refused.status() == 400 && refused.has("Must be a day, such as"),
        "{}",
        refused.text
    );
    let wrong = [
        ("from", "ben"),
        ("to", "ben"),
        ("amount", "0"),
        ("currency", "PLN"),
    ];
    let refused = ben.fill_page(&path, &form, &wrong).await;
    for text in [
        "Must not be the one who paid.",
        "Must be above 0.",
        "Has no rate of the trip, and no reference rate",
    ] {
        assert!(refused.has(text), "{text} in {}", refused.text);
    }
}

/// The payments of a trip and what they settle, as the interface answers them.
async fn payments(server: &TestServer, trip: &str) -> [Value; 2] {
    let client = client_of(server, "ada").await;
    let path = trip.replace("/trip/", "/api/v1/trips/") + "/settlements";
    let reply = client.request(Method::GET, &path).await.expect_status(200);
    let payments = serde_json::from_slice(&reply.body).unwrap();
    [payments, settled(server, trip).await]
}

async fn a_removed_payment_comes_back_as_it_was(builder: Builder) {
    let clock = FixedClock::at(datetime!(2026-05-01 12:00 UTC));
    let server = builder.clock(clock.clone()).start().unwrap();
    let (mut ada, mut ben, trip) = two_people(&server).await;
    let rates = format!("{trip}/rates");
    let rate = [("currency", "EUR"), ("rate", "1.5")];
    assert_eq!(ada.fill(&rates, &rate).await.status(), 303);
    let cash = [
        ("from", "ben"),
        ("to", "ada"),
        ("amount", "300"),
        ("currency", "EUR"),
        ("date", "2026-04-28"),
        ("note", "cash, \"Basel\""),
    ];
    let form = format!("{trip}/payments/new");
    assert_eq!(ben.fill(&form, &cash).await.status(), 303);
    // Neither another rate nor another name changes what was paid.
    assert_eq!(ada.fill(&rates, &[("EUR", "2")]).await.status(), 303);
    let renamed = [("name", "Ben"), ("username", "benedict")];
    assert_eq!(ben.fill("/account", &renamed).await.status(), 303);
    let before = payments(&server, &trip).await;
    let id = before[0][0]["id"].as_str().unwrap();
    let settle = format!("{trip}/settle");
    let fields = remove(&mut ada, &settle, ("undo", id)).await;
    let gone = payments(&server, &trip).await;
    assert_eq!(gone[0], serde_json::json!([]));
    // It is neither another one nor one of another trip.
    let mut other = fields.clone();
    for (_, value) in &mut other {
        *value = value.replace("Basel", "Bern");
    }
    assert_eq!(undo_status(&mut ada, &settle, &other).await, 403);
    assert_eq!(payments(&server, &trip).await, gone);
    let elsewhere = ada.trip(&[("name", "Porto")]).await;
    let there = format!("{elsewhere}/settle");
    assert_eq!(undo_status(&mut ada, &there, &fields).await, 403);
    assert_eq!(payments(&server, &elsewhere).await[0], gone[0]);
    for _ in ["once", "and again"] {
        send_undo(&mut ada, &settle, &fields).await;
        assert_eq!(payments(&server, &trip).await, before);
    }
    remove(&mut ada, &settle, ("undo", id)).await;
    clock.advance(Duration::from_secs(11 * 60));
    assert_eq!(undo_status(&mut ada, &settle, &fields).await, 403);
    assert_eq!(payments(&server, &trip).await, gone);
}

async fn a_payment_in_another_currency_has_another_worth(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, _, trip) = two_people(&server).await;
    let share = |member: &str, paid: u32, worth: u32| {
        serde_json::json!({
            "memberId": member, "cost": 50, "paidValue": paid, "paymentBaseCurrencyValue": worth,
        })
    };
    let item = serde_json::json!({
        "item_type": "expense", "destination": {"name": "Dinner"},
        "budget": {"currency": "USD", "membersBudget": [share("ada", 100, 90), share("ben", 0, 0)]},
    });
    put_items(&server, "ada", &trip, &[item]).await;
    let found = items(&server, "ada", &trip).await;
    let path = format!("{trip}/item?id={}", found[0]["item_id"].as_str().unwrap());
    for (currency, worth) in [("USD", 90), ("GBP", 0)] {
        let sent = [("name", "Dinner"), ("currency", currency)];
        let saved = ada.fill(&path, &sent).await;
        assert_eq!(saved.status(), 303, "{}", saved.text);
        let found = items(&server, "ada", &trip).await;
        let budget = &found[0]["budget"];
        let paid = &budget["membersBudget"][0];
        assert_eq!(budget["currency"], currency);
        assert_eq!(
            (&paid["paidValue"], &paid["paymentBaseCurrencyValue"]),
            (&100.into(), &worth.into())
        );
    }
}

async fn amounts_stay_in_the_currency_that_they_were_typed_in(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, _, trip) = two_people(&server).await;
    let path = format!("{trip}/expenses/new");
    for fields in [
        vec![("name", "Hotel"), ("total", "418")],
        vec![("name", "Cab"), ("total", "9"), ("currency", "USD")],
        vec![("name", "Later")],
    ] {
        assert_eq!(ada.fill(&path, &fields).await.status(), 303);
    }
    let budget = [("currency", "GBP")];
    let saved = ada.fill(&format!("{trip}/budget"), &budget).await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    let found = items(&server, "ada", &trip).await;
    let currencies = found.iter().map(|item| item["budget"]["currency"].clone());
    assert_eq!(currencies.collect::<Vec<_>>(), ["CAD", "USD", ""]);
}

async fn the_date_of_an_expense_is_the_same_in_all_zones(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, _, trip) = two_people(&server).await;
    let client = client_of(&server, "ada").await;
    let uuid = trip.trim_start_matches("/trip/").to_owned();
    let cab = [("name", "Cab"), ("total", "9"), ("date", "2026-10-01")];
    assert_eq!(
        ada.fill(&format!("{trip}/expenses/new"), &cab)
            .await
            .status(),
        303
    );
    for place in ["Tokyo", "New York", "Lisbon"] {
        let places = json!({"dest": [place]});
        client.b().update(&uuid, &places).await.expect_status(200);
        let items = items(&server, "ada", &trip).await;
        assert_eq!(items[0]["start_time"], "2026-10-01T00:00:00Z", "{place}");
        assert!(
            ada.get(&format!("{trip}/costs")).await.has("1 Oct"),
            "{place}"
        );
        let id = items[0]["item_id"].as_str().unwrap();
        let path = format!("{trip}/item?id={id}");
        let form = ada.get(&path).await;
        assert_eq!(form.field("date"), "2026-10-01", "{place}");
        // What a client has written at an hour is at the date that is typed.
        let hour = json!({"start_time": "2026-06-05T04:00:00Z"});
        let changed = client.extensions().update_item(&uuid, id, &hour).await;
        changed.expect_status(200);
        let form = ada.get(&path).await;
        let renamed = [("name", place), ("date", "2026-10-01")];
        assert_eq!(ada.fill_page(&path, &form, &renamed).await.status(), 303);
    }
}

async fn somebody_without_an_account_is_paid(server: TestServer) {
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let path = format!("{trip}/payments/new");
    let costs = ada.get(&format!("{trip}/costs")).await;
    assert!(!costs.has(&path), "there is nobody to pay");
    let grandma = [("name", "Grandma")];
    ada.fill(&format!("{trip}/people/new"), &grandma).await;
    // Nor does the head of a page leave her out.
    assert!(ada.get(&trip).await.has("2 people"));
    // Without reference rates, an empty rate has no usual one.
    let form = ada.get(&format!("{trip}/payments/new")).await;
    assert!(form.has("A number, or a fraction such as 1/195.") && !form.has("the usual rate"));
    let costs = ada.get(&format!("{trip}/costs")).await;
    assert!(costs.has(&path), "{}", costs.text);
    let form = ada.get(&path).await;
    let (before, _) = form.text.split_once("\">Grandma<").unwrap();
    let grandma = before.rsplit('"').next().unwrap();
    let from_ada = [("from", "ada"), ("to", grandma), ("currency", "")];
    let other = [from_ada.as_slice(), &[("amount", "20 €")]].concat();
    let refused = ada.fill_page(&path, &form, &other).await;
    assert!(refused.has("Has no rate of the trip"), "{}", refused.text);
    assert!(refused.has("Rate into CAD"));
    let wrong = [from_ada.as_slice(), &[("amount", "20"), ("rate", "2")]].concat();
    let wrong = ada.fill_page(&path, &form, &wrong).await;
    assert!(
        wrong.has("Must be the currency of this rate."),
        "{}",
        wrong.text
    );
    let rated = [other.as_slice(), &[("rate", "1,5")]].concat();
    let form = ada.get(&path).await;
    let paid = ada.fill_page(&path, &form, &rated).await;
    assert_eq!(paid.status(), 303, "{}", paid.text);
    assert_eq!(ada.get(&format!("{trip}/rates")).await.field("EUR"), "1.5");
    let form = ada.get(&path).await;
    let sent = [from_ada.as_slice(), &[("amount", "20 CAD")]].concat();
    let paid = ada.fill_page(&path, &form, &sent).await;
    assert_eq!(paid.status(), 303, "{}", paid.text);
    let costs = ada.get(&format!("{trip}/costs")).await;
    assert!(costs.has("ada paid Grandma CAD 20.00"), "{}", costs.text);
}

async fn debts_of_a_deleted_account_have_the_name_that_people_knew(server: TestServer) {
    let (mut ada, _, trip) = two_people(&server).await;
    let ben = client_of(&server, "ben").await;
    let name = json!({"name": "Benedetto"});
    ben.users().update("ben", &name).await.expect_status(200);
    let dinner = [("name", "Dinner"), ("total", "100")];
    ada.fill(&format!("{trip}/expenses/new"), &dinner).await;
    let owes = "Benedetto owes ada CAD 50.00";
    assert!(ada.views(&trip).await.has(owes));
    ben.users().delete("ben").await.expect_status(204);
    let page = ada.views(&trip).await;
    assert!(page.has(owes), "{}", page.text);
}
