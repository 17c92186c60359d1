//! The statements that clients have executed: read from PostgreSQL's log, counted, and held to the
//! forms that distributed engines accept.

mod forms;
mod log;

pub use forms::Forms;
pub use log::{LOGGED, LogPosition, RequestLog, Statement};

/// Returns the number of commits: transactions, and writes outside of them.
pub fn commits<'a>(statements: impl IntoIterator<Item = &'a str>) -> usize {
    let mut within = false;
    let mut commits = 0;
    for text in statements {
        commits += usize::from(text == "COMMIT" || writes(text) && !within);
        within = text == "BEGIN" || within && !matches!(text, "COMMIT" | "ROLLBACK");
    }
    commits
}

/// Returns whether a statement, or a part of it, writes.
fn writes(text: &str) -> bool {
    ["INSERT INTO ", "DELETE FROM "]
        .iter()
        .any(|start| text.contains(start))
        || text.contains("UPDATE ") && text.contains(" SET ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_transactions_and_writes_outside_of_them() {
        assert_eq!(
            commits(["SELECT 1", "SELECT a FROM t FOR NO KEY UPDATE "]),
            0
        );
        assert_eq!(
            commits(["BEGIN", "UPDATE t SET a = 1", "DELETE FROM t", "COMMIT"]),
            1
        );
        assert_eq!(
            commits([
                "BEGIN",
                "UPDATE t SET a = 1",
                "ROLLBACK",
                "INSERT INTO t VALUES (1)"
            ]),
            1
        );
        let within =
            "WITH held AS (SELECT 1 FOR UPDATE), made AS (INSERT INTO t SELECT 1) SELECT 1";
        assert_eq!(
            commits([
                within,
                "SELECT 1",
                "WITH a AS (UPDATE t SET b = 1) SELECT 1"
            ]),
            2
        );
    }
}
