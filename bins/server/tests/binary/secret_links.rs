//! Addresses that are secrets, of calendar feeds, share links and invitations, and API keys are in
//! no log line and in no trace; what owners do with links is.

use std::time::Duration;

use nix::sys::signal::Signal;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::served::{Served, wayfare};
use crate::traces::collector;

const PASSWORD: &str = "canary-link-password";
const WRONG: &str = "canary-wrong-password";
const LABEL: &str = "canary-label";

#[test]
fn secret_addresses_are_not_logged_on_sqlite() {
    check(&TempDir::new().unwrap(), "sqlite://data/wayfare.db");
}

#[test]
fn secret_addresses_are_not_logged_on_postgresql() {
    let server = wayfare_test_postgres::shared().unwrap();
    let database = server.create_database("links").unwrap();
    check(&TempDir::new().unwrap(), database.url());
}

/// The last segment of a URL, without what follows a dot.
fn secret_of(answer: &Value) -> String {
    let url = answer["url"].as_str().unwrap();
    let last = url.rsplit('/').next().unwrap();
    last.trim_end_matches(".ics").to_owned()
}

fn check(folder: &TempDir, database: &str) {
    let (collector, sent) = collector();
    let arguments = ["--listen", "127.0.0.1:0", "--otlp-endpoint", &collector];
    let mut command = wayfare(folder.path(), &arguments);
    command
        .env("WAYFARE_DATABASE_URL", database)
        .env("WAYFARE_LOG", "trace")
        .env("WAYFARE_AUTH_SECRET", "a secret of 32 bytes, or even more");
    let served = Served::start(command);
    let account = json!({"name": "Ada", "username": "ada"});
    let (_, head, user) = served.json("POST", "/api/v1/user", "", &account);
    let mut lines = head.lines();
    let token = lines.find_map(|line| line.strip_prefix("authorization: Bearer "));
    let auth = format!("token: {}\r\n", token.unwrap());
    let (_, _, trip) = served.json("POST", "/api/v1/trip", &auth, &json!({"name": "Lisbon"}));
    let trip = format!("/api/v1/trips/{}", trip["uuid"].as_str().unwrap());

    let mut secrets = vec![PASSWORD.to_owned(), WRONG.to_owned(), LABEL.to_owned()];
    for feed in [format!("{trip}/feed"), "/api/v1/user/ada/feed".to_owned()] {
        // The first one ends with the second.
        for _ in 0..2 {
            let (status, _, made) = served.json("POST", &feed, &auth, &json!({}));
            assert_eq!(status, 201, "{made}");
            secrets.push(secret_of(&made));
        }
        let [.., ended, live] = secrets.as_slice() else {
            unreachable!()
        };
        for (secret, expected) in [(ended, 404), (live, 200)] {
            for mount in ["", "/a", "/b"] {
                let path = format!("{mount}/api/v1/feeds/{secret}.ics?key={secret}");
                assert_eq!(served.send("GET", &path, "", "").0, expected);
                assert_eq!(served.send("POST", &path, "", "").0, 405);
            }
        }
        assert_eq!(served.send("DELETE", &feed, &auth, "").0, 204);
    }
    let link = json!({"password": PASSWORD, "label": LABEL});
    let (_, _, made) = served.json("POST", &format!("{trip}/share-links"), &auth, &link);
    let path = format!("{trip}/share-links/{}", made["id"].as_str().unwrap());
    let secret = secret_of(&made);
    open(&served, &secret);
    let change = json!({"password": WRONG});
    assert_eq!(served.json("PATCH", &path, &auth, &change).0, 200);
    assert_eq!(served.send("DELETE", &path, &auth, "").0, 204);
    open(&served, &secret);
    // The second half is of the MAC alone.
    secrets.push(secret[32..].to_owned());
    secrets.push(secret);
    let invitations = format!("{trip}/invitations");
    let (_, _, invitation) = served.json("POST", &invitations, &auth, &json!({}));
    let secret = secret_of(&invitation);
    invite(&served, &auth, &secret);
    let path = format!("{invitations}/{}", invitation["id"].as_str().unwrap());
    assert_eq!(served.send("DELETE", &path, &auth, "").0, 204);
    invite(&served, &auth, &secret);
    secrets.push(secret[32..].to_owned());
    secrets.push(secret);

    secrets.extend(use_keys(&served, &auth, &trip));

    let (_, log) = served.stop(Signal::SIGTERM);
    let mut spans = Vec::new();
    while let Ok(export) = sent.recv_timeout(Duration::from_secs(1)) {
        spans.push(export);
    }
    let has_routes = spans
        .iter()
        .any(|export| export.contains(b"/api/v1/shared/{token}"));
    assert!(has_routes, "the collector has got nothing");
    assert!(log.contains("/api/v1/feeds/{secret}.ics"), "{log}");
    for secret in &secrets {
        let line = log.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "{secret}");
        let is_told = spans
            .iter()
            .any(|export| export.contains(secret.as_bytes()));
        assert!(!is_told, "{secret} is in a trace");
    }
    for done in ["create", "update", "delete"] {
        let of = |line: &&str| line.contains(&format!("\"action\":\"share-link.{done}\""));
        let told: Vec<&str> = log.lines().filter(of).collect();
        assert_eq!(told.len(), 1, "{done}: {told:?}");
        let names = [&made["id"], &user["userId"]].map(|name| name.as_str().unwrap());
        let has_all = names.iter().all(|name| told[0].contains(name));
        assert!(has_all, "{names:?}: {told:?}");
    }
}

