//! Measuring the routes on one database: each beside its ceilings, in rounds.

use std::time::Duration;

use anyhow::Context;
use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection};

use super::ground::{Database, Ground};
use super::pgbench::{Link, Transaction};
use super::routes::{self, Route};
use super::seed::Seed;
use super::statements::{Log, Work};
use super::wrk::{self, Shot};
use super::{Bench, ROUNDS, ceiling, median, say};
use crate::cpu;
use crate::served::Served;

/// All routes on one database.
pub(crate) struct Table {
    /// Which database.
    pub(crate) database: Database,
    /// What came of each route.
    pub(crate) rows: Vec<Row>,
}

/// What came of one route.
pub(crate) struct Row {
    /// Its name.
    pub(crate) name: &'static str,
    /// Whether it changes something.
    pub(crate) writes: bool,
    /// Answers in a second.
    pub(crate) rate: f64,
    /// Half of the answers took no longer, in milliseconds.
    pub(crate) p50: f64,
    /// 99 of 100 answers took no longer, in milliseconds.
    pub(crate) p99: f64,
    /// Processor time of the server for each request, in milliseconds.
    pub(crate) server_cpu: f64,
    /// That of the database, where it is a process of its own.
    pub(crate) database_cpu: Option<f64>,
    /// The length of the answer's body.
    pub(crate) bytes: usize,
    /// How often the server waits for the database, and how often that commits.
    pub(crate) round_trips: Option<(usize, usize)>,
    /// Answers of the route that does no work, in a second.
    pub(crate) http: f64,
    /// Transactions of `pgbench` on the same statements, in a second.
    pub(crate) pgbench: Option<f64>,
}

/// What is known of a route before it is measured.
struct Subject {
    route: Route,
    bytes: usize,
    work: Option<Work>,
    transaction: Option<Transaction>,
    shots: Vec<Taken>,
    http: Vec<f64>,
    pgbench: Vec<f64>,
}

/// One measurement of a route.
struct Taken {
    shot: Shot,
    server_cpu: f64,
    database_cpu: Option<f64>,
}

/// Measures all routes, or those that were asked for.
pub(crate) fn routes(bench: &Bench<'_>, ground: &Ground, seed: &Seed) -> anyhow::Result<Table> {
    let mut subjects = subjects(bench, ground, seed)?;
    let server = ground.serve(bench.server())?;
    let beside = Ground::in_a_file()?;
    let idle = beside.serve_ceiling()?;
    for round in 0..ROUNDS {
        for subject in &mut subjects {
            say(&format!(
                "{}, round {} of {ROUNDS}: {}",
                ground.database.name(),
                round + 1,
                subject.route.name
            ));
            checkpoint(ground, &subject.route)?;
            subject
                .shots
                .push(take(bench, ground, &server, &subject.route, round)?);
            subject.http.push(take_idle(bench, ground, &idle, subject)?);
            if let Some(transaction) = &subject.transaction {
                checkpoint(ground, &subject.route)?;
                let programs = bench.cluster()?.programs();
                let rate = transaction.run(
                    programs,
                    ground.url(),
                    round,
                    bench.args.time(),
                    ground.folder(),
                );
                subject
                    .pgbench
                    .push(rate.with_context(|| subject.route.name)?);
            }
        }
    }
    Ok(Table {
        database: ground.database,
        rows: subjects.into_iter().map(Row::of).collect(),
    })
}

