//! Rate limits and slow requests: 429 and 408, with the headers that clients need.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use wayfare_testkit::{Builder, Client, Method, Reply, TestServer, both, on_sqlite, sample};

both!(revoked_tokens_spend_no_quota_of_their_account);

on_sqlite!(
    limits_credential_guesses,
    escaped_paths_have_the_same_limits,
    counts_each_address_behind_a_trusted_proxy,
    ignores_forwarded_addresses_of_untrusted_clients,
    counts_an_account_across_addresses,
    counts_the_networks_of_an_ipv6_site_together,
    health_checks_are_never_limited,
    aborts_slow_bodies,
    accepts_bodies_within_the_time_limit,
);

/// More than a burst of guesses.
const MANY: usize = 60;

/// Starts a server that limits rates, and trusts clients on this machine to be its proxy.
pub(crate) fn start_behind_proxy(server: Builder) -> TestServer {
    server
        .setting("rate-limit", "on")
        .setting("trusted-proxies", "127.0.0.1")
        .start()
        .unwrap()
}

fn guess(client: &Client, from: &str) -> wayfare_testkit::Call<serde_json::Value> {
    let grant = json!({"grant_type": "refresh_token", "refresh_token": "not one"});
    client
        .request(Method::POST, "/api/v1/auth/token")
        .header("x-forwarded-for", from)
        .json(&grant)
}

/// Sends requests until one is limited; fails if none is.
async fn too_much(
    client: &Client,
    from: impl Fn(usize) -> String,
) -> Option<Reply<serde_json::Value>> {
    for turn in 0..MANY {
        let reply = guess(client, &from(turn)).await;
        if reply.status == 429 {
            return Some(reply);
        }
        reply.expect_status(401);
    }
    None
}

async fn limits_credential_guesses(server: Builder) {
    let server = server.setting("rate-limit", "on").start().unwrap();
    let client = server.client();
    let first = guess(&client, "192.0.2.1").await.expect_status(401);
    assert!(
        first
            .header("ratelimit-policy")
            .unwrap()
            .starts_with("\"credentials\";q=30;w=60, "),
        "{first:?}"
    );
    assert!(
        first
            .header("ratelimit")
            .unwrap()
            .starts_with("\"credentials\";r=29;t=2, "),
        "{first:?}"
    );
    let refused = too_much(&client, |_| "192.0.2.1".to_owned()).await.unwrap();
    let wait: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=60).contains(&wait), "{wait}");
    assert!(
        refused
            .header("ratelimit")
            .unwrap()
            .starts_with("\"credentials\";r=0;t=60"),
        "{refused:?}"
    );
    assert_eq!(refused.header("cache-control"), Some("private, no-cache"));
    let problem = refused.problem();
    assert_eq!(problem.r#type, "urn:wayfare:problem:too-many-requests");
    assert_eq!(problem.title, "Too many requests");
    // Other requests still succeed.
    sample::sign_up(&client, "ada").await;
    client
        .request(Method::GET, "/api/v1/user/ada")
        .await
        .expect_status(200);
}

async fn escaped_paths_have_the_same_limits(server: Builder) {
    let server = server.setting("rate-limit", "on").start().unwrap();
    let client = server.client();
    let mut policies = Vec::new();
    for (method, path, escaped) in [
        (Method::GET, "/api/v1/user", "/api/v1/%75ser"),
        (Method::POST, "/api/v1/user", "/api/v1/%75ser"),
        (Method::POST, "/b/api/v1/user", "/b/a%70i/v1/user"),
        (Method::POST, "/api/v1/auth/token", "/api/v1/auth/%74oken"),
        (
            Method::PUT,
            "/api/v1/auth/password",
            "/api/v1/%61uth/password",
        ),
        (
            Method::GET,
            "/api/v1/shared/not-one",
            "/api/v1/share%64/not-one",
        ),
    ] {
        let [plain, escaped] = [path, escaped].map(|path| async {
            let call = client.request(method.clone(), path);
            let reply = call.header("share-password", "guess").await;
            reply.header("ratelimit-policy").unwrap().to_owned()
        });
        let (plain, escaped) = (plain.await, escaped.await);
        assert_eq!(plain, escaped, "{path}");
        policies.push(plain.split(';').next().unwrap_or_default().to_owned());
    }
    let [ordinary, sign_up, guess] = ["\"address\"", "\"sign-ups\"", "\"credentials\""];
    assert_eq!(policies, [ordinary, sign_up, sign_up, guess, guess, guess]);
    // Of a page.
    for turn in 0.. {
        assert!(turn < MANY, "all guesses were answered");
        let reply = client.request(Method::POST, "/sign-%69n").await;
        if reply.status == 429 {
            break;
        }
    }
}

