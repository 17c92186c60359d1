//! The load generator: `wrk`, with a script.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, ensure};
use serde::Deserialize;

/// The number of connections that send requests concurrently.
pub(crate) const CONNECTIONS: u32 = 32;
/// The number of threads.
pub(crate) const THREADS: u32 = 2;

/// The result of a run.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct LoadResult {
    /// The number of answered requests.
    pub(crate) requests: f64,
    micros: f64,
    p50: f64,
    p99: f64,
    bytes: f64,
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

    /// The length of an answer with its head.
    pub(crate) fn bytes(&self) -> f64 {
        self.bytes / self.requests
    }
}

/// Runs a script against a URL on so many threads and connections.
///
/// # Errors
/// A request failed.
pub(crate) fn run(
    script: &str,
    url: &str,
    (threads, connections): (u32, u32),
    time: Duration,
    folder: &Path,
) -> anyhow::Result<LoadResult> {
    let file = folder.join("requests.lua");
    fs::write(&file, script)?;
    let output = Command::new("wrk")
        .args(["-t", &threads.to_string(), "-c", &connections.to_string()])
        .args(["-d", &format!("{}s", time.as_secs()), "-s"])
        .arg(&file)
        .arg(url)
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
                      {\"requests\":3000,\"micros\":1500000,\"p50\":1234,\"p99\":5678,\"bytes\":6000,\"errors\":0}\n";
        let result = parse(output).unwrap();
        assert!((result.rate() - 2_000.0).abs() < 1e-9);
        assert!((result.p50() - 1.234).abs() < 1e-9);
        assert!((result.p99() - 5.678).abs() < 1e-9);
        assert!((result.bytes() - 2.0).abs() < 1e-9);
    }

    #[test]
    fn fails_if_a_request_failed() {
        assert!(
            parse("{\"requests\":3,\"micros\":1,\"p50\":1,\"p99\":1,\"bytes\":1,\"errors\":1}")
                .is_err()
        );
        assert!(parse("unable to connect").is_err());
    }
}
