//! What the measurements are held to.

use super::footprint::Footprint;
use super::ground::Database;
use super::measure::{Row, Table};
use super::routes::{DETAIL, UNCHANGED};

/// A target of a route, and whether it is met.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Verdict {
    /// What is asked for.
    pub(crate) target: String,
    /// Whether it is so.
    pub(crate) met: bool,
}

impl Verdict {
    /// At least so much.
    pub(crate) fn at_least(what: &str, least: f64, is: f64) -> Self {
        Self {
            target: format!("{what} ≥ {least}"),
            met: is >= least,
        }
    }

    /// At most so much.
    pub(crate) fn at_most(what: &str, most: f64, is: f64) -> Self {
        Self {
            target: format!("{what} ≤ {most}"),
            met: is <= most,
        }
    }
}

/// Reads that are held to what the database alone can do.
const READS: [&str; 6] = [
    DETAIL,
    "A detail",
    "B list",
    "A list",
    "A paginated, page 0",
    "B timeline",
];
/// How much of that they reach.
const READS_REACH: f64 = 0.85;
/// The one write that is held to it.
const WRITE: &str = "B PUT of one field";
const WRITE_REACHES: f64 = 0.80;
/// How many milliseconds 99 of 100 details take at most.
const DETAIL_P99: f64 = 8.0;
/// How much faster "not modified" is than the whole answer.
const UNCHANGED_REACHES: f64 = 1.5;
/// How much of HTTP alone a detail on SQLite reaches.
const SQLITE_REACHES: f64 = 0.30;
/// How often a read may wait for the database.
const READ_ROUND_TRIPS: f64 = 2.0;
/// How often an update may, a commit by a statement of its own included; it makes one.
const UPDATE_ROUND_TRIPS: f64 = 4.0;

/// How much of its rate a route keeps as the database grows.
const GROWTH_KEEPS: f64 = 0.90;
/// Memory in MiB: after the start, under load, and of many idle connections.
const IDLE_MEMORY: f64 = 40.0;
const LOADED_MEMORY: f64 = 120.0;
const CONNECTIONS_MEMORY: f64 = 100.0;
/// How many milliseconds the start on SQLite takes.
const START: f64 = 200.0;

/// What a route is held to.
pub(crate) fn of_route(table: &Table, row: &Row) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    let pgbench = |least| {
        row.pgbench
            .map(|pgbench| Verdict::at_least("of pgbench", least, row.rate / pgbench))
    };
    if READS.contains(&row.name) {
        verdicts.extend(pgbench(READS_REACH));
    }
    if row.name == WRITE {
        verdicts.extend(pgbench(WRITE_REACHES));
    }
    let detail = matches!(row.name, DETAIL | "A detail");
    if detail && table.database == Database::Postgres {
        verdicts.push(Verdict::at_most("p99", DETAIL_P99, row.p99));
    }
    if row.name == DETAIL && table.database == Database::Sqlite {
        verdicts.push(Verdict::at_least(
            "of HTTP",
            SQLITE_REACHES,
            row.rate / row.http,
        ));
    }
    let full = table.rows.iter().find(|row| row.name == DETAIL);
    if let Some(full) = full.filter(|_| row.name == UNCHANGED) {
        verdicts.push(Verdict::at_least(
            "of the full answer",
            UNCHANGED_REACHES,
            row.rate / full.rate,
        ));
    }
    if let Some((round_trips, commits)) = row.round_trips {
        let count = |count: usize| u32::try_from(count).map_or(f64::INFINITY, f64::from);
        if !row.writes {
            verdicts.push(Verdict::at_most(
                "round trips",
                READ_ROUND_TRIPS,
                count(round_trips),
            ));
        } else if row.name.contains("PUT") {
            verdicts.push(Verdict::at_most(
                "round trips",
                UPDATE_ROUND_TRIPS,
                count(round_trips),
            ));
            verdicts.push(Verdict::at_most("commits", 1.0, count(commits)));
        }
    }
    verdicts
}

/// The rate at the last size for each of that at the first.
pub(crate) fn growth(rates: &[f64]) -> f64 {
    rates
        .last()
        .zip(rates.first())
        .map_or(f64::NAN, |(last, first)| last / first)
}

/// What growth is held to.
pub(crate) fn of_growth(rates: &[f64]) -> Verdict {
    Verdict::at_least("last to first", GROWTH_KEEPS, growth(rates))
}

/// What memory and start are held to.
pub(crate) fn of_footprint(footprint: &Footprint) -> Vec<Verdict> {
    let Footprint {
        database,
        idle,
        loaded,
        connections,
        start,
    } = footprint;
    let mut verdicts = vec![
        Verdict::at_most("idle", IDLE_MEMORY, *idle),
        Verdict::at_most("load", LOADED_MEMORY, *loaded),
        Verdict::at_most("connections", CONNECTIONS_MEMORY, *connections),
    ];
    if *database == Database::Sqlite {
        verdicts.push(Verdict::at_most("start", START, *start));
    }
    verdicts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_that_falls_with_the_size_is_a_miss() {
        assert!(of_growth(&[1_000.0, 950.0]).met);
        assert!(!of_growth(&[1_000.0, 850.0]).met);
        assert!(!of_growth(&[]).met);
    }

    #[test]
    fn round_trips_and_commits_are_bounded() {
        let row = |name, writes, round_trips| Row {
            name,
            writes,
            rate: 90.0,
            p50: 1.0,
            p99: 2.0,
            server_cpu: 1.0,
            database_cpu: None,
            bytes: 1,
            round_trips: Some(round_trips),
            http: 100.0,
            pgbench: Some(100.0),
        };
        let table = Table {
            database: Database::Postgres,
            rows: Vec::new(),
        };
        let missed = |row: &Row| {
            of_route(&table, row)
                .iter()
                .filter(|verdict| !verdict.met)
                .count()
        };
        assert_eq!(missed(&row(WRITE, true, (4, 1))), 0);
        assert_eq!(missed(&row(WRITE, true, (5, 1))), 1);
        assert_eq!(missed(&row(WRITE, true, (4, 2))), 1);
        assert_eq!(missed(&row(DETAIL, false, (2, 0))), 0);
        assert_eq!(missed(&row(DETAIL, false, (3, 0))), 1);
    }
}
