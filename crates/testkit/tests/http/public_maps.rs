//! One setting turns on a street map and names of sights, as the public services allow.

use std::time::Duration;

use serde_json::json;
use wayfare_testkit::{Builder, on_sqlite, sample};

use crate::pages::visitor::Visitor;
use crate::place_server::Nominatim;

on_sqlite!(
    public_services_are_asked_by_acts_of_people_alone,
    maps_name_whose_they_are
);

const TRIP: &str = r#"{"type": "FeatureCollection", "features": [{"type": "Feature",
    "geometry": null, "properties": {"name": "Casa Aurora", "address": "Rua Nova 5, Lisboa"}}]}"#;

async fn public_services_are_asked_by_acts_of_people_alone(builder: Builder) {
    let nominatim = Nominatim::start(Duration::ZERO).await;
    let server = builder
        .setting("maps", "openstreetmap")
        .setting("contact", "ops@example.org")
        .setting("gazetteer-url", &nominatim.url)
        .setting("gazetteer-interval", "0s")
        .start()
        .unwrap();
    let mut visitor = Visitor::signed_up(&server, "ada").await;
    let path = visitor.trip(&[("name", "Portugal")]).await;
    let ada = sample::sign_up(&server.client(), "bea").await;
    // Neither a file nor what is typed is sent, nor what a page shows.
    let places = ada.extensions().places("Miradouro", None).await;
    places.expect_status(200);
    let copy = ada
        .extensions()
        .import("", TRIP)
        .await
        .expect_status(201)
        .value();
    let copy = copy["uuid"].as_str().unwrap();
    ada.extensions()
        .import(&format!("trip={copy}"), TRIP)
        .await
        .expect_status(200);
    visitor
        .get(&format!("{path}/places/suggest?q=Miradouro"))
        .await;
    visitor
        .fill(
            &format!("{path}/items/new"),
            &[("name", "Lunch"), ("kind", "destination"), ("day", "1")],
        )
        .await;
    assert_eq!(nominatim.requests(), [""; 0]);
    // A save is an act, and so is the button of a search.
    let hotel = json!({"item_type": "stay", "destination": {
        "name": "Casa Aurora", "location": "Rua Nova 5, Lisboa",
    }});
    ada.extensions()
        .add_item(copy, &hotel)
        .await
        .expect_status(201);
    let asked = nominatim.heads();
    assert!(
        asked.len() == 1 && asked[0].contains("q=Casa+Aurora"),
        "{asked:?}"
    );
    let agent = "user-agent: wayfare/0.1.0 (ops@example.org)";
    assert!(asked[0].to_lowercase().contains(agent), "{asked:?}");
    let page = visitor.views(&path).await;
    let (_, item) = page.text.split_once("data-item=\"").unwrap();
    let (item, _) = item.split_once('"').unwrap();
    let search = format!("{path}/item/place/search?id={item}");
    visitor.get(&search).await;
    assert_eq!(nominatim.requests().len(), 1);
    visitor.get(&format!("{search}&q=Time+Out+Market")).await;
    assert_eq!(nominatim.requests().len(), 2);
}

async fn maps_name_whose_they_are(builder: Builder) {
    let nominatim = Nominatim::start(Duration::ZERO).await;
    let server = builder
        .setting("maps", "openstreetmap")
        .setting("gazetteer-url", &nominatim.url)
        .start()
        .unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let token = ada.views(&trip).await.field("form_token");
    ada.post(&format!("{trip}/places"), &token, &[("name", "Lisbon")])
        .await;
    let page = ada.views(&trip).await;
    assert!(
        page.has("href=\"https://tile.openstreetmap.org/"),
        "{}",
        page.text
    );
    assert!(page.has("<a href=\"https://www.openstreetmap.org/copyright\">© OpenStreetMap"));
    assert!(
        page.has("visitors, go to its public services"),
        "{}",
        page.text
    );
    assert_eq!(page.reply.header("referrer-policy"), Some("strict-origin"));
    let policy = page.reply.header("content-security-policy").unwrap();
    assert!(
        policy.contains("img-src 'self' https://tile.openstreetmap.org;"),
        "{policy}"
    );
}
