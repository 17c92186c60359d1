//! The statements that a request makes the database run, as PostgreSQL's log tells them.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::PathBuf;

use wayfare_test_postgres::statements::commits;

/// What a database URL takes to have all statements of its connections logged.
pub(crate) const LOGGED: &str = "options=-clog_min_duration_statement%3D0";

/// A statement with the values it was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Statement {
    /// Its text, with `$1` for the first value.
    pub(crate) text: String,
    /// Its values, as text; `None` for NULL.
    pub(crate) values: Vec<Option<String>>,
}

/// All that one request made the database do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Work {
    /// What was run, in order.
    pub(crate) statements: Vec<Statement>,
    /// How often the server had to wait for an answer of the database: for each statement, and for
    /// each that was not prepared yet.
    pub(crate) round_trips: usize,
}

impl Work {
    /// How often it committed: transactions, and what was written outside of them.
    pub(crate) fn commits(&self) -> usize {
        commits(
            self.statements
                .iter()
                .map(|statement| statement.text.as_str()),
        )
    }
}

/// A log that is read as it grows.
pub(crate) struct Log {
    file: PathBuf,
    from: u64,
}

impl Log {
    /// A log of which all that is there already is not looked at.
    pub(crate) fn at(file: PathBuf) -> anyhow::Result<Self> {
        let from = file.metadata()?.len();
        Ok(Self { file, from })
    }

    /// What was logged since.
    pub(crate) fn read(&self) -> anyhow::Result<Work> {
        let mut file = File::open(&self.file)?;
        file.seek(SeekFrom::Start(self.from))?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        Ok(parse(&text))
    }
}

/// Reads the lines of a log, of the default `log_line_prefix`; those of other things are passed
/// over.
fn parse(log: &str) -> Work {
    let mut work = Work::default();
    // What was prepared or bound is told with its values too, before it is executed.
    let mut executed = false;
    // A line that goes on begins with a tab.
    for line in log.replace("\n\t", "\n ").replace("\n ", " ").lines() {
        if let Some((_, said)) = line.split_once("LOG:  duration: ") {
            let Some((_, what)) = said.split_once(" ms  ") else {
                continue;
            };
            let (kind, text) = what.split_once(": ").unwrap_or((what, ""));
            let kind = kind.split(' ').next().unwrap_or_default();
            executed = matches!(kind, "execute" | "statement");
            // Binding and executing is one message.
            work.round_trips += usize::from(executed || kind == "parse");
            if executed {
                work.statements.push(Statement {
                    text: text.trim().to_owned(),
                    values: Vec::new(),
                });
            }
        } else if executed
            && let Some((_, values)) = line.split_once("DETAIL:  ")
            && let Some((_, values)) = values.split_once("arameters: ")
            && let Some(last) = work.statements.last_mut()
        {
            last.values = values_of(values);
        }
    }
    work
}

/// Reads `$1 = 'text', $2 = NULL`, where a quote within a text is doubled.
fn values_of(text: &str) -> Vec<Option<String>> {
    let mut values = Vec::new();
    let mut rest = text;
    while let Some((_, value)) = rest.split_once(" = ") {
        if let Some(quoted) = value.strip_prefix('\'') {
            let (text, after) = unquoted(quoted);
            values.push(Some(text));
            rest = after;
        } else {
            values.push(None);
            rest = value.split_once(',').map_or("", |(_, after)| after);
        }
    }
    values
}

/// The text up to its closing quote, and what follows that.
fn unquoted(quoted: &str) -> (String, &str) {
    let mut text = String::new();
    let mut rest = quoted;
    loop {
        let Some((part, after)) = rest.split_once('\'') else {
            return (text + rest, "");
        };
        text.push_str(part);
        match after.strip_prefix('\'') {
            Some(more) => {
                text.push('\'');
                rest = more;
            }
            None => return (text, after),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "\
2026-11-20 13:00:00.000 UTC [7] LOG:  duration: 0.010 ms  statement: BEGIN
2026-11-20 13:00:00.000 UTC [7] LOG:  duration: 0.200 ms  parse <unnamed>: UPDATE t SET a = $1 WHERE b = $2
2026-11-20 13:00:00.000 UTC [7] LOG:  duration: 0.020 ms  bind __diesel_stmt_1: SELECT a FROM t WHERE b = $1
2026-11-20 13:00:00.000 UTC [7] DETAIL:  parameters: $1 = '7'
2026-11-20 13:00:00.000 UTC [7] LOG:  duration: 0.030 ms  execute __diesel_stmt_1: SELECT a FROM t WHERE b = $1
2026-11-20 13:00:00.000 UTC [7] DETAIL:  parameters: $1 = '7'
2026-11-20 13:00:00.000 UTC [7] LOG:  duration: 0.020 ms  bind <unnamed>: UPDATE t SET a = $1
\t  WHERE b = $2
2026-11-20 13:00:00.000 UTC [7] DETAIL:  Parameters: $1 = 'x', $2 = 'y'
2026-11-20 13:00:00.000 UTC [7] LOG:  duration: 0.030 ms  execute <unnamed>: UPDATE t SET a = $1
\t  WHERE b = $2
2026-11-20 13:00:00.000 UTC [7] DETAIL:  Parameters: $1 = 'it''s, $2 = ''so''', $2 = NULL
2026-11-20 13:00:00.001 UTC [9] LOG:  checkpoint starting: time
2026-11-20 13:00:00.000 UTC [7] LOG:  duration: 1.000 ms  statement: COMMIT
";

    #[test]
    fn statements_come_with_their_values() {
        let work = parse(LOG);
        let texts: Vec<&str> = work
            .statements
            .iter()
            .map(|statement| statement.text.as_str())
            .collect();
        assert_eq!(
            texts,
            [
                "BEGIN",
                "SELECT a FROM t WHERE b = $1",
                "UPDATE t SET a = $1   WHERE b = $2",
                "COMMIT"
            ]
        );
        assert_eq!(work.statements[1].values, [Some("7".to_owned())]);
        assert_eq!(
            work.statements[2].values,
            [Some("it's, $2 = 'so'".to_owned()), None]
        );
    }

    #[test]
    fn round_trips_count_what_is_prepared_and_what_is_run() {
        let work = parse(LOG);
        assert_eq!((work.round_trips, work.commits()), (5, 1));
        let alone = Work {
            statements: work.statements.get(1..3).unwrap_or_default().to_vec(),
            round_trips: 2,
        };
        assert_eq!(alone.commits(), 1);
    }
}
