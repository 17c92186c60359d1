//! Measures the routes on one database: each beside its ceilings, in rounds.

use anyhow::Context;
use wayfare_test_postgres::statements::LogPosition;

use super::deployment::{Deployment, Measurement, Servers};
use super::fixture::{Database, Fixture};
use super::pgbench::Transaction;
use super::rounds::ROUNDS;
use super::routes::Route;
use super::{Bench, OTHERS, ceiling, median, wrk};
use crate::server_process::ServerProcess;

/// The figures of all routes on one database.
pub(crate) struct Table {
    /// The database.
    pub(crate) database: Database,
    /// The routes.
    pub(crate) rows: Vec<Row>,
}

/// The figures of one route: medians over the rounds.
pub(crate) struct Row {
    /// The route's name.
    pub(crate) name: &'static str,
    /// Whether its requests write.
    pub(crate) writes: bool,
    /// Requests per second.
    pub(crate) rate: f64,
    /// The median latency, in milliseconds.
    pub(crate) p50: f64,
    /// The 99th percentile of the latency, in milliseconds.
    pub(crate) p99: f64,
    /// CPU time of the server for each request, in milliseconds.
    pub(crate) server_cpu: f64,
    /// CPU time of PostgreSQL for each request, in milliseconds.
    pub(crate) database_cpu: Option<f64>,
    /// The length of the answer's body.
    pub(crate) bytes: usize,
    /// The number of round trips between server and PostgreSQL.
    pub(crate) round_trips: Option<usize>,
    /// Requests per second to the no-op route.
    pub(crate) http: f64,
    /// Transactions of `pgbench` per second.
    pub(crate) pgbench: Option<f64>,
}

/// A route with its measurements so far.
struct RouteRun {
    route: Route,
    bytes: usize,
    round_trips: Option<usize>,
    transaction: Option<Transaction>,
    measurements: Vec<Measurement>,
    http: Vec<f64>,
    pgbench: Vec<f64>,
}

/// Measures the selected routes.
pub(crate) fn routes(bench: &Bench<'_>, database: Database) -> anyhow::Result<Table> {
    let deployment = Deployment::new(bench, database, bench.server(), OTHERS)?;
    let mut runs = prepare(bench, &deployment)?;
    let ceiling_fixture = Fixture::sqlite()?;
    let ceiling = ceiling_fixture.serve_ceiling()?;
    for round in 0..ROUNDS {
        for run in &mut runs {
            bench.begin(database, (round, ROUNDS), run.route.name);
            let measurement = deployment.measure(bench, &run.route, round)?;
            run.measurements.push(measurement);
            run.http
                .push(http_ceiling(bench, &deployment.fixture, &ceiling, run)?);
            if let Some(transaction) = &run.transaction {
                deployment.checkpoint(&run.route)?;
                let fixture = &deployment.fixture;
                let rate = transaction.run(
                    bench.cluster()?.programs(),
                    fixture.url(),
                    bench.args.time(),
                    fixture.folder(),
                );
                run.pgbench.push(rate.with_context(|| run.route.name)?);
            }
        }
    }
    Ok(Table {
        database,
        rows: runs.into_iter().map(Row::from).collect(),
    })
}

/// Sends some requests to each route, and reads the statements of the last one from the log.
fn prepare(bench: &Bench<'_>, deployment: &Deployment) -> anyhow::Result<Vec<RouteRun>> {
    const LAST: u64 = 3;
    let fixture = &deployment.fixture;
    let servers = Servers::start(fixture, bench.server(), true)?;
    let mut runs = Vec::new();
    for route in &deployment.routes {
        let send = |n| {
            let url = servers.of(route).url();
            bench.runtime.block_on(route.send(&url, n))
        };
        // Until statements are prepared, and pictures are resized.
        for n in 1..LAST {
            send(n)?;
        }
        let position = match fixture.database {
            Database::Postgres => Some(LogPosition::end_of(bench.cluster()?.log())?),
            Database::Sqlite => None,
        };
        let answer = send(LAST)?;
        let log = position.map(|position| position.read()).transpose()?;
        runs.push(RouteRun {
            route: route.clone(),
            bytes: answer.bytes,
            round_trips: log.as_ref().map(|log| log.round_trips),
            transaction: log.and_then(|log| Transaction::of(route, &log, LAST)),
            measurements: Vec::new(),
            http: Vec::new(),
            pgbench: Vec::new(),
        });
    }
    Ok(runs)
}

/// The rate of the no-op route, for as long requests and answers.
fn http_ceiling(
    bench: &Bench<'_>,
    fixture: &Fixture,
    ceiling: &ServerProcess,
    run: &RouteRun,
) -> anyhow::Result<f64> {
    let url = format!("{}{}{}", ceiling.url(), ceiling::PATH, run.bytes);
    let script = wrk::fixed_script(&run.route);
    Ok(wrk::run(
        &script,
        run.route.connections,
        &url,
        bench.args.time(),
        fixture.folder(),
    )?
    .rate())
}

impl From<RouteRun> for Row {
    fn from(run: RouteRun) -> Self {
        let RouteRun {
            route,
            bytes,
            round_trips,
            transaction: _,
            measurements,
            http,
            pgbench,
        } = run;
        let of = |value: &dyn Fn(&Measurement) -> f64| median(measurements.iter().map(value));
        let database_cpu: Option<Vec<f64>> = measurements
            .iter()
            .map(|measurement| measurement.database_cpu)
            .collect();
        Self {
            name: route.name,
            writes: route.writes(),
            rate: of(&|measurement| measurement.load.rate()),
            p50: of(&|measurement| measurement.load.p50()),
            p99: of(&|measurement| measurement.load.p99()),
            server_cpu: of(&|measurement| measurement.server_cpu),
            database_cpu: database_cpu.map(median),
            bytes,
            round_trips,
            http: median(http),
            pgbench: (!pgbench.is_empty()).then(|| median(pgbench)),
        }
    }
}
