//! A seeded database with a server for each case, and what is measured of it.

use std::time::Duration;

use anyhow::{Context, ensure};
use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection};
use serde_json::Value;
use wayfare_client::{Method, Reply};

use super::cases::{Action, Case, SPREAD, Sender};
use super::fixture::{Database, Fixture};
use super::seed::{PASSWORD, Seed, Size, TEMPLATE};
use super::wrk::{LoadResult, REPORT, THREADS};
use super::{Bench, OTHERS, ROUNDS, median, pgbench, progress, wrk};
use crate::cpu;
use crate::server_process::ServerProcess;

/// The trip cache in MiB.
const CACHE: &str = "24";

/// The figures of a case: medians over the rounds.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// Requests per second.
    pub(crate) rate: f64,
    /// Percentiles of the latency, in milliseconds.
    pub(crate) p50: f64,
    pub(crate) p99: f64,
    /// CPU time for each request, in milliseconds.
    pub(crate) server_cpu: f64,
    pub(crate) database_cpu: Option<f64>,
    /// The length of the first answer.
    pub(crate) bytes: f64,
    /// Transactions of `pgbench` per second.
    pub(crate) pgbench: Option<f64>,
}

/// One measurement of a case.
struct Measurement {
    load: LoadResult,
    server_cpu: f64,
    database_cpu: Option<f64>,
}

pub(crate) struct Stage<'a> {
    bench: &'a Bench<'a>,
    seed: Seed,
    fixture: Fixture,
}

impl<'a> Stage<'a> {
    pub(crate) fn new(bench: &'a Bench<'a>, database: Database) -> anyhow::Result<Self> {
        let fixture = bench.fixture(database)?;
        let size = Size {
            spread: SPREAD,
            others: OTHERS,
        };
        let seed = bench.seed(&fixture, size)?;
        Ok(Self {
            bench,
            seed,
            fixture,
        })
    }

    pub(crate) fn measure(&self, case: &Case) -> anyhow::Result<Row> {
        let (bench, fixture) = (self.bench, &self.fixture);
        let is_postgres = fixture.database == Database::Postgres;
        let is_unanalysed = case.unanalysed == Some(fixture.database);
        if is_unanalysed {
            self.execute(FORGET_STATISTICS)?;
        }
        // A server of its own for each case: with a cold cache, and without plans of other cases.
        let mut command = fixture.command(&bench.args.server);
        let server = ServerProcess::start(command.env("WAYFARE_TRIP_CACHE", CACHE))?;
        let url = server.url();
        let cookie = bench.runtime.block_on(page_cookie(&url))?;
        let first = bench
            .runtime
            .block_on(self.first_answer(&url, case, &cookie))?;
        let transactions: Option<Vec<(String, u32)>> = case
            .actions
            .iter()
            .map(|(action, share)| Some((action.transaction(&self.seed)?, *share)))
            .collect();
        let (mut measurements, mut rates) = (Vec::new(), Vec::new());
        for round in 0..ROUNDS {
            let name = fixture.database.name();
            progress(&format!(
                "{name}, round {} of {ROUNDS}: {}",
                round + 1,
                case.name
            ));
            if is_postgres {
                // Otherwise the measurement would include the checkpoint of the writes before.
                self.execute("CHECKPOINT")?;
            }
            let script = self.script(case, round, &cookie);
            measurements.push(self.load(&server, &script).context(case.name)?);
            if let Some(transactions) = transactions.as_ref().filter(|_| is_postgres) {
                let programs = bench.cluster()?.programs();
                let (url, folder) = (fixture.url(), fixture.folder());
                rates.push(pgbench::run(
                    transactions,
                    programs,
                    url,
                    bench.args.time(),
                    folder,
                )?);
            }
        }
        if is_unanalysed {
            self.execute("VACUUM ANALYZE")?;
        }
        let of = |value: &dyn Fn(&Measurement) -> f64| median(measurements.iter().map(value));
        let database_cpu: Option<Vec<f64>> = measurements
            .iter()
            .map(|measurement| measurement.database_cpu)
            .collect();
        Ok(Row {
            name: case.name,
            rate: of(&|measurement| measurement.load.rate()),
            p50: of(&|measurement| measurement.load.p50()),
            p99: of(&|measurement| measurement.load.p99()),
            server_cpu: of(&|measurement| measurement.server_cpu),
            database_cpu: database_cpu.map(median),
            bytes: f64::from(u32::try_from(first)?),
            pgbench: (!rates.is_empty()).then(|| median(rates)),
        })
    }

    /// Runs the load generator, and reads the CPU times before and after.
    fn load(&self, server: &ServerProcess, script: &str) -> anyhow::Result<Measurement> {
        let postgres = match self.fixture.database {
            Database::Postgres => self.bench.cluster()?.process_id(),
            Database::Sqlite => None,
        };
        let cpu_times = || -> anyhow::Result<(Duration, Option<Duration>)> {
            let database = postgres.map(cpu::of_postgres).transpose()?;
            Ok((cpu::of_process(server.process_id())?, database))
        };
        let before = cpu_times()?;
        let time = self.bench.args.time();
        let load = wrk::run(script, &server.url(), time, self.fixture.folder())?;
        let after = cpu_times()?;
        let of_each = |before: Duration, after: Duration| {
            after.saturating_sub(before).as_secs_f64() * 1e3 / load.requests
        };
        Ok(Measurement {
            server_cpu: of_each(before.0, after.0),
            database_cpu: before
                .1
                .zip(after.1)
                .map(|(before, after)| of_each(before, after)),
            load,
        })
    }

