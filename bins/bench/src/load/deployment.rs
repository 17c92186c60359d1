//! A seeded database with the servers on it.

use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection};

use super::fixture::{Database, Fixture, ServerOptions};
use super::routes::{self, Answer, Route};
use super::seed::{Seed, Size};
use super::template::TRIPS;
use super::wrk::{self, LoadResult};
use super::{Bench, progress};
use crate::cpu;
use crate::server_process::ServerProcess;

/// A seeded database, the servers on it, and the routes to measure.
pub(crate) struct Deployment {
    // Dropped before the fixture that the servers use.
    servers: Servers,
    /// The routes to measure.
    pub(crate) routes: Vec<Route>,
    /// The database.
    pub(crate) fixture: Fixture,
}

/// One measurement of a route.
pub(crate) struct Measurement {
    /// Rate and latency.
    pub(crate) load: LoadResult,
    /// CPU time of the server for each request, in milliseconds.
    pub(crate) server_cpu: f64,
    /// CPU time of PostgreSQL for each request, in milliseconds.
    pub(crate) database_cpu: Option<f64>,
}

/// One server with the trip cache and one without.
pub(crate) struct Servers {
    cached: ServerProcess,
    uncached: ServerProcess,
}

impl Servers {
    /// Starts both. If `logs_statements`, each has one connection with logged statements.
    pub(crate) fn start(
        fixture: &Fixture,
        program: &Path,
        logs_statements: bool,
    ) -> anyhow::Result<Self> {
        let serve = |trip_cache| {
            let options = ServerOptions {
                logs_statements,
                trip_cache,
            };
            fixture.serve_with(program, options)
        };
        Ok(Self {
            cached: serve(None)?,
            uncached: serve(Some("0"))?,
        })
    }

    /// The server that a route is measured on.
    pub(crate) fn of(&self, route: &Route) -> &ServerProcess {
        if route.without_trip_cache {
            &self.uncached
        } else {
            &self.cached
        }
    }
}

impl Deployment {
    /// Seeds a new database by means of a server's binary, with `others` trips beside those that
    /// requests are about, and starts servers on it.
    pub(crate) fn new(
        bench: &Bench<'_>,
        database: Database,
        program: &Path,
        others: u64,
    ) -> anyhow::Result<Self> {
        let fixture = bench.fixture(database)?;
        let size = Size {
            spread: TRIPS,
            others,
        };
        let seed = bench.seed(&fixture, program, size)?;
        let servers = Servers::start(&fixture, program, false)?;
        let routes = bench.routes(&seed, &servers)?;
        Ok(Self {
            servers,
            routes,
            fixture,
        })
    }

    /// Sends one request.
    pub(crate) fn send(&self, bench: &Bench<'_>, route: &Route, n: u64) -> anyhow::Result<Answer> {
        let url = self.servers.of(route).url();
        bench.runtime.block_on(route.send(&url, n))
    }

    /// Loads a route; `round` separates the requests of several measurements.
    pub(crate) fn measure(
        &self,
        bench: &Bench<'_>,
        route: &Route,
        round: u64,
    ) -> anyhow::Result<Measurement> {
        self.checkpoint(route)?;
        let server = self.servers.of(route);
        let postgres = match self.fixture.database {
            Database::Postgres => bench.cluster()?.process_id(),
            Database::Sqlite => None,
        };
        let cpu_times = || -> anyhow::Result<(Duration, Option<Duration>)> {
            Ok((
                cpu::of_process(server.process_id())?,
                postgres.map(cpu::of_postgres).transpose()?,
            ))
        };
        let (server_before, database_before) = cpu_times()?;
        let load = wrk::run(
            &wrk::script(route, round),
            route.connections,
            &format!("{}{}", server.url(), route.fixed_path()),
            bench.args.time(),
            self.fixture.folder(),
        )
        .with_context(|| route.name)?;
        let (server_after, database_after) = cpu_times()?;
        let of_each = |before: Duration, after: Duration| {
            after.saturating_sub(before).as_secs_f64() * 1e3 / load.requests
        };
        Ok(Measurement {
            server_cpu: of_each(server_before, server_after),
            database_cpu: database_before
                .zip(database_after)
                .map(|(before, after)| of_each(before, after)),
            load,
        })
    }

    /// Has PostgreSQL write a checkpoint before a write is measured. Otherwise the measurement
    /// would include the checkpoint of the writes before.
    pub(crate) fn checkpoint(&self, route: &Route) -> anyhow::Result<()> {
        if route.writes() && self.fixture.database == Database::Postgres {
            PgConnection::establish(self.fixture.url())?.batch_execute("CHECKPOINT")?;
        }
        Ok(())
    }
}

impl Bench<'_> {
    /// The routes that the arguments select.
    fn routes(&self, seed: &Seed, servers: &Servers) -> anyhow::Result<Vec<Route>> {
        let url = servers.cached.url();
        let etag = self.runtime.block_on(routes::etag_of_detail(seed, &url))?;
        let cookie = self.runtime.block_on(routes::page_cookie(&url))?;
        let mut routes = routes::all(seed, &etag, &cookie);
        if let Some(part) = &self.args.only {
            routes.retain(|route| route.name.contains(part.as_str()));
        }
        Ok(routes)
    }

    /// Reports a measurement that begins, in one of several rounds.
    pub(crate) fn begin(&self, database: Database, (round, rounds): (u64, u64), name: &str) {
        progress(&format!(
            "{}, round {} of {rounds}: {name}",
            database.name(),
            round + 1
        ));
    }
}
