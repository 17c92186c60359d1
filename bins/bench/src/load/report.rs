//! The tables, as Markdown.

use super::action::Target;
use super::measure::Row;
use crate::fixture::Database;

/// The least rate as a fraction of the other binary's.
const BOUND: f64 = 0.9;

/// Prints the rows of a database. Returns the number of missed targets.
pub(crate) fn print(database: Database, rows: &[Row<'_>]) -> usize {
    println!("\n### {}\n", database.name());
    let mut misses = Vec::new();
    if rows.iter().any(|row| row.against.is_some()) {
        println!(
            "| case | req/s before | after | ratio | p50 before | after | p99 before | after | \
                target |"
        );
        println!("|---|--:|--:|--:|--:|--:|--:|--:|---|");
    } else {
        println!(
            "| case | req/s | p50 | p99 | CPU server | CPU database | bytes | pgbench | of it | \
                target |"
        );
        println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|---|");
    }
    for row in rows {
        let targets = row.case.targets.iter();
        let checked = targets.filter_map(|target| check(*target, row, rows));
        let (mut targets, name, figures) = (Vec::new(), &row.case.name, &row.figures);
        for (target, is_met) in checked {
            targets.push(format!("{} {target}", if is_met { "✓" } else { "✗" }));
            if !is_met {
                misses.push(format!("{name}: not {target}"));
            }
        }
        let targets = targets.join("; ");
        if let Some(against) = &row.against {
            let (before, ratio) = (&against.figures, against.ratio);
            println!(
                "| {name} | {:.0} | {:.0} | **{ratio:.2}** | {:.2} | {:.2} | {:.2} | {:.2} | \
                    {targets} |",
                before.rate, figures.rate, before.p50, figures.p50, before.p99, figures.p99
            );
            if ratio < BOUND {
                misses.push(format!("{name}: {ratio:.2} of the rate before"));
            }
        } else {
            let (pgbench, of_it) = row.pgbench.map_or_else(
                || ("–".to_owned(), "–".to_owned()),
                |rate| {
                    (
                        format!("{rate:.0}"),
                        format!("**{:.2}**", figures.rate / rate),
                    )
                },
            );
            println!(
                "| {name} | {:.0} | {:.2} | {:.2} | {:.3} | {:.3} | {:.0} | {pgbench} | {of_it} | \
                    {targets} |",
                figures.rate,
                figures.p50,
                figures.p99,
                figures.server_cpu,
                figures.database_cpu,
                figures.bytes
            );
        }
    }
    println!("\nMissed:\n");
    for miss in &misses {
        println!("- {miss}");
    }
    misses.len()
}

/// Returns a target as text with the figure, and whether it is met; `None` if what it compares with
/// was not measured.
fn check(target: Target, row: &Row<'_>, rows: &[Row<'_>]) -> Option<(String, bool)> {
    let at_most = |name: &str, bound: f64, figure: f64| {
        (format!("{name} ≤ {bound} ({figure:.2})"), figure <= bound)
    };
    let at_least = |name: &str, bound: f64, figure: f64| {
        (format!("{name} ≥ {bound} ({figure:.2})"), figure >= bound)
    };
    let figures = &row.figures;
    match target {
        Target::OfPgbench(bound) => {
            Some(at_least("of pgbench", bound, figures.rate / row.pgbench?))
        }
        Target::OfCase(name, bound) => {
            let other = rows.iter().find(|row| row.case.name == name)?;
            let name = format!("of “{}”", name.trim_start_matches("world: "));
            Some(at_least(&name, bound, figures.rate / other.figures.rate))
        }
        Target::P99(bound) => Some(at_most("p99", bound, figures.p99)),
        Target::Cpu(bound) => Some(at_most("CPU, ms", bound, figures.server_cpu)),
        Target::Bytes(bound) => Some(at_most("bytes", bound, figures.bytes)),
    }
}
