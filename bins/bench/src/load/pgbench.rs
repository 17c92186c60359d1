//! The database ceiling: `pgbench` on the statements that a request makes the server issue.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, ensure};
use wayfare_test_postgres::statements::{RequestLog, Statement};

use super::routes::{Route, UPDATE};
use super::seed::{TRIP, trip_id};
use super::template::{FIRST, TRIPS};
use super::wrk::CONNECTIONS;

/// The number of threads of `pgbench`.
const THREADS: &str = "2";

/// An SQL expression for the id of a random trip, of those that requests are spread over.
fn random_trip() -> String {
    format!("('{TRIP}' || :trip::text)::uuid")
}

/// A transaction that `pgbench` repeats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Transaction {
    script: String,
    /// The values that stay the same.
    variables: Vec<(String, String)>,
}

impl Transaction {
    /// What `pgbench` runs beside a route: the logged statements of a read, of request `n`; one
    /// plain `UPDATE` beside the most frequent write.
    pub(crate) fn of(route: &Route, log: &RequestLog, n: u64) -> Option<Self> {
        if route.name == UPDATE {
            Some(Self::update())
        } else if route.writes() || log.statements.is_empty() {
            None
        } else {
            Some(Self::replay(&log.statements, &trip_id(n)))
        }
    }

    fn update() -> Self {
        let mut this = Self::new();
        this.push(&format!(
            "UPDATE trips SET name = 'Trip ' || :trip::text, version = version + 1 WHERE id = {}",
            random_trip()
        ));
        this
    }

    /// Repeats statements; a random trip replaces `trip`.
    fn replay(statements: &[Statement], trip: &str) -> Self {
        let mut this = Self::new();
        for statement in statements {
            let text = this.fill(statement, trip);
            this.push(&text);
        }
        this
    }

    fn new() -> Self {
        Self {
            script: format!("\\set trip random({FIRST}, {})\n", FIRST + TRIPS - 1),
            variables: Vec::new(),
        }
    }

    fn push(&mut self, statement: &str) {
        self.script.push_str(&format!("{statement};\n"));
    }

    /// The text of a statement with its values in place of `$1` and so on.
    fn fill(&mut self, statement: &Statement, trip: &str) -> String {
        let mut parts = statement.text.split('$');
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let rest = part.trim_start_matches(|letter: char| letter.is_ascii_digit());
            let number = part
                .strip_suffix(rest)
                .and_then(|number| number.parse::<usize>().ok());
            let value = number
                .and_then(|number| statement.values.get(number.checked_sub(1)?))
                .and_then(Option::as_deref);
            let expression = value.map(|value| self.expression(value, trip));
            text.push_str(expression.as_deref().unwrap_or("NULL"));
            text.push_str(rest);
        }
        text
    }

    fn expression(&mut self, value: &str, trip: &str) -> String {
        if value == trip {
            return random_trip();
        }
        if let Some(list) = list_with_random_trip(value, trip) {
            return list;
        }
        if value.is_empty() {
            // A variable of pgbench can't be empty.
            return "''".to_owned();
        }
        let known = self.variables.iter().find(|(_, known)| known == value);
        let name = known.map_or_else(
            || format!("v{}", self.variables.len()),
            |(name, _)| name.clone(),
        );
        if known.is_none() {
            self.variables.push((name.clone(), value.to_owned()));
        }
        format!(":{name}")
    }

    /// A transaction of a given script.
    pub(crate) fn of_script(script: &str) -> Self {
        Self {
            script: script.to_owned(),
            variables: Vec::new(),
        }
    }

    /// Runs it on as many connections as the load generator has; returns transactions per second.
    pub(crate) fn run(
        &self,
        programs: &Path,
        url: &str,
        time: Duration,
        folder: &Path,
    ) -> anyhow::Result<f64> {
        Self::run_all(&[(self.clone(), 1)], programs, url, time, folder)
    }

    /// Runs several transactions in the proportion of their shares.
    pub(crate) fn run_all(
        transactions: &[(Self, u32)],
        programs: &Path,
        url: &str,
        time: Duration,
        folder: &Path,
    ) -> anyhow::Result<f64> {
        let (connections, seconds) = (CONNECTIONS.to_string(), time.as_secs().to_string());
        let mut command = Command::new(programs.join("pgbench"));
        command
            .args(["-n", "-M", "prepared", "-c", &connections, "-j", THREADS])
            .args(["-T", &seconds]);
        for (number, (transaction, share)) in transactions.iter().enumerate() {
            let file = folder.join(format!("transaction-{number}.sql"));
            fs::write(&file, &transaction.script)?;
            command.arg("-f").arg(format!("{}@{share}", file.display()));
            for (name, value) in &transaction.variables {
                command.args(["-D", &format!("{name}={value}")]);
            }
        }
        let output = command
            .arg(url)
            .stdin(Stdio::null())
            .output()
            .context("starting pgbench")?;
        let (text, errors) = (
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr),
        );
        ensure!(
            output.status.success(),
            "pgbench failed: {errors}\nin {transactions:?}"
        );
        parse_rate(&text)
    }
}

/// A list of ids that contains `trip`, as an expression with a random trip in its place. Equal ids
/// that follow each other are written once.
fn list_with_random_trip(value: &str, trip: &str) -> Option<String> {
    let ids: Vec<&str> = value
        .strip_prefix('{')?
        .strip_suffix('}')?
        .split(',')
        .collect();
    if !ids.contains(&trip) {
        return None;
    }
    let runs = ids.chunk_by(|one, next| one == next).map(|run| {
        let id = run.first().copied().unwrap_or_default();
        let id = if id == trip {
            random_trip()
        } else {
            format!("'{id}'::uuid")
        };
        format!("array_fill({id}, ARRAY[{}])", run.len())
    });
    Some(runs.collect::<Vec<_>>().join(" || "))
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

    const HEAD: &str = "\\set trip random(100000000000, 100000000999)\n";

    fn replay(text: &str, values: &[Option<&str>]) -> Transaction {
        let values = values.iter().map(|value| value.map(str::to_owned));
        let statement = Statement {
            session: 7,
            text: text.to_owned(),
            values: values.collect(),
        };
        Transaction::replay(&[statement], "x")
    }

    #[test]
    fn replaces_values_by_variables_and_the_trip_by_a_random_one() {
        let values = [Some("a:b"), None, Some("x"), Some("")];
        let made = replay("SELECT $1, $2, ($3), $1, $4", &values);
        let trip = random_trip();
        assert_eq!(
            made.script,
            format!("{HEAD}SELECT :v0, NULL, ({trip}), :v0, '';\n")
        );
        assert_eq!(made.variables, [("v0".to_owned(), "a:b".to_owned())]);
    }

    #[test]
    fn replaces_the_trip_in_lists() {
        let values = [Some("{x,x}"), Some("{x,0,0}"), Some("{0,y}")];
        let made = replay("SELECT $1, $2, $3", &values);
        let trip = random_trip();
        let all = format!("array_fill({trip}, ARRAY[2])");
        let first = format!("array_fill({trip}, ARRAY[1]) || array_fill('0'::uuid, ARRAY[2])");
        assert_eq!(made.script, format!("{HEAD}SELECT {all}, {first}, :v0;\n"));
    }

    #[test]
    fn parses_the_rate_of_pgbench() {
        let output = "latency average = 1.3 ms\ninitial connection time = 5 ms\ntps = 21034.5 (without initial connection time)\n";
        assert!((parse_rate(output).unwrap() - 21_034.5).abs() < 1e-9);
        assert!(parse_rate("").is_err());
    }
}
