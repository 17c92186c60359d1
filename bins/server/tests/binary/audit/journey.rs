//! A server that logs warnings alone, and requests and commands that its audit log must tell.

use std::net::TcpListener;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::served::{Served, wayfare};
use crate::users::run;

pub(super) const PASSWORD: &str = "canary-correct-horse";
pub(super) const OTHER_PASSWORD: &str = "canary-another-horse";
/// A password that was typed as the username.
pub(super) const SLIP: &str = "canary-slip";
const SECRET: &str = "canary-auth-secret-of-32-bytes-or-more";

/// A server that logs warnings alone, and what its audit log must hold.
pub(super) struct Journey {
    pub(super) folder: TempDir,
    database: String,
    pub(super) served: Served,
    /// The actions and actors of the lines of each request, by its id.
    pub(super) expected: Vec<Vec<(&'static str, String)>>,
    pub(super) secrets: Vec<String>,
}

impl Journey {
    pub(super) fn start(database: &str) -> Self {
        let folder = TempDir::new().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        drop(listener);
        let mut command = wayfare(folder.path(), &["--listen", &address, "--log", "warn"]);
        set(&mut command, database);
        Self {
            served: Served::start_silent(command, &address),
            folder,
            database: database.to_owned(),
            expected: Vec::new(),
            secrets: [PASSWORD, OTHER_PASSWORD, SLIP, SECRET]
                .map(str::to_owned)
                .into(),
        }
    }

    /// Sends a request whose line tells `action` of `actor`; returns the answer.
    pub(super) fn send(
        &mut self,
        (method, path): (&str, &str),
        token: &str,
        body: &Value,
        told: Option<(&'static str, &str)>,
    ) -> (u16, String, Value) {
        let id = self.expected.len();
        let told = told.map(|(action, actor)| (action, actor.to_owned()));
        self.expected.push(told.into_iter().collect());
        let mut headers = format!("X-Request-Id: request-{id}\r\n");
        if !token.is_empty() {
            headers.push_str(&format!("token: {token}\r\n"));
        }
        let path = format!("/api/v1{path}");
        let (status, head, body) = self.served.json(method, &path, &headers, body);
        let links = ["url", "key", "access_token", "refresh_token"];
        let links = links.into_iter().filter_map(|name| body[name].as_str());
        // That of a trip is no secret.
        let links = links.filter(|_| body.get("uuid").is_none());
        let last = links.map(|link| link.rsplit('/').next().unwrap().to_owned());
        self.secrets.extend(last);
        (status, head, body)
    }

    /// The same for a request that succeeds; returns the body.
    pub(super) fn ok(
        &mut self,
        (method, path): (&str, &str),
        token: &str,
        body: &Value,
        told: Option<(&'static str, &str)>,
    ) -> Value {
        let (status, head, body) = self.send((method, path), token, body, told);
        assert!(
            (200..300).contains(&status),
            "{method} {path}: {head} {body}"
        );
        body
    }

    /// Signs a person up; returns their token and id.
    pub(super) fn sign_up(&mut self, name: &str) -> (String, String) {
        let account = json!({"name": name, "username": name, "password": PASSWORD});
        let (status, head, body) = self.send(("POST", "/user"), "", &account, None);
        assert_eq!(status, 200, "{body}");
        let token = head.lines().find_map(|line| {
            let (name, value) = line.split_once(": Bearer ")?;
            name.eq_ignore_ascii_case("authorization")
                .then(|| value.to_owned())
        });
        let (token, id) = (token.unwrap(), body["userId"].as_str().unwrap().to_owned());
        *self.expected.last_mut().unwrap() = vec![("account.create", id.clone())];
        self.secrets.push(token.clone());
        (token, id)
    }

    pub(super) fn sign_in(
        &mut self,
        name: &str,
        password: &str,
        told: (&'static str, &str),
    ) -> Value {
        let grant = json!({"grant_type": "password", "username": name, "password": password});
        self.send(("POST", "/auth/token"), "", &grant, Some(told)).2
    }

    pub(super) fn refresh(&mut self, token: &Value, told: Option<(&'static str, &str)>) -> Value {
        let grant = json!({"grant_type": "refresh_token", "refresh_token": token});
        self.send(("POST", "/auth/token"), "", &grant, told).2
    }

    /// Runs a command; returns its audit lines.
    pub(super) fn run(&self, arguments: &[&str], input: &str) -> Vec<Value> {
        let mut command = wayfare(self.folder.path(), arguments);
        set(&mut command, &self.database);
        command.env("WAYFARE_LOG", "warn");
        let output = run(command, input);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8(text).unwrap();
        for secret in &self.secrets {
            assert!(!text.contains(secret.as_str()), "{secret}: {text}");
        }
        audit_lines(&text)
    }

    /// Checks that a command writes one line.
    pub(super) fn assert_told(&self, arguments: &[&str], input: &str, action: &str) {
        self.assert_all_told(arguments, input, &[action]);
    }

    /// Checks that a command writes these lines.
    pub(super) fn assert_all_told(&self, arguments: &[&str], input: &str, actions: &[&str]) {
        let lines = self.run(arguments, input);
        let told: Vec<_> = lines
            .iter()
            .map(|line| line["action"].as_str().unwrap())
            .collect();
        assert_eq!(told, actions, "{arguments:?}");
        assert!(lines.iter().all(|line| line["actor"] == "operator"));
    }
}

fn set(command: &mut Command, database: &str) {
    command
        .env("WAYFARE_DATABASE_URL", database)
        .env("WAYFARE_AUTH_SECRET", SECRET)
        .stdin(Stdio::null());
}

/// The audit lines of an output, which hold all fields.
pub(super) fn audit_lines(text: &str) -> Vec<Value> {
    let lines = text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    let lines: Vec<Value> = lines
        .filter(|line: &Value| line["target"] == "audit")
        .collect();
    for line in &lines {
        for field in [
            "action",
            "actor",
            "audit.target",
            "trip",
            "client",
            "request_id",
            "assistant",
        ] {
            assert!(line[field].is_string(), "{field}: {line}");
        }
    }
    lines
}
