//! The service under load, beside its two ceilings: a route of the same server that does no work,
//! and `pgbench` on the same statements.

mod ceiling;
mod footprint;
mod ground;
mod growth;
mod measure;
mod pgbench;
mod report;
mod routes;
mod seed;
mod statements;
mod targets;
mod template;
mod wrk;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use tokio::runtime::Runtime;
use wayfare_test_postgres::Cluster;
use wayfare_testkit::Client;

pub(crate) use ceiling::serve as serve_ceiling;
use ground::{Database, Ground};
use seed::Seed;
use template::Template;

use crate::sample;

/// How often each is measured; the middle counts.
const ROUNDS: u64 = 3;
/// How many trips there are beside those that are asked for.
const OTHERS: u64 = 100_000;

/// What is to be measured, and for how long.
#[derive(Clone, clap::Args)]
pub(crate) struct Args {
    /// The server's binary, built for release.
    #[arg(long)]
    server: PathBuf,
    /// Two seconds for each measurement in place of five.
    #[arg(long)]
    quick: bool,
    /// Growth up to a million trips, in place of a hundred thousand.
    #[arg(long)]
    full: bool,
    /// On this database alone.
    #[arg(long)]
    database: Option<Database>,
    /// Only routes whose names contain this; without the tables of growth and footprint.
    #[arg(long)]
    only: Option<String>,
    /// A Markdown file to put the tables into, between its two marks.
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

/// Measures, prints the tables as Markdown, and fails where a target is missed.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let args = &Args {
        server: fs::canonicalize(&args.server).context("the server's binary")?,
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
    let mut report = report::Report::new(args.time());
    for database in &databases {
        let ground = bench.ground(*database)?;
        let seed = bench.seed(&ground, OTHERS)?;
        report.routes(&measure::routes(&bench, &ground, &seed)?);
    }
    if args.only.is_none() {
        for database in &databases {
            report.growth(&growth::measure(&bench, *database)?);
        }
        report.footprints(&footprint::measure(&bench, &databases)?);
    }
    if let Some(file) = &args.write {
        report.put(file)?;
    }
    Ok(if report.misses() == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

impl Bench<'_> {
    /// A database to measure on.
    fn ground(&self, database: Database) -> anyhow::Result<Ground> {
        match database {
            Database::Postgres => Ground::on(self.cluster()?),
            Database::Sqlite => Ground::in_a_file(),
        }
    }

    fn cluster(&self) -> anyhow::Result<&Cluster> {
        self.cluster.as_ref().context("no PostgreSQL was started")
    }

    /// Fills a database: the data that is asked for, and `others` trips besides.
    fn seed(&self, ground: &Ground, others: u64) -> anyhow::Result<Seed> {
        say(&format!(
            "{}: seeding {others} trips",
            ground.database.name()
        ));
        let server = ground.serve(self.server())?;
        let client = Client::new(server.url());
        let seed = self
            .runtime
            .block_on(seed::through_the_interface(&client, sample::photo()?));
        drop(server);
        seed::in_the_database(ground.database, ground.url(), &seed, others)?;
        Ok(seed)
    }

    fn server(&self) -> &Path {
        &self.args.server
    }
}

/// Tells how far the measurement has come.
fn say(what: &str) {
    eprintln!("==> {what}");
}

/// The middle of an odd number of values.
fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_by_size() {
        assert!((median([3.0, 100.0, 2.0]) - 3.0).abs() < 1e-9);
        assert!(median([]).is_nan());
    }
}
