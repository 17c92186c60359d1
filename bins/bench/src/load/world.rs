//! The world: what is hard for the service. Working sets around the size of the trip cache, reads
//! by Zipf's law with writes in between, an owner with most of the trips, a hot trip, a large trip,
//! and tables without statistics.
//!
//! `pgbench` runs plain statements on the same distribution: a row by its id, members by their
//! trip, lists by their index.

use anyhow::Context;
use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection};

use super::fixture::{Database, Fixture, ServerOptions};
use super::pgbench::Transaction;
use super::rounds::{ROUNDS, THREADS};
use super::seed::{Seed, Size, TRIP};
use super::targets::{self, TargetCheck};
use super::template::FIRST;
use super::wrk::{self, LoadResult, REPORT};
use super::{Bench, OTHERS, ceiling, median};
use crate::server_process::ServerProcess;

/// Trips of the skewed owner, to which the working sets belong.
const SPREAD: u64 = 60_000;
/// The trip cache in MiB, and about how many of the trips it holds.
const CACHE: &str = "24";
const CACHED: u64 = 3_000;
/// The start of the names of all cases.
pub(crate) const PREFIX: &str = "world: ";

/// The figures on one database.
pub(crate) struct World {
    /// The database.
    pub(crate) database: Database,
    /// The cases, the hardest first.
    pub(crate) rows: Vec<Row>,
}

/// The figures of a case: medians over the rounds.
pub(crate) struct Row {
    /// The case.
    pub(crate) name: &'static str,
    /// Requests per second.
    pub(crate) rate: f64,
    /// The median latency, in milliseconds.
    pub(crate) p50: f64,
    /// The 99th percentile of the latency, in milliseconds.
    pub(crate) p99: f64,
    /// Requests per second to the no-op route, with as long an answer.
    pub(crate) http: Option<f64>,
    /// Transactions of `pgbench` per second.
    pub(crate) pgbench: Option<f64>,
    /// The targets.
    pub(crate) checks: Vec<TargetCheck>,
}

/// How the requests of a case are distributed over trips.
#[derive(Clone, Copy)]
enum Spread {
    /// Evenly over so many trips.
    Even(u64),
    /// By Zipf's law over so many trips: the rank of each is log-uniform.
    Zipf(u64),
}

impl Spread {
    /// The number of a random trip, in Lua.
    fn lua(self) -> String {
        match self {
            Self::Even(trips) => format!("{FIRST} + math.random(0, {})", trips - 1),
            Self::Zipf(trips) => {
                format!("{FIRST} + math.floor(math.exp(math.random() * math.log({trips}))) - 1")
            }
        }
    }

    /// The same as a command of `pgbench`.
    fn pgbench(self) -> String {
        match self {
            Self::Even(trips) => format!("\\set trip random({FIRST}, {})\n", FIRST + trips - 1),
            Self::Zipf(trips) => format!(
                "\\set trip {FIRST} - 1 + int(exp(random(0, 1000000) / 1000000.0 * ln({trips})))\n"
            ),
        }
    }
}

/// What a request of a case does.
#[derive(Clone, Copy)]
enum Action {
    /// Reads a trip.
    Detail(Spread),
    /// Changes a trip's name.
    Edit(Spread),
    /// Reads all trips of the user with 20.
    List,
    /// Reads page 0 of the user with 20.
    Page,
    /// Reads page 0 of the owner of 60,000.
    OwnersPage,
    /// Reads the trip of 1,000 items.
    Large,
}

/// A case: actions with their shares in percent.
struct Case {
    name: &'static str,
    actions: &'static [(Action, u32)],
    /// Whether it is measured on tables without statistics.
    is_unanalysed: bool,
}

const fn case(name: &'static str, actions: &'static [(Action, u32)]) -> Case {
    Case {
        name,
        actions,
        is_unanalysed: false,
    }
}

