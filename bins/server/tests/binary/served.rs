//! A server in a separate process, and requests to it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;

/// The binary in a folder, without the environment of the tests.
pub(crate) fn wayfare(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wayfare"));
    command
        .args(arguments)
        .current_dir(folder)
        .env_clear()
        .stdin(Stdio::null());
    command
}

/// A server that is stopped when it is dropped.
pub(crate) struct Served {
    process: Child,
    /// Reads the log continuously, so that the server never blocks on the pipe.
    log: Option<JoinHandle<String>>,
    pub(crate) first: String,
    pub(crate) address: String,
}

impl Served {
    pub(crate) fn start(mut command: Command) -> Self {
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap());
        let mut served = Self {
            process,
            log: None,
            first: String::new(),
            address: String::new(),
        };
        lines.read_line(&mut served.first).unwrap();
        served.log = Some(thread::spawn(move || {
            let mut rest = String::new();
            lines.read_to_string(&mut rest).unwrap();
            rest
        }));
        let address = served.first.split_once("http://").expect(&served.first).1;
        let end = address.find(|c: char| c != '.' && c != ':' && !c.is_ascii_digit());
        address
            .get(..end.unwrap_or(address.len()))
            .unwrap()
            .clone_into(&mut served.address);
        served
    }

    /// Starts a server at this address, whose log may not name it.
    pub(crate) fn start_silent(mut command: Command, address: &str) -> Self {
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut output = process.stdout.take().unwrap();
        let served = Self {
            process,
            log: Some(thread::spawn(move || {
                let mut log = String::new();
                output.read_to_string(&mut log).unwrap();
                log
            })),
            first: String::new(),
            address: address.to_owned(),
        };
        let start = Instant::now();
        while TcpStream::connect(address).is_err() {
            assert!(
                start.elapsed() < Duration::from_secs(60),
                "it does not start"
            );
            thread::sleep(Duration::from_millis(50));
        }
        served
    }

    pub(crate) fn get(&self, path: &str) -> String {
        self.exchange(&format!(
            "GET {path} HTTP/1.1\r\nHost: wayfare\r\nConnection: close\r\n\r\n"
        ))
    }

    pub(crate) fn exchange(&self, request: &str) -> String {
        let mut connection = TcpStream::connect(&self.address).unwrap();
        connection.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        connection.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Sends a request with these header lines; returns status, head and body.
    pub(crate) fn send(
        &self,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> (u16, String, String) {
        let length = body.len();
        let answer = self.exchange(&format!(
            "{method} {path} HTTP/1.1\r\nHost: wayfare\r\nConnection: \
                close\r\n{headers}Content-Length: {length}\r\n\r\n{body}"
        ));
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, head.to_owned(), body.to_owned())
    }

    /// Sends and returns JSON; an empty response body is null.
    pub(crate) fn json(
        &self,
        method: &str,
        path: &str,
        headers: &str,
        body: &Value,
    ) -> (u16, String, Value) {
        let headers = format!("{headers}Content-Type: application/json\r\n");
        let (status, head, body) = self.send(method, path, &headers, &body.to_string());
        (
            status,
            head,
            if body.is_empty() {
                Value::Null
            } else {
                serde_json::from_str(&body).unwrap()
            },
        )
    }

    /// Sends the signal; returns the exit code and the log after the first line.
    pub(crate) fn stop(mut self, signal: Signal) -> (Option<i32>, String) {
        self.signal(signal);
        let rest = self.log.take().unwrap().join().unwrap();
        (self.process.wait().unwrap().code(), rest)
    }
}

impl Served {
    /// The id of its process.
    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    pub(crate) fn signal(&self, signal: Signal) {
        let process = Pid::from_raw(self.process.id().try_into().unwrap());
        kill(process, signal).unwrap();
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
