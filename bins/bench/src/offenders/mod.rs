//! What one caller may cost others: each offender beside a well-behaved client, whose answers are
//! measured.

mod requests;
mod slow;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio::task::JoinSet;
use tokio::time::sleep;
use wayfare_test_postgres::Cluster;
use wayfare_testkit::{Call, Method, sample};

use requests::{
    calendar, destinations, formatting, gaps, guesses, han_names, hot_trip, large_sums, large_trip,
    many_fields, many_numbers, noise, readiness, routes, shares, sizes, small_page, wrong_values,
};
use slow::{slow_form, slow_reader};

use crate::fixture::{Database, Fixture};
use crate::server_process::ServerProcess;
use crate::{cpu, sample as pictures};

/// How long each offender goes on.
const TIME: Duration = Duration::from_secs(6);
/// The pause of the well-behaved client between two requests.
const PAUSE: Duration = Duration::from_millis(10);
/// The client's bounds: the 95th percentile, and the server's memory in MiB.
const P95: Duration = Duration::from_millis(500);
const MEMORY: u64 = 600;
/// The addresses of the clients, as a proxy names them.
const HONEST: &str = "192.0.2.1";
const OFFENDING: &str = "192.0.2.2";
const PASSWORD: &str = "a good long one";

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

/// An offender: the requests that it repeats, on so many connections.
struct Offender {
    name: &'static str,
    connections: u64,
    /// The pause after each request on a connection.
    pause: Duration,
    /// Prepares, and returns what builds the request of a number.
    prepare: fn(&Accounts) -> Requests,
    /// The statuses that the first request may have.
    first: &'static [u16],
    /// What its connections do.
    kind: Kind,
    /// What the well-behaved client does beside reading and editing its trip.
    also: Also,
}

/// What the connections of an offender do.
#[derive(Clone, Copy)]
enum Kind {
    Requests,
    /// Send a form with a picture slowly.
    SlowForm,
    /// Read the answer of this path slowly, with `{trip}` and `{share}` for those of the offender.
    SlowReader(&'static str),
}

/// Builds the request of a number.
type Requests = Arc<dyn Fn(u64) -> Call<Value> + Send + Sync>;

/// A further request of the well-behaved client.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Also {
    Nothing,
    Picture,
    Upload,
    SignIn,
}

/// The accounts on a server, with their trips.
struct Accounts {
    offender: sample::Traveller,
    offender_trip: String,
    /// The token of a link to it.
    share: String,
    honest: sample::Traveller,
    honest_trip: String,
    photo: Vec<u8>,
}

/// What the well-behaved client met.
#[derive(Default)]
struct Answers {
    waits: Vec<Duration>,
    refused: usize,
}

/// The figures of an offender.
struct Row {
    requests: f64,
    p95: Duration,
    worst: Duration,
    /// The share of 429, 503 and missing answers, in percent.
    refused: f64,
    memory: u64,
}

fn offenders() -> Vec<Offender> {
    let offender = |name, connections, prepare| Offender {
        name,
        connections,
        pause: Duration::ZERO,
        prepare,
        first: &[200],
        kind: Kind::Requests,
        also: Also::Nothing,
    };
    vec![
        offender("reads of 400 items with 100 members' shares", 4, large_sums),
        offender("reads and edits of a trip of 2 MB", 4, large_trip),
        offender("lists of 200 new destinations", 4, destinations),
        offender("1,000 long Han names", 2, han_names),
        Offender {
            first: &[400],
            ..offender("bodies of 8 MB with wrong values", 4, wrong_values)
        },
        Offender {
            first: &[400, 404],
            ..offender("bodies of 8 MB of numbers", 4, many_numbers)
        },
        Offender {
            first: &[400],
            ..offender("forms of a million fields", 4, many_fields)
        },
        offender("edits of one trip by 32 clients", 32, hot_trip),
        offender("readiness checks", 16, readiness),
        Offender {
            first: &[401],
            also: Also::SignIn,
            ..offender("password guesses from a /48", 32, guesses)
        },
        Offender {
            also: Also::Picture,
            pause: Duration::from_millis(500),
            ..offender("ever new sizes of a picture, without a token", 16, sizes)
        },
        Offender {
            also: Also::Picture,
            ..offender("uploads of noise with transparency", 3, noise)
        },
        Offender {
            also: Also::Upload,
            kind: Kind::SlowForm,
            ..offender("slow forms", 32, readiness)
        },
        Offender {
            first: &[200, 400],
            ..offender(
                "notes that reopen formatting in each paragraph",
                4,
                formatting,
            )
        },
        offender("a page of 25,000 shares", 4, shares),
        offender("a page of 1,000 items with gaps", 4, gaps),
        Offender {
            first: &[200, 400],
            ..offender("calendars of 50,000 RDATEs", 4, calendar)
        },
        Offender {
            first: &[200, 400],
            ..offender("GPX of 200,000 routes", 4, routes)
        },
        Offender {
            pause: Duration::from_millis(400),
            ..offender("small pages of a map and 15 people", 60, small_page)
        },
        Offender {
            kind: Kind::SlowReader("/trip/{trip}"),
            ..offender("slow readers of a page", 200, large_trip)
        },
        Offender {
            kind: Kind::SlowReader("/api/v1/shared/{share}"),
            ..offender("slow readers of a shared trip", 200, large_trip)
        },
        Offender {
            kind: Kind::SlowReader("/api/v1/trips/{trip}/trip_items"),
            ..offender("slow readers of items", 200, large_trip)
        },
    ]
}