const MIXED: &str = "mixed: 70 % details and 10 % edits by Zipf's law, 10 % lists, 10 % pages";
const LARGE_SET: &str = "detail, 10 times the cache";
const SMALL_SET: &str = "detail, half of the cache";
const UNANALYSED: &str = "detail, 10 times the cache, no statistics";
const LIST: &str = "list of 20 trips beside an owner of 60,000";
const PAGE: &str = "page 0 of 20 trips beside an owner of 60,000";
const OWNERS_PAGE: &str = "page 0 of the owner of 60,000";
const HOT: &str = "edits of one trip";
const EDITS: &str = "edits of 1,000 trips";

const CASES: [Case; 11] = [
    case(
        MIXED,
        &[
            (Action::Detail(Spread::Zipf(SPREAD)), 70),
            (Action::Edit(Spread::Zipf(SPREAD)), 10),
            (Action::List, 10),
            (Action::Page, 10),
        ],
    ),
    case(
        LARGE_SET,
        &[(Action::Detail(Spread::Even(10 * CACHED)), 100)],
    ),
    Case {
        is_unanalysed: true,
        ..case(
            UNANALYSED,
            &[(Action::Detail(Spread::Even(10 * CACHED)), 100)],
        )
    },
    case(
        "detail, twice the cache",
        &[(Action::Detail(Spread::Even(2 * CACHED)), 100)],
    ),
    case(
        SMALL_SET,
        &[(Action::Detail(Spread::Even(CACHED / 2)), 100)],
    ),
    case(LIST, &[(Action::List, 100)]),
    case(PAGE, &[(Action::Page, 100)]),
    case(OWNERS_PAGE, &[(Action::OwnersPage, 100)]),
    case(HOT, &[(Action::Edit(Spread::Even(1)), 100)]),
    case(EDITS, &[(Action::Edit(Spread::Even(1_000)), 100)]),
    case("detail of 1,000 items", &[(Action::Large, 100)]),
];

/// Measures the selected cases.
pub(crate) fn measure(bench: &Bench<'_>, database: Database) -> anyhow::Result<World> {
    let selected = |case: &&Case| {
        let only = bench.args.only.as_deref().unwrap_or_default();
        format!("{PREFIX}{}", case.name).contains(only)
    };
    let cases: Vec<&Case> = CASES.iter().filter(selected).collect();
    let mut rows = Vec::new();
    if !cases.is_empty() {
        let stage = Stage::new(bench, database)?;
        for case in cases {
            rows.push(stage.measure(bench, case)?);
        }
        let all: Vec<(&str, f64)> = rows.iter().map(|row| (row.name, row.rate)).collect();
        for row in &mut rows {
            row.checks = checks(database, row, &all);
        }
    }
    Ok(World { database, rows })
}

/// A seeded database, and what requests need.
struct Stage {
    seed: Seed,
    /// The length of a detail.
    bytes: usize,
    ceiling: ServerProcess,
    _ceiling_fixture: Fixture,
    fixture: Fixture,
}

impl Stage {
    fn new(bench: &Bench<'_>, database: Database) -> anyhow::Result<Self> {
        let fixture = bench.fixture(database)?;
        let size = Size {
            spread: SPREAD,
            others: OTHERS,
        };
        let seed = bench.seed(&fixture, bench.server(), size)?;
        let server = fixture.serve(bench.server())?;
        let client = wayfare_testkit::client(server.url()).with_token(&seed.ada.token);
        let detail = async { client.b().trip(&seed.trip).await };
        let bytes = bench.runtime.block_on(detail).body.len();
        drop(server);
        let ceiling_fixture = Fixture::sqlite()?;
        Ok(Self {
            ceiling: ceiling_fixture.serve_ceiling()?,
            _ceiling_fixture: ceiling_fixture,
            seed,
            bytes,
            fixture,
        })
    }

