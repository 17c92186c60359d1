//! The load generator: `wrk`, with a script for each route.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, ensure};
use serde::Deserialize;

use super::rounds::{THREADS, TOKENS, tokens_of};
use super::routes::Route;
use super::template::{FIRST, PEOPLE, TRIPS, Template, Variable, lua_string};

/// The number of connections that send requests concurrently.
pub(crate) const CONNECTIONS: u32 = 32;
/// The distance between the first request numbers of two threads.
const APART: u64 = 100_000_000;

/// Prints the result as a last line of JSON; times are in microseconds.
pub(crate) const REPORT: &str = r#"
function done(summary, latency, requests)
    local e = summary.errors
    io.write(string.format('{"requests":%d,"micros":%d,"p50":%d,"p99":%d,"errors":%d}\n',
        summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
        e.connect + e.read + e.write + e.status + e.timeout))
end
"#;

/// Numbers the threads, and counts the requests of each.
const SETUP: &str = "
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

/// Queues the refresh token of each answer for a later request.
const QUEUE_TOKEN: &str = r#"
function response(status, headers, body)
    queue[#queue + 1] = body:match('"refresh_token":"([^"]+)"')
end
"#;

/// The result of a run.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct LoadResult {
    /// The number of answered requests.
    pub(crate) requests: f64,
    micros: f64,
    p50: f64,
    p99: f64,
    errors: u64,
}

impl LoadResult {
    /// Requests per second.
    pub(crate) fn rate(&self) -> f64 {
        self.requests / (self.micros / 1e6)
    }

    /// The median latency, in milliseconds.
    pub(crate) fn p50(&self) -> f64 {
        self.p50 / 1e3
    }

    /// The 99th percentile of the latency, in milliseconds.
    pub(crate) fn p99(&self) -> f64 {
        self.p99 / 1e3
    }
}

/// The script that sends a route's requests; requests of different rounds differ.
pub(crate) fn script(route: &Route, round: u64) -> String {
    if route.is_fixed() {
        fixed_script(route)
    } else {
        varying_script(route, round)
    }
}

/// The script that repeats one request with the method, headers and body of a route.
pub(crate) fn fixed_script(route: &Route) -> String {
    let body = route
        .body
        .as_ref()
        .map(|body| format!("wrk.body = {}\n", lua_string(&body.fill(1))));
    head(route) + &body.unwrap_or_default() + REPORT
}

fn varying_script(route: &Route, round: u64) -> String {
    let numbers = [
        ("FIRST_TOKEN", tokens_of(round).start),
        ("TOKENS", TOKENS),
        ("APART", APART),
        ("FIRST", (round + 1) * 10 * APART),
    ];
    let serial = numbers
        .iter()
        .fold(SETUP.to_owned(), |text, (name, number)| {
            text.replace(name, &number.to_string())
        });
    let body = route.body.as_ref().map_or("nil".to_owned(), Template::lua);
    let request = format!(
        "function request()\n    n = n + 1\n    local trip = {FIRST} + math.random(0, {TRIPS} - 1)\n    \
         local person = {FIRST} + math.random(0, {PEOPLE} - 1)\n    local token = table.remove(queue, 1)\n    return wrk.format(nil, {}, nil, {body})\nend\n",
        route.path.lua()
    );
    let takes_token = route
        .body
        .as_ref()
        .is_some_and(|body| body.uses(Variable::Token));
    head(route) + &serial + &request + if takes_token { QUEUE_TOKEN } else { "" } + REPORT
}

/// Sets method and headers.
fn head(route: &Route) -> String {
    let headers = route
        .headers
        .iter()
        .map(|(name, value)| format!("wrk.headers['{name}'] = {}\n", lua_string(value.as_bytes())));
    format!(
        "wrk.method = '{}'\n{}",
        route.method,
        headers.collect::<String>()
    )
}

/// Runs a script against a URL on so many connections.
///
/// # Errors
/// A request failed.
pub(crate) fn run(
    script: &str,
    connections: u32,
    url: &str,
    time: Duration,
    folder: &Path,
) -> anyhow::Result<LoadResult> {
    let file = folder.join("requests.lua");
    fs::write(&file, script)?;
    let mut command = Command::new("wrk");
    command.args(["-t", &THREADS.to_string(), "-c", &connections.to_string()]);
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
    parse(&text)
}

fn parse(output: &str) -> anyhow::Result<LoadResult> {
    let line = output.lines().rev().find(|line| line.starts_with('{'));
    let result: LoadResult =
        serde_json::from_str(line.with_context(|| format!("wrk printed no result: {output}"))?)?;
    ensure!(
        result.errors == 0 && result.requests > 0.0,
        "{} of {} requests failed",
        result.errors,
        result.requests
    );
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_the_result_of_wrk() {
        let output = "Running 2s test @ http://127.0.0.1:1/\n  2 threads and 32 connections\n\
                      {\"requests\":3000,\"micros\":1500000,\"p50\":1234,\"p99\":5678,\"errors\":0}\n";
        let result = parse(output).unwrap();
        assert!((result.rate() - 2_000.0).abs() < 1e-9);
        assert!((result.p50() - 1.234).abs() < 1e-9);
        assert!((result.p99() - 5.678).abs() < 1e-9);
    }

    #[test]
    fn fails_if_a_request_failed() {
        assert!(parse("{\"requests\":3,\"micros\":1,\"p50\":1,\"p99\":1,\"errors\":1}").is_err());
        assert!(parse("unable to connect").is_err());
    }
}
