//! The load generator: `wrk`, with a script of our own for each route.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, ensure};
use serde::Deserialize;

use super::routes::Route;
use super::template::{FIRST, SPREAD, Template, quoted};

/// How many connections send requests at once.
pub(crate) const CONNECTIONS: u32 = 32;
/// How many threads `wrk` drives them with.
const THREADS: u64 = 2;
/// How many refresh tokens each of its threads has to begin with: some more than it has
/// connections.
const TOKENS: u64 = 64;
/// How far the numbers of requests of its threads are apart.
const APART: u64 = 100_000_000;

/// The numbers of the refresh tokens that a round uses: they are seeded, and used in no other.
pub(crate) fn tokens_of(round: u64) -> std::ops::Range<u64> {
    let first = (round + 1) * THREADS * TOKENS;
    first..first + THREADS * TOKENS
}

/// Prints what was measured as the last line, as JSON; times in microseconds.
const REPORT: &str = r#"
function done(summary, latency, requests)
    local e = summary.errors
    io.write(string.format('{"requests":%d,"micros":%d,"p50":%d,"p99":%d,"errors":%d}\n',
        summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
        e.connect + e.read + e.write + e.status + e.timeout))
end
"#;

/// Numbers the threads, and counts requests in each.
const SERIAL: &str = "
local threads = 0
function setup(thread)
    thread:set('number', threads)
    threads = threads + 1
end
local n, queue = 0, {}
function init()
    math.randomseed(FIRST + number)
    n = FIRST + number * APART
    for token = 0, TOKENS - 1 do
        queue[token + 1] = 'bench-' .. (FIRST_TOKEN + number * TOKENS + token)
    end
end
";

/// Keeps the token of each answer for a request to come.
const KEEP_TOKEN: &str = r#"
function response(status, headers, body)
    queue[#queue + 1] = body:match('"refresh_token":"([^"]+)"')
end
"#;

/// What came of a load.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct Shot {
    /// How many requests were answered.
    pub(crate) requests: f64,
    micros: f64,
    p50: f64,
    p99: f64,
    errors: u64,
}

impl Shot {
    /// Answers in a second.
    pub(crate) fn rate(&self) -> f64 {
        self.requests / (self.micros / 1e6)
    }

    /// The latency that half of the requests stay below, in milliseconds.
    pub(crate) fn p50(&self) -> f64 {
        self.p50 / 1e3
    }

    /// The latency that 99 of 100 requests stay below, in milliseconds.
    pub(crate) fn p99(&self) -> f64 {
        self.p99 / 1e3
    }
}

/// The script that sends a route's requests; `round` keeps those of several runs apart.
pub(crate) fn script(route: &Route, round: u64) -> String {
    if route.is_fixed() {
        fixed(route)
    } else {
        varying(route, round)
    }
}

/// The script that sends one and the same request all the time: that of a route, for the URL of one
/// that does no work.
pub(crate) fn fixed(route: &Route) -> String {
    let body = route
        .body
        .as_ref()
        .map(|body| format!("wrk.body = {}\n", quoted(&body.filled(1))));
    head(route) + &body.unwrap_or_default() + REPORT
}

fn varying(route: &Route, round: u64) -> String {
    let numbers = [
        ("FIRST_TOKEN", tokens_of(round).start),
        ("TOKENS", TOKENS),
        ("APART", APART),
        ("FIRST", (round + 1) * 10 * APART),
    ];
    let serial = numbers
        .iter()
        .fold(SERIAL.to_owned(), |text, (name, number)| {
            text.replace(name, &number.to_string())
        });
    let body = route.body.as_ref().map_or("nil".to_owned(), Template::lua);
    let request = format!(
        "function request()\n    n = n + 1\n    local trip = {FIRST} + math.random(0, {SPREAD} - 1)\n    \
         local token = table.remove(queue, 1)\n    return wrk.format(nil, {}, nil, {body})\nend\n",
        route.path.lua()
    );
    let takes_token = route.body.as_ref().is_some_and(Template::takes_token);
    head(route) + &serial + &request + if takes_token { KEEP_TOKEN } else { "" } + REPORT
}

/// Method and headers.
fn head(route: &Route) -> String {
    let headers = route
        .headers
        .iter()
        .map(|(name, value)| format!("wrk.headers['{name}'] = {}\n", quoted(value)));
    format!(
        "wrk.method = '{}'\n{}",
        route.method,
        headers.collect::<String>()
    )
}

/// Sends as many requests as are answered in the time.
pub(crate) fn run(script: &str, url: &str, time: Duration, folder: &Path) -> anyhow::Result<Shot> {
    let file = folder.join("requests.lua");
    fs::write(&file, script)?;
    let mut command = Command::new("wrk");
    command.args(["-t", &THREADS.to_string(), "-c", &CONNECTIONS.to_string()]);
    command
        .args(["-d", &format!("{}s", time.as_secs()), "-s"])
        .arg(&file)
        .arg(url);
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .context("starting wrk")?;
    let text = String::from_utf8_lossy(&output.stdout);
    ensure!(output.status.success(), "wrk failed: {text}");
    read(&text)
}

fn read(output: &str) -> anyhow::Result<Shot> {
    let line = output.lines().rev().find(|line| line.starts_with('{'));
    let shot: Shot =
        serde_json::from_str(line.with_context(|| format!("wrk said only: {output}"))?)?;
    ensure!(
        shot.errors == 0 && shot.requests > 0.0,
        "{} of {} requests failed",
        shot.errors,
        shot.requests
    );
    Ok(shot)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_is_read() {
        let output = "Running 2s test @ http://127.0.0.1:1/\n  2 threads and 32 connections\n\
                      {\"requests\":3000,\"micros\":1500000,\"p50\":1234,\"p99\":5678,\"errors\":0}\n";
        let shot = read(output).unwrap();
        assert!((shot.rate() - 2_000.0).abs() < 1e-9);
        assert!((shot.p50() - 1.234).abs() < 1e-9);
        assert!((shot.p99() - 5.678).abs() < 1e-9);
    }

    #[test]
    fn failed_requests_are_no_measurement() {
        assert!(read("{\"requests\":3,\"micros\":1,\"p50\":1,\"p99\":1,\"errors\":1}").is_err());
        assert!(read("unable to connect").is_err());
    }

    #[test]
    fn rounds_share_no_token() {
        assert_eq!(tokens_of(0).end, tokens_of(1).start);
    }
}