async fn counts_each_address_behind_a_trusted_proxy(server: Builder) {
    let server = server
        .setting("rate-limit", "on")
        .setting("trusted-proxies", "127.0.0.0/8")
        .start()
        .unwrap();
    let client = server.client();
    assert!(
        too_much(&client, |_| "192.0.2.1".to_owned())
            .await
            .is_some()
    );
    guess(&client, "192.0.2.2").await.expect_status(401);
    // One subscriber has many addresses of IPv6, but one network of them.
    assert!(
        too_much(&client, |turn| format!("2001:db8:1:2::{turn:x}"))
            .await
            .is_some()
    );
    guess(&client, "2001:db8:1:3::1").await.expect_status(401);
    // Addresses that the client sent to the proxy are ignored.
    assert!(
        too_much(&client, |turn| format!("192.0.2.{turn}, 198.51.100.1"))
            .await
            .is_some()
    );
}

async fn ignores_forwarded_addresses_of_untrusted_clients(server: Builder) {
    let server = server.setting("rate-limit", "on").start().unwrap();
    assert!(
        too_much(&server.client(), |turn| format!("192.0.2.{turn}"))
            .await
            .is_some()
    );
}

async fn counts_an_account_across_addresses(server: Builder) {
    let server = start_behind_proxy(server);
    let ada = sample::sign_up(&server.client(), "ada").await;
    let change = json!({"current": "not the one", "password": "short"});
    let mut statuses = Vec::new();
    for turn in 0..12 {
        let call = ada
            .client
            .request(Method::PUT, "/api/v1/auth/password")
            .json(&change);
        statuses.push(
            call.header("x-forwarded-for", format!("192.0.2.{turn}"))
                .await
                .status,
        );
    }
    assert!(
        statuses[..10].iter().all(|status| *status == 400),
        "{statuses:?}"
    );
    assert_eq!(statuses[10..], [429, 429]);
}

async fn revoked_tokens_spend_no_quota_of_their_account(server: Builder) {
    let server = start_behind_proxy(server);
    let client = server.client();
    let body = json!({"name": "Ada", "username": "ada", "password": "correct horse"});
    let thief = sample::sign_up_with(&client, &body).await.client;
    let revoke = thief.request(Method::POST, "/api/v1/auth/revoke");
    revoke.json(&json!({"all": true})).await.expect_status(204);
    let change = json!({"current": "correct horse", "password": "another horse"});
    let set_password = |client: &Client, from: String| {
        let call = client.request(Method::PUT, "/api/v1/auth/password");
        call.header("x-forwarded-for", from).json(&change)
    };
    let calls = (0..40).map(|turn| set_password(&thief, format!("192.0.2.{turn}")).into_future());
    for reply in futures_util::future::join_all(calls).await {
        assert!([401, 429].contains(&reply.status), "{reply:?}");
    }
    let grant = json!({"grant_type": "password", "username": "ada", "password": "correct horse"});
    let tokens = client
        .users()
        .sign_in(&grant)
        .await
        .expect_status(200)
        .value();
    let ada = client.with_token(tokens["access_token"].as_str().unwrap());
    let own = ada
        .request(Method::GET, "/api/v1/user")
        .await
        .expect_status(200);
    assert!(
        own.header("ratelimit")
            .unwrap()
            .contains("\"account\";r=999;"),
        "this is the first request that counts: {own:?}"
    );
    set_password(&ada, "198.51.100.1".to_owned())
        .await
        .expect_status(204);
}

