//! Concurrent requests: no lost updates, and exactly one winner among conflicting ones.

use std::future::IntoFuture;

use futures_util::future::join_all;
use serde_json::{Value, json};
use wayfare_testkit::{Call, Method, TestServer, both, sample};

use crate::cast::Cast;

both!(
    applies_concurrent_puts_to_different_fields,
    accepts_one_of_concurrent_puts_with_the_same_etag,
    assigns_a_username_once,
    changes_the_owner_once,
    answers_concurrent_refreshes_like_retries,
);

/// Sends all requests concurrently; returns the sorted statuses.
async fn at_once<T: 'static>(calls: impl IntoIterator<Item = Call<T>>) -> Vec<u16> {
    let replies = join_all(calls.into_iter().map(IntoFuture::into_future)).await;
    let mut statuses: Vec<u16> = replies.into_iter().map(|reply| reply.status).collect();
    statuses.sort_unstable();
    statuses
}

async fn applies_concurrent_puts_to_different_fields(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    // So that both ends of the estimate are valid in either order.
    cast.ada
        .b()
        .update(&trip, &json!({"budget": {"hi": 100}}))
        .await
        .expect_status(200);
    for round in 1..6 {
        let text = format!("round {round}");
        let edits: [(&str, Value); 9] = [
            ("/trip/{}", json!({"name": text})),
            ("/trips/{}", json!({"desc": text})),
            ("/trip/{}", json!({"todo": [text]})),
            ("/trips/{}", json!({"dest": [text]})),
            ("/trip/{}", json!({"budget": {"hi": 100 + round}})),
            ("/trips/{}", json!({"budget": {"lo": round}})),
            (
                "/trips/{}/trip_items",
                json!({"trip_items": [{"item_type": text}]}),
            ),
            ("/trips/{}/budget", json!({"budget": {"category": text}})),
            ("/trip/{}/map", json!({"notes": text})),
        ];
        let puts = edits.iter().enumerate().map(|(place, (path, body))| {
            let client = if place % 2 == 0 {
                &cast.ada.client
            } else {
                &cast.bob.client
            };
            let call = client
                .request(
                    Method::PUT,
                    &format!("/api/v1{}", path.replace("{}", &trip)),
                )
                .json(body);
            async move { call.await.status }
        });
        assert_eq!(join_all(puts).await, [200; 9]);
        let detail = cast.ada.a().trip(&trip).await.value();
        let whole = cast.ada.b().trip(&trip).await.value();
        assert_eq!(
            (&detail["name"], &detail["desc"], &detail["todo"]),
            (&json!(text), &json!(text), &json!([text]))
        );
        assert_eq!(whole["dest"], json!([text]));
        assert_eq!(whole["budget"], json!({"lo": round, "hi": 100 + round}));
        assert_eq!(detail["map"]["notes"], json!(text));
        assert_eq!(
            cast.ada.a().items(&trip).await.value()[0]["item_type"],
            json!(text)
        );
        cast.ada
            .a()
            .set_budget(&trip, &json!({"budget": {"category": text}}))
            .await
            .expect_status(304);
    }
}

async fn accepts_one_of_concurrent_puts_with_the_same_etag(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let tag = cast.ada.b().trip(&trip).await.etag();
    let puts = (0..10).map(|rival| {
        cast.ada
            .b()
            .update(&trip, &json!({"name": format!("rival {rival}")}))
            .if_match(&tag)
    });
    let statuses = at_once(puts).await;
    assert_eq!(statuses, [200, 412, 412, 412, 412, 412, 412, 412, 412, 412]);
}

async fn assigns_a_username_once(server: TestServer) {
    let client = server.client();
    let spelled = ["ada", "ADA", "Ada", "aDa", "adA", "AdA"];
    let calls = spelled.map(|name| {
        client
            .users()
            .create(&json!({"name": name, "username": name}))
    });
    let statuses = at_once(calls).await;
    assert_eq!(statuses, [200, 403, 403, 403, 403, 403]);
    // The same for renaming users.
    let travellers = join_all((0..4).map(|number| {
        let client = client.clone();
        async move { sample::sign_up(&client, &format!("user{number}")).await }
    }));
    let travellers = travellers.await;
    let renames = travellers.iter().map(|traveller| {
        traveller
            .users()
            .update(&traveller.username, &json!({"username": "wanted"}))
    });
    let statuses = at_once(renames).await;
    assert_eq!(statuses, [200, 403, 403, 403]);
}

async fn changes_the_owner_once(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let calls = ["bob", "eve", "bob", "eve"]
        .map(|owner| cast.ada.a().manage(&trip, &json!({"owner": owner})));
    let statuses = at_once(calls).await;
    // One wins. In the others, Ada is only a member when she changes the owner, or the change has
    // already happened.
    assert_eq!(statuses[0], 200);
    assert!(
        statuses[1..]
            .iter()
            .all(|status| matches!(status, 304 | 401)),
        "{statuses:?}"
    );
    let owner = cast.ada.b().trip(&trip).await.json().owner;
    assert!(owner == "bob" || owner == "eve");
}

async fn answers_concurrent_refreshes_like_retries(server: TestServer) {
    let client = server.client();
    let body = json!({"name": "Ada", "username": "ada", "password": "correct horse"});
    sample::sign_up_with(&client, &body).await;
    let grant = json!({"grant_type": "password", "username": "ada", "password": "correct horse"});
    let token = client.users().sign_in(&grant).await.json().refresh_token;
    let refresh = json!({"grant_type": "refresh_token", "refresh_token": token});
    let statuses = at_once((0..5).map(|_| client.users().sign_in(&refresh))).await;
    assert_eq!(statuses, [200; 5]);
}
