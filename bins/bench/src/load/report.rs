//! The tables, as Markdown.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;

use super::ROUNDS;
use super::footprint::Footprint;
use super::growth::Growth;
use super::measure::{Row, Table};
use super::targets::{self, Verdict};
use super::wrk::CONNECTIONS;

/// Between these two lines of a file stand the tables of the last run.
const MARKS: [&str; 2] = ["<!-- begin: measured -->", "<!-- end: measured -->"];
/// How far the rates at two sizes may be apart.
const GROWTH: f64 = 0.90;

/// All that was measured.
#[derive(Default)]
pub(crate) struct Report {
    /// The routes, on each database.
    pub(crate) routes: Vec<Table>,
    /// Detail and list at several sizes, on each database.
    pub(crate) growth: Vec<Growth>,
    /// Memory and start, on each database.
    pub(crate) footprint: Vec<Footprint>,
}

impl Report {
    /// The tables; each figure of a route is the middle of several, each of so long a time.
    pub(crate) fn text(&self, time: Duration) -> String {
        let mut text = format!(
            "{CONNECTIONS} connections, {ROUNDS} rounds of {} s each; CPU in milliseconds for each request, latency in milliseconds.\n",
            time.as_secs()
        );
        for table in &self.routes {
            text.push_str(&routes(table));
        }
        for growth in &self.growth {
            text.push_str(&grown(growth));
        }
        if !self.footprint.is_empty() {
            text.push_str(&footprints(&self.footprint));
        }
        text
    }

    /// How many targets are missed.
    pub(crate) fn misses(&self) -> usize {
        let routes =
            self.routes.iter().flat_map(|table| table.rows.iter().flat_map(|row| targets::of_route(table, row)));
        let growth = self.growth.iter().flat_map(|growth| growth.rows.iter().map(|(_, rates)| of_growth(rates)));
        let footprint = self.footprint.iter().flat_map(of_footprint);
        routes.chain(growth).chain(footprint).filter(|verdict| !verdict.met).count()
    }
}

fn routes(table: &Table) -> String {
    let mut text = format!("\n### {}\n\n", table.database.name());
    text.push_str("| route | req/s | p50 | p99 | CPU server | CPU database | bytes | round trips | HTTP alone | of it | pgbench | of it | target |\n");
    text.push_str("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|\n");
    for row in &table.rows {
        let cells = cells(row);
        let verdicts = shown(&targets::of_route(table, row));
        text.push_str(&format!("| {} | {} | {verdicts} |\n", row.name, cells.join(" | ")));
    }
    text
}

fn cells(row: &Row) -> Vec<String> {
    let or_none = |cell: Option<String>| cell.unwrap_or_else(|| "–".to_owned());
    vec![
        thousands(row.rate),
        format!("{:.2}", row.p50),
        format!("{:.2}", row.p99),
        format!("{:.3}", row.server_cpu),
        or_none(row.database_cpu.map(|cpu| format!("{cpu:.3}"))),
        row.bytes.to_string(),
        or_none(row.round_trips.map(|(count, _)| count.to_string())),
        thousands(row.http),
        format!("{:.2}", row.rate / row.http),
        or_none(row.pgbench.map(thousands)),
        or_none(row.pgbench.map(|pgbench| format!("**{:.2}**", row.rate / pgbench))),
    ]
}

fn grown(growth: &Growth) -> String {
    let sizes: Vec<String> = growth.sizes.iter().map(|size| format!("{size} trips")).collect();
    let mut text = format!(
        "\n### Growth on {}\n\n| route | {} | last to first | target |\n",
        growth.database.name(),
        sizes.join(" | ")
    );
    let _ = writeln!(text, "|---|{}--:|---|", "--:|".repeat(sizes.len()));
    for (name, rates) in &growth.rows {
        let shown_rates: Vec<String> = rates.iter().map(|rate| thousands(*rate)).collect();
        let verdict = shown(&[of_growth(rates)]);
        let _ = writeln!(text, "| {name} | {} | {:.2} | {verdict} |", shown_rates.join(" | "), ratio(rates));
    }
    text
}

fn ratio(rates: &[f64]) -> f64 {
    rates.last().zip(rates.first()).map_or(f64::NAN, |(last, first)| last / first)
}

fn of_growth(rates: &[f64]) -> Verdict {
    Verdict::at_least("last to first", GROWTH, ratio(rates))
}

fn footprints(footprints: &[Footprint]) -> String {
    let mut text = "\n### Memory and start\n\n| database | idle | under load | 5,000 idle connections more | start | target |\n|---|--:|--:|--:|--:|---|\n".to_owned();
    for footprint in footprints {
        let Footprint { database, idle, loaded, connections, start } = footprint;
        let verdicts = shown(&of_footprint(footprint));
        let _ = writeln!(
            text,
            "| {} | {idle:.0} MiB | {loaded:.0} MiB | {connections:.0} MiB | {start:.0} ms | {verdicts} |",
            database.name()
        );
    }
    text
}

fn of_footprint(footprint: &Footprint) -> Vec<Verdict> {
    let Footprint { database, idle, loaded, connections, start } = footprint;
    let mut verdicts = vec![
        Verdict::at_most("idle", 40.0, *idle),
        Verdict::at_most("load", 120.0, *loaded),
        Verdict::at_most("connections", 100.0, *connections),
    ];
    if *database == super::Database::Sqlite {
        verdicts.push(Verdict::at_most("start", 200.0, *start));
    }
    verdicts
}

fn shown(verdicts: &[Verdict]) -> String {
    let mark = |verdict: &Verdict| format!("{} {}", if verdict.met { "✓" } else { "✗" }, verdict.target);
    verdicts.iter().map(mark).collect::<Vec<_>>().join("; ")
}

/// A whole number with commas.
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

/// Puts the tables into a file, in place of those that stand between its marks.
pub(crate) fn put(text: &str, file: &Path) -> anyhow::Result<()> {
    let before = fs::read_to_string(file)?;
    let after = between_marks(&before, text).with_context(|| format!("no marks in {}", file.display()))?;
    Ok(fs::write(file, after)?)
}

fn between_marks(file: &str, text: &str) -> Option<String> {
    let [begin, end] = MARKS;
    let (before, rest) = file.split_once(begin)?;
    let (_, after) = rest.split_once(end)?;
    Some(format!("{before}{begin}\n{text}{end}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_commas() {
        assert_eq!([0.4, 999.0, 1_000.0, 1_234_567.0].map(thousands), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn tables_are_put_between_the_marks() {
        let file = "# A\n<!-- begin: measured -->\nold\n<!-- end: measured -->\nB\n";
        let new = between_marks(file, "new\n").unwrap();
        assert_eq!(new, "# A\n<!-- begin: measured -->\nnew\n<!-- end: measured -->\nB\n");
        assert_eq!(between_marks(&new, "new\n"), Some(new.clone()));
        assert_eq!(between_marks("# A", "new"), None);
    }

    #[test]
    fn a_rate_that_falls_with_the_size_is_a_miss() {
        assert!(of_growth(&[1_000.0, 950.0]).met);
        assert!(!of_growth(&[1_000.0, 850.0]).met);
    }
}
