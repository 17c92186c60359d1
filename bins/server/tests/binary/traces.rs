//! Spans that a collector receives, and requests while the collector is down.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;
use serde_json::json;
use tempfile::TempDir;

use crate::served::{Served, wayfare};
use crate::{assert_unusable, output};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT: &str = "00f067aa0ba902b7";

/// A request to a collector: its line, headers and body.
pub(crate) struct Export {
    line: String,
    headers: String,
    body: Vec<u8>,
}

impl Export {
    pub(crate) fn contains(&self, bytes: &[u8]) -> bool {
        self.body.windows(bytes.len()).any(|window| window == bytes)
    }

    /// Whether the body has this text attribute: the key, then the value's field, type and length.
    fn has_attribute(&self, key: &str, value: &str) -> bool {
        let length = u8::try_from(value.len()).unwrap();
        let value = [&[0x12, length + 2, 0x0a, length], value.as_bytes()].concat();
        self.contains(&[key.as_bytes(), &value].concat())
    }
}

/// Starts a collector that accepts everything; returns its URL and the exports.
pub(crate) fn collector() -> (String, Receiver<Export>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let (send, sent) = mpsc::channel();
    thread::spawn(move || {
        for connection in listener.incoming() {
            let send = send.clone();
            thread::spawn(move || {
                let mut connection = BufReader::new(connection.unwrap());
                while let Some(request) = receive(&mut connection) {
                    connection
                        .get_mut()
                        .write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                        .unwrap();
                    // The receiver is gone when the test has seen enough.
                    let _ = send.send(request);
                }
            });
        }
    });
    (url, sent)
}

fn receive(connection: &mut BufReader<TcpStream>) -> Option<Export> {
    let (mut line, mut headers) = (String::new(), String::new());
    connection
        .read_line(&mut line)
        .ok()
        .filter(|read| *read > 0)?;
    while !headers.ends_with("\r\n\r\n") && headers != "\r\n" {
        connection
            .read_line(&mut headers)
            .ok()
            .filter(|read| *read > 0)?;
    }
    let headers = headers.to_lowercase();
    let length = headers
        .lines()
        .find_map(|header| header.strip_prefix("content-length: "))
        .unwrap();
    let mut body = vec![0; length.parse().unwrap()];
    connection.read_exact(&mut body).ok()?;
    Some(Export {
        line,
        headers,
        body,
    })
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap())
        .collect()
}

#[test]
fn exports_spans_with_the_ids_of_the_log() {
    let (folder, (url, sent)) = (TempDir::new().unwrap(), collector());
    let served = Served::start(wayfare(
        folder.path(),
        &["--listen", "127.0.0.1:0", "--otlp-endpoint", &url],
    ));
    let account = json!({"name": "Ada", "username": "ada", "email": "canary-mail@example.org"});
    let (_, head, body) = served.json("POST", "/api/v1/user", "", &account);
    let token = head.lines().find_map(|line| {
        line.to_lowercase()
            .starts_with("authorization: ")
            .then(|| &line[22..])
    });
    let (token, user) = (token.unwrap(), body["userId"].as_str().unwrap());
    let by_time = sent.recv_timeout(Duration::from_secs(30)).unwrap();
    assert!(
        by_time.contains(b"POST /api/v1/user"),
        "exports a batch while the server runs"
    );
    let headers = format!(
        "token: {token}\r\nX-Request-Id: mine-1\r\ntraceparent: 00-{TRACE}-{PARENT}-01\r\n"
    );
    let path = "/api/v1/trips/paginated?page=0&canary=canary-query";
    assert_eq!(served.send("GET", path, &headers, "").0, 200);
    let (code, log) = served.stop(Signal::SIGTERM);
    assert_eq!(code, Some(0), "{log}");
    let at_stop = sent.recv_timeout(Duration::from_secs(5)).unwrap();
    assert_eq!(at_stop.line, "POST /v1/traces HTTP/1.1\r\n");
    assert!(
        at_stop
            .headers
            .contains("content-type: application/x-protobuf\r\n"),
        "{}",
        at_stop.headers
    );
    let line = log.lines().find(|line| line.contains(TRACE)).unwrap();
    let line: serde_json::Value = serde_json::from_str(line).unwrap();
    let span = line["span"]["span_id"].as_str().unwrap();
    for id in [TRACE, PARENT, span] {
        assert!(at_stop.contains(&bytes(id)), "{id}");
    }
    assert!(at_stop.contains(b"GET /api/v1/trips/paginated"));
    let version = env!("CARGO_PKG_VERSION");
    for (key, value) in [
        ("service.name", "wayfare"),
        ("service.version", version),
        ("http.request.method", "GET"),
        ("http.route", "/api/v1/trips/paginated"),
        ("wayfare.request_id", "mine-1"),
        ("wayfare.variant", "a"),
        ("user.id", user),
    ] {
        assert!(at_stop.has_attribute(key, value), "{key} {value}");
    }
    for secret in [token, "canary-mail", "canary-query"] {
        assert!(
            !by_time.contains(secret.as_bytes()) && !at_stop.contains(secret.as_bytes()),
            "{secret}"
        );
    }
}

#[test]
fn serves_requests_while_the_collector_is_down_or_silent() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let silent = format!("http://{}", listener.local_addr().unwrap());
    for url in ["http://127.0.0.1:9", &silent] {
        let folder = TempDir::new().unwrap();
        let served = Served::start(wayfare(
            folder.path(),
            &["--listen", "127.0.0.1:0", "--otlp-endpoint", url],
        ));
        // Longer than the delay of the first batch.
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(4) {
            let one = Instant::now();
            assert!(served.get("/healthz").starts_with("HTTP/1.1 200 OK\r\n"));
            assert!(
                one.elapsed() < Duration::from_secs(2),
                "{url}: {:?}",
                one.elapsed()
            );
            thread::sleep(Duration::from_millis(50));
        }
        let start = Instant::now();
        let (code, log) = served.stop(Signal::SIGTERM);
        assert_eq!(code, Some(0), "{log}");
        assert!(
            start.elapsed() < Duration::from_secs(15),
            "{url}: {:?}",
            start.elapsed()
        );
        assert!(
            log.contains("can't flush traces") || log.matches("can't export traces").count() == 1,
            "{log}"
        );
    }
}

#[test]
fn refuses_endpoints_other_than_plain_http_urls() {
    let folder = TempDir::new().unwrap();
    for url in [
        "localhost:4318",
        "https://localhost:4318",
        "http://mia:hush@localhost:4318",
        "http://localhost?key=hush",
    ] {
        let output = output(folder.path(), &["--otlp-endpoint", url]);
        assert_unusable(&output, "--otlp-endpoint");
        assert!(!String::from_utf8_lossy(&output.stderr).contains("hush"));
    }
}
