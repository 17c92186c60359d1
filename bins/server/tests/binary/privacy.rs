//! A whole run over all operations by all kinds of callers, with canaries planted wherever
//! something is nobody else's business: none of them shows in an answer to somebody whom it is not
//! for, in any line of the log, or in the metrics.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use nix::sys::signal::Signal;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::served::{Served, wayfare};

/// Who calls; those from here on are on the private trip.
const CALLERS: [&str; 7] = ["nobody", "forger", "eve", "dana", "ada", "bob", "carol"];
const ON_TRIP: [&str; 3] = ["ada", "bob", "carol"];
const AUTH_SECRET: &str = "canary-auth-secret-of-32-bytes-or-more";
const DATABASE_PASSWORD: &str = "canary-database-password";
const GPS: &str = "canary-place-of-the-picture";

/// Something that is nobody's business but that of some.
struct Canary {
    text: String,
    /// To whom an answer may show it.
    may: Vec<&'static str>,
}

struct Run {
    served: Served,
    canaries: Vec<Canary>,
    tokens: Vec<(&'static str, String)>,
    answers: usize,
    found: Vec<String>,
}

/// What is on the private trip. Each text is a canary.
const ON_THE_TRIP: [&str; 9] = [
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
fn nothing_shows_to_those_whom_it_is_not_for_on_sqlite() {
    let folder = TempDir::new().unwrap();
    check(&folder, "sqlite://data/wayfare.db");
}

#[test]
fn nothing_shows_to_those_whom_it_is_not_for_on_postgresql() {
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
        answers: 0,
        found: Vec::new(),
    };
    for secret in [AUTH_SECRET, DATABASE_PASSWORD, GPS, "canary-wrong-password"] {
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
        answers,
        found,
        ..
    } = run;
    let (code, log) = served.stop(Signal::SIGTERM);
    let log = format!("{log}\n{}", fs::read_to_string(errors).unwrap());
    assert_eq!(code, Some(0));
    assert_eq!(found, Vec::<String>::new());
    assert!(answers > 600, "{answers}");
    assert!(log.lines().count() >= answers, "{log}");
    for canary in canaries {
        let line = log.lines().find(|line| line.contains(&canary.text));
        assert_eq!(line, None, "{}", canary.text);
    }
}

impl Run {
    fn plant(&mut self, text: &str, may: &[&'static str]) {
        self.canaries.push(Canary {
            text: text.to_owned(),
            may: may.to_vec(),
        });
    }

    /// Signs everybody up. Carol lets those on her trips see her address; Dana's profile is
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
            let account = json!({"name": name.to_uppercase(), "username": name, "email": email, "password": password});
            let (head, _) = self.call("nobody", "POST", "/api/v1/user", Some(&account));
            let first = head.lines().find_map(|line| {
                line.to_ascii_lowercase()
                    .starts_with("authorization: ")
                    .then(|| &line[22..])
            });
            let first = first.unwrap().trim().to_owned();
            let grant = json!({"grant_type": "password", "username": name, "password": password});
            let (_, tokens) = self.call("nobody", "POST", "/api/v1/auth/token", Some(&grant));
            // From now on no answer repeats them.
            for token in [
                first,
                text(&tokens, "refresh_token"),
                text(&tokens, "access_token"),
            ] {
                self.plant(&token, &[]);
            }
            self.tokens
                .push((name_of(name), text(&tokens, "access_token")));
            let wrong = json!({"grant_type": "password", "username": name, "password": "canary-wrong-password"});
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
        for text in ON_THE_TRIP {
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
        ] = ON_THE_TRIP;
        let trip = json!({
            "name": name, "desc": desc, "todo": [todo], "dest": [destination],
            "expenditures": [{"expenditure": expenditure, "cost": 1}],
            "img": "http://127.0.0.1:9/x.jpg?key=canary-remote-query",
        });
        let items = json!([{"item_type": "destination", "destination": {"name": item}, "budget": {"category": category, "totalCost": 1}}]);
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
        // A picture that tells where it was taken, of a trip and of a user.
        for (path, part) in [
            (format!("/api/v1/trips/{public}/picture"), "mainImage"),
            ("/api/v1/user/ada/picture".to_owned(), "image"),
        ] {
            let form = form(part, &telling_picture());
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

    /// Every operation that is described, by everybody, about every trip and account: as it may be,
    /// and with a body full of secrets that is wrong. What would take a trip or an account away is
    /// for those who may not.
    fn every_operation(&mut self, trips: &[String]) {
        let (_, document) = self.call("nobody", "GET", "/openapi.json", None);
        for (path, item) in document["paths"].as_object().unwrap() {
            for method in ["get", "put", "post", "delete"]
                .into_iter()
                .filter(|method| item.get(method).is_some())
            {
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
            // What may delete is left out, or there would soon be nothing to see.
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
        if method == "GET" || method == "DELETE" {
            self.send(caller, method, path, variant, b"");
            return;
        }
        // What is wrong with it is told, but not what it held.
        let wrong = json!({
            "name": {"canary-wrong-password": 1}, "username": ["canary-wrong-password"], "email": {"x": "canary-wrong-password"},
            "password": ["canary-wrong-password"], "current": {"x": "canary-wrong-password"}, "grant_type": "canary-wrong-password",
            "refresh_token": {"x": "canary-wrong-password"}, "all": "canary-wrong-password", "desc": ["canary-wrong-password"],
            "img": "canary-wrong-password://x", "image": "canary-wrong-password://x", "notes": ["canary-wrong-password"],
            "budget": "canary-wrong-password", "trip_items": "canary-wrong-password", "private": "canary-wrong-password",
            "privateAccount": "canary-wrong-password", "accountLimitedDeals": "canary-wrong-password",
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

    fn must(
        &mut self,
        caller: &'static str,
        method: &str,
        path: &str,
        body: &Value,
    ) -> (String, Value) {
        let (head, answer) = self.call(caller, method, path, Some(body));
        assert!(
            head.starts_with("HTTP/1.1 200"),
            "{method} {path}: {head} {answer}"
        );
        (head, answer)
    }

    fn call(
        &mut self,
        caller: &'static str,
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> (String, Value) {
        let body = body.map(Value::to_string).unwrap_or_default();
        let (head, body) = self.send(
            caller,
            method,
            path,
            "Content-Type: application/json\r\n",
            body.as_bytes(),
        );
        (head, serde_json::from_slice(&body).unwrap_or_default())
    }

    /// Sends a request and looks for what its answer should not hold.
    fn send(
        &mut self,
        caller: &'static str,
        method: &str,
        path: &str,
        headers: &str,
        body: &[u8],
    ) -> (String, Vec<u8>) {
        let token = self
            .tokens
            .iter()
            .find(|(name, _)| *name == caller)
            .map(|(_, token)| token.as_str())
            .unwrap_or_default();
        let token = if token.is_empty() {
            String::new()
        } else {
            format!("Authorization: Bearer {token}\r\n")
        };
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{token}{headers}Content-Length: {length}\r\n\r\n"
        );
        let mut connection = TcpStream::connect(&self.served.address).unwrap();
        connection
            .set_read_timeout(Some(Duration::from_secs(30)))
            .unwrap();
        connection
            .write_all(&[head.as_bytes(), body].concat())
            .unwrap();
        let mut answer = Vec::new();
        // A server that has refused a body before it was read may reset the connection; what it
        // said before counts.
        let _ = connection.read_to_end(&mut answer);
        self.answers += 1;
        let shown = String::from_utf8_lossy(&answer);
        for canary in self
            .canaries
            .iter()
            .filter(|canary| !canary.may.contains(&caller))
        {
            // Who names a trip in a request may find the name in the answer's own address.
            if shown.contains(&canary.text) && !path.contains(&canary.text) {
                self.found.push(format!(
                    "{caller}: {method} {path} shows {}: {shown}",
                    canary.text
                ));
            }
        }
        assert!(!shown.starts_with("HTTP/1.1 5"), "{method} {path}: {shown}");
        let end = answer
            .windows(4)
            .position(|window| window == b"\r\n\r\n")
            .map_or(answer.len(), |end| end + 4);
        (
            String::from_utf8_lossy(&answer[..end]).into_owned(),
            answer[end..].to_vec(),
        )
    }
}

/// The name as those who may see something are named.
fn name_of(name: &str) -> &'static &'static str {
    CALLERS.iter().find(|caller| **caller == name).unwrap()
}

fn text(value: &Value, name: &str) -> String {
    value[name].as_str().expect(name).to_owned()
}

/// A path with each trip and account in it.
fn paths(path: &str, trips: &[String]) -> Vec<String> {
    let path = path.replace("{picture}", "01890000-0000-7000-8000-000000000000");
    if path.contains("{username}") {
        return ["eve", "dana", "ada", "carol", "nobody-of-this-name"]
            .map(|name| path.replace("{username}", name))
            .to_vec();
    }
    if path.contains("{segment}") {
        let names = ["dana", "ada", "bob"].map(str::to_owned);
        return trips
            .iter()
            .chain(&names)
            .map(|name| path.replace("{segment}", name))
            .collect();
    }
    if path.contains("{uuid}") {
        trips
            .iter()
            .map(|trip| path.replace("{uuid}", trip))
            .collect()
    } else {
        vec![path]
    }
}

fn form(part: &str, file: &[u8]) -> Vec<u8> {
    let head = format!(
        "--x\r\nContent-Disposition: form-data; name=\"{part}\"; filename=\"{GPS}.png\"\r\n\r\n"
    );
    [head.as_bytes(), file, b"\r\n--x--\r\n"].concat()
}

/// A PNG of one pixel with a text that tells where it was taken.
fn telling_picture() -> Vec<u8> {
    const PIXEL: &[u8] = include_bytes!("../../../../crates/fuzz/corpus/pictures/pixel.png");
    // Signature and header come first; the text follows them.
    let (head, rest) = PIXEL.split_at(33);
    let content = [b"tEXtLocation\0", GPS.as_bytes()].concat();
    let length = u32::try_from(content.len() - 4).unwrap().to_be_bytes();
    [head, &length, &content, &crc(&content).to_be_bytes(), rest].concat()
}

fn crc(bytes: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            if sum & 1 == 1 {
                (sum >> 1) ^ 0xEDB8_8320
            } else {
                sum >> 1
            }
        })
    };
    !bytes.iter().fold(u32::MAX, step)
}
