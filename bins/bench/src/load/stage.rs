//! A binary with a seeded database, and a server of it for each case.

use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use anyhow::{Context, ensure};
use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection};
use serde_json::Value;
use wayfare_client::{Method, Reply};
use wayfare_test_postgres::Cluster;

use super::action::{Case, Request, Sender};
use super::bench::{Bench, progress};
use super::script::{Script, Session};
use super::seed::{self, PASSWORD, Seed};
use super::world::SPREAD;
use super::wrk::{self, LoadResult};
use crate::cpu;
use crate::fixture::{Database, Fixture};
use crate::sample;
use crate::server_process::ServerProcess;

/// The trip cache in MiB.
const CACHE: &str = "24";
/// The number of trips beside those that requests are about.
const OTHERS: u64 = 100_000;
/// Reference rates of a day.
const RATES: &str = "date,base,currency,rate\n2026-01-02,EUR,CAD,1.6\n2026-01-02,EUR,USD,1.1\n";

/// A binary with its database.
pub(crate) struct Stage<'a> {
    bench: &'a Bench,
    program: PathBuf,
    pub(crate) seed: Seed,
    pub(crate) fixture: Fixture,
}

/// A case on a server.
pub(crate) struct CaseRun<'a> {
    stage: &'a Stage<'a>,
    case: &'a Case,
    server: Rc<ServerProcess>,
    session: Session,
}

/// One measurement of a case.
pub(crate) struct Measurement {
    pub(crate) load: LoadResult,
    /// CPU time for each request, in milliseconds; zero of SQLite, which is in the server.
    pub(crate) server_cpu: f64,
    pub(crate) database_cpu: f64,
}

impl<'a> Stage<'a> {
    pub(crate) fn new(
        bench: &'a Bench,
        database: Database,
        program: &Path,
    ) -> anyhow::Result<Self> {
        let fixture = Fixture::new(database, bench.cluster.as_ref())?;
        progress(&format!(
            "{}: seeding {}",
            database.name(),
            program.display()
        ));
        let server = ServerProcess::start(&mut fixture.command(program))?;
        let client = wayfare_testkit::client(server.url());
        let seed = seed::over_http(&client, sample::photo()?);
        let seed = bench.runtime.block_on(seed);
        drop(server);
        seed::with_sql(&fixture, &seed, SPREAD, OTHERS)?;
        let rates = fixture.folder().join("rates.csv");
        fs::write(&rates, RATES)?;
        let mut import = fixture.command(program);
        let imported = import.args(["rates", "import"]).arg(rates).output()?;
        ensure!(imported.status.success(), "no rates: {imported:?}");
        Ok(Self {
            bench,
            program: program.to_owned(),
            seed,
            fixture,
        })
    }

    /// Starts a case on a server of its own: with a cold cache, and without plans of other cases.
    pub(crate) fn start(&'a self, case: &'a Case) -> anyhow::Result<CaseRun<'a>> {
        if case.unanalysed == Some(self.fixture.database) {
            self.execute(FORGET_STATISTICS)?;
        }
        self.start_on(Rc::new(self.serve()?), case)
    }

    /// Starts a server.
    pub(crate) fn serve(&self) -> anyhow::Result<ServerProcess> {
        let mut command = self.fixture.command(&self.program);
        ServerProcess::start(command.env("WAYFARE_TRIP_CACHE", CACHE))
    }

    /// Starts a case on a server, and sends its requests on one connection for a second.
    pub(crate) fn start_on(
        &'a self,
        server: Rc<ServerProcess>,
        case: &'a Case,
    ) -> anyhow::Result<CaseRun<'a>> {
        let actions = case.actions.iter();
        let mut requests = actions.flat_map(|(action, _)| {
            let then = action.then.map(|(_, request)| request);
            [action.first].into_iter().chain(then)
        });
        let session = match requests.find(Request::needs_session) {
            Some(request) => {
                let sign_in = self.sign_in(server.url(), request.sender);
                self.bench.runtime.block_on(sign_in)?
            }
            None => Session::default(),
        };
        let run = CaseRun {
            stage: self,
            case,
            server,
            session,
        };
        run.send(0, 1, 1, Duration::from_secs(1))?;
        Ok(run)
    }

    /// Signs somebody in at the pages.
    async fn sign_in(&self, url: String, sender: Sender) -> anyhow::Result<Session> {
        let traveller = match sender {
            Sender::Ada => &self.seed.ada,
            _ => &self.seed.writer,
        };
        let client = wayfare_testkit::client(url);
        let form: Reply<Value> = client.request(Method::GET, "/sign-in").send().await?;
        let token = form_token_of(&form)?;
        let fields = [
            ("form_token", token.as_str()),
            ("username", &traveller.username),
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
        let status = signed_in.status;
        ensure!(status == 303, "the sign-in was answered {status}");
        let cookie = cookies_of(&signed_in);
        let page = client.request(Method::GET, "/trips/new");
        let page: Reply<Value> = page.header("cookie", &cookie).send().await?;
        Ok(Session {
            cookie,
            form_token: form_token_of(&page)?,
        })
    }

    fn execute(&self, statement: &str) -> anyhow::Result<()> {
        Ok(PgConnection::establish(&self.fixture.url)?.batch_execute(statement)?)
    }

    /// Prevents that a measurement includes the checkpoint of the writes before.
    pub(crate) fn checkpoint(&self) -> anyhow::Result<()> {
        match self.fixture.database {
            Database::Postgres => self.execute("CHECKPOINT"),
            Database::Sqlite => Ok(()),
        }
    }
}

