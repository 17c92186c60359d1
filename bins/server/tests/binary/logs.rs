//! The log lines of requests, and the secrets that no line contains.

use nix::sys::signal::Signal;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::served::{Served, wayfare};

/// Texts that no log line may contain.
const SECRETS: [&str; 9] = [
    "canary-password",
    "canary-other-password",
    "canary-mail@example.org",
    "canary-token",
    "canary-refresh",
    "canary-signature",
    "canary-body",
    "canary-remote-query",
    "canary-auth-secret-of-32-bytes-or-more",
];

/// The lines of a log as JSON.
fn lines(log: &str) -> Vec<Value> {
    log.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn request_lines(log: &str) -> Vec<Value> {
    lines(log)
        .into_iter()
        .filter(|line| line["message"] == "answered")
        .collect()
}

#[test]
fn first_line_names_the_address() {
    for level in ["info", "trace"] {
        let folder = TempDir::new().unwrap();
        let served = Served::start(wayfare(
            folder.path(),
            &["--listen", "127.0.0.1:0", "--log", level],
        ));
        assert!(
            lines(&served.first)[0]["message"]
                .as_str()
                .unwrap()
                .starts_with("listening on http://127.0.0.1:")
        );
        let (_, log) = served.stop(Signal::SIGTERM);
        assert!(!log.contains("actix_server"), "{log}");
    }
}

#[test]
fn logs_one_line_for_each_request() {
    let folder = TempDir::new().unwrap();
    let served = Served::start(wayfare(folder.path(), &["--listen", "127.0.0.1:0"]));
    let (token, user) = sign_up(&served, &json!({"name": "Ada", "username": "ada"}));
    let trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    let auth = format!(
        "token: {token}\r\nX-Request-Id: mine-1\r\ntraceparent: 00-{trace}-00f067aa0ba902b7-01\r\n"
    );
    served.send("GET", "/api/v1/trips/paginated?page=0", &auth, "");
    served.send("BREW", "/api/v1/user/ada", "", "");
    served.send("GET", "/nowhere/ada", "", "");
    let (_, log) = served.stop(Signal::SIGTERM);
    let requests = request_lines(&log);
    assert_eq!(requests.len(), 4, "{log}");
    let fields = |line: &Value| {
        (
            line["method"].clone(),
            line["route"].clone(),
            line["status"].clone(),
        )
    };
    assert_eq!(
        fields(&requests[0]),
        (json!("POST"), json!("/api/v1/user"), json!(200))
    );
    assert_eq!(
        fields(&requests[1]),
        (json!("GET"), json!("/api/v1/trips/paginated"), json!(200))
    );
    assert_eq!(
        (&requests[1]["user"], &requests[1]["variant"]),
        (&json!(user), &json!("a"))
    );
    assert_eq!(requests[1]["span"]["id"], "mine-1");
    assert_eq!(requests[1]["span"]["trace_id"], trace);
    assert!(requests[1]["micros"].as_u64().unwrap() > 0);
    assert_eq!(
        fields(&requests[2]),
        (json!("OTHER"), json!("/api/v1/user/{username}"), json!(405))
    );
    assert_eq!(
        fields(&requests[3]),
        (json!("GET"), json!("unmatched"), json!(404))
    );
    assert_eq!(requests[3]["span"]["trace_id"].as_str().unwrap().len(), 32);
    assert!(requests[3].get("user").is_none() && requests[3].get("variant").is_none());
}

#[test]
fn logs_each_refused_origin_once() {
    let folder = TempDir::new().unwrap();
    let served = Served::start(wayfare(folder.path(), &["--listen", "127.0.0.1:0"]));
    for origin in [
        "https://one.example",
        "https://two.example",
        "https://one.example",
    ] {
        let origin = format!("Origin: {origin}\r\n");
        served.send("GET", "/api/v1/user/ada", &origin, "");
        // Open to all origins.
        served.send("GET", "/healthz", "Origin: https://three.example\r\n", "");
    }
    let (_, log) = served.stop(Signal::SIGTERM);
    let refused: Vec<Value> = lines(&log)
        .into_iter()
        .filter_map(|line| line.get("origin").cloned())
        .collect();
    assert_eq!(
        refused,
        ["https://one.example", "https://two.example"],
        "{log}"
    );
    assert_eq!(log.matches("WAYFARE_CORS_ORIGINS").count(), 2, "{log}");
}

#[test]
fn logs_health_checks_at_debug_only() {
    for (level, expected) in [("info", 0), ("debug", 2)] {
        let folder = TempDir::new().unwrap();
        let arguments = ["--listen", "127.0.0.1:0", "--log", level];
        let served = Served::start(wayfare(folder.path(), &arguments));
        for path in ["/healthz", "/readyz"] {
            assert!(served.get(path).starts_with("HTTP/1.1 200 OK\r\n"));
        }
        let (_, log) = served.stop(Signal::SIGTERM);
        assert_eq!(request_lines(&log).len(), expected, "{log}");
    }
}

#[test]
fn logs_malformed_requests_only_if_asked() {
    for (filter, expected) in [("info", 0), ("info,actix_http=error", 2)] {
        let folder = TempDir::new().unwrap();
        let arguments = ["--listen", "127.0.0.1:0", "--log", filter];
        let served = Served::start(wayfare(folder.path(), &arguments));
        for request in [
            "GET / HTTP/1.1\r\nHost: wayfare\r\nContent-Length: ten\r\n\r\n",
            "GET / HTTP/9.9\r\nHost: wayfare\r\n\r\n",
        ] {
            served.exchange(request);
        }
        let (_, log) = served.stop(Signal::SIGTERM);
        assert_eq!(log.matches("actix_http").count(), expected, "{log}");
    }
}

#[test]
fn logs_addresses_only_if_asked() {
    for (setting, expected) in [("off", Value::Null), ("on", json!("203.0.113.9"))] {
        let folder = TempDir::new().unwrap();
        let mut command = wayfare(folder.path(), &["--listen", "127.0.0.1:0"]);
        command
            .env("WAYFARE_LOG_ADDRESSES", setting)
            .env("WAYFARE_TRUSTED_PROXIES", "127.0.0.1");
        let served = Served::start(command);
        let forwarded = "X-Forwarded-For: 203.0.113.9\r\n";
        served.send("GET", "/api/v1/user", forwarded, "");
        let (_, log) = served.stop(Signal::SIGTERM);
        assert_eq!(request_lines(&log)[0]["client"], expected, "{log}");
        assert!(!log.contains("WAYFARE_TRUSTED_PROXIES"), "{log}");
    }
}

#[test]
fn warns_once_of_a_proxy_that_is_not_trusted() {
    let folder = TempDir::new().unwrap();
    let served = Served::start(wayfare(folder.path(), &["--listen", "127.0.0.1:0"]));
    for header in ["X-Forwarded-For: 203.0.113.9", "Forwarded: for=203.0.113.9"] {
        served.send("GET", "/api/v1/user", &format!("{header}\r\n"), "");
    }
    let (_, log) = served.stop(Signal::SIGTERM);
    let warnings: Vec<Value> = lines(&log)
        .into_iter()
        .filter(|line| line["level"] == "WARN")
        .collect();
    assert_eq!(warnings.len(), 1, "{log}");
    let text = warnings[0]["message"].as_str().unwrap();
    assert!(text.contains("WAYFARE_TRUSTED_PROXIES"), "{text}");
    assert_eq!(warnings[0]["peer"], "127.0.0.1");
    assert!(!log.contains("203.0.113.9"), "{log}");
}

#[test]
fn logs_no_secret_on_sqlite() {
    let folder = TempDir::new().unwrap();
    assert_no_secret_is_logged(&folder, "sqlite://data/wayfare.db");
}

#[test]
fn logs_no_secret_on_postgresql() {
    let database = wayfare_test_postgres::shared()
        .unwrap()
        .create_database("secrets")
        .unwrap();
    assert_no_secret_is_logged(&TempDir::new().unwrap(), database.url());
}

/// Sends secrets to every kind of route, at the most verbose level of our own crates.
fn assert_no_secret_is_logged(folder: &TempDir, database: &str) {
    let mut command = wayfare(
        folder.path(),
        &["--listen", "127.0.0.1:0", "--database-url", database],
    );
    command
        .env("WAYFARE_LOG", "trace")
        .env("WAYFARE_AUTH_SECRET", SECRETS[8]);
    let served = Served::start(command);
    let account = json!({
        "name": "Ada", "username": "ada", "email": "canary-mail@example.org",
        "password": "canary-password",
    });
    let (token, _) = sign_up(&served, &account);
    let auth = format!("token: {token}\r\n");
    let (refresh, access) = sign_in(&served);
    send_account_secrets(&served, &auth, &account, &refresh);
    let trip = send_trip_secrets(&served, &auth);
    let picture = format!(
        "/api/v1/trips/{trip}/picture/\
            01890000-0000-7000-8000-000000000000?signature=canary-signature"
    );
    assert_eq!(served.send("GET", &picture, "", "").0, 403);
    for bad in ["canary-token", &format!("{access}canary-token")] {
        assert_eq!(
            served
                .send(
                    "GET",
                    "/api/v1/user",
                    &format!("Authorization: Bearer {bad}\r\n"),
                    ""
                )
                .0,
            401
        );
        assert_eq!(
            served
                .send("GET", "/api/v1/user", &format!("token: {bad}\r\n"), "")
                .0,
            401
        );
    }
    served.send("GET", "/api/v1/user?token=canary-token", &auth, "");
    let (_, log) = served.stop(Signal::SIGTERM);
    assert!(request_lines(&log).len() > 15, "{log}");
    for secret in SECRETS
        .iter()
        .copied()
        .chain([token.as_str(), &refresh, &access])
    {
        let line = log.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "{secret}");
    }
}

