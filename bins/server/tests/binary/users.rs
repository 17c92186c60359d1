//! `wayfare users`: operators manage accounts beside a running server.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use nix::sys::signal::Signal;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::served::{Served, wayfare};

const FIRST: &str = "correct horse battery";
const SECOND: &str = "another long password";

/// A running server, and the command beside it.
struct Scene {
    folder: TempDir,
    database: String,
    served: Served,
}

impl Scene {
    fn start(database: &str) -> Self {
        let folder = TempDir::new().unwrap();
        let mut command = wayfare(folder.path(), &["--listen", "127.0.0.1:0"]);
        command.env("WAYFARE_DATABASE_URL", database);
        command.env("WAYFARE_AUTH_SECRET", "s".repeat(32));
        let served = Served::start(command);
        Self {
            folder,
            database: database.to_owned(),
            served,
        }
    }

    fn users(&self, arguments: &[&str], input: &str) -> Output {
        let all: Vec<&str> = ["users"].iter().chain(arguments).copied().collect();
        let mut command = wayfare(self.folder.path(), &all);
        command.env("WAYFARE_DATABASE_URL", &self.database);
        command.env("WAYFARE_AUTH_SECRET", "s".repeat(32));
        run(command, input)
    }

    /// Runs a command that succeeds; returns its output.
    fn ok(&self, arguments: &[&str], input: &str) -> String {
        let output = self.users(arguments, input);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        let log = String::from_utf8(output.stderr).unwrap();
        for secret in [FIRST, SECOND, "$argon2"] {
            assert!(!text.contains(secret) && !log.contains(secret));
        }
        text
    }

    fn sign_in(&self, password: &str) -> (u16, Value) {
        let grant = json!({"grant_type": "password", "username": "ada", "password": password});
        let (status, _, body) = self.served.json("POST", "/api/v1/auth/token", "", &grant);
        (status, body)
    }

    fn own_status(&self, token: &str) -> u16 {
        let token = format!("token: {token}\r\n");
        self.served.send("GET", "/api/v1/user", &token, "").0
    }
}

pub(crate) fn run(mut command: std::process::Command, input: &str) -> Output {
    let mut process = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that reads nothing may have ended.
    let _ = process.stdin.take().unwrap().write_all(input.as_bytes());
    process.wait_with_output().unwrap()
}

#[test]
fn lets_a_person_in_again_on_sqlite() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("wayfare.db");
    lets_a_person_in_again(&Scene::start(&format!("sqlite://{}", file.display())));
}

#[test]
fn lets_a_person_in_again_on_postgresql() {
    let server = wayfare_test_postgres::shared().unwrap();
    let database = server.create_database("users").unwrap();
    lets_a_person_in_again(&Scene::start(database.url()));
}

