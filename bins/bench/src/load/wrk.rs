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
    /// Requests per second.
    pub(crate) rate: f64,
    /// Percentiles of the latency, in milliseconds.
    pub(crate) p50: f64,
    pub(crate) p99: f64,
    /// The length of an answer with its head.
    pub(crate) bytes: f64,
    errors: f64,
}

/// Runs a script against a URL on so many threads and connections.
///
/// # Errors
/// More than one request in a hundred failed: others may conflict, or exceed a quota in passing.
pub(crate) fn run(
    script: &str,
    url: &str,
    threads: u32,
    connections: u32,
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
        result.requests > 0.0 && result.errors <= 0.01 * result.requests,
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
            {\"requests\":3,\"rate\":1.5,\"p50\":1.2,\"p99\":5.6,\"bytes\":600,\"errors\":0}\n";
        assert!((parse(output).unwrap().rate - 1.5).abs() < 1e-9);
        assert!(parse(&output.replace("errors\":0", "errors\":1")).is_err());
        assert!(parse("unable to connect").is_err());
    }
}
