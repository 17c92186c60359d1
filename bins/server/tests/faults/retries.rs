//! Retries after a kill: a request that is sent again with its key has its effect once, whether the
//! server was killed before, during or after it.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};
use wayfare_test_postgres::shared;
use wayfare_testkit::sample;
use wayfare_testkit::{Call, Client, Method, soak};

use crate::durability::{Storage, durable};
use crate::process::Node;

/// Kills that fall on the moment between the effect and the answer, and as many around it.
const ROUNDS: usize = 20;

/// Sends a request and kills the server: at the first byte of the answer, which is lost, or after
/// so many milliseconds.
fn send_and_kill(node: Node, token: &str, path: &str, key: &str, body: &str, after: Option<u64>) {
    let address = node.client.base_url().to_owned();
    let address = address.strip_prefix("http://").unwrap();
    let mut connection = TcpStream::connect(address).unwrap();
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer \
            {token}\r\nidempotency-key: {key}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    connection.write_all(request.as_bytes()).unwrap();
    match after {
        Some(millis) => sleep(Duration::from_millis(millis)),
        None => connection.read_exact(&mut [0]).unwrap(),
    }
    node.kill();
}

fn post(client: &Client, path: &str, key: &str, body: &Value) -> Call<Value> {
    let call = client.request(Method::POST, path);
    call.header("idempotency-key", key).json(body)
}

async fn retries_after_kills_have_one_effect(storage: Storage) {
    let mut node = storage.start();
    let ada = sample::sign_up(&node.client, "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let items = format!("/api/v1/trips/{trip}/trip_items");
    let mut replayed = 0;
    let rounds = soak::rounds(ROUNDS * 2);
    for round in 0..rounds {
        // Items and trips: the two ways in which a key is stored.
        let (path, name) = if round % 4 < 2 {
            (items.as_str(), "item_type")
        } else {
            ("/api/v1/trip", "name")
        };
        let key = format!("round-{round}");
        let body = json!({ name: key });
        let after = (round % 2 == 1).then(|| u64::try_from(round).unwrap() % 10);
        send_and_kill(node, &ada.token, path, &key, &body.to_string(), after);
        node = storage.start();
        let client = node.client.with_token(&ada.token);
        let retry = post(&client, path, &key, &body).await;
        assert!(matches!(retry.status, 200 | 201), "{retry:?}");
        let is_replayed = retry.header("idempotency-replayed").is_some();
        assert!(
            is_replayed || after.is_some(),
            "{round}: an answer was seen"
        );
        replayed += usize::from(is_replayed);
        let location = retry.header("location").unwrap().to_owned();
        let again = post(&client, path, &key, &body).await;
        assert_eq!(again.header("location"), Some(location.as_str()));
        assert_eq!(again.header("idempotency-replayed"), Some("true"));
        let [shown, trips] =
            [items.as_str(), "/b/api/v1/trips"].map(|path| client.request(Method::GET, path));
        let shown = [shown.await.value(), trips.await.value()];
        let all = shown.iter().flat_map(|list| list.as_array().unwrap());
        let made = all.filter(|one| one[name] == key.as_str()).count();
        assert_eq!(made, 1, "{key} of {shown:?}");
    }
    eprintln!("server killed {rounds} times in a request: {replayed} retries met their effect");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn retries_after_kills_have_one_effect_on_sqlite() {
    retries_after_kills_have_one_effect(Storage::on("sqlite://data/wayfare.db".to_owned())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn retries_after_kills_have_one_effect_on_postgresql() {
    let database = shared().unwrap().create_database("retries").unwrap();
    retries_after_kills_have_one_effect(Storage::on(durable(&database))).await;
}