    fn measure(&self, bench: &Bench<'_>, case: &Case) -> anyhow::Result<Row> {
        let (fixture, time) = (&self.fixture, bench.args.time());
        let is_postgres = fixture.database == Database::Postgres;
        if case.is_unanalysed && is_postgres {
            self.execute(FORGET_STATISTICS)?;
        }
        // A server of its own for each case: with a cold cache, and without plans of other cases.
        let options = ServerOptions {
            trip_cache: Some(CACHE),
            ..ServerOptions::default()
        };
        let server = fixture.serve_with(bench.server(), options)?;
        let (mut loads, mut pgbench, mut http) = (Vec::new(), Vec::new(), Vec::new());
        for round in 0..ROUNDS {
            bench.begin(fixture.database, (round, ROUNDS), case.name);
            if is_postgres {
                self.execute("CHECKPOINT")?;
            }
            let script = self.script(case, round);
            let load = wrk::run(
                &script,
                wrk::CONNECTIONS,
                &server.url(),
                time,
                fixture.folder(),
            );
            loads.push(load.with_context(|| case.name)?);
            if is_postgres {
                let transactions = self.transactions(case);
                let programs = bench.cluster()?.programs();
                let (url, folder) = (fixture.url(), fixture.folder());
                pgbench.push(Transaction::run_all(
                    &transactions,
                    programs,
                    url,
                    time,
                    folder,
                )?);
            } else if case.name == LARGE_SET {
                let url = format!("{}{}{}", self.ceiling.url(), ceiling::PATH, self.bytes);
                let script = format!("wrk.method = 'GET'\n{REPORT}");
                http.push(
                    wrk::run(&script, wrk::CONNECTIONS, &url, time, fixture.folder())?.rate(),
                );
            }
        }
        if case.is_unanalysed && is_postgres {
            self.execute("VACUUM ANALYZE")?;
        }
        let of = |value: &dyn Fn(&LoadResult) -> f64| median(loads.iter().map(value));
        let median_of = |values: Vec<f64>| (!values.is_empty()).then(|| median(values));
        Ok(Row {
            name: case.name,
            rate: of(&LoadResult::rate),
            p50: of(&LoadResult::p50),
            p99: of(&LoadResult::p99),
            http: median_of(http),
            pgbench: median_of(pgbench),
            checks: Vec::new(),
        })
    }

    fn execute(&self, statement: &str) -> anyhow::Result<()> {
        Ok(PgConnection::establish(self.fixture.url())?.batch_execute(statement)?)
    }

    /// The script of the load generator: one branch for each action.
    fn script(&self, case: &Case, round: u64) -> String {
        let mut branches = String::new();
        let mut below = 0;
        for (action, share) in case.actions {
            below += share;
            branches.push_str(&format!(
                "    if kind <= {below} then {} end\n",
                self.request(*action)
            ));
        }
        let first_seed = round * THREADS;
        format!(
            "local threads = 0\n\
            function setup(thread)\n    thread:set('number', threads)\n    threads = threads + 1\nend\n\
            local n = 0\n\
            function init()\n    math.randomseed({first_seed} + number)\nend\n\
            local function as(token, variant)\n    \
            return {{['authorization'] = 'Bearer ' .. token, ['api-variant'] = variant, ['content-type'] = 'application/json'}}\nend\n\
            function request()\n    n = n + 1\n    local kind = math.random(1, 100)\n{branches}end\n{REPORT}"
        )
    }

    /// The statement that returns a request of an action, in Lua.
    fn request(&self, action: Action) -> String {
        let (ada, writer) = (&self.seed.ada.token, &self.seed.writer.token);
        let path = |spread: Spread| format!("'/api/v1/trip/{TRIP}' .. ({})", spread.lua());
        let get = |path: &str, token: &str, variant: &str| {
            format!("return wrk.format('GET', {path}, as('{token}', '{variant}'))")
        };
        match action {
            Action::Detail(spread) => get(&path(spread), writer, "b"),
            Action::Edit(spread) => format!(
                "return wrk.format('PUT', {}, as('{writer}', 'b'), '{{\"name\":\"Trip ' .. number .. ' ' .. n .. '\"}}')",
                path(spread)
            ),
            Action::List => get("'/api/v1/trips'", ada, "b"),
            Action::Page => get("'/api/v1/trips/paginated?page=0'", ada, "a"),
            Action::OwnersPage => get("'/api/v1/trips/paginated?page=0'", writer, "a"),
            Action::Large => get(&format!("'/api/v1/trip/{}'", self.seed.large), writer, "b"),
        }
    }

