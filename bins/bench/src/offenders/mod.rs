//! What one caller may cost others: each offender beside a well-behaved client, whose answers are
//! measured.

mod accounts;
mod deletions;
mod requests;
mod slow;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio::task::JoinSet;
use tokio::time::sleep;
use wayfare_test_postgres::Cluster;
use wayfare_testkit::{Call, Client, Method};

use accounts::{Accounts, PASSWORD};
use deletions::deletions;
use requests::{Also, Kind, Offender, offenders};
use slow::{slow_form, slow_reader};

use crate::cpu;
use crate::fixture::{Database, Fixture};
use crate::server_process::ServerProcess;

/// How long each offender goes on.
const TIME: Duration = Duration::from_secs(6);
/// The pause of the well-behaved client between two requests.
const PAUSE: Duration = Duration::from_millis(10);
/// The client's bounds: the 95th percentile, and the server's memory in MiB.
const P95: Duration = Duration::from_millis(500);
const MEMORY: u64 = 600;
/// The address of the well-behaved client, as a proxy names it.
const HONEST: &str = "192.0.2.1";

/// What to measure.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The server's binary, built for release.
    #[arg(long)]
    server: PathBuf,
    /// Only this database.
    #[arg(long)]
    database: Option<Database>,
    /// Only offenders whose names contain this.
    #[arg(long, default_value = "")]
    only: String,
}

/// What the well-behaved client met.
struct Answers {
    waits: Vec<Duration>,
    /// The number of 429, 503 and missing answers.
    refused: usize,
}

/// Measures, and prints the table as Markdown. The exit code says whether all bounds are met.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let cluster = (args.database != Some(Database::Sqlite))
        .then(Cluster::start_durable)
        .transpose()?;
    let runtime = Runtime::new()?;
    let program = std::fs::canonicalize(&args.server)?;
    let mut passed = true;
    for database in [Database::Postgres, Database::Sqlite] {
        if args.database.is_some_and(|only| only != database) {
            continue;
        }
        println!("\n### Offenders on {}\n", database.name());
        println!("| offender | requests/s | p95, ms | worst, ms | refused | memory, MiB |");
        println!("|---|--:|--:|--:|--:|--:|");
        let selected = offenders().into_iter();
        for offender in selected.filter(|offender| offender.name.contains(&args.only)) {
            let fixture = Fixture::new(database, cluster.as_ref())?;
            let is_met = runtime.block_on(measure(&fixture, &program, &offender));
            passed &= is_met.context(offender.name)?;
        }
    }
    Ok(if passed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Measures an offender, and prints its row. Returns whether all bounds are met.
async fn measure(fixture: &Fixture, program: &Path, offender: &Offender) -> anyhow::Result<bool> {
    let mut command = fixture.command(program);
    command
        .env("WAYFARE_RATE_LIMIT", "on")
        .env("WAYFARE_TRUSTED_PROXIES", "127.0.0.0/8");
    let server = ServerProcess::start(&mut command)?;
    let (url, also, pause) = (server.url(), offender.also, offender.pause);
    let accounts = Arc::new(Accounts::new(&url).await?);
    let requests = (offender.prepare)(&accounts);
    // The first request may set up what the others are about.
    let first = requests(0).send().await?;
    ensure!(offender.first.contains(&first.status), "{first:?}");
    let sent = Arc::new(AtomicU64::new(1));
    let mut tasks = JoinSet::new();
    for connection in 0..offender.connections {
        let (requests, sent) = (Arc::clone(&requests), Arc::clone(&sent));
        let (address, accounts) = (server.address().to_string(), Arc::clone(&accounts));
        match offender.kind {
            Kind::Deletions => tasks.spawn(deletions(accounts, connection)),
            Kind::SlowForm => tasks.spawn(slow_form(address, accounts)),
            Kind::SlowReader(path) => tasks.spawn(slow_reader(address, accounts, path)),
            Kind::Requests => tasks.spawn(async move {
                loop {
                    // What the offender gets does not matter.
                    let number = sent.fetch_add(1, Ordering::Relaxed);
                    let _ = requests(number).send().await;
                    sleep(pause).await;
                }
            }),
        };
    }
    // On a thread of its own, which the offender's tasks do not delay.
    let answers = tokio::task::spawn_blocking(move || -> anyhow::Result<Answers> {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = runtime.enable_all().build()?;
        Ok(runtime.block_on(behave(&url, &accounts, also)))
    });
    let Answers { mut waits, refused } = answers.await??;
    tasks.abort_all();
    let rate = sent.load(Ordering::Relaxed) / TIME.as_secs();
    waits.sort_unstable();
    let p95 = waits
        .get(waits.len() * 95 / 100)
        .context("nothing was answered")?;
    let worst = waits.last().copied().unwrap_or_default();
    let memory = cpu::peak(server.process_id())?.div_ceil(1_024);
    let is_met = *p95 < P95 && refused == 0 && memory < MEMORY;
    println!(
        "| {} | {rate} | {} | {} | {refused} of {} | {memory} |{}",
        offender.name,
        p95.as_millis(),
        worst.as_millis(),
        waits.len(),
        if is_met { "" } else { " ✗" }
    );
    Ok(is_met)
}

/// Reads and edits a trip, and does what is asked also, until the time is over.
async fn behave(url: &str, accounts: &Accounts, also: Also) -> Answers {
    let client = wayfare_testkit::client(url).with_token(&accounts.honest.token);
    let path = format!("/api/v1/trip/{}", accounts.honest_trip);
    let (mut waits, mut refused) = (Vec::new(), 0);
    let began = Instant::now();
    let mut number = 0_u64;
    while began.elapsed() < TIME {
        number += 1;
        // Sign-ins rarely enough for their own rate limit.
        let often = if also == Also::SignIn { 40 } else { 3 };
        let further = number.is_multiple_of(often).then_some(also);
        let further = further.and_then(|also| further_request(&client, accounts, also, number));
        let call = further.unwrap_or_else(|| {
            if number.is_multiple_of(2) {
                let body = json!({"name": format!("Trip {number}")});
                client.request(Method::PUT, &path).json(&body)
            } else {
                client.request(Method::GET, &path)
            }
        });
        let start = Instant::now();
        let answer = call.header("x-forwarded-for", HONEST).send().await;
        waits.push(start.elapsed());
        let is_served = answer.is_ok_and(|answer| matches!(answer.status, 200 | 304));
        refused += usize::from(!is_served);
        sleep(PAUSE).await;
    }
    Answers { waits, refused }
}

fn further_request(
    client: &Client,
    accounts: &Accounts,
    also: Also,
    number: u64,
) -> Option<Call<Value>> {
    let (trip, username) = (&accounts.honest_trip, &accounts.honest.username);
    let request = |method, path: String| client.request(method, &path);
    match also {
        Also::Nothing => None,
        Also::Picture => {
            let read = request(Method::GET, format!("/api/v1/user/{username}/picture"));
            Some(read.max_width(&(100 + number % 300).to_string()))
        }
        Also::Upload => {
            let put = request(Method::PUT, format!("/api/v1/trips/{trip}/picture"));
            Some(put.file("mainImage", "picture.jpg", accounts.photo.as_slice()))
        }
        Also::SignIn => {
            let post = request(Method::POST, "/api/v1/auth/token".to_owned());
            let body =
                json!({"grant_type": "password", "username": username, "password": PASSWORD});
            Some(post.json(&body))
        }
    }
}