/// Makes an API key, and sends it in every way: good, mistyped and ended. Returns its secrets.
fn use_keys(served: &Served, auth: &str, trip: &str) -> [String; 3] {
    let keys = "/api/v1/user/ada/keys";
    let body = json!({"name": LABEL, "scope": "write"});
    let (status, _, made) = served.json("POST", keys, auth, &body);
    assert_eq!(status, 201, "{made}");
    let key = made["key"].as_str().unwrap().to_owned();
    let other = if &key[60..61] == "x" { "y" } else { "x" };
    let mistyped = format!("{}{other}{}", &key[..60], &key[61..]);
    let one = format!("{keys}/{}", made["id"].as_str().unwrap());
    for expected in [200, 401] {
        for (key, expected) in [(&key, expected), (&mistyped, 401)] {
            for header in ["token: ", "Authorization: Bearer "] {
                let header = format!("{header}{key}\r\n");
                assert_eq!(served.send("GET", trip, &header, "").0, expected);
                assert_eq!(served.send("GET", "/api/v1/user", &header, "").0, expected);
                served.send("GET", "/trips", &header, "");
            }
        }
        served.send("DELETE", &one, auth, "");
    }
    let secret = key.rsplit('_').next().unwrap().to_owned();
    [secret, key, mistyped]
}

/// Opens an invitation in every way: by the interface and as a page, on the way to a sign-up, too.
fn invite(served: &Served, auth: &str, secret: &str) {
    for path in [
        format!("/api/v1/invitations/{secret}"),
        format!("/b/api/v1/invitations/{secret}?token={secret}"),
        format!("/api/v1/invitations/{secret}/"),
        format!("/join/{secret}"),
        format!("/join/{secret}?by=sign-up&as={secret}"),
        format!("/sign-in?return=%2Fjoin%2F{secret}"),
    ] {
        served.send("GET", &path, "", "");
        let headers = format!("{auth}Content-Type: application/json\r\n");
        let body = json!({"as": secret}).to_string();
        served.send("POST", &path, &headers, &body);
    }
}

/// Opens a link in every way: by the interface and as a page, with and without its password.
fn open(served: &Served, secret: &str) {
    let form = "Content-Type: application/x-www-form-urlencoded\r\n";
    for path in [
        format!("/api/v1/shared/{secret}"),
        format!("/b/api/v1/shared/{secret}?token={secret}"),
        format!("/s/{secret}"),
        format!("/api/v1/shared/{}", secret.replace('A', "B")),
        format!("/api/v1/shared/{secret}/"),
        format!("/api/v1/feeds/{secret}.ics"),
    ] {
        for password in ["", PASSWORD, WRONG] {
            let header = format!("Share-Password: {password}\r\n");
            served.send("GET", &path, &header, "");
            let sent = format!("password={password}");
            served.send("POST", &path, form, &sent);
        }
    }
}
