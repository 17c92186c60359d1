//! The service under load: the world, which is hard for it, and all routes.
//!
//! The world has working sets around the size of the trip cache, reads by Zipf's law with writes in
//! between, an owner with most of the trips, a hot trip, a large trip, and tables without
//! statistics. One binary is measured beside `pgbench`, or two side by side.

mod action;
mod bench;
mod measure;
mod pgbench;
mod report;
mod script;
mod seed;
pub(crate) mod soak;
mod stage;
mod streams;
mod world;
mod wrk;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use tokio::runtime::Runtime;
use wayfare_test_postgres::Cluster;

use action::Case;
use bench::Bench;
use measure::Row;
use stage::Stage;

use crate::fixture::Database;

/// What to measure, and for how long.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The server's binary, built for release.
    #[arg(long)]
    server: PathBuf,
    /// Another binary, such as one of an earlier commit, to compare it with: in rounds of a second
    /// that alternate between the two.
    #[arg(long)]
    against: Option<PathBuf>,
    /// Two seconds for each measurement in place of five; of two binaries four rounds in place of
    /// eight.
    #[arg(long)]
    quick: bool,
    /// Only this database.
    #[arg(long)]
    database: Option<Database>,
    /// Only cases whose names contain this.
    #[arg(long, default_value = "")]
    only: String,
}

/// Measures, and prints the tables as Markdown. The exit code says whether all targets are met.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let program = |path: &PathBuf| fs::canonicalize(path).context(path.display().to_string());
    let server = program(&args.server)?;
    let against = args.against.as_ref().map(program).transpose()?;
    let (rounds, seconds) = match (&against, args.quick) {
        (Some(_), false) => (8, 1),
        (Some(_), true) => (4, 1),
        (None, false) => (3, 5),
        (None, true) => (3, 2),
    };
    let all = [Database::Postgres, Database::Sqlite];
    let databases = args.database.map_or(all.to_vec(), |only| vec![only]);
    let needs_cluster = databases.contains(&Database::Postgres);
    let bench = Bench {
        runtime: Runtime::new()?,
        rounds,
        time: Duration::from_secs(seconds),
        cluster: needs_cluster.then(Cluster::start_durable).transpose()?,
    };
    let mut cases: Vec<Case> = world::cases()?
        .into_iter()
        .chain(action::routes()?)
        .collect();
    cases.retain(|case| case.name.contains(&args.only));
    println!("{rounds} rounds of {seconds} s each; latency and CPU time in milliseconds.");
    let mut misses = 0;
    for database in databases {
        let stage = Stage::new(&bench, database, &server)?;
        let stages = match &against {
            Some(against) => vec![stage, Stage::new(&bench, database, against)?],
            None => vec![stage],
        };
        let mut rows: Vec<Row<'_>> = Vec::new();
        for case in &cases {
            match measure::case(&bench, &stages, case) {
                Ok(row) => rows.push(row),
                Err(error) => {
                    eprintln!("error: {error:#}");
                    misses += 1;
                }
            }
        }
        misses += report::print(database, &rows);
        // Beside another binary the streams have no meaning.
        if let (true, [stage]) = (streams::NAME.contains(&args.only), stages.as_slice()) {
            misses += streams::measure(&bench, stage)?;
        }
    }
    Ok(if misses == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