/// The routes, with what each answers and makes the database do.
fn subjects(bench: &Bench<'_>, ground: &Ground, seed: &Seed) -> anyhow::Result<Vec<Subject>> {
    let server = match ground.database {
        Database::Postgres => ground.serve_logged(bench.server())?,
        Database::Sqlite => ground.serve(bench.server())?,
    };
    let tag = bench
        .runtime
        .block_on(routes::tag_of(seed, &server.url()))?;
    let wanted = |route: &Route| {
        bench
            .args
            .only
            .as_ref()
            .is_none_or(|part| route.name.contains(part.as_str()))
    };
    let mut subjects = Vec::new();
    for route in routes::all(seed, &tag).into_iter().filter(wanted) {
        let url = server.url();
        // Twice before, so that statements are prepared and pictures are made.
        for n in [1, 2] {
            bench.runtime.block_on(route.ask(&url, n))?;
        }
        let log = match ground.database {
            Database::Postgres => Some(Log::at(bench.cluster()?.log())?),
            Database::Sqlite => None,
        };
        let answer = bench.runtime.block_on(route.ask(&url, 3))?;
        let work = log.map(|log| log.read()).transpose()?;
        let mut links = (route.links)(3, &answer.body);
        // These are no new ids, though they are not of the seed either.
        links.extend(
            [&seed.ada, &seed.writer]
                .map(|person| Link::new(&person.id, format!("'{}'", person.id))),
        );
        let transaction = work.as_ref().filter(|work| !work.statements.is_empty());
        let transaction = transaction.map(|work| Transaction::new(work, links, route.first_id));
        let (shots, http, pgbench) = (Vec::new(), Vec::new(), Vec::new());
        subjects.push(Subject {
            route,
            bytes: answer.bytes,
            work,
            transaction,
            shots,
            http,
            pgbench,
        });
    }
    Ok(subjects)
}

/// Before writes are measured, what was written before is put away: else who comes later would pay
/// for who came before.
fn checkpoint(ground: &Ground, route: &Route) -> anyhow::Result<()> {
    if route.writes() && ground.database == Database::Postgres {
        PgConnection::establish(ground.url())?.batch_execute("CHECKPOINT")?;
    }
    Ok(())
}

fn take(
    bench: &Bench<'_>,
    ground: &Ground,
    server: &Served,
    route: &Route,
    round: u64,
) -> anyhow::Result<Taken> {
    let spent = || -> anyhow::Result<(Duration, Option<Duration>)> {
        let main = match ground.database {
            Database::Postgres => bench.cluster()?.process_id(),
            Database::Sqlite => None,
        };
        Ok((
            cpu::of_process(server.process_id())?,
            main.map(cpu::of_postgres).transpose()?,
        ))
    };
    let before = spent()?;
    // Where all requests are the same, the path is that of the URL.
    let url = format!(
        "{}{}",
        server.url(),
        if route.path.is_fixed() {
            route.path.filled(0)
        } else {
            String::new()
        }
    );
    let shot = wrk::run(
        &wrk::script(route, round),
        &url,
        bench.args.time(),
        ground.folder(),
    );
    let shot = shot.with_context(|| route.name)?;
    let after = spent()?;
    let each = |time: Duration| time.as_secs_f64() * 1e3 / shot.requests;
    let database_cpu = after
        .1
        .zip(before.1)
        .map(|(after, before)| each(after.saturating_sub(before)));
    Ok(Taken {
        server_cpu: each(after.0.saturating_sub(before.0)),
        database_cpu,
        shot,
    })
}

fn take_idle(
    bench: &Bench<'_>,
    ground: &Ground,
    idle: &Served,
    subject: &Subject,
) -> anyhow::Result<f64> {
    let url = format!("{}{}{}", idle.url(), ceiling::PATH, subject.bytes);
    Ok(wrk::run(
        &wrk::fixed(&subject.route),
        &url,
        bench.args.time(),
        ground.folder(),
    )?
    .rate())
}

impl Row {
    fn of(subject: Subject) -> Self {
        let Subject {
            route,
            bytes,
            work,
            shots,
            http,
            pgbench,
            ..
        } = subject;
        let middle = |value: &dyn Fn(&Taken) -> f64| median(shots.iter().map(value));
        let database_cpu = shots.iter().all(|taken| taken.database_cpu.is_some());
        Self {
            name: route.name,
            writes: route.writes(),
            rate: middle(&|taken| taken.shot.rate()),
            p50: middle(&|taken| taken.shot.p50()),
            p99: middle(&|taken| taken.shot.p99()),
            server_cpu: middle(&|taken| taken.server_cpu),
            database_cpu: database_cpu
                .then(|| middle(&|taken| taken.database_cpu.unwrap_or_default())),
            bytes,
            round_trips: work.map(|work| (work.round_trips, work.commits())),
            http: median(http),
            pgbench: (!pgbench.is_empty()).then(|| median(pgbench)),
        }
    }
}
