//! The database's own ceiling: `pgbench`, running the very statements that a route makes the
//! database run.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, ensure};

use super::statements::{Statement, Work};
use super::template::FIRST;
use super::wrk::CONNECTIONS;

/// How many threads `pgbench` drives its connections with.
const THREADS: &str = "2";
/// How far the numbers of the rows that rounds add are apart.
const APART: u64 = 1_000_000_000;
/// The first users that the refresh tokens of `pgbench`'s connections belong to.
pub(crate) const FIRST_USER: u64 = 5_000;

/// The number of the row that the connections of a round begin from.
pub(crate) fn first_of(round: u64) -> u64 {
    FIRST + (round + 1) * APART
}

/// What each transaction begins with: `n` counts those of a connection, `c` is a number of the
/// connection, `trip` one of a trip that writes are spread over, `person` of a user of the
/// connection's own.
const HEAD: &str = "\\set next :n + 1
\\set c 800000000000 + :client_id
\\set trip random(100000000000, 100000000999)
\\set person 100000005000 + :client_id
";
const TAIL: &str = "\\set n :next\n";

/// A value of one request, and the expression that stands for it in all transactions.
pub(crate) struct Link {
    /// The value, as it was captured.
    pub(crate) value: String,
    /// The expression, over the variables of a transaction.
    pub(crate) expression: String,
}

impl Link {
    /// A value and what stands for it.
    pub(crate) fn new(value: impl Into<String>, expression: impl Into<String>) -> Self {
        Self {
            value: value.into(),
            expression: expression.into(),
        }
    }
}

/// What `pgbench` runs over and over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Transaction {
    script: String,
    /// The values that stay the same.
    variables: Vec<(String, String)>,
    /// The kind of the next id that is made.
    next_id: u32,
}

impl Transaction {
    /// The work of one request, made to be repeated: values in `links` vary, an id in an INSERT
    /// that is not of the seed is a new one each time, and an UPDATE of a trip expects the version
    /// that there is. `first_id` is the kind of the first new id.
    pub(crate) fn new(work: &Work, mut links: Vec<Link>, first_id: u32) -> Self {
        let mut this = Self {
            script: HEAD.to_owned(),
            variables: Vec::new(),
            next_id: first_id,
        };
        for statement in &work.statements {
            let text = this.with_values(&guarded(statement), &mut links);
            this.script.push_str(&format!("{text};\n"));
        }
        this.script.push_str(TAIL);
        this
    }

