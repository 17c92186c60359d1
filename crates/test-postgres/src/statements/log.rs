//! The statements that clients have executed, from PostgreSQL's log.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;

/// The query of a database URL that has PostgreSQL log all statements of its connections.
pub const LOGGED: &str = "options=-clog_min_duration_statement%3D0";

/// A statement with its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The process id of its session.
    pub session: u32,
    /// Its text, with `$1` for the first value.
    pub text: String,
    /// Its values, as text; `None` for NULL.
    pub values: Vec<Option<String>>,
}

/// What PostgreSQL logged, of one request for example.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RequestLog {
    /// The executed statements, in order.
    pub statements: Vec<Statement>,
    /// The number of round trips: one for each execution, one for each statement that was prepared.
    pub round_trips: usize,
}

/// A position in PostgreSQL's log, which has the default `log_line_prefix`.
#[derive(Debug)]
pub struct LogPosition {
    file: PathBuf,
    offset: u64,
}

impl LogPosition {
    /// Returns the end of a log.
    ///
    /// # Errors
    /// The file can't be read.
    pub fn end_of(file: PathBuf) -> io::Result<Self> {
        let offset = file.metadata()?.len();
        Ok(Self { file, offset })
    }

    /// Reads what was logged since. PostgreSQL logs a statement before the client gets its result.
    ///
    /// # Errors
    /// The file can't be read.
    pub fn read(&self) -> io::Result<RequestLog> {
        let mut file = File::open(&self.file)?;
        file.seek(SeekFrom::Start(self.offset))?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        Ok(parse(&text))
    }
}

/// Parses log lines with the default `log_line_prefix`; ignores lines about anything else.
fn parse(log: &str) -> RequestLog {
    let mut request = RequestLog::default();
    // PostgreSQL logs the values of a statement when it is bound, and again when it is executed.
    let mut executed = false;
    // Continuation lines begin with a tab.
    for line in log.replace("\n\t", "\n ").replace("\n ", " ").lines() {
        if let Some((prefix, said)) = line.split_once("LOG:  duration: ") {
            let Some((_, what)) = said.split_once(" ms  ") else {
                continue;
            };
            let (kind, text) = what.split_once(": ").unwrap_or((what, ""));
            let kind = kind.split(' ').next().unwrap_or_default();
            executed = matches!(kind, "execute" | "statement");
            // Binding and executing share one round trip.
            request.round_trips += usize::from(executed || kind == "parse");
            if executed {
                request.statements.push(Statement {
                    session: session_of(prefix),
                    text: text.trim().to_owned(),
                    values: Vec::new(),
                });
            }
        } else if executed
            && let Some((_, values)) = line.split_once("DETAIL:  ")
            && let Some((_, values)) = values.split_once("arameters: ")
            && let Some(last) = request.statements.last_mut()
        {
            last.values = values_of(values);
        }
    }
    request
}

/// The process id in the prefix of a line, `2026-11-20 13:00:00.000 UTC [7] `.
fn session_of(prefix: &str) -> u32 {
    let id = prefix
        .rsplit_once('[')
        .and_then(|(_, rest)| rest.split_once(']'));
    id.and_then(|(id, _)| id.parse().ok()).unwrap_or_default()
}

/// Parses `$1 = 'text', $2 = NULL`, where a quote within a text is doubled.
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
2026-11-20 13:00:00.000 UTC [7] LOG:  duration: 0.200 ms  parse <unnamed>: UPDATE t SET a = $1 \
WHERE b = $2
2026-11-20 13:00:00.000 UTC [7] LOG:  duration: 0.020 ms  bind __diesel_stmt_1: SELECT a FROM t \
WHERE b = $1
2026-11-20 13:00:00.000 UTC [7] DETAIL:  parameters: $1 = '7'
2026-11-20 13:00:00.000 UTC [7] LOG:  duration: 0.030 ms  execute __diesel_stmt_1: SELECT a FROM t \
WHERE b = $1
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
    fn parses_statements_with_their_values() {
        let request = parse(LOG);
        let texts: Vec<&str> = request
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
        let sessions = request.statements.iter().map(|statement| statement.session);
        assert!(sessions.eq([7; 4]));
        assert_eq!(request.statements[1].values, [Some("7".to_owned())]);
        assert_eq!(
            request.statements[2].values,
            [Some("it's, $2 = 'so'".to_owned()), None]
        );
    }

    #[test]
    fn counts_round_trips_of_preparing_and_executing() {
        assert_eq!(parse(LOG).round_trips, 5);
    }
}
