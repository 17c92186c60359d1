//! Lost connections: what follows a commit happens whether or not the client still listens.

use std::collections::HashMap;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::sleep;
use wayfare_test_postgres::shared;
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Method, soak};

use crate::durability::Storage;
use crate::process::Node;

/// Requests of each kind whose connection is reset.
const ROUNDS: usize = 8;
const PASSWORD: &str = "correct horse battery";

/// A request whose effect can be seen.
struct Write {
    kind: &'static str,
    method: &'static str,
    path: String,
    token: String,
    body: Value,
    /// A read whose answer differs once the request has had its effect.
    read: String,
}

/// A kind of request, and its audit action.
const KINDS: [(&str, &str); 8] = [
    ("share-links", "share-link.create"),
    ("invitations", "invitation.create"),
    ("keys", "key.create"),
    ("publish", "trip.publish"),
    ("picture", "picture.delete"),
    ("trip", "trip.delete"),
    ("account", "account.delete"),
    ("sign-up", "account.create"),
];

/// Sends a request with this id, and resets the connection within 4 ms.
async fn send_and_reset(node: &Node, write: &Write, id: &str) {
    let address = node.client.base_url().strip_prefix("http://").unwrap();
    let mut connection = TcpStream::connect(address).await.unwrap();
    connection.set_nodelay(true).unwrap();
    let (method, path, token) = (write.method, &write.path, &write.token);
    let body = write.body.to_string();
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\ntoken: {token}\r\nx-request-id: {id}\r\n\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    );
    connection.write_all(request.as_bytes()).await.unwrap();
    let micros = u64::from(uuid::Uuid::new_v4().as_bytes()[0]) * 16;
    sleep(Duration::from_micros(micros)).await;
    connection.set_zero_linger().unwrap();
}

/// A trip with a picture; returns its id and that of the picture.
async fn pictured_trip(node: &Node, owner: &Traveller) -> (String, String) {
    let trip = sample::trip(owner, "Lisbon").await;
    let default = node
        .client
        .request(Method::GET, "/api/v1/trip/default/picture");
    let picture = default.max_width("60").await.body;
    let pictures = format!("/api/v1/trips/{trip}/pictures");
    let upload = owner.client.request(Method::POST, &pictures);
    let made = upload.file("file", "a.jpg", picture).await;
    let id = made.expect_status(201).value()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    (trip, id)
}

/// Makes what a request changes.
async fn prepare(node: &Node, ada: &Traveller, kind: &'static str, round: usize) -> Write {
    let name = format!("{kind}-{round}");
    let write = |method, path: String, token: &str, body, read: String| Write {
        kind,
        method,
        path: format!("/api/v1{path}"),
        token: token.to_owned(),
        body,
        read: format!("/api/v1{read}"),
    };
    let (post, delete, token) = ("POST", "DELETE", ada.token.as_str());
    let (trip, picture) = match kind {
        "sign-up" | "account" | "keys" => (String::new(), String::new()),
        "picture" | "trip" => pictured_trip(node, ada).await,
        _ => (sample::trip(ada, "Lisbon").await, String::new()),
    };
    let part = |part: &str| format!("/trips/{trip}{part}");
    match kind {
        "share-links" | "invitations" => {
            let path = part(&format!("/{kind}"));
            write(post, path.clone(), token, json!({}), path)
        }
        "keys" => {
            let other = sample::sign_up(&node.client, &name).await;
            let path = format!("/user/{name}/keys");
            let body = json!({"name": "Program", "scope": "read"});
            write(
                post,
                path.clone(),
                &other.token,
                body,
                format!("{path}#{}", other.token),
            )
        }
        "publish" => {
            let body = json!({"private": false});
            write(
                "PUT",
                part("/management"),
                token,
                body,
                format!("/trip/{trip}"),
            )
        }
        "picture" => {
            let path = part(&format!("/pictures/{picture}"));
            write(delete, path, token, json!({}), part("/pictures"))
        }
        "trip" => write(delete, part(""), token, json!({}), format!("/trip/{trip}")),
        "account" => {
            let other = sample::sign_up(&node.client, &name).await;
            pictured_trip(node, &other).await;
            let path = format!("/user/{name}");
            write(delete, path.clone(), &other.token, json!({}), path)
        }
        _ => {
            let body = json!({"name": name, "username": name});
            write(post, "/user".to_owned(), "", body, format!("/user/{name}"))
        }
    }
}

/// The answer to the read of a write, without what changes by itself.
async fn state(ada: &Traveller, write: &Write) -> (u16, Value) {
    let (path, token) = write
        .read
        .split_once('#')
        .unwrap_or((&write.read, &ada.token));
    let reply = ada
        .client
        .with_token(token)
        .request(Method::GET, path)
        .await;
    let body = serde_json::from_slice(&reply.body).unwrap_or_default();
    (
        reply.status,
        if reply.status < 300 {
            body
        } else {
            Value::Null
        },
    )
}

/// The lines of a log, by request id.
fn lines_by_request(log: &str) -> HashMap<String, Vec<Value>> {
    let mut lines: HashMap<String, Vec<Value>> = HashMap::new();
    for line in log.lines() {
        let Ok(line) = serde_json::from_str::<Value>(line) else {
            continue;
        };
        let id = match line["request_id"].as_str() {
            Some(id) => id,
            None => line["span"]["id"].as_str().unwrap_or_default(),
        };
        lines.entry(id.to_owned()).or_default().push(line);
    }
    lines
}

async fn effects_outlive_their_connection(storage: Storage) {
    let node = storage.start_with(&[("WAYFARE_LOG_FORMAT", "json")]);
    let body = json!({"name": "Ada", "username": "ada", "password": PASSWORD});
    let ada = sample::sign_up_with(&node.client, &body).await;
    let mut sent = Vec::new();
    for round in 0..soak::rounds(ROUNDS) {
        for (kind, action) in KINDS {
            let write = prepare(&node, &ada, kind, round).await;
            let before = state(&ada, &write).await;
            let id = format!("reset-{kind}-{round}");
            send_and_reset(&node, &write, &id).await;
            sent.push((id, action, write, before));
        }
    }
    sleep(Duration::from_secs(1)).await;
    let (mut files, mut effects) = (0, 0);
    let log = node.log();
    let lines = lines_by_request(&log);
    for (id, action, write, before) in &sent {
        let has_effect = state(&ada, write).await != *before;
        effects += usize::from(has_effect);
        let has_picture = matches!(write.kind, "picture" | "trip" | "account");
        files += usize::from(has_picture && !has_effect);
        let of_request = lines.get(id).map_or(&[][..], Vec::as_slice);
        let told = of_request.iter().filter(|line| line["action"] == *action);
        assert_eq!(
            told.count(),
            usize::from(has_effect),
            "{id}: {of_request:?}"
        );
        let answered = of_request.iter().filter(|line| {
            line["message"] == "answered" && line["status"].as_u64().is_some_and(|it| it < 300)
        });
        assert_eq!(
            answered.count(),
            usize::from(has_effect),
            "{id}: {of_request:?}"
        );
    }
    assert!(effects > 0, "no request came through");
    eprintln!(
        "{effects} of {} reset requests had their effect",
        sent.len()
    );
    assert_eq!(storage.files().len(), files);
    node.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn effects_outlive_their_connection_on_sqlite() {
    effects_outlive_their_connection(Storage::on("sqlite://data/wayfare.db".to_owned())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn effects_outlive_their_connection_on_postgresql() {
    let database = shared().unwrap().create_database("resets").unwrap();
    effects_outlive_their_connection(Storage::on(database.url().to_owned())).await;
}