/// Measures, and prints the table as Markdown. The exit code says whether all bounds are met.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let cluster = (args.database != Some(Database::Sqlite))
        .then(Cluster::start_durable)
        .transpose()?;
    let runtime = Runtime::new()?;
    let program = std::fs::canonicalize(&args.server)?;
    let mut misses = 0;
    for database in [Database::Postgres, Database::Sqlite] {
        if args.database.is_some_and(|only| only != database) {
            continue;
        }
        println!(
            "\n### Offenders on {}\n\n| offender | requests/s | p95 | worst | refused | memory |\n|---|--:|--:|--:|--:|--:|",
            database.name()
        );
        for offender in offenders() {
            if !offender.name.contains(&args.only) {
                continue;
            }
            let fixture = match (database, &cluster) {
                (Database::Postgres, Some(cluster)) => Fixture::postgres(cluster)?,
                _ => Fixture::sqlite()?,
            };
            let row = runtime.block_on(measure(&fixture, &program, &offender));
            let row = row.with_context(|| offender.name)?;
            misses += usize::from(!row.meets_bounds());
            println!("{}", row.line(offender.name));
        }
    }
    Ok(if misses == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

impl Row {
    fn meets_bounds(&self) -> bool {
        self.p95 < P95 && self.refused == 0.0 && self.memory < MEMORY
    }

    fn line(&self, name: &str) -> String {
        let Self {
            requests,
            p95,
            worst,
            refused,
            memory,
        } = self;
        let mark = if self.meets_bounds() { "" } else { " ✗" };
        format!(
            "| {name} | {requests:.0} | {} ms | {} ms | {refused:.0} % | {memory} MiB |{mark}",
            p95.as_millis(),
            worst.as_millis()
        )
    }
}

async fn measure(fixture: &Fixture, program: &Path, offender: &Offender) -> anyhow::Result<Row> {
    let mut command: Command = fixture.command(program);
    command
        .env("WAYFARE_RATE_LIMIT", "on")
        .env("WAYFARE_TRUSTED_PROXIES", "127.0.0.0/8");
    let server = ServerProcess::start(&mut command)?;
    let accounts = Arc::new(Accounts::new(&server.url()).await?);
    let requests = (offender.prepare)(&accounts);
    // The first request may set up what the others are about.
    let first = requests(0).send().await?;
    ensure!(offender.first.contains(&first.status), "{first:?}");
    let (is_over, sent) = (
        Arc::new(AtomicBool::new(false)),
        Arc::new(AtomicU64::new(1)),
    );
    let mut tasks = JoinSet::new();
    for _ in 0..offender.connections {
        let (requests, is_over, sent) = (
            Arc::clone(&requests),
            Arc::clone(&is_over),
            Arc::clone(&sent),
        );
        let pause = offender.pause;
        let address = server.address().to_string();
        match offender.kind {
            Kind::Requests => {}
            Kind::SlowForm => {
                tasks.spawn(slow_form(address, Arc::clone(&accounts)));
                continue;
            }
            Kind::SlowReader(path) => {
                tasks.spawn(slow_reader(address, Arc::clone(&accounts), path));
                continue;
            }
        }
        tasks.spawn(async move {
            while !is_over.load(Ordering::Relaxed) {
                let number = sent.fetch_add(1, Ordering::Relaxed);
                // What the offender gets does not matter.
                let _ = requests(number).send().await;
                sleep(pause).await;
            }
        });
    }
    let began = Instant::now();
    let honest = Arc::clone(&accounts);
    let (url, also) = (server.url(), offender.also);
    // On a thread of its own, which the offender's tasks do not delay.
    let answers = tokio::task::spawn_blocking(move || -> anyhow::Result<Answers> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        Ok(runtime.block_on(behave(&url, &honest, also)))
    });
    let mut answers = answers.await??;
    is_over.store(true, Ordering::Relaxed);
    let rate = as_f64(sent.load(Ordering::Relaxed)) / began.elapsed().as_secs_f64();
    tasks.abort_all();
    answers.waits.sort_unstable();
    let count = answers.waits.len();
    ensure!(count > 0, "no request was sent");
    let at = |percent: usize| answers.waits.get(count * percent / 100).copied();
    Ok(Row {
        requests: rate,
        p95: at(95).unwrap_or_default(),
        worst: answers.waits.last().copied().unwrap_or_default(),
        refused: 100.0 * as_f64(u64::try_from(answers.refused)?) / as_f64(u64::try_from(count)?),
        memory: cpu::peak(server.process_id())?.div_ceil(1_024),
    })
}

