//! A long load: all cases in turn on one server, lap after lap. Afterwards it needs as much memory
//! and time as at the start, and has freed what it made.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use diesel::query_builder::SqlQuery;
use diesel::query_dsl::LoadQuery;
use diesel::sql_types::BigInt;
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl, SqliteConnection};
use tokio::runtime::Runtime;
use wayfare_test_postgres::Cluster;

use super::action::{self, Case};
use super::bench::{Bench, median};
use super::seed::Name;
use super::stage::{CaseRun, Stage};
use super::world;
use crate::cpu;
use crate::fixture::{Database, Fixture};

/// How long each case of a lap takes.
const TIME: Duration = Duration::from_secs(1);
/// The most laps: the numbers of requests have two digits for the lap.
const LAPS: u32 = 89;
/// One in so many laps, the first ones, fills the caches.
const WARM_UP: usize = 4;
/// The laps that are compared: the first ones after that, and the last ones.
const COMPARED: usize = 3;
/// The bounds of the memory and of the 99th percentile at the end, as multiples of the start's.
const MEMORY: f64 = 1.05;
const P99: f64 = 1.5;
/// Open files may vary by as many: some connections of the load are still closing.
const OPEN_FILES: f64 = 8.0;

/// What to run, and for how long.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The server's binary, built for release.
    #[arg(long)]
    server: PathBuf,
    /// Minutes of load on each database.
    #[arg(long, default_value_t = 60)]
    minutes: u64,
    /// Only this database.
    #[arg(long)]
    database: Option<Database>,
    /// Only cases whose names contain this.
    #[arg(long, default_value = "")]
    only: String,
}

/// What was measured in a lap, and after it.
struct Lap {
    /// The 99th percentile of each case, in milliseconds.
    p99: Vec<f64>,
    /// Without files, in MiB.
    memory: f64,
    open_files: f64,
    rows: f64,
    stored_files: f64,
}

