//! The service under load: the world, which is hard for it, and the routes.
//!
//! The world has working sets around the size of the trip cache, reads by Zipf's law with writes in
//! between, an owner with most of the trips, a hot trip, a large trip, and tables without
//! statistics. `pgbench` runs plain statements on the same distribution beside it.

mod cases;
mod fixture;
mod pgbench;
mod report;
mod seed;
mod stage;
mod wrk;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use tokio::runtime::Runtime;
use wayfare_test_postgres::Cluster;

use cases::{CASES, Case};
pub(crate) use fixture::{Database, Fixture};
use report::Report;
use seed::{Seed, Size};
use stage::{Row, Stage};

use crate::sample;

/// The number of trips beside those that requests are about.
const OTHERS: u64 = 100_000;
/// The number of measurements of each case.
const ROUNDS: u64 = 3;

/// What to measure, and for how long.
#[derive(Clone, clap::Args)]
pub(crate) struct Args {
    /// The server's binary, built for release.
    #[arg(long)]
    server: PathBuf,
    /// Two seconds for each measurement in place of five.
    #[arg(long)]
    quick: bool,
    /// Only this database.
    #[arg(long)]
    database: Option<Database>,
    /// Only cases whose names contain this.
    #[arg(long, default_value = "")]
    only: String,
    /// A Markdown file whose tables to replace, between its two marks.
    #[arg(long)]
    write: Option<PathBuf>,
}

impl Args {
    fn time(&self) -> Duration {
        Duration::from_secs(if self.quick { 2 } else { 5 })
    }
}

/// What all measurements share.
struct Bench<'a> {
    args: &'a Args,
    cluster: Option<Cluster>,
    runtime: Runtime,
}

/// Measures, and prints the tables as Markdown. The exit code says whether all targets are met.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let server = fs::canonicalize(&args.server).context(args.server.display().to_string())?;
    let args = &Args {
        server,
        ..args.clone()
    };
    let databases = args.database.map_or_else(
        || vec![Database::Postgres, Database::Sqlite],
        |only| vec![only],
    );
    let cluster = databases
        .contains(&Database::Postgres)
        .then(Cluster::start_durable)
        .transpose()?;
    let bench = Bench {
        args,
        cluster,
        runtime: Runtime::new()?,
    };
    let mut report = Report::default();
    report.add(&format!(
        "{} connections, {ROUNDS} rounds of {} s each; latency and CPU time of a request in milliseconds.\n",
        wrk::CONNECTIONS,
        args.time().as_secs()
    ));
    for database in databases {
        let stage = Stage::new(&bench, database)?;
        let cases = CASES.iter().filter(|case| case.name.contains(&args.only));
        let rows: Vec<(&Case, Row)> = cases
            .map(|case| Ok((case, stage.measure(case)?)))
            .collect::<anyhow::Result<_>>()?;
        report.cases(database, &rows);
    }
    if let Some(file) = &args.write {
        report.write(file)?;
    }
    Ok(if report.misses == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

impl Bench<'_> {
    /// A fresh database.
    fn fixture(&self, database: Database) -> anyhow::Result<Fixture> {
        match database {
            Database::Postgres => Fixture::postgres(self.cluster()?),
            Database::Sqlite => Fixture::sqlite(),
        }
    }

    fn cluster(&self) -> anyhow::Result<&Cluster> {
        self.cluster.as_ref().context("no PostgreSQL was started")
    }

    /// Fills a database.
    fn seed(&self, fixture: &Fixture, size: Size) -> anyhow::Result<Seed> {
        progress(&format!(
            "{}: seeding {} trips",
            fixture.database.name(),
            size.spread + size.others
        ));
        let server = fixture.serve(&self.args.server)?;
        let client = wayfare_testkit::client(server.url());
        let seed = self
            .runtime
            .block_on(seed::over_http(&client, sample::photo()?));
        drop(server);
        seed::with_sql(fixture.database, fixture.url(), &seed, size)?;
        Ok(seed)
    }
}

/// Reports the progress on standard error.
fn progress(text: &str) {
    eprintln!("==> {text}");
}

/// The median; for an even number of values the mean of the two in the middle.
fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    let upper = values.get(values.len() / 2);
    let lower = values.get(values.len().saturating_sub(1) / 2);
    upper
        .zip(lower)
        .map_or(f64::NAN, |(upper, lower)| f64::midpoint(*upper, *lower))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_the_median() {
        assert!((median([3.0, 100.0, 2.0]) - 3.0).abs() < 1e-9);
        assert!((median([3.0, 100.0, 2.0, 5.0]) - 4.0).abs() < 1e-9);
        assert!(median([]).is_nan());
    }
}
