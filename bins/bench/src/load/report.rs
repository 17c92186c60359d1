//! The tables, as Markdown.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::Context;

use super::case::{Case, Target};
use super::compare::{self, Comparison};
use super::single::Row;
use crate::fixture::Database;

/// The lines of a file between which the tables are written.
const MARKS: [&str; 2] = ["<!-- begin: measured -->", "<!-- end: measured -->"];
const HEAD: &str = "\
| case | req/s | p50 | p99 | CPU server | CPU database | bytes | pgbench | of it | target |
|---|--:|--:|--:|--:|--:|--:|--:|--:|---|
";

/// The tables so far.
#[derive(Default)]
pub(crate) struct Report {
    text: String,
    /// The number of missed targets.
    pub(crate) misses: usize,
}

impl Report {
    pub(crate) fn add(&mut self, text: &str) {
        print!("{text}");
        self.text.push_str(text);
    }

    /// Adds the cases on one database.
    pub(crate) fn cases(&mut self, database: Database, rows: &[(&Case, Row)]) {
        let mut text = format!("\n### {}\n\n{HEAD}", database.name());
        for (case, row) in rows {
            let mut targets = Vec::new();
            for (target, is_met) in case
                .targets
                .iter()
                .filter_map(|target| check(*target, row, rows))
            {
                self.misses += usize::from(!is_met);
                targets.push(format!("{} {target}", if is_met { "✓" } else { "✗" }));
            }
            let of_it = row
                .pgbench
                .map(|pgbench| format!("**{:.2}**", row.rate / pgbench));
            let _ = writeln!(
                text,
                "| {} | {} | {:.2} | {:.2} | {:.3} | {} | {} | {} | {} | {} |",
                case.name,
                thousands(row.rate),
                row.p50,
                row.p99,
                row.server_cpu,
                or_none(row.database_cpu.map(|cpu| format!("{cpu:.3}"))),
                row.bytes,
                or_none(row.pgbench.map(thousands)),
                or_none(of_it),
                targets.join("; ")
            );
        }
        self.add(&text);
    }

    /// Adds the comparison of two binaries on one database.
    pub(crate) fn comparison(&mut self, database: Database, rows: &[Comparison<'_>]) {
        let mut text = format!(
            "\n### {}\n\n| case | req/s before | after | ratio | p50 before | after | p99 before | after |\n\
            |---|--:|--:|--:|--:|--:|--:|--:|\n",
            database.name()
        );
        let mut notes = String::new();
        for row in rows {
            let Comparison { case, ratio, both } = row;
            let [before, after] = both;
            let _ = writeln!(
                text,
                "| {} | {} | {} | **{ratio:.2}** | {:.2} | {:.2} | {:.2} | {:.2} |",
                case.name,
                thousands(before.rate),
                thousands(after.rate),
                before.p50,
                after.p50,
                before.p99,
                after.p99
            );
            if *ratio < compare::BOUND {
                self.misses += 1;
                let _ = writeln!(
                    notes,
                    "- below {}: {}: {ratio:.2}",
                    compare::BOUND,
                    case.name
                );
            }
            for (name, [before, after], bound) in compare::of_other_case(row, rows) {
                let _ = writeln!(
                    notes,
                    "- {} of “{name}”: {before:.2} before, {after:.2} after; at least {bound}",
                    case.name
                );
            }
        }
        self.add(&format!("{text}\n{notes}"));
    }

    /// Replaces the text between the marks of a file by the tables.
    pub(crate) fn write(&self, file: &Path) -> anyhow::Result<()> {
        let before = fs::read_to_string(file)?;
        let after = replace_between_marks(&before, &self.text)
            .with_context(|| format!("no marks in {}", file.display()))?;
        Ok(fs::write(file, after)?)
    }
}

/// Returns a target as text, and whether it is met; `None` if what it compares with was not
/// measured.
fn check(target: Target, row: &Row, rows: &[(&Case, Row)]) -> Option<(String, bool)> {
    let at_most =
        |name: &str, bound: f64, figure: f64| (format!("{name} ≤ {bound}"), figure <= bound);
    let at_least =
        |name: &str, bound: f64, figure: f64| (format!("{name} ≥ {bound}"), figure >= bound);
    match target {
        Target::OfPgbench(bound) => Some(at_least("of pgbench", bound, row.rate / row.pgbench?)),
        Target::OfCase(name, bound) => {
            let (_, other) = rows.iter().find(|(case, _)| case.name == name)?;
            let name = name.trim_start_matches("world: ");
            Some(at_least(
                &format!("of “{name}”"),
                bound,
                row.rate / other.rate,
            ))
        }
        Target::P99(bound) => Some(at_most("p99", bound, row.p99)),
        Target::Cpu(bound) => Some(at_most("CPU, ms", bound, row.server_cpu)),
        Target::Bytes(bound) => Some(at_most("bytes", bound, row.bytes)),
    }
}

fn or_none(cell: Option<String>) -> String {
    cell.unwrap_or_else(|| "–".to_owned())
}

/// Formats a whole number with commas.
fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A file with `text` between its marks; `None` if it has no marks.
fn replace_between_marks(file: &str, text: &str) -> Option<String> {
    let [begin, end] = MARKS;
    let (before, rest) = file.split_once(begin)?;
    let (_, after) = rest.split_once(end)?;
    Some(format!("{before}{begin}\n{text}{end}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_numbers_with_commas() {
        assert_eq!(
            [0.4, 999.0, 1_000.0, 1_234_567.0].map(thousands),
            ["0", "999", "1,000", "1,234,567"]
        );
    }

    #[test]
    fn replaces_the_text_between_the_marks() {
        let file = "# A\n<!-- begin: measured -->\nold\n<!-- end: measured -->\nB\n";
        let new = replace_between_marks(file, "new\n").unwrap();
        assert_eq!(
            new,
            "# A\n<!-- begin: measured -->\nnew\n<!-- end: measured -->\nB\n"
        );
        assert_eq!(replace_between_marks("# A", "new"), None);
    }
}
