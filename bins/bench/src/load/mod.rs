//! The service under load, beside two ceilings: a no-op route of the same server, and `pgbench` on
//! the same statements.

mod ceiling;
mod compare;
mod deployment;
mod fixture;
mod footprint;
mod growth;
mod measure;
mod pgbench;
mod report;
mod rounds;
mod routes;
mod seed;
mod sizes;
mod targets;
mod template;
mod world;
mod wrk;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use tokio::runtime::Runtime;
use wayfare_test_postgres::Cluster;

pub(crate) use ceiling::serve as serve_ceiling;
pub(crate) use fixture::{Database, Fixture};
use report::Report;
use seed::{Seed, Size};
pub(crate) use sizes::run as measure_sizes;

use crate::sample;

/// The number of trips beside those that requests are about.
const OTHERS: u64 = 100_000;

/// What to measure, and for how long.
#[derive(Clone, clap::Args)]
pub(crate) struct Args {
    /// The server's binary, built for release.
    #[arg(long)]
    server: PathBuf,
    /// Another binary of the server, such as one of an earlier commit: compares the two under the
    /// same load, in place of the other tables.
    #[arg(long, conflicts_with_all = ["full", "write"])]
    against: Option<PathBuf>,
    /// Two seconds for each measurement in place of five.
    #[arg(long)]
    quick: bool,
    /// Growth up to a million trips, in place of a hundred thousand.
    #[arg(long)]
    full: bool,
    /// Only this database.
    #[arg(long)]
    database: Option<Database>,
    /// Only routes and cases of the world (`world: …`) whose names contain this; without the tables
    /// of growth and footprint.
    #[arg(long)]
    only: Option<String>,
    /// A Markdown file whose tables to replace, between its two marks.
    #[arg(long)]
    write: Option<PathBuf>,
}

impl Args {
    fn time(&self) -> Duration {
        Duration::from_secs(if self.quick { 2 } else { 5 })
    }

    fn databases(&self) -> Vec<Database> {
        self.database.map_or_else(
            || vec![Database::Postgres, Database::Sqlite],
            |only| vec![only],
        )
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
    let absolute = |path: &PathBuf| fs::canonicalize(path).context(path.display().to_string());
    let args = &Args {
        server: absolute(&args.server)?,
        against: args.against.as_ref().map(absolute).transpose()?,
        ..args.clone()
    };
    let databases = args.databases();
    let cluster = databases
        .contains(&Database::Postgres)
        .then(Cluster::start_durable)
        .transpose()?;
    let bench = Bench {
        args,
        cluster,
        runtime: Runtime::new()?,
    };
    let mut report;
    if let Some(baseline) = &args.against {
        report = Report::new(args.time(), rounds::COMPARED_ROUNDS);
        for database in &databases {
            report.comparison(&compare::measure(&bench, *database, baseline)?);
        }
    } else {
        report = Report::new(args.time(), rounds::ROUNDS);
        bench.measure(&databases, &mut report)?;
    }
    if let Some(file) = &args.write {
        report.write(file)?;
    }
    Ok(if report.misses() == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

impl Bench<'_> {
    fn measure(&self, databases: &[Database], report: &mut Report) -> anyhow::Result<()> {
        for database in databases {
            report.world(&world::measure(self, *database)?);
        }
        let only = self.args.only.as_deref();
        if only.is_some_and(|only| only.starts_with(world::PREFIX.trim_end())) {
            return Ok(());
        }
        for database in databases {
            report.routes(&measure::routes(self, *database)?);
        }
        if self.args.only.is_none() {
            for database in databases {
                report.growth(&growth::measure(self, *database)?);
            }
            report.footprints(&footprint::measure(self, databases)?);
        }
        Ok(())
    }

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

    /// Fills a database that `program` migrates.
    fn seed(&self, fixture: &Fixture, program: &Path, size: Size) -> anyhow::Result<Seed> {
        progress(&format!(
            "{}: seeding {} trips",
            fixture.database.name(),
            size.spread + size.others
        ));
        let server = fixture.serve(program)?;
        let client = wayfare_testkit::client(server.url());
        let seed = self
            .runtime
            .block_on(seed::over_http(&client, sample::photo()?));
        drop(server);
        seed::with_sql(fixture.database, fixture.url(), &seed, size)?;
        Ok(seed)
    }

    fn server(&self) -> &Path {
        &self.args.server
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