    /// The transactions of `pgbench`, with their shares.
    fn transactions(&self, case: &Case) -> Vec<(Transaction, u32)> {
        let actions = case.actions.iter();
        actions
            .map(|(action, share)| (Transaction::of_script(&self.statements(*action)), *share))
            .collect()
    }

    fn statements(&self, action: Action) -> String {
        let seeded = format!("('{TRIP}' || :trip::text)::uuid");
        let detail = |trip: &str| {
            format!(
                "SELECT * FROM trips WHERE id = {trip};\n\
                SELECT users.id, users.username FROM trip_members \
                JOIN users ON users.id = trip_members.user_id \
                WHERE trip_members.trip_id = {trip} ORDER BY trip_members.position;\n"
            )
        };
        let list = |user: &str, limit: &str| {
            format!(
                "SELECT trips.id, trips.name, trips.description, trips.gallery FROM trip_members \
                JOIN trips ON trips.id = trip_members.trip_id \
                WHERE trip_members.user_id = '{user}'::uuid \
                ORDER BY trip_members.trip_created_at DESC, trip_members.trip_id DESC {limit};\n"
            )
        };
        let total = |user: &str| {
            format!("SELECT count(*) FROM trip_members WHERE user_id = '{user}'::uuid;\n")
        };
        let (ada, writer) = (&self.seed.ada.id, &self.seed.writer.id);
        match action {
            Action::Detail(spread) => spread.pgbench() + &detail(&seeded),
            Action::Edit(spread) => format!(
                "{}UPDATE trips SET name = 'Trip ' || :client_id::text, version = version + 1 WHERE id = {seeded};\n",
                spread.pgbench()
            ),
            Action::List => list(ada, ""),
            Action::Page => list(ada, "LIMIT 20") + &total(ada),
            Action::OwnersPage => list(writer, "LIMIT 20") + &total(writer),
            Action::Large => detail(&format!("'{}'::uuid", self.seed.large)),
        }
    }
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

/// Checks the targets of a case; `all` are the rates of all cases.
fn checks(database: Database, row: &Row, all: &[(&str, f64)]) -> Vec<TargetCheck> {
    let rate_of = |name: &str| {
        all.iter()
            .find(|(case, _)| *case == name)
            .map(|case| case.1)
    };
    let mut checks = Vec::new();
    let of_pgbench = match row.name {
        SMALL_SET => Some(0.9),
        LARGE_SET | MIXED => Some(0.5),
        LIST | PAGE => Some(0.6),
        _ => None,
    };
    let ratio = row.pgbench.map(|pgbench| row.rate / pgbench);
    if let Some((bound, ratio)) = of_pgbench.zip(ratio) {
        checks.push(TargetCheck::at_least("of pgbench", bound, ratio));
    }
    let of_other = match row.name {
        OWNERS_PAGE => Some(("of the page of 20 trips", 0.5, PAGE)),
        HOT => Some(("of spread edits", 0.5, EDITS)),
        UNANALYSED if database == Database::Postgres => {
            Some(("of analysed tables", 0.8, LARGE_SET))
        }
        _ => None,
    };
    if let Some((text, bound, other)) = of_other
        && let Some(other) = rate_of(other)
    {
        checks.push(TargetCheck::at_least(text, bound, row.rate / other));
    }
    if let Some(http) = row.http {
        checks.push(TargetCheck::at_least(
            "of HTTP",
            targets::SQLITE_OF_HTTP,
            row.rate / http,
        ));
    }
    if row.name == MIXED {
        checks.push(TargetCheck::at_most("p99", 25.0, row.p99));
    }
    checks
}
