//! The database alone: `pgbench` on plain statements.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, ensure};

use super::wrk::THREADS;

/// Runs transactions in the proportion of their shares. Returns transactions per second.
pub(crate) fn run(
    transactions: &[(String, u32)],
    connections: u32,
    programs: &Path,
    url: &str,
    time: Duration,
    folder: &Path,
) -> anyhow::Result<f64> {
    let (connections, seconds) = (connections.to_string(), time.as_secs().to_string());
    let mut command = Command::new(programs.join("pgbench"));
    command
        .args(["-n", "-M", "prepared", "-c", &connections])
        .args(["-j", &THREADS.to_string(), "-T", &seconds]);
    for (number, (transaction, share)) in transactions.iter().enumerate() {
        let file = folder.join(format!("transaction-{number}.sql"));
        fs::write(&file, transaction)?;
        command.arg("-f").arg(format!("{}@{share}", file.display()));
    }
    let output = command
        .arg(url)
        .stdin(Stdio::null())
        .output()
        .context("starting pgbench")?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(
        output.status.success(),
        "pgbench failed: {errors}\nin {transactions:?}"
    );
    parse_rate(&String::from_utf8_lossy(&output.stdout))
}

fn parse_rate(output: &str) -> anyhow::Result<f64> {
    let line = output.lines().find_map(|line| line.strip_prefix("tps = "));
    let number = line.and_then(|line| line.split(' ').next());
    let rate = number
        .with_context(|| format!("pgbench printed no rate: {output}"))?
        .parse()?;
    Ok(rate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_the_rate_of_pgbench() {
        let output = "latency average = 1.3 ms\ninitial connection time = 5 ms\ntps = 21034.5 (without initial connection time)\n";
        assert!((parse_rate(output).unwrap() - 21_034.5).abs() < 1e-9);
        assert!(parse_rate("").is_err());
    }
}
