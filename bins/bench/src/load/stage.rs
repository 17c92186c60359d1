//! A binary with a seeded database, and a server of it for each case.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, ensure};
use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection};
use serde_json::Value;
use wayfare_client::{Method, Reply};

use super::action::{Request, Sender, Session};
use super::bench::{Bench, progress};
use super::case::Case;
use super::script;
use super::seed::{PASSWORD, Seed};
use super::wrk::{self, LoadResult};
use crate::cpu;
use crate::fixture::{Database, Fixture};
use crate::server_process::ServerProcess;

/// The trip cache in MiB.
const CACHE: &str = "24";

/// A binary with its database.
pub(crate) struct Stage<'a> {
    bench: &'a Bench,
    program: PathBuf,
    pub(crate) seed: Seed,
    pub(crate) fixture: Fixture,
}

/// A case on a server of its own: with a cold cache, and without plans of other cases.
pub(crate) struct CaseRun<'a> {
    stage: &'a Stage<'a>,
    case: &'a Case,
    server: ServerProcess,
    session: Session,
    /// The length of the first answer.
    pub(crate) bytes: usize,
}

/// One measurement of a case.
pub(crate) struct Measurement {
    pub(crate) load: LoadResult,
    /// CPU time for each request, in milliseconds.
    pub(crate) server_cpu: f64,
    pub(crate) database_cpu: Option<f64>,
}

impl<'a> Stage<'a> {
    pub(crate) fn new(
        bench: &'a Bench,
        database: Database,
        program: &Path,
    ) -> anyhow::Result<Self> {
        let fixture = bench.fixture(database)?;
        let seed = bench.seed(&fixture, program)?;
        Ok(Self {
            bench,
            program: program.to_owned(),
            seed,
            fixture,
        })
    }

    /// Starts a case, and sends its first request.
    pub(crate) fn start(&'a self, case: &'a Case) -> anyhow::Result<CaseRun<'a>> {
        if case.unanalysed == Some(self.fixture.database) {
            self.execute(FORGET_STATISTICS)?;
        }
        let mut command = self.fixture.command(&self.program);
        let server = ServerProcess::start(command.env("WAYFARE_TRIP_CACHE", CACHE))?;
        let (action, _) = case.actions.first().context("a case without actions")?;
        let then = action.then.map(|then| then.request);
        let mut requests = [Some(action.first), then].into_iter().flatten();
        let (runtime, url) = (&self.bench.runtime, server.url());
        let session = match requests.find(Request::needs_session) {
            Some(request) => runtime.block_on(self.sign_in(&url, request.sender))?,
            None => Session::default(),
        };
        let first = self.first_answer(&url, &action.first, &session);
        let bytes = runtime.block_on(first).context(case.name.clone())?;
        Ok(CaseRun {
            stage: self,
            case,
            server,
            session,
            bytes,
        })
    }

    /// Sends a request. Returns the length of its answer.
    async fn first_answer(
        &self,
        url: &str,
        request: &Request,
        session: &Session,
    ) -> anyhow::Result<usize> {
        let (path, body) = request.filled(&self.seed, session);
        let client = wayfare_testkit::client(url);
        let mut call = client.request(request.method().parse::<Method>()?, &path);
        for (name, value) in request.headers(&self.seed, session) {
            call = call.header(name, value);
        }
        if let Some(kind) = request.content_type() {
            call = call.body(&kind, body);
        }
        let reply: Reply<Value> = call.send().await?;
        ensure!(reply.status < 400, "{reply:?}");
        Ok(reply.body.len())
    }

    /// Signs somebody in at the pages.
    async fn sign_in(&self, url: &str, sender: Sender) -> anyhow::Result<Session> {
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
        Ok(PgConnection::establish(self.fixture.url())?.batch_execute(statement)?)
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
    /// Runs the load generator, and reads the CPU times before and after.
    pub(crate) fn load(&self, round: u32) -> anyhow::Result<Measurement> {
        let Stage {
            bench,
            seed,
            fixture,
            ..
        } = self.stage;
        let name = fixture.database.name();
        progress(&format!("{name}, round {}: {}", round + 1, self.case.name));
        let postgres = match fixture.database {
            Database::Postgres => bench.cluster()?.process_id(),
            Database::Sqlite => None,
        };
        let cpu_times = || -> anyhow::Result<(Duration, Option<Duration>)> {
            let database = postgres.map(cpu::of_postgres).transpose()?;
            Ok((cpu::of_process(self.server.process_id())?, database))
        };
        let script = script::of_case(self.case, round, seed, &self.session);
        let threads = script::threads(self.case);
        let before = cpu_times()?;
        let load = wrk::run(
            &script,
            &self.server.url(),
            (threads, self.case.connections),
            bench.time,
            fixture.folder(),
        )
        .with_context(|| self.case.name.clone())?;
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
