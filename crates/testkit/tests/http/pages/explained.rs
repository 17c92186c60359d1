//! The page that explains who owes whom.

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Builder, on_sqlite};

use super::visitor::Visitor;

on_sqlite!(
    every_line_and_reason_is_shown_to_readers,
    what_has_no_rate_is_not_called_settled,
    a_page_of_many_lines_is_short,
);

fn share(member: &str, cost: i64, paid: i64) -> Value {
    json!({"memberId": member, "cost": cost, "paidValue": paid})
}

async fn with_items(by: &Traveller, name: &str, items: Value) -> String {
    let trip = sample::public_trip(by, name).await;
    let items = json!({"trip_items": items});
    by.a().set_items(&trip, &items).await.expect_status(200);
    trip
}

fn item(name: &str, budget: &Value) -> Value {
    json!({"item_type": "expense", "destination": {"name": name}, "budget": budget})
}

async fn every_line_and_reason_is_shown_to_readers(builder: Builder) {
    let server = builder.start().unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    let dinner = json!({"currency": "PLN", "membersBudget": [
        share("ada", 20, 90), share("<ben>", 30, 0), share("cy", 40, 0)]});
    let trip = with_items(&ada, "Lodz", json!([item("Pierogi", &dinner)])).await;
    let rates = json!({"rates": {"PLN": "0.5"}});
    let set = ada.extensions().set_own_rates(&trip, &rates).await;
    set.expect_status(200);
    let paid = json!({"from": "cy", "to": "ada", "amount": 1, "currency": "PLN"});
    let recorded = ada.extensions().record_settlement(&trip, &paid).await;
    recorded.expect_status(201);
    let mut nobody = Visitor::new(&server);
    let path = format!("/trip/{trip}/settlement");
    let page = nobody.get(&path).await;
    assert_eq!(page.status(), 200);
    assert_eq!(page.reply.header("x-robots-tag"), Some("noindex"));
    for text in [
        "&lt;ben&gt; owes ADA CAD 15.00",
        "After that &lt;ben&gt; owes nothing more. ADA gets CAD 19.50 besides.",
        "cy owes ADA CAD 19.50",
        "Payment to ADA",
        "Payment from cy",
        "After that cy owes nothing more. ADA then has everything back.",
        "Pierogi",
        "PLN 90.00 / PLN 20.00 at 0.5, this trip's own rate",
        "Has paid CAD 34.50 more than their share.",
        "Has paid CAD 19.50 less than their share.",
    ] {
        assert!(page.has(text), "{text}: {}", page.text);
    }
    assert!(
        !page.has("Day 1"),
        "an expense of a trip without dates has no day"
    );
    let rows = page.text.matches("Pierogi").count();
    assert_eq!(rows, 3, "one row of each person");
    assert!(!page.has("export/settlement.csv"), "files need an account");
    let mut ben = Visitor::signed_up(&server, "ben").await;
    let link = format!("href=\"/trip/{trip}/export/settlement.csv\"");
    assert!(ben.get(&path).await.has(&link));
    assert!(
        ben.get(&format!("/trip/{trip}/people"))
            .await
            .has(&format!("href=\"{path}\""))
    );
    let private = json!({"private": true});
    ada.a().manage(&trip, &private).await.expect_status(200);
    let missing = "/trip/0198c0de-0000-7000-8000-00000000000a/settlement";
    for visitor in [&mut nobody, &mut ben] {
        let hidden = visitor.get(&path).await;
        assert_eq!(hidden.status(), 404);
        assert_eq!(hidden.text, visitor.get(missing).await.text);
    }
}

async fn what_has_no_rate_is_not_called_settled(builder: Builder) {
    let server = builder.start().unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    let even = json!({"membersBudget": [share("ada", 5, 5)]});
    let trip = with_items(&ada, "Even", json!([item("Coffee", &even)])).await;
    let path = format!("/trip/{trip}/settlement");
    let mut nobody = Visitor::new(&server);
    assert!(nobody.get(&path).await.has("All is settled."));
    let unknown = json!({"currency": "KRW", "membersBudget": [share("ada", 1240, 0)]});
    let items = json!({"trip_items": [item("Coffee", &even), item("Hotel", &unknown)]});
    ada.a().set_items(&trip, &items).await.expect_status(200);
    let page = nobody.get(&path).await;
    assert!(!page.has("All is settled"), "{}", page.text);
    assert!(!page.has("exactly their share"), "{}", page.text);
    assert!(page.has("Not everything is counted yet"));
    assert!(
        page.has("KRW 1,240") && page.has("no rate"),
        "{}",
        page.text
    );
}

async fn a_page_of_many_lines_is_short(builder: Builder) {
    let server = builder.start().unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    let name = "Łódź ".repeat(40);
    let items = (0..300).map(|_| {
        let shares = (0..30).map(|n| share(&format!("m{n}"), 7, n));
        item(&name, &json!({"membersBudget": shares.collect::<Vec<_>>()}))
    });
    let trip = with_items(&ada, "Long", items.collect()).await;
    let page = Visitor::new(&server)
        .get(&format!("/trip/{trip}/settlement"))
        .await;
    assert_eq!(page.status(), 200);
    assert!(page.text.len() < 1 << 20, "{}", page.text.len());
    // Of the fourth, a third is shown.
    for left in ["… and 200 more", "… and 300 more"] {
        assert!(page.has(left), "what is left out is counted");
    }
}