/// Somebody forgets their password and gets another one; later their account is deleted.
fn lets_a_person_in_again(scene: &Scene) {
    let input = format!("{FIRST}\n");
    scene.ok(
        &[
            "create",
            "Ada",
            "--name",
            "Ada L.",
            "--email",
            "a@example.org",
        ],
        &input,
    );
    let (status, tokens) = scene.sign_in(FIRST);
    assert_eq!(status, 200, "{tokens}");
    let token = tokens["access_token"].as_str().unwrap();
    assert_eq!(scene.own_status(token), 200);

    // Without a line break it is the same, and with another one it is longer.
    scene.ok(&["set-password", "aDA"], SECOND);
    assert_eq!(scene.own_status(token), 401, "at once");
    let refresh = json!({"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]});
    let refused = scene
        .served
        .json("POST", "/api/v1/auth/token", "", &refresh);
    assert_eq!(refused.0, 401);
    assert_eq!(scene.sign_in(FIRST).0, 401);
    let (status, tokens) = scene.sign_in(SECOND);
    assert_eq!(status, 200, "{tokens}");

    let token = tokens["access_token"].as_str().unwrap();
    scene.ok(&["revoke", "ada"], "");
    assert_eq!(scene.own_status(token), 401, "at once");
    assert_eq!(scene.sign_in(SECOND).0, 200, "the password stays");

    delete_with_pictures(scene);
    assert_eq!(scene.sign_in(SECOND).0, 401);
    assert_eq!(scene.users(&["show", "ada"], "").status.code(), Some(1));
}

/// Deletes the account; its pictures are removed as by the route.
fn delete_with_pictures(scene: &Scene) {
    let pictures = pictures_of(scene);
    let token = scene.sign_in(SECOND).1["access_token"]
        .as_str()
        .unwrap()
        .to_owned();
    let auth = format!("token: {token}\r\n");
    let dot = "data:image/png;base64,\
        iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJ\
        ggg==";
    let made = scene
        .served
        .json("POST", "/api/v1/trip", &auth, &json!({"name": "Lisbon"}));
    let path = format!("/api/v1/trip/{}", made.2["uuid"].as_str().unwrap());
    for (path, picture) in [(path.as_str(), "img"), ("/api/v1/user/ada", "image")] {
        let set = scene
            .served
            .json("PUT", path, &auth, &json!({picture: dot}));
        assert_eq!(set.0, 200, "{set:?}");
    }
    assert_eq!(count(&pictures), 2);
    let shown: Value = serde_json::from_str(&scene.ok(&["show", "ada", "--json"], "")).unwrap();
    assert!(shown[0]["pictureBytes"].as_u64().unwrap() > 0, "{shown}");
    scene.ok(&["delete", "ada"], "");
    assert_eq!(scene.own_status(&token), 401, "at once");
    assert_eq!(count(&pictures), 0);
}

fn pictures_of(scene: &Scene) -> PathBuf {
    let store = match scene.database.strip_prefix("sqlite://") {
        Some(file) => Path::new(file).with_file_name("pictures"),
        None => scene.folder.path().join("data/pictures"),
    };
    store.join("pictures")
}

fn count(folder: &Path) -> usize {
    let files = std::fs::read_dir(folder);
    files
        .into_iter()
        .flatten()
        .flatten()
        .filter(|file| file.path().is_file())
        .count()
}

#[test]
fn lists_accounts_as_table_and_json() {
    let folder = TempDir::new().unwrap();
    let scene = Scene::start(&format!("sqlite://{}/x.db", folder.path().display()));
    assert_eq!(scene.ok(&["list", "--json"], "").trim(), "[]");
    let escape = json!({"name": "Eve \u{1b}[2J", "username": "eve"});
    assert_eq!(
        scene.served.json("POST", "/api/v1/user", "", &escape).0,
        200
    );
    for name in ["Bob", "ada"] {
        scene.ok(&["create", name], "correct horse\r\n");
    }
    let listed: Value = serde_json::from_str(&scene.ok(&["list", "--json"], "")).unwrap();
    let pick = |field: &str| {
        let list = listed.as_array().unwrap();
        list.iter()
            .map(|user| user[field].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(pick("username"), [json!("ada"), json!("Bob"), json!("eve")]);
    assert_eq!(
        pick("name"),
        [json!("ada"), json!("Bob"), json!("Eve \u{1b}[2J")]
    );
    assert_eq!(
        pick("hasPassword"),
        [json!(true), json!(true), json!(false)]
    );
    let shown: Value = serde_json::from_str(&scene.ok(&["show", "BOB", "--json"], "")).unwrap();
    assert_eq!(shown[0]["username"], "Bob");
    assert_eq!(shown[0]["userId"], listed[1]["userId"]);

    let table = scene.ok(&["list"], "");
    assert_eq!(table.lines().count(), 4, "{table}");
    assert!(
        table.starts_with("USERNAME ") && !table.contains('\u{1b}'),
        "{table}"
    );
    let shown = scene.ok(&["show", "eve"], "");
    assert!(
        shown.contains("eve") && !shown.contains('\u{1b}'),
        "{shown}"
    );
    assert_eq!(scene.served.stop(Signal::SIGTERM).0, Some(0));
}

#[test]
fn keys_of_an_account_are_listed_and_ended() {
    let folder = TempDir::new().unwrap();
    let scene = Scene::start(&format!("sqlite://{}/x.db", folder.path().display()));
    scene.ok(&["create", "ada"], FIRST);
    assert_eq!(scene.ok(&["keys", "ada", "--json"], "").trim(), "[]");
    let tokens = scene.sign_in(FIRST).1;
    let auth = format!("token: {}\r\n", tokens["access_token"].as_str().unwrap());
    let path = "/api/v1/user/ada/keys";
    let body = json!({"name": "Bot \u{1b}[2J", "scope": "write"});
    let (status, _, made) = scene.served.json("POST", path, &auth, &body);
    assert_eq!(status, 201, "{made}");
    let (id, key) = (made["id"].as_str().unwrap(), made["key"].as_str().unwrap());
    let program = format!("token: {key}\r\n");
    let reads = || scene.served.send("GET", "/api/v1/trips", &program, "").0;
    assert_eq!(reads(), 200);

    let listed = scene.ok(&["keys", "ADA", "--json"], "");
    let shapes: Value = serde_json::from_str(&listed).unwrap();
    assert_eq!(
        (&shapes[0]["id"], &shapes[0]["scope"]),
        (&json!(id), &json!("write"))
    );
    let table = scene.ok(&["keys", "ada"], "");
    assert_eq!(table.lines().count(), 2, "{table}");
    assert!(table.starts_with("ID ") && table.contains(id), "{table}");
    for text in [&listed, &table] {
        assert!(!text.contains(key) && !text.contains('\u{1b}'), "{text}");
    }
    let other = "0198c0de-0000-7000-8000-000000000001";
    for (arguments, code) in [
        (["keys", "ada", "--delete", other], 1),
        (["keys", "nobody", "--delete", id], 1),
        (["keys", "ada", "--delete", "no-id"], 2),
    ] {
        let status = scene.users(&arguments, "").status;
        assert_eq!(status.code(), Some(code), "{arguments:?}");
    }
    assert_eq!(reads(), 200);
    scene.ok(&["keys", "ada", "--delete", id], "");
    assert_eq!(reads(), 401, "at once");
    assert_eq!(scene.ok(&["keys", "ada", "--json"], "").trim(), "[]");
}

#[test]
fn exit_codes_tell_unknown_accounts_from_wrong_usage() {
    let folder = TempDir::new().unwrap();
    let scene = Scene::start(&format!("sqlite://{}/x.db", folder.path().display()));
    scene.ok(&["create", "ada"], FIRST);
    for (arguments, input, code) in [
        (&["show", "nobody"][..], "", 1),
        (&["set-password", "nobody"], "", 1),
        (&["revoke", "nobody"], "", 1),
        (&["delete", "nobody"], "", 1),
        (&["show", "not a username"], "", 1),
        (&["create", "ADA"], FIRST, 1),
        (&["create", "settings"], FIRST, 1),
        (&["create", "not a username"], FIRST, 2),
        (&["create", "ben", "--email", "nowhere"], FIRST, 2),
        (&["create", "ben"], "short", 2),
        (&["set-password", "ada"], "", 2),
        (&["set-password", "ada"], "two lines\nof a password\n", 2),
        (&["set-password", "ada", FIRST], "", 2),
        (&["show"], "", 2),
        (&["dance"], "", 2),
        (&[], "", 2),
    ] {
        let output = scene.users(arguments, input);
        assert_eq!(
            output.status.code(),
            Some(code),
            "{arguments:?}: {output:?}"
        );
        assert!(output.stdout.is_empty(), "{arguments:?}");
        let line = String::from_utf8(output.stderr).unwrap();
        assert!(
            line.contains("wayfare: ") && !line.contains("two lines"),
            "{line}"
        );
    }
    assert_eq!(scene.sign_in(FIRST).0, 200, "nothing has changed");
}
