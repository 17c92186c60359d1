//! Several servers over one PostgreSQL and one object store: each serves the others' writes
//! immediately, and survives their end.

mod rotation;
pub(super) mod rounds;
pub(super) mod shared_stores;

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Client, Method};

use crate::process::{Node, Starting};
use crate::several::shared_stores::{BASE_URL, SharedStores};

const PASSWORD: &str = "correct horse battery";
const PIXEL: &[u8] = include_bytes!("../../../../../crates/fuzz/corpus/pictures/pixel.png");

/// Starts two servers, and signs a user up at the first.
async fn two(stores: &SharedStores) -> (Node, Node, Traveller) {
    let (one, other) = (stores.start(), stores.start());
    let body = json!({"name": "Ada", "username": "ada", "password": PASSWORD});
    let ada = sample::sign_up_with(&one.client, &body).await;
    (one, other, ada)
}

#[tokio::test]
async fn concurrent_starts_on_an_empty_database_all_succeed() {
    let stores = SharedStores::new();
    let starting = [stores.spawn(), stores.spawn(), stores.spawn()];
    let nodes = starting.map(Starting::ready);
    sample::sign_up(&nodes[0].client, "ada").await;
    for node in &nodes {
        node.client.users().profile("ada").await.expect_status(200);
    }
    let migrated = nodes
        .iter()
        .filter(|node| node.log().contains("applied migration"))
        .count();
    assert_eq!(migrated, 1, "one server migrates, the others wait for it");
}

#[tokio::test]
async fn writes_are_visible_at_other_servers_immediately() {
    let stores = SharedStores::new();
    let (_one, other, ada) = two(&stores).await;
    let there = other.client.with_token(&ada.token);
    let trip = sample::trip(&ada, "Lisbon").await;
    let first = ada.b().trip(&trip).await;
    let seen = there.b().trip(&trip).await;
    assert_eq!(
        (first.etag(), &first.body),
        (seen.etag(), &seen.body),
        "the same bytes under the same tag"
    );
    let changed = there
        .b()
        .update(&trip, &json!({"name": "Porto"}))
        .if_match(&first.etag())
        .await;
    assert_eq!(changed.expect_status(200).json().name, "Porto");
    let again = ada
        .b()
        .trip(&trip)
        .if_none_match(&first.etag())
        .await
        .expect_status(200);
    there
        .b()
        .trip(&trip)
        .if_none_match(&again.etag())
        .await
        .expect_status(304);
    ada.b()
        .update(&trip, &json!({"name": "Faro"}))
        .if_match(&first.etag())
        .await
        .expect_status(412);
    // Both know new users and new names immediately, too.
    let ben = sample::sign_up(&other.client, "ben").await;
    ben.b().trip(&trip).await.expect_status(404);
    sample::add_members(&ada, &trip, &[&ben]).await;
    ben.b().trip(&trip).await.expect_status(200);
    ada.users()
        .update("ada", &json!({"username": "countess"}))
        .await
        .expect_status(200);
    assert_eq!(ben.b().trip(&trip).await.json().owner, "countess");
}

#[tokio::test]
async fn revocations_apply_at_other_servers_immediately() {
    let stores = SharedStores::new();
    let (one, other, ada) = two(&stores).await;
    let is_good = async |node: &Node, token: &str| {
        node.client.with_token(token).users().own().await.status == 200
    };
    let grant = json!({"grant_type": "password", "username": "ada", "password": PASSWORD});
    let refresh = |token: &str| json!({"grant_type": "refresh_token", "refresh_token": token});
    // A refresh token works once, at any server; reuse at any server revokes its family.
    let first = other.client.users().sign_in(&grant).await.json();
    let second = one
        .client
        .users()
        .sign_in(&refresh(&first.refresh_token))
        .await
        .json();
    assert!(is_good(&other, &second.access_token).await);
    let third = other
        .client
        .users()
        .sign_in(&refresh(&second.refresh_token))
        .await
        .json();
    other
        .client
        .users()
        .sign_in(&refresh(&first.refresh_token))
        .await
        .expect_status(401);
    one.client
        .users()
        .sign_in(&refresh(&third.refresh_token))
        .await
        .expect_status(401);
    // A new password revokes all earlier tokens.
    let change = json!({"current": PASSWORD, "password": "another long one"});
    other
        .client
        .with_token(&second.access_token)
        .users()
        .set_password(&change)
        .await
        .expect_status(204);
    assert!(!is_good(&one, &second.access_token).await && !is_good(&one, &ada.token).await);
    one.client.users().sign_in(&grant).await.expect_status(401);
    // So do a revocation by the user, and the deletion of the account.
    let grant =
        json!({"grant_type": "password", "username": "ada", "password": "another long one"});
    let revoked = one.client.users().sign_in(&grant).await.json().access_token;
    other
        .client
        .with_token(&revoked)
        .users()
        .revoke(&json!({"all": true}))
        .await
        .expect_status(204);
    assert!(!is_good(&one, &revoked).await);
    let last = other
        .client
        .users()
        .sign_in(&grant)
        .await
        .json()
        .access_token;
    one.client
        .with_token(&last)
        .users()
        .delete("ada")
        .await
        .expect_status(204);
    assert!(!is_good(&other, &last).await);
}

/// Opens an address from another server's response without a token.
async fn opened(at: &Client, url: &str) -> (u16, Vec<u8>) {
    let path = url.strip_prefix(BASE_URL).expect(url);
    let reply = at.request(Method::GET, path).await;
    (reply.status, reply.body)
}