fn as_f64(number: u64) -> f64 {
    u32::try_from(number).map_or(f64::INFINITY, f64::from)
}

/// Reads and edits a trip, and does what is asked also, until the time is over.
async fn behave(url: &str, accounts: &Accounts, also: Also) -> Answers {
    let client = wayfare_testkit::client(url).with_token(&accounts.honest.token);
    let (trip, username) = (&accounts.honest_trip, &accounts.honest.username);
    let path = format!("/api/v1/trip/{trip}");
    let mut answers = Answers::default();
    let began = Instant::now();
    let mut number = 0_u64;
    while began.elapsed() < TIME {
        number += 1;
        let further = match also {
            // Sign-ins rarely enough for their own rate limit.
            Also::SignIn if !number.is_multiple_of(40) => None,
            _ if !number.is_multiple_of(3) && also != Also::SignIn => None,
            Also::Nothing => None,
            Also::Picture => Some(
                client
                    .request(Method::GET, &format!("/api/v1/user/{username}/picture"))
                    .max_width(&(100 + number % 300).to_string()),
            ),
            Also::Upload => Some(form(
                client.request(Method::PUT, &format!("/api/v1/trips/{trip}/picture")),
                &accounts.photo,
            )),
            Also::SignIn => Some(
                client
                    .request(Method::POST, "/api/v1/auth/token")
                    .json(&credentials(username)),
            ),
        };
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
        answers.waits.push(start.elapsed());
        let is_served = answer.is_ok_and(|answer| matches!(answer.status, 200 | 304));
        answers.refused += usize::from(!is_served);
        sleep(PAUSE).await;
    }
    answers
}

fn credentials(username: &str) -> Value {
    json!({"grant_type": "password", "username": username, "password": PASSWORD})
}

fn form(call: Call<Value>, file: &[u8]) -> Call<Value> {
    call.file("mainImage", "picture.jpg", file)
}

impl Accounts {
    async fn new(url: &str) -> anyhow::Result<Self> {
        let client = wayfare_testkit::client(url);
        let photo = pictures::photo()?;
        let sign_up = async |username: &str| {
            let body = json!({"name": username, "username": username, "password": PASSWORD});
            sample::sign_up_with(&client, &body).await
        };
        let (offender, honest) = (sign_up("offender").await, sign_up("honest").await);
        let offender_trip = sample::public_trip(&offender, "Offence").await;
        let honest_trip = sample::trip(&honest, "Porto").await;
        for traveller in [&offender, &honest] {
            let picture = if traveller.username == "offender" {
                pictures::jpeg()?
            } else {
                photo.clone()
            };
            traveller
                .users()
                .set_picture(&traveller.username)
                .file("image", "picture.jpg", picture)
                .await
                .expect_status(200);
        }
        let sections = json!({"sections": ["itinerary", "map", "notes", "budget"]});
        let extensions = offender.extensions();
        let link = extensions
            .create_share_link(&offender_trip, &sections)
            .await
            .json();
        let share = link.url.rsplit('/').next().unwrap_or_default().to_owned();
        Ok(Self {
            offender,
            offender_trip,
            share,
            honest,
            honest_trip,
            photo,
        })
    }

    /// A request of the offender.
    fn offend(
        &self,
        method: Method,
        path: &str,
    ) -> impl Fn() -> Call<Value> + Send + Sync + 'static {
        let (client, path) = (self.offender.client.clone(), path.to_owned());
        move || {
            client
                .request(method.clone(), &path)
                .header("x-forwarded-for", OFFENDING)
        }
    }

    fn items_path(&self) -> String {
        format!("/api/v1/trips/{}/trip_items", self.offender_trip)
    }
}
