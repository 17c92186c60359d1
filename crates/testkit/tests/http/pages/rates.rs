//! Exchange rates as people type them, and the currency that an empty field means.

use serde_json::{Value, json};
use time::macros::datetime;
use wayfare_testkit::{Builder, FixedClock, Method, TestServer, on_sqlite};

use super::edits::{client_of, two_people};
use super::visitor::Visitor;

on_sqlite!(
    a_rate_is_taken_either_way_round,
    a_rate_far_from_the_reference_rate_is_asked_about,
    the_rate_of_a_payment_is_asked_about,
    an_empty_currency_is_that_of_the_region_then_of_the_last_trip,
);

/// A pound is 195 yen.
const BANK: &str = "Date,GBP,JPY,\n2026-04-30,0.8,156,\n";

/// The own rates of a trip.
async fn own_rates(server: &TestServer, trip: &str) -> Value {
    let client = client_of(server, "ada").await;
    let path = trip.replace("/trip/", "/api/v1/trips/") + "/rates";
    let reply = client.request(Method::GET, &path).await.expect_status(200);
    let rates: Value = serde_json::from_slice(&reply.body).unwrap();
    rates["rates"].clone()
}

/// A trip in pounds with a dinner in yen, whose reference rate is known or not.
async fn dinner(server: &TestServer) -> (Visitor, String) {
    let (mut ada, _, trip) = two_people(server).await;
    let budget = [("currency", "GBP")];
    let saved = ada.fill(&format!("{trip}/budget"), &budget).await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    let ramen = [("name", "Ramen"), ("total", "1950"), ("currency", "JPY")];
    let added = ada.fill(&format!("{trip}/expenses/new"), &ramen).await;
    assert_eq!(added.status(), 303, "{}", added.text);
    (ada, trip)
}

async fn a_rate_is_taken_either_way_round(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, trip) = dinner(&server).await;
    let (path, costs) = (format!("{trip}/rates"), format!("{trip}/costs"));
    let page = ada.get(&costs).await;
    assert!(
        page.has("<option value=\"\">1 JPY = … GBP</option>")
            && page.has("<option value=\"indirect\" selected>1 GBP = … JPY</option>"),
        "{}",
        page.text
    );
    let turned = json!({"JPY": "0.00512820512820513"});
    for (typed, way, stored) in [
        ("1 GBP = 195 JPY", "", &turned),
        ("1/195", "", &turned),
        ("195", "indirect", &turned),
        ("1 JPY = 0.005 GBP", "indirect", &json!({"JPY": "0.005"})),
    ] {
        let fields = [("JPY", typed), ("quotation.JPY", way)];
        let saved = ada.fill(&path, &fields).await;
        assert_eq!(saved.status(), 303, "{typed}: {}", saved.text);
        assert_eq!(&own_rates(&server, &trip).await, stored, "{typed}");
        let gone = ada.fill(&path, &[("JPY", "")]).await;
        assert_eq!(gone.status(), 303, "{}", gone.text);
    }
    let fields = [("JPY", "195"), ("quotation.JPY", "indirect")];
    ada.fill(&path, &fields).await;
    let page = ada.get(&costs).await;
    assert!(page.has("GBP 10.00"), "{}", page.text);
    let form = ada.get(&path).await;
    assert_eq!(form.field("JPY"), "195", "shown as it was typed");
    assert!(form.has("<option value=\"indirect\" selected>1 GBP = … JPY"));
    let wrong = [("JPY", "1 USD = 150 JPY")];
    let refused = ada.fill_page(&path, &form, &wrong).await;
    assert_eq!(refused.status(), 400);
    let told = "Must name the two currencies, such as 1 GBP = 195 JPY.";
    assert!(refused.has(told), "{}", refused.text);
    assert_eq!(refused.field("JPY"), "1 USD = 150 JPY");
}