    fn with_values(&mut self, statement: &Statement, links: &mut Vec<Link>) -> String {
        let inserts = statement.text.contains("INSERT ");
        let mut parts = statement.text.split('$');
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let rest = part.trim_start_matches(|letter: char| letter.is_ascii_digit());
            let number = part
                .strip_suffix(rest)
                .and_then(|number| number.parse::<usize>().ok());
            let value = number
                .and_then(|number| statement.values.get(number.checked_sub(1)?))
                .cloned()
                .flatten();
            text.push_str(&value.map_or("NULL".to_owned(), |value| {
                self.expression(&value, inserts, links)
            }));
            text.push_str(rest);
        }
        text
    }

    fn expression(&mut self, value: &str, inserted: bool, links: &mut Vec<Link>) -> String {
        if let Some(link) = links.iter().find(|link| link.value == value) {
            return link.expression.clone();
        }
        if let Some(list) = list_with_link(value, links) {
            return list;
        }
        if inserted && is_new_id(value) {
            let link = Link::new(value, id(self.next_id, "next"));
            self.next_id += 1;
            let expression = link.expression.clone();
            links.push(link);
            return expression;
        }
        if value.is_empty() {
            // No variable can be.
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

    /// Runs it on as many connections as the server is sent requests on; transactions in a second.
    pub(crate) fn run(
        &self,
        programs: &Path,
        url: &str,
        round: u64,
        time: Duration,
        folder: &Path,
    ) -> anyhow::Result<f64> {
        let file = folder.join("transaction.sql");
        fs::write(&file, &self.script)?;
        let mut command = Command::new(programs.join("pgbench"));
        command.args([
            "-n",
            "-M",
            "prepared",
            "-c",
            &CONNECTIONS.to_string(),
            "-j",
            THREADS,
        ]);
        command
            .args([
                "-T",
                &time.as_secs().to_string(),
                "-D",
                &format!("n={}", first_of(round)),
                "-f",
            ])
            .arg(&file);
        for (name, value) in &self.variables {
            command.args(["-D", &format!("{name}={value}")]);
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
            "pgbench failed: {errors}\nin {}",
            self.script
        );
        read(&text)
    }
}

/// An id that is no other's: `kind` keeps those of a transaction apart, `n` names the variable that
/// counts.
pub(crate) fn id(kind: u32, n: &str) -> String {
    format!("('{:08x}' || :{n}::text || :c::text)::uuid", NEW_IDS + kind)
}

/// What new ids begin with.
const NEW_IDS: u32 = 0x0b00_0000;

/// A list of ids in which one varies, wherever it stands; equal ones that follow each other are
/// written once.
fn list_with_link(value: &str, links: &[Link]) -> Option<String> {
    let ids: Vec<&str> = value
        .strip_prefix('{')?
        .strip_suffix('}')?
        .split(',')
        .collect();
    let link = links
        .iter()
        .find(|link| link.expression.ends_with("::uuid") && ids.contains(&link.value.as_str()))?;
    let runs = ids.chunk_by(|one, next| one == next).map(|run| {
        let id = run.first().copied().unwrap_or_default();
        let id = if id == link.value {
            link.expression.clone()
        } else {
            format!("'{id}'::uuid")
        };
        format!("array_fill({id}, ARRAY[{}])", run.len())
    });
    Some(runs.collect::<Vec<_>>().join(" || "))
}

/// Whether a value is an id that is none of those that were there before; a list of one is none,
/// though it is read as an id as well.
fn is_new_id(value: &str) -> bool {
    !value.starts_with('{')
        && uuid::Uuid::try_parse(value).is_ok()
        && !super::seed::is_seeded(value)
}

/// The statement that writes what trips hold, which expects the version that it finds: nobody else
/// has changed the trip since it was read.
fn guarded(statement: &Statement) -> Statement {
    let text = [
        ("version = new.version", "version = trips.version + 1"),
        ("trips.version = new.before", "true"),
    ]
    .iter()
    .fold(statement.text.clone(), |text, (guard, unguarded)| {
        text.replace(guard, unguarded)
    });
    Statement {
        text,
        values: statement.values.clone(),
    }
}

fn read(output: &str) -> anyhow::Result<f64> {
    let line = output.lines().find_map(|line| line.strip_prefix("tps = "));
    let number = line.and_then(|line| line.split(' ').next());
    let rate = number
        .with_context(|| format!("pgbench said only: {output}"))?
        .parse()?;
    Ok(rate)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn statement(text: &str, values: &[Option<&str>]) -> Statement {
        Statement {
            text: text.to_owned(),
            values: values
                .iter()
                .map(|value| value.map(str::to_owned))
                .collect(),
        }
    }

    fn transaction(statements: Vec<Statement>, links: Vec<Link>) -> Transaction {
        Transaction::new(
            &Work {
                statements,
                round_trips: 0,
            },
            links,
            0,
        )
    }

    #[test]
    fn values_become_variables_and_links_expressions() {
        let select = statement(
            "SELECT $1, $2, ($3), $1, $4",
            &[Some("a:b"), None, Some("x"), Some("")],
        );
        let made = transaction(vec![select], vec![Link::new("x", ":trip")]);
        assert_eq!(
            made.script,
            format!("{HEAD}SELECT :v0, NULL, (:trip), :v0, '';\n{TAIL}")
        );
        assert_eq!(made.variables, [("v0".to_owned(), "a:b".to_owned())]);
    }

    #[test]
    fn new_ids_are_new_each_time_and_the_same_within_a_transaction() {
        let new = "0197ffff-0000-7000-8000-000000000001";
        let statements = vec![
            statement("INSERT $1", &[Some(new)]),
            statement("INSERT $1", &[Some(new)]),
        ];
        let made = transaction(statements, Vec::new());
        let expression = "('0b000000' || :next::text || :c::text)::uuid";
        assert_eq!(
            made.script,
            format!("{HEAD}INSERT {expression};\nINSERT {expression};\n{TAIL}")
        );
        assert!(made.variables.is_empty());
    }

    #[test]
    fn updates_of_trips_expect_the_version_that_there_is() {
        let update = "UPDATE trips SET version = new.version FROM new WHERE trips.id = new.id AND trips.version = new.before";
        let made = transaction(vec![statement(update, &[])], Vec::new());
        let unguarded =
            "SET version = trips.version + 1 FROM new WHERE trips.id = new.id AND true;";
        assert!(made.script.contains(unguarded), "{}", made.script);
    }

    #[test]
    fn a_list_of_one_is_no_new_id() {
        let list = format!("{{{}}}", uuid::Uuid::nil());
        let made = transaction(vec![statement("INSERT $1", &[Some(&list)])], Vec::new());
        assert_eq!(made.script, format!("{HEAD}INSERT :v0;\n{TAIL}"));
    }

    #[test]
    fn lists_vary_with_an_id_in_them() {
        let select = statement(
            "SELECT $1, $2, $3",
            &[Some("{x,x}"), Some("{x,0,0}"), Some("{0,y}")],
        );
        let made = transaction(vec![select], vec![Link::new("x", "(:trip)::uuid")]);
        let all = "array_fill((:trip)::uuid, ARRAY[2])";
        let first = "array_fill((:trip)::uuid, ARRAY[1]) || array_fill('0'::uuid, ARRAY[2])";
        assert_eq!(
            made.script,
            format!("{HEAD}SELECT {all}, {first}, :v0;\n{TAIL}")
        );
    }

    #[test]
    fn output_is_read() {
        let output = "latency average = 1.3 ms\ninitial connection time = 5 ms\ntps = 21034.5 (without initial connection time)\n";
        assert!((read(output).unwrap() - 21_034.5).abs() < 1e-9);
        assert!(read("").is_err());
    }
}