fn send_account_secrets(served: &Served, auth: &str, account: &Value, refresh: &str) {
    assert_eq!(served.json("POST", "/api/v1/user", "", account).0, 403);
    let wrong =
        json!({"grant_type": "password", "username": "ada", "password": "canary-other-password"});
    assert_eq!(served.json("POST", "/api/v1/auth/token", "", &wrong).0, 401);
    let form = "grant_type=password&username=ada&password=canary-other-password";
    let kind = "Content-Type: application/x-www-form-urlencoded\r\n";
    assert_eq!(served.send("POST", "/api/v1/auth/token", kind, form).0, 401);
    // The reuse of the token, after its successor was used, is logged.
    let again = json!({"grant_type": "refresh_token", "refresh_token": refresh});
    let (status, _, tokens) = served.json("POST", "/api/v1/auth/token", "", &again);
    assert_eq!(status, 200);
    let successor =
        json!({"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]});
    assert_eq!(
        served.json("POST", "/api/v1/auth/token", "", &successor).0,
        200
    );
    assert_eq!(served.json("POST", "/api/v1/auth/token", "", &again).0, 401);
    let unknown = json!({"grant_type": "refresh_token", "refresh_token": "canary-refresh"});
    assert_eq!(
        served.json("POST", "/api/v1/auth/token", "", &unknown).0,
        401
    );
    let change = json!({"current": "canary-other-password", "password": "canary-password"});
    assert_eq!(
        served.json("PUT", "/api/v1/auth/password", auth, &change).0,
        401
    );
}

fn send_trip_secrets(served: &Served, auth: &str) -> String {
    let trip = served
        .json(
            "POST",
            "/api/v1/trip",
            auth,
            &json!({"name": "canary-body"}),
        )
        .2["uuid"]
        .clone();
    let trip = trip.as_str().unwrap().to_owned();
    let path = format!("/api/v1/trip/{trip}");
    assert_eq!(
        served
            .json("PUT", &path, auth, &json!({"name": {"canary-body": 1}}))
            .0,
        400
    );
    let remote = json!({
        "img": "http://canary-mail:canary-password@127.0.0.1:9/x.jpg?key=canary-remote-query"
    });
    served.json("PUT", &path, auth, &remote);
    let remote = json!({"img": "http://127.0.0.1:9/x.jpg?key=canary-remote-query"});
    assert_eq!(served.json("PUT", &path, auth, &remote).0, 200);
    // The failed fetch is logged.
    assert_eq!(
        served.send("GET", &format!("{path}/picture"), auth, "").0,
        200
    );
    trip
}

fn sign_up(served: &Served, account: &Value) -> (String, String) {
    let (status, head, body) = served.json("POST", "/api/v1/user", "", account);
    assert_eq!(status, 200, "{body}");
    let token = head.lines().find_map(|line| {
        line.to_lowercase()
            .starts_with("authorization: ")
            .then(|| &line[22..])
    });
    (
        token.unwrap().to_owned(),
        body["userId"].as_str().unwrap().to_owned(),
    )
}

/// Returns a refresh token and an access token.
fn sign_in(served: &Served) -> (String, String) {
    let grant = json!({"grant_type": "password", "username": "ada", "password": "canary-password"});
    let (status, _, tokens) = served.json("POST", "/api/v1/auth/token", "", &grant);
    assert_eq!(status, 200, "{tokens}");
    let text = |name: &str| tokens[name].as_str().unwrap().to_owned();
    (text("refresh_token"), text("access_token"))
}