/// Runs it, and prints a table as Markdown. The exit code says whether all bounds are met.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let program = fs::canonicalize(&args.server).context("no server")?;
    let mut cases = world::cases()?;
    cases.retain(|case| case.unanalysed.is_none());
    cases.extend(action::routes()?);
    cases.retain(Case::leaves_no_row);
    // Uploads replace the pictures that these are about.
    cases.retain(|case| !case.name.contains("picture}") && case.name.contains(&args.only));
    let mut passed = true;
    for database in [Database::Postgres, Database::Sqlite] {
        if args.database.is_some_and(|only| only != database) {
            continue;
        }
        let bench = Bench {
            runtime: Runtime::new()?,
            rounds: LAPS,
            time: TIME,
            cluster: (database == Database::Postgres)
                .then(Cluster::start_durable)
                .transpose()?,
        };
        let stage = Stage::new(&bench, database, &program)?;
        let server = Rc::new(stage.serve()?);
        let runs = cases
            .iter()
            .map(|case| stage.start_on(Rc::clone(&server), case));
        let runs: Vec<CaseRun<'_>> = runs.collect::<anyhow::Result<_>>()?;
        println!("\n### Soak on {}\n", database.name());
        println!("| lap | p99 | memory, MiB | open files | rows | stored files |");
        println!("|--:|--:|--:|--:|--:|--:|");
        let (began, time) = (Instant::now(), Duration::from_secs(60 * args.minutes));
        let mut laps = Vec::new();
        for number in 1..=bench.rounds {
            let lap = Lap::run(&runs, number, &stage.fixture)?;
            println!(
                "| {number} | {:.2} | {:.1} | {} | {} | {} |",
                median(lap.p99.iter().copied()),
                lap.memory,
                lap.open_files,
                lap.rows,
                lap.stored_files
            );
            laps.push(lap);
            if began.elapsed() > time && laps.len() > COMPARED + 1 {
                break;
            }
        }
        passed &= check(&cases, &laps)?;
    }
    Ok(if passed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

impl Lap {
    fn run(runs: &[CaseRun<'_>], number: u32, fixture: &Fixture) -> anyhow::Result<Self> {
        let p99 = runs
            .iter()
            .map(|run| Ok(run.load(number)?.load.p99))
            .collect::<anyhow::Result<_>>()?;
        let process = runs.first().context("no case")?.process_id();
        let float = |number: u64| anyhow::Ok(f64::from(u32::try_from(number)?));
        Ok(Self {
            p99,
            memory: float(cpu::anonymous(process)?)? / 1_024.0,
            open_files: float(cpu::open_files(process)?)?,
            rows: float(rows(fixture)?)?,
            stored_files: float(files(fixture.folder())?)?,
        })
    }
}

/// Compares the last laps with the first ones, and prints the result. Returns whether all bounds
/// are met.
fn check(cases: &[Case], laps: &[Lap]) -> anyhow::Result<bool> {
    let laps = laps.get(laps.len().div_ceil(WARM_UP)..).unwrap_or_default();
    ensure!(laps.len() >= COMPARED, "too few laps");
    let early = laps.iter().take(COMPARED);
    let late = laps.iter().rev().take(COMPARED);
    let medians = |of: &dyn Fn(&Lap) -> f64| {
        let of_all = [
            early.clone().map(of).collect(),
            late.clone().map(of).collect(),
        ];
        of_all.map(|values: Vec<f64>| median(values))
    };
    let slowdowns = cases.iter().enumerate().map(|(number, case)| {
        let [early, late] = medians(&|lap| lap.p99.get(number).copied().unwrap_or(f64::NAN));
        (late / early, case)
    });
    let mut slowdowns: Vec<(f64, &Case)> = slowdowns.collect();
    slowdowns.sort_by(|a, b| a.0.total_cmp(&b.0));
    let p99 = median(slowdowns.iter().map(|(ratio, _)| *ratio));
    let [early_memory, late_memory] = medians(&|lap| lap.memory);
    // Each lap may cut off each connection of a case after it has made something, such as a trip,
    // which has a row for itself and each member.
    let cut_off = cases
        .iter()
        .filter(|case| case.actions.iter().any(|(action, _)| action.then.is_some()));
    let cut_off: u32 = cut_off.map(|case| case.connections).sum();
    let cut_off = f64::from(cut_off * u32::try_from(laps.len())?);
    let grows = |of: &dyn Fn(&Lap) -> f64| {
        let [early, late] = medians(of);
        late - early
    };
    let bounds = [
        ("median of p99, of the first laps", p99, P99),
        (
            "memory, of the first laps",
            late_memory / early_memory,
            MEMORY,
        ),
        ("open files more", grows(&|lap| lap.open_files), OPEN_FILES),
        ("rows more", grows(&|lap| lap.rows), 4.0 * cut_off),
        ("stored files more", grows(&|lap| lap.stored_files), cut_off),
    ];
    println!();
    for (name, figure, bound) in bounds {
        let sign = if figure <= bound { "✓" } else { "✗" };
        println!("- {sign} {name} ≤ {bound}: {figure:.2}");
    }
    for (ratio, case) in slowdowns.iter().rev().take(3) {
        println!("- p99 of {}: {ratio:.2}", case.name);
    }
    Ok(bounds.iter().all(|(_, figure, bound)| figure <= bound))
}

/// The number of rows of all tables.
fn rows(fixture: &Fixture) -> anyhow::Result<u64> {
    let rows = match fixture.database {
        Database::Postgres => count(&mut PgConnection::establish(&fixture.url)?, fixture),
        Database::Sqlite => {
            let path = fixture.url.strip_prefix("sqlite://").context("no path")?;
            count(&mut SqliteConnection::establish(path)?, fixture)
        }
    };
    Ok(rows?.try_into()?)
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    rows: i64,
}

fn count<C>(connection: &mut C, fixture: &Fixture) -> anyhow::Result<i64>
where
    C: Connection,
    SqlQuery: LoadQuery<'static, C, Name> + LoadQuery<'static, C, Count>,
{
    let tables = diesel::sql_query(fixture.database.tables()).load::<Name>(connection)?;
    let tables = tables
        .iter()
        .map(|table| format!("(SELECT count(*) FROM {})", table.name));
    let sum = tables.collect::<Vec<_>>().join(" + ");
    let count = diesel::sql_query(format!("SELECT {sum} AS rows"));
    Ok(count.get_result::<Count>(connection)?.rows)
}

/// The number of files in a folder and those within it.
fn files(folder: &Path) -> anyhow::Result<u64> {
    let mut number = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        number += if entry.file_type()?.is_dir() {
            files(&entry.path())?
        } else {
            1
        };
    }
    Ok(number)
}