impl CaseRun<'_> {
    /// The base URL of its server.
    pub(crate) fn url(&self) -> String {
        self.server.url()
    }

    /// The process of its server.
    pub(crate) fn process_id(&self) -> u32 {
        self.server.process_id()
    }

    /// Runs the load generator, and reads the CPU times before and after.
    pub(crate) fn load(&self, round: u32) -> anyhow::Result<Measurement> {
        let (bench, database) = (self.stage.bench, self.stage.fixture.database);
        progress(&format!(
            "{}, round {round}: {}",
            database.name(),
            self.case.name
        ));
        let cluster = bench
            .cluster
            .as_ref()
            .filter(|_| database == Database::Postgres);
        let postgres = cluster.and_then(Cluster::process_id);
        let cpu_times = || -> anyhow::Result<(Duration, Duration)> {
            let database = postgres.map(cpu::of_postgres).transpose()?;
            let server = cpu::of_process(self.server.process_id())?;
            Ok((server, database.unwrap_or_default()))
        };
        let connections = self.case.connections;
        // A script knows no connections: what follows an answer needs a thread for each.
        let follows = self
            .case
            .actions
            .iter()
            .any(|(action, _)| action.then.is_some());
        let threads = if follows { connections } else { wrk::THREADS };
        let before = cpu_times()?;
        let load = self.send(round, threads, connections, bench.time)?;
        let after = cpu_times()?;
        let of_each = |before: Duration, after: Duration| {
            after.saturating_sub(before).as_secs_f64() * 1e3 / load.requests
        };
        Ok(Measurement {
            server_cpu: of_each(before.0, after.0),
            database_cpu: of_each(before.1, after.1),
            load,
        })
    }

    fn send(
        &self,
        round: u32,
        threads: u32,
        connections: u32,
        time: Duration,
    ) -> anyhow::Result<LoadResult> {
        let script = Script {
            case: self.case,
            seed: &self.stage.seed,
            session: &self.session,
        };
        let (script, url) = (script.of_round(round), self.server.url());
        let folder = self.stage.fixture.folder();
        wrk::run(&script, &url, threads, connections, time, folder)
            .with_context(|| self.case.name.clone())
    }

    /// Ends the case.
    pub(crate) fn end(self) -> anyhow::Result<()> {
        let stage = self.stage;
        if self.case.unanalysed == Some(stage.fixture.database) {
            stage.execute("VACUUM ANALYZE")?;
        }
        Ok(())
    }
}

fn form_token_of(page: &Reply<Value>) -> anyhow::Result<String> {
    let page = String::from_utf8_lossy(&page.body);
    let token = page.split_once("name=\"form_token\" value=\"");
    let token = token.and_then(|(_, rest)| rest.split('"').next());
    Ok(token.context("a page has no form")?.to_owned())
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
