//! The service under load: the world, which is hard for it, and all routes.
//!
//! The world has working sets around the size of the trip cache, reads by Zipf's law with writes in
//! between, an owner with most of the trips, a hot trip, a large trip, and tables without
//! statistics. One binary is measured beside `pgbench`, or two side by side.

mod action;
mod bench;
mod case;
mod compare;
mod pgbench;
mod report;
mod routes;
mod script;
mod seed;
mod single;
mod stage;
mod world;
mod wrk;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;

use bench::Bench;
use case::Case;
use report::Report;
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
    /// A Markdown file whose tables to replace, between its two marks.
    #[arg(long)]
    write: Option<PathBuf>,
}

/// Measures, and prints the tables as Markdown. The exit code says whether all targets are met.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let program = |path: &PathBuf| fs::canonicalize(path).context(path.display().to_string());
    let server = program(&args.server)?;
    let against = args.against.as_ref().map(program).transpose()?;
    let seconds = match &against {
        Some(_) => 1,
        None if args.quick => 2,
        None => 5,
    };
    let rounds = match &against {
        Some(_) if args.quick => 4,
        Some(_) => 8,
        None => single::ROUNDS,
    };
    let all = [Database::Postgres, Database::Sqlite];
    let databases = args.database.map_or(all.to_vec(), |only| vec![only]);
    let bench = Bench::new(&databases, Duration::from_secs(seconds))?;
    let cases = world::cases().into_iter().chain(routes::cases());
    let cases: Vec<Case> = cases
        .filter(|case| case.name.contains(&args.only))
        .collect();
    let mut report = Report::default();
    report.add(&format!(
        "{rounds} rounds of {seconds} s each; latency and CPU time of a request in milliseconds.\n"
    ));
    for database in databases {
        let stage = Stage::new(&bench, database, &server)?;
        if let Some(against) = &against {
            let stages = [Stage::new(&bench, database, against)?, stage];
            let rows = cases
                .iter()
                .map(|case| compare::measure(&stages, case, rounds))
                .collect::<anyhow::Result<Vec<_>>>()?;
            report.comparison(database, &rows);
        } else {
            let rows = cases
                .iter()
                .map(|case| Ok((case, single::measure(&bench, &stage, case)?)))
                .collect::<anyhow::Result<Vec<_>>>()?;
            report.cases(database, &rows);
        }
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
