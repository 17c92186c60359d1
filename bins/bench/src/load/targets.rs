//! The targets, and whether figures meet them.

use super::fixture::Database;
use super::footprint::Footprint;
use super::measure::{Row, Table};
use super::routes::{DETAIL, LIST, NOT_MODIFIED, PAGE, UPDATE};

/// A target, and whether it is met.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TargetCheck {
    /// The target as text.
    pub(crate) target: String,
    /// Whether it is met.
    pub(crate) met: bool,
}

impl TargetCheck {
    /// A figure with a lower bound.
    pub(crate) fn at_least(name: &str, bound: f64, figure: f64) -> Self {
        Self {
            target: format!("{name} ≥ {bound}"),
            met: figure >= bound,
        }
    }

    /// A figure with an upper bound.
    pub(crate) fn at_most(name: &str, bound: f64, figure: f64) -> Self {
        Self {
            target: format!("{name} ≤ {bound}"),
            met: figure <= bound,
        }
    }
}

/// The reads that are compared with the database ceiling.
const READS: [&str; 6] = [
    DETAIL,
    "A detail",
    LIST,
    "A list",
    "A paginated, page 0",
    "B timeline",
];
/// Their least rate as a fraction of that of `pgbench`.
const READ_OF_PGBENCH: f64 = 0.85;
/// The same for [`UPDATE`].
const UPDATE_OF_PGBENCH: f64 = 0.80;
/// The greatest 99th percentile of a detail, in milliseconds.
const DETAIL_P99: f64 = 8.0;
/// The least rate of a 304 as a multiple of the full answer's.
const NOT_MODIFIED_OF_FULL: f64 = 1.5;
/// The least rate of a detail on SQLite as a fraction of the no-op route's.
pub(crate) const SQLITE_OF_HTTP: f64 = 0.30;
/// The greatest CPU time of the server for a page of a trip, in milliseconds, and its length.
const PAGE_CPU: f64 = 5.0;
const PAGE_BYTES: f64 = 61_440.0;
/// The greatest number of round trips of a read. A page may take more: it also reads its session,
/// its user and the share links.
const READ_ROUND_TRIPS: f64 = 2.0;

/// The least rate on the large database as a fraction of that on the small one.
const LARGE_OF_SMALL: f64 = 0.90;
/// Greatest memory in MiB: after the start, under load, of idle connections.
const IDLE_MEMORY: f64 = 40.0;
const LOADED_MEMORY: f64 = 120.0;
const CONNECTIONS_MEMORY: f64 = 100.0;
/// The greatest start time on SQLite, in milliseconds.
const START: f64 = 200.0;

/// Checks the targets of a route.
pub(crate) fn of_route(table: &Table, row: &Row) -> Vec<TargetCheck> {
    let mut checks = Vec::new();
    let pgbench = |bound| {
        row.pgbench
            .map(|pgbench| TargetCheck::at_least("of pgbench", bound, row.rate / pgbench))
    };
    if READS.contains(&row.name) {
        checks.extend(pgbench(READ_OF_PGBENCH));
    }
    if row.name == UPDATE {
        checks.extend(pgbench(UPDATE_OF_PGBENCH));
    }
    let detail = matches!(row.name, DETAIL | "A detail");
    if detail && table.database == Database::Postgres {
        checks.push(TargetCheck::at_most("p99", DETAIL_P99, row.p99));
    }
    if row.name == DETAIL && table.database == Database::Sqlite {
        checks.push(TargetCheck::at_least(
            "of HTTP",
            SQLITE_OF_HTTP,
            row.rate / row.http,
        ));
    }
    let full = table.rows.iter().find(|row| row.name == DETAIL);
    if let Some(full) = full.filter(|_| row.name == NOT_MODIFIED) {
        checks.push(TargetCheck::at_least(
            "of the full answer",
            NOT_MODIFIED_OF_FULL,
            row.rate / full.rate,
        ));
    }
    let round_trips = row.round_trips.and_then(|count| u32::try_from(count).ok());
    if row.name == PAGE {
        let bytes = u32::try_from(row.bytes).unwrap_or(u32::MAX);
        checks.push(TargetCheck::at_most("CPU, ms", PAGE_CPU, row.server_cpu));
        checks.push(TargetCheck::at_most("bytes", PAGE_BYTES, f64::from(bytes)));
    } else if let Some(round_trips) = round_trips.filter(|_| !row.writes) {
        checks.push(TargetCheck::at_most(
            "round trips",
            READ_ROUND_TRIPS,
            f64::from(round_trips),
        ));
    }
    checks
}

/// The rate at the last size as a fraction of that at the first.
pub(crate) fn growth(rates: &[f64]) -> f64 {
    rates
        .last()
        .zip(rates.first())
        .map_or(f64::NAN, |(last, first)| last / first)
}

/// Checks the target of growth.
pub(crate) fn of_growth(rates: &[f64]) -> TargetCheck {
    TargetCheck::at_least("last to first", LARGE_OF_SMALL, growth(rates))
}

/// Checks the targets of memory and start.
pub(crate) fn of_footprint(footprint: &Footprint) -> Vec<TargetCheck> {
    let Footprint {
        database,
        idle,
        loaded,
        connections,
        start,
    } = footprint;
    let mut checks = vec![
        TargetCheck::at_most("idle", IDLE_MEMORY, *idle),
        TargetCheck::at_most("load", LOADED_MEMORY, *loaded),
        TargetCheck::at_most("connections", CONNECTIONS_MEMORY, *connections),
    ];
    if *database == Database::Sqlite {
        checks.push(TargetCheck::at_most("start", START, *start));
    }
    checks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fails_if_the_rate_falls_with_the_size() {
        assert!(of_growth(&[1_000.0, 950.0]).met);
        assert!(!of_growth(&[1_000.0, 850.0]).met);
        assert!(!of_growth(&[]).met);
    }

    #[test]
    fn limits_round_trips_of_reads_only() {
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
        let misses = |row: &Row| {
            of_route(&table, row)
                .iter()
                .filter(|check| !check.met)
                .count()
        };
        assert_eq!(misses(&row(UPDATE, true, 9)), 0);
        assert_eq!(misses(&row(DETAIL, false, 2)), 0);
        assert_eq!(misses(&row(DETAIL, false, 3)), 1);
    }
}