    fn execute(&self, statement: &str) -> anyhow::Result<()> {
        Ok(PgConnection::establish(self.fixture.url())?.batch_execute(statement)?)
    }

    /// The headers of an action's requests.
    fn headers(&self, action: &Action, cookie: &str) -> Vec<(&'static str, String)> {
        let sender = match action.sender {
            Sender::Ada => Some(("authorization", format!("Bearer {}", self.seed.ada.token))),
            Sender::Writer => Some((
                "authorization",
                format!("Bearer {}", self.seed.writer.token),
            )),
            Sender::Session => Some(("cookie", cookie.to_owned())),
            Sender::Nobody => None,
        };
        let variant = ("api-variant", action.variant.to_owned());
        sender.into_iter().chain([variant]).collect()
    }

    /// Sends the first request of a case. Returns the length of its answer.
    async fn first_answer(&self, url: &str, case: &Case, cookie: &str) -> anyhow::Result<usize> {
        let (action, _) = case.actions.first().context("a case without actions")?;
        let method: Method = action.method.parse()?;
        let client = wayfare_testkit::client(url);
        let mut call = client.request(method, &action.first_path(&self.seed));
        for (name, value) in self.headers(action, cookie) {
            call = call.header(name, value);
        }
        if !action.body().is_empty() {
            call = call.body("application/json", action.body().replace("{n}", "first"));
        }
        let reply: Reply<Value> = call.send().await?;
        ensure!(reply.status == 200, "{}: {reply:?}", case.name);
        Ok(reply.body.len())
    }

    /// The script of the load generator: one branch for each action.
    fn script(&self, case: &Case, round: u64, cookie: &str) -> String {
        let mut branches = String::new();
        let mut below = 0;
        for (action, share) in case.actions {
            below += share;
            let request = self.request(action, round, cookie);
            branches.push_str(&format!("    if kind <= {below} then {request} end\n"));
        }
        format!(
            "local threads = 0\n\
            function setup(thread)\n    thread:set('number', threads)\n    threads = threads + 1\nend\n\
            local n = 0\n\
            function init()\n    math.randomseed({} + number)\nend\n\
            function request()\n    n = n + 1\n    local kind = math.random(1, 100)\n{branches}end\n{REPORT}",
            round * THREADS
        )
    }

    /// The statement that returns a request of an action, in Lua.
    fn request(&self, action: &Action, round: u64, cookie: &str) -> String {
        let headers = self.headers(action, cookie);
        let kind = ("content-type", "application/json".to_owned());
        let headers: String = headers
            .into_iter()
            .chain([kind])
            .map(|(name, value)| format!("['{name}'] = '{value}', "))
            .collect();
        // A number that no other request has.
        let serial = format!("]==] .. {round} .. 'x' .. number .. 'x' .. n .. [==[");
        let body = match action.body() {
            body if body.is_empty() => "nil".to_owned(),
            body => format!("[==[{}]==]", body.replace("{n}", &serial)),
        };
        format!(
            "return wrk.format('{}', {}, {{{headers}}}, {body})",
            action.method,
            action.lua_path(&self.seed)
        )
    }
}

/// Signs the owner of the measured page in by the form. Returns the cookies of the session.
async fn page_cookie(url: &str) -> anyhow::Result<String> {
    let client = wayfare_testkit::client(url);
    let form: Reply<Value> = client.request(Method::GET, "/sign-in").send().await?;
    let page = String::from_utf8_lossy(&form.body).into_owned();
    let token = page.split_once("name=\"form_token\" value=\"");
    let token = token.and_then(|(_, rest)| rest.split('"').next());
    let fields = [
        ("form_token", token.context("the sign-in page has no form")?),
        ("username", TEMPLATE),
        ("password", PASSWORD),
    ];
    let mut body = url::form_urlencoded::Serializer::new(String::new());
    let signed_in: Reply<Value> = client
        .request(Method::POST, "/sign-in")
        .header("cookie", cookies_of(&form))
        .body(
            "application/x-www-form-urlencoded",
            body.extend_pairs(fields).finish(),
        )
        .send()
        .await?;
    ensure!(
        signed_in.status == 303,
        "the sign-in was answered {}",
        signed_in.status
    );
    Ok(cookies_of(&signed_in))
}

fn cookies_of(reply: &Reply<Value>) -> String {
    let set = reply.headers.get_all("set-cookie").iter();
    let pairs = set.filter_map(|cookie| cookie.to_str().ok()?.split(';').next());
    pairs.collect::<Vec<_>>().join("; ")
}

/// Removes what `ANALYZE` has gathered.
const FORGET_STATISTICS: &str = "
    DELETE FROM pg_statistic WHERE starelid IN
        ('users'::regclass, 'trips'::regclass, 'trip_members'::regclass);
    UPDATE pg_class SET reltuples = -1 WHERE oid IN
        ('users'::regclass, 'trips'::regclass, 'trip_members'::regclass);
    ALTER TABLE users SET (autovacuum_enabled = false);
    ALTER TABLE trips SET (autovacuum_enabled = false);
    ALTER TABLE trip_members SET (autovacuum_enabled = false);
";
