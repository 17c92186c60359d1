//! Requests of the privacy test, each of whose responses is searched for canaries.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

use crate::served::Served;

/// The callers: without token, with a forged token, not on the private trip, and on it.
pub(super) const CALLERS: [&str; 7] = ["nobody", "forger", "eve", "dana", "ada", "bob", "carol"];
pub(super) const LOCATION: &str = "canary-place-of-the-picture";

/// A text that only some callers may see.
pub(super) struct Canary {
    pub(super) text: String,
    /// The callers whose responses may contain it.
    may: Vec<&'static str>,
}

pub(super) struct Run {
    pub(super) served: Served,
    pub(super) canaries: Vec<Canary>,
    pub(super) tokens: Vec<(&'static str, String)>,
    pub(super) responses: usize,
    /// Canaries in responses to callers who must not see them.
    pub(super) leaks: Vec<String>,
}

impl Run {
    pub(super) fn plant(&mut self, text: &str, may: &[&'static str]) {
        self.canaries.push(Canary {
            text: text.to_owned(),
            may: may.to_vec(),
        });
    }

    /// Sends a request that must succeed.
    pub(super) fn must(
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

    /// Sends a JSON request.
    pub(super) fn call(
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

    /// Sends a request and searches its response for canaries of other callers.
    pub(super) fn send(
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
            "{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: \
                close\r\n{token}{headers}Content-Length: {length}\r\n\r\n"
        );
        let mut connection = TcpStream::connect(&self.served.address).unwrap();
        connection
            .set_read_timeout(Some(Duration::from_secs(30)))
            .unwrap();
        connection
            .write_all(&[head.as_bytes(), body].concat())
            .unwrap();
        let mut answer = Vec::new();
        // A server that refuses a body before it has read it may reset the connection.
        let _ = connection.read_to_end(&mut answer);
        self.responses += 1;
        let shown = String::from_utf8_lossy(&answer);
        for canary in self
            .canaries
            .iter()
            .filter(|canary| !canary.may.contains(&caller))
        {
            // A response may repeat the path of its request.
            if shown.contains(&canary.text) && !path.contains(&canary.text) {
                self.leaks.push(format!(
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

/// The caller's name as a static string.
pub(super) fn name_of(name: &str) -> &'static &'static str {
    CALLERS.iter().find(|caller| **caller == name).unwrap()
}

pub(super) fn text(value: &Value, name: &str) -> String {
    value[name].as_str().expect(name).to_owned()
}

/// The path with each trip or account as its parameter.
pub(super) fn paths(path: &str, trips: &[String]) -> Vec<String> {
    let path = path.replace("{picture}", "01890000-0000-7000-8000-000000000000");
    if path.contains("{username}") {
        return ["eve", "dana", "ada", "carol", "nobody-of-this-name"]
            .map(|name| path.replace("{username}", name))
            .to_vec();
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

pub(super) fn form(part: &str, file: &[u8]) -> Vec<u8> {
    let head = format!(
        "--x\r\nContent-Disposition: form-data; name=\"{part}\"; \
            filename=\"{LOCATION}.png\"\r\n\r\n"
    );
    [head.as_bytes(), file, b"\r\n--x--\r\n"].concat()
}

/// A PNG of one pixel with a location in its metadata.
pub(super) fn located_picture() -> Vec<u8> {
    const PIXEL: &[u8] = include_bytes!("../../../../../crates/fuzz/corpus/pictures/pixel.png");
    // The text follows the signature and the header.
    let (head, rest) = PIXEL.split_at(33);
    let content = [b"tEXtLocation\0", LOCATION.as_bytes()].concat();
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
