//! Privacy: calls every operation as every kind of caller, with canaries in all private data. No
//! canary appears in a response to a caller who may not see it, in the log or in the metrics.

mod run;

use std::fs::{self, File};

use nix::sys::signal::Signal;
use serde_json::json;
use tempfile::TempDir;

use crate::served::{Served, wayfare};
use run::{CALLERS, LOCATION, Run, form, located_picture, name_of, paths, text};

/// The callers on the private trip.
const ON_TRIP: [&str; 3] = ["ada", "bob", "carol"];
const AUTH_SECRET: &str = "canary-auth-secret-of-32-bytes-or-more";
const DATABASE_PASSWORD: &str = "canary-database-password";

/// The texts of the private trip. Each is a canary.
const TRIP_CANARIES: [&str; 9] = [
    "canary-trip-name",
    "canary-trip-description",
    "canary-todo",
    "canary-destination",
    "canary-expenditure",
    "canary-item",
    "canary-category",
    "canary-map-notes",
    "canary-map-title",
];

#[test]
fn responses_and_logs_contain_no_canary_on_sqlite() {
    let folder = TempDir::new().unwrap();
    check(&folder, "sqlite://data/wayfare.db");
}

#[test]
fn responses_and_logs_contain_no_canary_on_postgresql() {
    let database = wayfare_test_postgres::shared()
        .unwrap()
        .create_database("canaries")
        .unwrap();
    // The throwaway server takes any password.
    let mut url = url::Url::parse(database.url()).unwrap();
    if url.host_str().is_some_and(|host| !host.is_empty()) {
        url.set_password(Some(DATABASE_PASSWORD)).unwrap();
    } else {
        url.query_pairs_mut()
            .append_pair("password", DATABASE_PASSWORD);
    }
    check(&TempDir::new().unwrap(), url.as_str());
}

fn check(folder: &TempDir, database: &str) {
    let mut command = wayfare(
        folder.path(),
        &["--listen", "127.0.0.1:0", "--database-url", database],
    );
    command
        .env("WAYFARE_LOG", "trace")
        .env("WAYFARE_AUTH_SECRET", AUTH_SECRET)
        .env("WAYFARE_RATE_LIMIT", "off");
    let errors = folder.path().join("stderr");
    command.stderr(File::create(&errors).unwrap());
    let mut run = Run {
        served: Served::start(command),
        canaries: Vec::new(),
        tokens: vec![
            ("nobody", String::new()),
            ("forger", "canary.forged.token".to_owned()),
        ],
        responses: 0,
        leaks: Vec::new(),
    };
    for secret in [
        AUTH_SECRET,
        DATABASE_PASSWORD,
        LOCATION,
        "canary-wrong-password",
    ] {
        run.plant(secret, &[]);
    }
    run.accounts();
    let trips = run.trips();
    run.every_operation(&trips);
    for path in [
        "/metrics",
        "/docs/",
        "/openapi.json",
        "/healthz",
        "/readyz",
        "/nowhere?token=canary",
    ] {
        run.call("eve", "GET", path, None);
    }
    let Run {
        served,
        canaries,
        responses,
        leaks,
        ..
    } = run;
    let (code, log) = served.stop(Signal::SIGTERM);
    let log = format!("{log}\n{}", fs::read_to_string(errors).unwrap());
    assert_eq!(code, Some(0));
    assert_eq!(leaks, Vec::<String>::new());
    assert!(responses > 600, "{responses}");
    assert!(log.lines().count() >= responses, "{log}");
    // The log names trips by their ids, as it names people.
    let is_id = |text: &str| uuid::Uuid::try_parse(text).is_ok();
    for canary in canaries.iter().filter(|canary| !is_id(&canary.text)) {
        let line = log.lines().find(|line| line.contains(&canary.text));
        assert_eq!(line, None, "{}", canary.text);
    }
}

impl Run {
    /// Signs all people up. Carol shares her address with people on her trips; Dana's profile is
    /// private.
    fn accounts(&mut self) {
        for name in ["eve", "dana", "ada", "bob", "carol"] {
            let (password, email) = (
                format!("canary-password-{name}"),
                format!("canary-mail-{name}@example.org"),
            );
            self.plant(&password, &[]);
            self.plant(
                &email,
                if name == "carol" {
                    &ON_TRIP
                } else {
                    std::slice::from_ref(name_of(name))
                },
            );
            let account = json!({
                "name": name.to_uppercase(), "username": name, "email": email, "password": password
            });
            let (head, _) = self.call("nobody", "POST", "/api/v1/user", Some(&account));
            let first = head.lines().find_map(|line| {
                line.to_ascii_lowercase()
                    .starts_with("authorization: ")
                    .then(|| &line[22..])
            });
            let first = first.unwrap().trim().to_owned();
            let grant = json!({"grant_type": "password", "username": name, "password": password});
            let (_, tokens) = self.call("nobody", "POST", "/api/v1/auth/token", Some(&grant));
            // No later response may contain them.
            for token in [
                first,
                text(&tokens, "refresh_token"),
                text(&tokens, "access_token"),
            ] {
                self.plant(&token, &[]);
            }
            self.tokens
                .push((name_of(name), text(&tokens, "access_token")));
            let wrong = json!({
                "grant_type": "password", "username": name, "password": "canary-wrong-password"
            });
            self.call("nobody", "POST", "/api/v1/auth/token", Some(&wrong));
        }
        self.must(
            "carol",
            "PUT",
            "/api/v1/user/carol/privacy",
            &json!({"shareEmail": true}),
        );
        self.must(
            "dana",
            "PUT",
            "/api/v1/user/dana/privacy",
            &json!({"privateAccount": true}),
        );
        let profile = json!({
            "description": "canary-profile", "interests": ["canary-interest"],
            "links": [{"type": "site", "url": "https://example.org/canary-link"}],
        });
        self.must("dana", "PUT", "/api/v1/user/dana", &profile);
        for text in ["canary-profile", "canary-interest", "canary-link"] {
            self.plant(text, &["dana"]);
        }
    }

