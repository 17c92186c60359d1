//! Codes that pages hand out: each is good for one use, whatever a browser sends.

use serde_json::{Value, json};
use wayfare_testkit::{Builder, Method, both, on_sqlite};

use super::edits::{client_of, two_people};
use super::visitor::Visitor;

both!(nobody_gets_a_payment_signed);

on_sqlite!(
    a_cookie_of_another_shape_is_none,
    what_was_removed_is_in_no_address,
);

/// Whatever stands in the cookies or the fields: no page hands out the code of a payment.
async fn nobody_gets_a_payment_signed(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, mut ben, trip) = two_people(&server).await;
    let id = trip.strip_prefix("/trip/").unwrap();
    let own = client_of(&server, "ben").await;
    let own = own.request(Method::GET, "/api/v1/user/ben").await;
    let own: Value = serde_json::from_slice(&own.body).unwrap();
    let user = own["userId"].as_str().or(own["id"].as_str());
    let user = user
        .unwrap_or("00000000-0000-4000-8000-000000000001")
        .to_owned();
    let forged = json!({
        "id": "00000000-0000-4000-8000-000000000002", "from": "ada", "to": "ben",
        "amount": "1000", "currency": "CAD", "date": 253_402_300_800_000_i64,
        "recorded_by": user, "recorded_at": 0,
    })
    .to_string();
    let settle = format!("{trip}/settle");
    let token = ben.views(&trip).await.field("form_token");
    let mut codes = vec![token.clone()];
    let signed = [
        forged.clone(),
        format!("{user} {id} {forged}"),
        format!("{user}{id}{forged}"),
        "A".repeat(43),
    ];
    for value in &signed {
        for cookie in ["wayfare-form", "wayfare", "wayfare-oidc", "wayfare-flash"] {
            let mut attacker = Visitor::new(&server);
            attacker.set_cookie(cookie, value);
            for page in ["/sign-in", "/sign-up"] {
                codes.push(attacker.get(page).await.field("form_token"));
            }
        }
    }
    for code in codes {
        let fields = [
            ("undone", "payment"),
            ("payment_json", &*forged),
            ("payment_until", "9999999999999"),
            ("payment_code", &*code),
        ];
        let refused = ben.post(&settle, &token, &fields).await;
        assert_eq!(refused.status(), 403, "{code}: {}", refused.text);
    }
    let client = client_of(&server, "ada").await;
    let path = format!("/api/v1/trips/{id}/settlements");
    let payments = client.request(Method::GET, &path).await.expect_status(200);
    assert_eq!(payments.body, b"[]");
    assert_eq!(ada.get(&format!("{trip}/costs")).await.status(), 200);
}

async fn a_cookie_of_another_shape_is_none(builder: Builder) {
    let server = builder.start().unwrap();
    let good = "A".repeat(43);
    for wrong in [
        "a b",
        "x",
        "{\"id\":1}",
        &good[1..],
        &format!("{good}A"),
        "ä",
    ] {
        let mut visitor = Visitor::new(&server);
        visitor.set_cookie("wayfare-form", wrong);
        visitor.get("/sign-in").await;
        let own = visitor.cookie("wayfare-form").unwrap();
        assert!(own != wrong && own.len() == 43, "{wrong}: {own}");
    }
}

async fn what_was_removed_is_in_no_address(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let token = ada.views(&trip).await.field("form_token");
    let lists = format!("{trip}/lists");
    let added = [("text", "Secret errand")];
    assert_eq!(ada.post(&lists, &token, &added).await.status(), 303);
    let page = ada.get(&lists).await;
    let (_, entry) = page.text.split_once("name=\"remove\" value=\"").unwrap();
    let entry = entry.split('"').next().unwrap().to_owned();
    let removed = ada.post(&lists, &token, &[("remove", &entry)]).await;
    let location = removed.reply.header("location").unwrap().to_owned();
    assert!(
        location.contains("&undo=") && location.len() < 120,
        "{location}"
    );
    assert!(!location.contains("errand"), "{location}");
    let offered = ada.get(location.split('#').next().unwrap()).await;
    assert!(offered.has("value=\"Secret errand\""), "{}", offered.text);
    // It is of this removal alone.
    assert!(!ada.get(&lists).await.has("Secret errand"));
    // Nothing of it stays behind.
    let token = ada.get(&lists).await.field("form_token");
    ada.post("/sign-out", &token, &[]).await;
    assert_eq!(ada.cookie("wayfare-flash"), None);
}
