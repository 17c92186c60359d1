//! `Location` of what was made leads to it.

use serde_json::{Value, json};
use wayfare_testkit::{Call, Method, TestServer, on_sqlite, sample};

use crate::pictures::samples::jpeg;

on_sqlite!(location_of_what_was_made_answers_it);

async fn location_of_what_was_made_answers_it(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let ben = sample::sign_up(&server.client(), "ben").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    sample::add_members(&ada, &trip, &[&ben]).await;
    let post = |path: &str| -> Call<Value> {
        let path = path.replace("{}", &trip);
        ada.client.request(Method::POST, &format!("/api/v1{path}"))
    };
    let picture = post("/trips/{}/pictures").file("file", "a.jpg", jpeg(8, 8, 0));
    let mut calls = vec![picture];
    for (path, body) in [
        ("/trips/{}/trip_items", json!({"item_type": "walk"})),
        (
            "/trips/{}/settlements",
            json!({"from": "ben", "to": "ada", "amount": 1}),
        ),
        ("/trips/{}/parties", json!({"name": "Aunt Mia"})),
        ("/trips/{}/share-links", json!({"label": "Family"})),
        ("/trips/{}/invitations", json!({"uses": 3})),
        ("/user/ada/keys", json!({"name": "Script", "scope": "read"})),
    ] {
        calls.push(post(path).json(&body));
    }
    for call in calls {
        let made = call.await.expect_status(201);
        let location = made.header("location").unwrap();
        let path = location
            .strip_prefix(&server.base_url())
            .unwrap()
            .to_owned();
        let shown = ada.client.request(Method::GET, &path).await;
        let shown: Value = shown.expect_status(200).value();
        let mut made = made.value();
        // The text of a key is told once.
        made.as_object_mut().unwrap().remove("key");
        assert_eq!(shown, made, "{path}");
        let unknown = format!("{}x", &path[..path.len() - 1]);
        let unknown = ada.client.request(Method::GET, &unknown).await;
        unknown.expect_status(404).problem();
    }
}