    /// Ada's private trip with Bob and Carol on it, and a public one.
    fn trips(&mut self) -> [String; 3] {
        let (_, private) = self.must("ada", "POST", "/api/v1/trip", &json!({"name": "Canaries"}));
        let (_, public) = self.must(
            "ada",
            "POST",
            "/api/v1/trip",
            &json!({"name": "Open", "private": false}),
        );
        let (private, public) = (text(&private, "uuid"), text(&public, "uuid"));
        self.plant(&private, &ON_TRIP);
        for trip in [&private, &public] {
            self.must(
                "ada",
                "PUT",
                &format!("/api/v1/trips/{trip}/management"),
                &json!({"members": ["bob", "carol"]}),
            );
        }
        for text in TRIP_CANARIES {
            self.plant(text, &ON_TRIP);
        }
        let [
            name,
            desc,
            todo,
            destination,
            expenditure,
            item,
            category,
            notes,
            title,
        ] = TRIP_CANARIES;
        let trip = json!({
            "name": name, "desc": desc, "todo": [todo], "dest": [destination],
            "expenditures": [{"expenditure": expenditure, "cost": 1}],
            "img": "http://127.0.0.1:9/x.jpg?key=canary-remote-query",
        });
        let items = json!([
            {
                "item_type": "destination", "destination": {"name": item},
                "budget": {"category": category, "totalCost": 1}
            }
        ]);
        let map = json!({"notes": notes, "locations": [{"title": title}]});
        self.plant("canary-remote-query", &[]);
        self.must("ada", "PUT", &format!("/api/v1/trips/{private}"), &trip);
        self.must(
            "bob",
            "PUT",
            &format!("/api/v1/trips/{private}/trip_items"),
            &items,
        );
        self.must("carol", "PUT", &format!("/api/v1/trip/{private}/map"), &map);
        // A picture with a location, of a trip and of a user.
        for (path, part) in [
            (format!("/api/v1/trips/{public}/picture"), "mainImage"),
            ("/api/v1/user/ada/picture".to_owned(), "image"),
        ] {
            let form = form(part, &located_picture());
            let (head, body) = self.send(
                "ada",
                "PUT",
                &path,
                "Content-Type: multipart/form-data; boundary=x\r\n",
                &form,
            );
            assert!(
                head.starts_with("HTTP/1.1 200"),
                "{head}{}",
                String::from_utf8_lossy(&body)
            );
        }
        [
            private,
            public,
            "01890000-0000-7000-8000-000000000000".to_owned(),
        ]
    }

    /// Calls every documented operation as every caller for every trip and account, with malformed
    /// bodies full of secrets. Only callers who lack the permission try to delete.
    fn every_operation(&mut self, trips: &[String]) {
        let (_, document) = self.call("nobody", "GET", "/openapi.json", None);
        for (path, item) in document["paths"].as_object().unwrap() {
            for method in ["get", "put", "post", "delete"]
                .into_iter()
                .filter(|method| item.get(method).is_some())
            {
                // The events of a trip have no end.
                let is_endless = method == "get" && path.ends_with("/events");
                let method = if is_endless { "head" } else { method };
                for path in paths(path, trips) {
                    self.one_operation(&method.to_uppercase(), &path);
                }
            }
        }
    }

    fn one_operation(&mut self, method: &str, path: &str) {
        let variants = if path.contains("/trips") {
            ["", "Api-Variant: a\r\n", "Api-Variant: b\r\n"].as_slice()
        } else {
            &[""]
        };
        for caller in CALLERS {
            // Permitted deletions are left out, because later operations need the data.
            let may_delete =
                path.ends_with("/user/eve") || !["nobody", "forger", "eve"].contains(&caller);
            if method == "DELETE" && may_delete {
                continue;
            }
            for variant in variants {
                self.one(caller, method, path, variant);
            }
        }
    }

    fn one(&mut self, caller: &'static str, method: &str, path: &str, variant: &str) {
        if ["GET", "HEAD", "DELETE"].contains(&method) {
            self.send(caller, method, path, variant, b"");
            return;
        }
        // The response names the errors, but must not repeat the values.
        let wrong = json!({
            "name": {"canary-wrong-password": 1}, "username": ["canary-wrong-password"],
            "email": {"x": "canary-wrong-password"},
            "password": ["canary-wrong-password"], "current": {"x": "canary-wrong-password"},
            "grant_type": "canary-wrong-password",
            "refresh_token": {"x": "canary-wrong-password"}, "all": "canary-wrong-password",
            "desc": ["canary-wrong-password"],
            "img": "canary-wrong-password://x", "image": "canary-wrong-password://x",
            "notes": ["canary-wrong-password"],
            "budget": "canary-wrong-password", "trip_items": "canary-wrong-password",
            "private": "canary-wrong-password",
            "privateAccount": "canary-wrong-password",
            "accountLimitedDeals": "canary-wrong-password",
        });
        let json = format!("{variant}Content-Type: application/json\r\n");
        self.send(caller, method, path, &json, wrong.to_string().as_bytes());
        self.send(
            caller,
            method,
            path,
            &json,
            b"{\"password\": \"canary-wrong-password\", ",
        );
        self.send(
            caller,
            method,
            path,
            "Content-Type: text/canary-wrong-password\r\n",
            b"canary-wrong-password",
        );
    }
}