async fn a_rate_far_from_the_reference_rate_is_asked_about(builder: Builder) {
    let clock = FixedClock::at(datetime!(2026-05-01 12:00 UTC));
    let server = builder.clock(clock).start().unwrap();
    server.import_rates(BANK).unwrap();
    let (mut ada, trip) = dinner(&server).await;
    let path = format!("{trip}/rates");
    let form = ada.get(&path).await;
    let proposed = "Left empty: the reference rate of 30 Apr 2026, 1 GBP = 195 JPY";
    assert!(form.has(proposed), "{}", form.text);
    assert_eq!(form.field("JPY"), "");
    assert!(form.has("<option value=\"indirect\" selected>1 GBP = … JPY"));
    let other = [("currency", "USD"), ("rate", "0.8")];
    let typed = [other.as_slice(), &[("JPY", "195")]].concat();
    let asked = ada.fill_page(&path, &form, &typed).await;
    assert_eq!(asked.status(), 400);
    let told = "Says 1 JPY = 195 GBP, but the reference rate is 1 JPY = 0.00512821 GBP: turn it";
    assert!(asked.has(told), "{}", asked.text);
    let [yen, currency, rate] = ["JPY", "currency", "rate"].map(|name| asked.field(name));
    assert_eq!([&*yen, &*currency, &*rate], ["195", "USD", "0.8"]);
    assert_eq!(own_rates(&server, &trip).await, json!({}));
    assert!(asked.has("Yes, I mean this rate"));
    let turned = [("JPY", "195"), ("quotation.JPY", "indirect")];
    let saved = ada.fill_page(&path, &asked, &turned).await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    let expected = json!({"JPY": "0.00512820512820513"});
    assert_eq!(own_rates(&server, &trip).await, expected);
    let sure = [("JPY", "195"), ("sure", "on")];
    let saved = ada.fill(&path, &sure).await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    assert_eq!(own_rates(&server, &trip).await, json!({"JPY": "195"}));
    // What was confirmed is not asked about again, nor what is within the factor.
    for (yen, way) in [("195", ""), ("20", "indirect")] {
        let again = [("JPY", yen), ("quotation.JPY", way), other[0], other[1]];
        let saved = ada.fill(&path, &again).await;
        assert_eq!(saved.status(), 303, "{yen}: {}", saved.text);
        ada.fill(&path, &[("USD", "")]).await;
    }
}

async fn the_rate_of_a_payment_is_asked_about(builder: Builder) {
    let clock = FixedClock::at(datetime!(2026-05-01 12:00 UTC));
    let server = builder.clock(clock).start().unwrap();
    server.import_rates(BANK).unwrap();
    let (mut ada, trip) = dinner(&server).await;
    let path = format!("{trip}/payments/new");
    let paid = [
        ("from", "ben"),
        ("to", "ada"),
        ("amount", "975"),
        ("currency", "JPY"),
        ("rate", "190"),
    ];
    let asked = ada.fill(&path, &paid).await;
    assert_eq!(asked.status(), 400);
    assert!(asked.has("Says 1 JPY = 190 GBP"), "{}", asked.text);
    assert!(!ada.get(&format!("{trip}/costs")).await.has("ben paid ada"));
    let turned = [paid.as_slice(), &[("quotation.rate", "indirect")]].concat();
    let saved = ada.fill_page(&path, &asked, &turned).await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    let page = ada.get(&format!("{trip}/costs")).await;
    assert!(page.has("ben paid ada JPY 975"), "{}", page.text);
    let expected = json!({"JPY": "0.00526315789473684"});
    assert_eq!(own_rates(&server, &trip).await, expected);
}

/// The currency of the sums of a trip that was made with these fields.
async fn currency_of(visitor: &mut Visitor, fields: &[(&str, &str)]) -> String {
    let trip = visitor.trip(fields).await;
    let form = visitor.get(&format!("{trip}/budget")).await;
    form.field("currency")
}

async fn an_empty_currency_is_that_of_the_region_then_of_the_last_trip(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let empty = [("name", "Lisbon")];
    assert_eq!(currency_of(&mut ada, &empty).await, "", "the service's");
    ada.languages = "en-GB,en;q=0.5";
    let form = ada.get("/trips/new").await;
    assert!(form.has("Left empty: GBP"), "{}", form.text);
    assert_eq!(currency_of(&mut ada, &empty).await, "GBP");
    let francs = [("name", "Basel"), ("currency", "CHF")];
    assert_eq!(currency_of(&mut ada, &francs).await, "CHF");
    let form = ada.get("/trips/new").await;
    assert!(form.has("Left empty: CHF"), "{}", form.text);
    assert_eq!(currency_of(&mut ada, &empty).await, "CHF");
    // What others have made counts for them.
    let mut ben = Visitor::signed_up(&server, "ben").await;
    let trip = ben.trip(&[("name", "Oslo"), ("currency", "NOK")]).await;
    let token = ben.views(&trip).await.field("form_token");
    let add = [("username", "ada"), ("add", "1")];
    ben.post(&format!("{trip}/people"), &token, &add).await;
    assert_eq!(currency_of(&mut ada, &empty).await, "CHF");
    for (languages, expected) in [
        ("de", "EUR"),
        ("ja", "JPY"),
        ("en-US", "USD"),
        ("es-419", ""),
    ] {
        let username = format!("cy-{languages}");
        let mut cy = Visitor::signed_up(&server, &username).await;
        cy.languages = languages;
        let first = cy.get("/trips").await;
        let base = if expected.is_empty() { "CAD" } else { expected };
        assert!(first.has(&format!("{base}</p>")), "{}", first.text);
        assert_eq!(currency_of(&mut cy, &empty).await, expected, "{languages}");
    }
}
