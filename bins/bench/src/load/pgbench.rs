//! The database alone: `pgbench` on plain statements.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, ensure};

use super::action::{Action, Case, Sender, Spread, Statements};
use super::seed::{FIRST, Seed, TRIP};
use super::wrk::THREADS;
use crate::fixture::Fixture;

/// The transactions in place of a case's actions, with their shares; `None` if one has none.
pub(crate) fn transactions(case: &Case, seed: &Seed) -> Option<Vec<(String, u32)>> {
    let actions = case.actions.iter();
    actions
        .map(|(action, share)| Some((transaction(action, seed)?, *share)))
        .collect()
}

fn transaction(action: &Action, seed: &Seed) -> Option<String> {
    let trip = match action.spread {
        Spread::Even(trips) => format!("random({FIRST}, {})", FIRST + trips - 1),
        Spread::Zipf(trips) => {
            format!("{FIRST} - 1 + int(exp(random(0, 1000000) / 1000000.0 * ln({trips})))")
        }
    };
    let id = format!("('{TRIP}' || :trip::text)::uuid");
    let user = match action.first.sender {
        Sender::Ada => &seed.ada.id,
        _ => &seed.writer.id,
    };
    let list = format!(
        "SELECT trips.id, trips.name, trips.description, trips.gallery FROM trip_members \
        JOIN trips ON trips.id = trip_members.trip_id \
        WHERE trip_members.user_id = '{user}'::uuid \
        ORDER BY trip_members.trip_created_at DESC, trip_members.trip_id DESC"
    );
    Some(match action.statements? {
        Statements::Detail => format!(
            "\\set trip {trip}\nSELECT * FROM trips WHERE id = {id};\n\
            SELECT users.id, users.username FROM trip_members \
            JOIN users ON users.id = trip_members.user_id \
            WHERE trip_members.trip_id = {id} ORDER BY trip_members.position;\n"
        ),
        Statements::Edit => format!(
            "\\set trip {trip}\nUPDATE trips SET name = 'Trip ' || :client_id::text, \
            version = version + 1 WHERE id = {id};\n"
        ),
        Statements::List => format!("{list};\n"),
        Statements::Page => format!(
            "{list} LIMIT 20;\n\
            SELECT count(*) FROM trip_members WHERE user_id = '{user}'::uuid;\n"
        ),
    })
}

/// Runs transactions in the proportion of their shares. Returns transactions per second.
pub(crate) fn run(
    transactions: &[(String, u32)],
    connections: u32,
    programs: &Path,
    fixture: &Fixture,
    time: Duration,
) -> anyhow::Result<f64> {
    let (connections, seconds) = (connections.to_string(), time.as_secs().to_string());
    let mut command = Command::new(programs.join("pgbench"));
    command
        .args(["-n", "-M", "prepared", "-c", &connections])
        .args(["-j", &THREADS.to_string(), "-T", &seconds]);
    for (number, (transaction, share)) in transactions.iter().enumerate() {
        let file = fixture.folder().join(format!("transaction-{number}.sql"));
        fs::write(&file, transaction)?;
        command.arg("-f").arg(format!("{}@{share}", file.display()));
    }
    let output = command
        .arg(&fixture.url)
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
        let output = "latency average = 1.3 ms\ninitial connection time = 5 ms\ntps = 21034.5 \
            (without initial connection time)\n";
        assert!((parse_rate(output).unwrap() - 21_034.5).abs() < 1e-9);
        assert!(parse_rate("").is_err());
    }
}
