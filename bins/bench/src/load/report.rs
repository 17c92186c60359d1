//! The tables, as Markdown.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;

use super::compare::Comparison;
use super::footprint::Footprint;
use super::growth::Growth;
use super::measure::{Row, Table};
use super::targets::{self, TargetCheck};
use super::world::World;
use super::wrk::CONNECTIONS;

/// The lines of a file between which the tables are written.
const MARKS: [&str; 2] = ["<!-- begin: measured -->", "<!-- end: measured -->"];
/// The heads of the tables.
const ROUTES: &str = "\
| route | req/s | p50 | p99 | CPU server | CPU database | bytes | round trips | HTTP ceiling | of it | pgbench | of it | target |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|
";
const COMPARISON: &str = "\
| route | before, req/s | now, req/s | **ratio** | p50 | | p99 | | CPU server | |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|
";
const WORLD: &str = "\
| case | req/s | p50 | p99 | pgbench | of it | target |
|---|--:|--:|--:|--:|--:|---|
";
const FOOTPRINTS: &str = "\
| database | idle | under load | 5,000 idle connections more | start | target |
|---|--:|--:|--:|--:|---|
";

/// The tables so far. Each is printed when it is added.
pub(crate) struct Report {
    text: String,
    misses: usize,
}

impl Report {
    /// A report without tables, of measurements of this length in so many rounds.
    pub(crate) fn new(time: Duration, rounds: u64) -> Self {
        let mut report = Self {
            text: String::new(),
            misses: 0,
        };
        report.add(&format!(
            "{CONNECTIONS} connections, {rounds} rounds of {} s each; latency and CPU time of a request in milliseconds.\n",
            time.as_secs()
        ));
        report
    }

    /// Adds the comparison of two binaries on one database.
    pub(crate) fn comparison(&mut self, comparison: &Comparison) {
        let name = comparison.database.name();
        let mut text = format!("\n### Comparison on {name}\n\n{COMPARISON}");
        for row in &comparison.rows {
            let (before, now) = (&row.baseline, &row.current);
            let _ = writeln!(
                text,
                "| {} | {} | {} | **{:.2}** | {:.2} | {:.2} | {:.2} | {:.2} | {:.3} | {:.3} |",
                row.name,
                thousands(before.rate),
                thousands(now.rate),
                row.ratio(),
                before.p50,
                now.p50,
                before.p99,
                now.p99,
                before.server_cpu,
                now.server_cpu
            );
        }
        self.add(&text);
    }

    /// Adds the cases of the world on one database.
    pub(crate) fn world(&mut self, world: &World) {
        if world.rows.is_empty() {
            return;
        }
        let mut text = format!("\n### World on {}\n\n{WORLD}", world.database.name());
        for row in &world.rows {
            let checks = self.checked(&row.checks);
            let _ = writeln!(
                text,
                "| {} | {} | {:.2} | {:.2} | {} | {} | {checks} |",
                row.name,
                thousands(row.rate),
                row.p50,
                row.p99,
                or_none(row.pgbench.map(thousands)),
                or_none(of_pgbench(row.rate, row.pgbench)),
            );
        }
        self.add(&text);
    }

    /// Adds the routes on one database.
    pub(crate) fn routes(&mut self, table: &Table) {
        let mut text = format!("\n### {}\n\n{ROUTES}", table.database.name());
        for row in &table.rows {
            let checks = self.checked(&targets::of_route(table, row));
            let _ = writeln!(
                text,
                "| {} | {} | {checks} |",
                row.name,
                cells(row).join(" | ")
            );
        }
        self.add(&text);
    }

    /// Adds the rates by size of one database.
    pub(crate) fn growth(&mut self, growth: &Growth) {
        let sizes: Vec<String> = growth
            .sizes
            .iter()
            .map(|size| format!("{size} trips"))
            .collect();
        let mut text = format!(
            "\n### Growth on {}\n\n| route, req/s | {} ",
            growth.database.name(),
            sizes.join(" | ")
        );
        let _ = writeln!(
            text,
            "| last to first | target |\n|---|{}--:|---|",
            "--:|".repeat(sizes.len())
        );
        for (name, rates) in &growth.rows {
            let checks = self.checked(&[targets::of_growth(rates)]);
            let shown: Vec<String> = rates.iter().map(|rate| thousands(*rate)).collect();
            let _ = writeln!(
                text,
                "| {name} | {} | {:.2} | {checks} |",
                shown.join(" | "),
                targets::growth(rates)
            );
        }
        self.add(&text);
    }

    /// Adds memory and start time.
    pub(crate) fn footprints(&mut self, footprints: &[Footprint]) {
        let mut text = format!("\n### Memory and start\n\n{FOOTPRINTS}");
        for footprint in footprints {
            let Footprint {
                database,
                idle,
                loaded,
                connections,
                start,
            } = footprint;
            let checks = self.checked(&targets::of_footprint(footprint));
            let _ = writeln!(
                text,
                "| {} | {idle:.0} MiB | {loaded:.0} MiB | {connections:.0} MiB | {start:.0} ms | {checks} |",
                database.name()
            );
        }
        self.add(&text);
    }

    /// The number of missed targets.
    pub(crate) fn misses(&self) -> usize {
        self.misses
    }

    /// Replaces the text between the marks of a file by the tables.
    pub(crate) fn write(&self, file: &Path) -> anyhow::Result<()> {
        let before = fs::read_to_string(file)?;
        let after = replace_between_marks(&before, &self.text)
            .with_context(|| format!("no marks in {}", file.display()))?;
        Ok(fs::write(file, after)?)
    }

    fn add(&mut self, text: &str) {
        print!("{text}");
        self.text.push_str(text);
    }

    fn checked(&mut self, checks: &[TargetCheck]) -> String {
        self.misses += checks.iter().filter(|check| !check.met).count();
        let mark =
            |check: &TargetCheck| format!("{} {}", if check.met { "✓" } else { "✗" }, check.target);
        checks.iter().map(mark).collect::<Vec<_>>().join("; ")
    }
}

fn cells(row: &Row) -> Vec<String> {
    vec![
        thousands(row.rate),
        format!("{:.2}", row.p50),
        format!("{:.2}", row.p99),
        format!("{:.3}", row.server_cpu),
        or_none(row.database_cpu.map(|cpu| format!("{cpu:.3}"))),
        row.bytes.to_string(),
        or_none(row.round_trips.map(|count| count.to_string())),
        thousands(row.http),
        format!("{:.2}", row.rate / row.http),
        or_none(row.pgbench.map(thousands)),
        or_none(of_pgbench(row.rate, row.pgbench)),
    ]
}

fn or_none(cell: Option<String>) -> String {
    cell.unwrap_or_else(|| "–".to_owned())
}

fn of_pgbench(rate: f64, pgbench: Option<f64>) -> Option<String> {
    pgbench.map(|pgbench| format!("**{:.2}**", rate / pgbench))
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
        assert_eq!(replace_between_marks(&new, "new\n"), Some(new.clone()));
        assert_eq!(replace_between_marks("# A", "new"), None);
    }
}