async fn counts_the_networks_of_an_ipv6_site_together(server: Builder) {
    let server = start_behind_proxy(server);
    let client = server.client();
    let mut guesses = 0;
    let refused = loop {
        let reply = guess(&client, &format!("2001:db8:1:{guesses:x}::1")).await;
        if reply.status == 429 {
            break reply;
        }
        reply.expect_status(401);
        guesses += 1;
        assert!(guesses < 5_000, "the site is not limited");
    };
    assert!(guesses >= 300, "{guesses}");
    let policy = refused.header("ratelimit-policy").unwrap();
    assert!(
        policy.contains("\"credentials-site\";q=300;w=60"),
        "{policy}"
    );
    // Other sites still get answers, and sign-ups have a limit of their own.
    for other in ["2001:db8:2::1", "192.0.2.1"] {
        guess(&client, other).await.expect_status(401);
    }
    let sign_up = client
        .request(Method::POST, "/api/v1/user")
        .header("x-forwarded-for", "2001:db8:1::1")
        .json(&json!({"name": "Ada", "username": "ada"}))
        .await
        .expect_status(200);
    let policy = sign_up.header("ratelimit-policy").unwrap();
    assert!(
        policy.contains("\"sign-ups-site\";q=3000;w=600"),
        "{policy}"
    );
    let metrics = client
        .request(Method::GET, "/metrics")
        .await
        .expect_status(200);
    let metrics = String::from_utf8(metrics.body).unwrap();
    let series = "wayfare_rate_limited_requests_total{limit=\"credentials-site\"} 1";
    assert!(metrics.contains(series), "{metrics}");
}

async fn health_checks_are_never_limited(server: Builder) {
    let server = server.setting("rate-limit", "on").start().unwrap();
    let client = server.client();
    let reply = client
        .request(Method::GET, "/healthz")
        .await
        .expect_status(200);
    assert_eq!(reply.header("ratelimit"), None);
    let counted = client
        .request(Method::GET, "/api/v1/user/nobody")
        .await
        .expect_status(404);
    assert_eq!(
        counted.header("ratelimit-policy"),
        Some("\"address\";q=2000;w=10")
    );
    let shared = client
        .request(Method::GET, "/api/v1/trip/default/picture")
        .await
        .expect_status(200);
    assert_eq!(
        shared.header("ratelimit"),
        None,
        "a cache may give it to others"
    );
}

/// A sign-up whose body is sent in these pieces, each after a pause.
async fn drip(server: &TestServer, pieces: &[&str], pause: Duration) -> String {
    let mut connection = TcpStream::connect(server.address()).await.unwrap();
    let length: usize = pieces.iter().map(|piece| piece.len()).sum();
    let head = format!(
        "POST /api/v1/user HTTP/1.1\r\nHost: wayfare\r\nContent-Type: \
            application/json\r\nContent-Length: {length}\r\n\r\n"
    );
    connection.write_all(head.as_bytes()).await.unwrap();
    let (mut reader, mut writer) = connection.into_split();
    let pieces: Vec<String> = pieces.iter().map(|piece| (*piece).to_owned()).collect();
    let writing = tokio::spawn(async move {
        for piece in pieces {
            if writer.write_all(piece.as_bytes()).await.is_err() {
                break;
            }
            tokio::time::sleep(pause).await;
        }
        writer
    });
    let mut answer = vec![0; 4096];
    let read = reader.read(&mut answer).await.unwrap();
    writing.abort();
    String::from_utf8_lossy(&answer[..read]).to_lowercase()
}

async fn aborts_slow_bodies(server: Builder) {
    let server = server.setting("body-timeout", "300ms").start().unwrap();
    let begun = Instant::now();
    let paused = drip(
        &server,
        &["{\"name\": \"Ada\", ", "\"username\": \"ada\"}"],
        Duration::from_secs(9),
    )
    .await;
    assert!(paused.starts_with("http/1.1 408 "), "{paused}");
    assert!(
        paused.contains("connection: close") && paused.contains("urn:wayfare:problem:too-slow"),
        "{paused}"
    );
    // No single pause exceeds the limit, but the whole body does.
    let drops = ["{"; 100];
    let dripped = drip(&server, &drops, Duration::from_millis(50)).await;
    assert!(dripped.starts_with("http/1.1 408 "), "{dripped}");
    assert!(
        begun.elapsed() < Duration::from_secs(4),
        "{:?}",
        begun.elapsed()
    );
    server
        .client()
        .request(Method::GET, "/api/v1/user/ada")
        .await
        .expect_status(404);
}

async fn accepts_bodies_within_the_time_limit(server: TestServer) {
    let pieces = ["{\"name\": \"Ada\", ", "\"username\": \"ada\"}"];
    let answer = drip(&server, &pieces, Duration::from_millis(300)).await;
    assert!(answer.starts_with("http/1.1 200 "), "{answer}");
}