#[tokio::test]
async fn pictures_have_the_same_address_at_all_servers() {
    let stores = SharedStores::new();
    let (one, other, ada) = two(&stores).await;
    let there = other.client.with_token(&ada.token);
    let trip = sample::trip(&ada, "Lisbon").await;
    let file = one
        .client
        .request(Method::GET, "/api/v1/trip/default/picture")
        .await
        .expect_status(200)
        .body;
    let given = ada
        .a()
        .set_pictures(&trip)
        .file("mainImage", "lisbon.jpg", file)
        .await
        .json()
        .main_image;
    let seen = there.a().pictures(&trip).await.json().main_image;
    if ada.a().pictures(&trip).await.json().main_image == given {
        assert_eq!(seen, given, "both servers sign alike within the hour");
    }
    let (status, bytes) = opened(&other.client, &given).await;
    assert_eq!(status, 200);
    assert!(!bytes.is_empty());
    assert_eq!(opened(&one.client, &seen).await, (200, bytes.clone()));
    let through_token = there
        .b()
        .picture(&trip)
        .max_width("10")
        .await
        .expect_status(200);
    assert!(through_token.body.len() < bytes.len());
    assert_eq!(
        opened(&other.client, &format!("{given}0")).await.0,
        403,
        "an altered signature"
    );
    there
        .b()
        .update(
            &trip,
            &json!({"img": format!("{BASE_URL}/api/v1/trip/default/picture")}),
        )
        .await
        .expect_status(200);
    assert_eq!(
        opened(&one.client, &given).await.0,
        403,
        "the picture was removed"
    );
}

/// A link that Ada makes at one server; it opens at the other one, and so does a picture that it
/// shows. Returns its id, its token and the address of the picture.
async fn shared(ada: &Traveller, other: &Node, trip: &str) -> [String; 3] {
    let made = ada.extensions().create_share_link(trip, &json!({})).await;
    let made = made.expect_status(201).json();
    let shown = other.client.extensions().shared(made.token()).await;
    let photo = shown.expect_status(200).json().photos.unwrap().remove(0);
    assert_eq!(opened(&other.client, &photo).await.0, 200);
    [made.id.clone(), made.token().to_owned(), photo]
}

#[tokio::test]
async fn share_links_end_at_other_servers_immediately() {
    let stores = SharedStores::new();
    let (one, other, ada) = two(&stores).await;
    let ben = sample::sign_up(&one.client, "ben").await;
    for end in ["link", "section", "owner", "trip", "account"] {
        let trip = sample::trip(&ada, "Lisbon").await;
        let picture = ada.a().set_pictures(&trip);
        let picture = picture.file("mainImage", "a.png", PIXEL).await;
        picture.expect_status(200);
        let [link, token, photo] = shared(&ada, &other, &trip).await;
        match end {
            "link" => {
                let ended = ada.extensions().delete_share_link(&trip, &link).await;
                ended.expect_status(204);
            }
            "section" => {
                let map = json!({"sections": ["map"]});
                let cut = ada.extensions().update_share_link(&trip, &link, &map).await;
                cut.expect_status(200);
            }
            "owner" => {
                sample::add_members(&ada, &trip, &[&ben]).await;
                let given = ada.a().manage(&trip, &json!({"owner": "ben"})).await;
                given.expect_status(200);
            }
            "trip" => {
                ada.b().delete(&trip).await.expect_status(204);
            }
            _ => {
                ada.users().delete("ada").await.expect_status(204);
            }
        }
        let shown = other.client.extensions().shared(&token).await;
        let expected = if end == "section" { 200 } else { 404 };
        assert_eq!(shown.status, expected, "{end}");
        assert_eq!(opened(&other.client, &photo).await.0, 403, "{end}");
    }
}

/// Writes increasing numbers to a trip's to-do list until the server ends; returns the last one
/// that was acknowledged.
async fn write_until_killed(client: Client, trip: String) -> u64 {
    let mut acknowledged = 0;
    loop {
        let next = acknowledged + 1;
        match client
            .b()
            .update(&trip, &json!({"todo": [next.to_string()]}))
            .send()
            .await
        {
            Ok(reply) if reply.status == 200 => acknowledged = next,
            Ok(reply) => panic!("{reply:?}"),
            Err(_) => return acknowledged,
        }
    }
}

fn number_in(trip: &Value) -> u64 {
    trip["todo"][0].as_str().unwrap_or("0").parse().unwrap()
}

#[tokio::test]
async fn other_server_continues_after_a_kill() {
    let stores = SharedStores::new();
    let (one, other, ada) = two(&stores).await;
    let there = other.client.with_token(&ada.token);
    let mut writers = Vec::new();
    for number in 0..6 {
        let trip = sample::trip(&ada, &format!("Trip {number}")).await;
        writers.push((
            trip.clone(),
            tokio::spawn(write_until_killed(ada.client.clone(), trip)),
        ));
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    one.kill();
    let mut written = 0;
    for (trip, writer) in writers {
        let acknowledged = writer.await.unwrap();
        written += acknowledged;
        let stored = number_in(&there.b().trip(&trip).await.value());
        // The last write may be committed without a response.
        assert!(
            (acknowledged..=acknowledged + 1).contains(&stored),
            "{acknowledged} acknowledged, {stored} stored"
        );
        let start = Instant::now();
        there
            .b()
            .update(&trip, &json!({"todo": ["after"]}))
            .await
            .expect_status(200);
        assert!(
            start.elapsed() < Duration::from_secs(4),
            "the killed server left no lock"
        );
    }
    assert!(written > 6, "the kill interrupted writes");
    let new = stores.start();
    assert_eq!(
        new.client
            .with_token(&ada.token)
            .b()
            .trips()
            .await
            .json()
            .len(),
        6
    );
}
