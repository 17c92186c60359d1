//! The measured cases: what each sends, and what it must reach.

use super::fixture::Database;
use super::seed::{FIRST, Seed, TRIP};

/// Trips of the skewed owner, to which the working sets belong.
pub(crate) const SPREAD: u64 = 60_000;
/// About how many trips the trip cache of the measured server holds.
const CACHED: u64 = 3_000;

/// The trips that the requests of a case are about.
#[derive(Clone, Copy)]
pub(crate) enum Spread {
    /// Evenly so many trips.
    Even(u64),
    /// So many trips by Zipf's law: the rank of each is log-uniform.
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

/// Who sends a request.
#[derive(Clone, Copy)]
pub(crate) enum Sender {
    /// The user with 20 trips.
    Ada,
    /// The owner of the 60,000 trips.
    Writer,
    /// The owner of the measured page, signed in to the pages.
    Session,
    Nobody,
}

/// The plain statements that `pgbench` runs in place of an action.
#[derive(Clone, Copy)]
enum Statements {
    None,
    Detail,
    Edit,
    /// Lists of a user, with a limit and the total for a page.
    List {
        is_page: bool,
    },
}

/// What a request does.
#[derive(Clone, Copy)]
pub(crate) struct Action {
    pub(crate) sender: Sender,
    pub(crate) method: &'static str,
    /// With `{spread}` for the id of a random trip of `spread`, and `{trip}`, `{page}` and
    /// `{large}` for those of the seed.
    path: &'static str,
    spread: Spread,
    /// The value of `Api-Variant`.
    pub(crate) variant: &'static str,
    /// JSON, with `{n}` for a number that no other request has, and `{items}` for 20 items.
    body: &'static str,
    statements: Statements,
}

const fn read(sender: Sender, path: &'static str) -> Action {
    Action {
        sender,
        method: "GET",
        path,
        spread: Spread::Even(1),
        variant: "b",
        body: "",
        statements: Statements::None,
    }
}

const fn write(method: &'static str, path: &'static str, body: &'static str) -> Action {
    Action {
        method,
        body,
        spread: Spread::Even(1_000),
        ..read(Sender::Writer, path)
    }
}

const fn detail(spread: Spread) -> Action {
    Action {
        spread,
        statements: Statements::Detail,
        ..read(Sender::Writer, "/api/v1/trip/{spread}")
    }
}

const fn edit(spread: Spread) -> Action {
    Action {
        spread,
        statements: Statements::Edit,
        ..write("PUT", "/api/v1/trip/{spread}", r#"{"name":"Trip {n}"}"#)
    }
}

const fn page(sender: Sender) -> Action {
    Action {
        variant: "a",
        statements: Statements::List { is_page: true },
        ..read(sender, "/api/v1/trips/paginated?page=0")
    }
}

const LIST_OF_ADA: Action = Action {
    statements: Statements::List { is_page: false },
    ..read(Sender::Ada, "/api/v1/trips")
};

impl Action {
    /// The expression of its path in Lua.
    pub(crate) fn lua_path(&self, seed: &Seed) -> String {
        let path = self.with_ids(seed);
        match path.split_once("{spread}") {
            Some((before, after)) => {
                format!("'{before}{TRIP}' .. ({}) .. '{after}'", self.spread.lua())
            }
            None => format!("'{path}'"),
        }
    }

    /// The path of its first request.
    pub(crate) fn first_path(&self, seed: &Seed) -> String {
        self.with_ids(seed)
            .replace("{spread}", &format!("{TRIP}{FIRST}"))
    }

    fn with_ids(&self, seed: &Seed) -> String {
        self.path
            .replace("{trip}", &seed.trip)
            .replace("{page}", &seed.page_trip)
            .replace("{large}", &seed.large)
    }

    /// The body, with `{n}`.
    pub(crate) fn body(&self) -> String {
        self.body
            .replace("{items}", &super::seed::items("{n}").to_string())
    }

    /// The transaction of `pgbench`; `None` if there is none.
    pub(crate) fn transaction(&self, seed: &Seed) -> Option<String> {
        let id = format!("('{TRIP}' || :trip::text)::uuid");
        let user = match self.sender {
            Sender::Ada => &seed.ada.id,
            _ => &seed.writer.id,
        };
        match self.statements {
            Statements::None => None,
            Statements::Detail => Some(format!(
                "{}SELECT * FROM trips WHERE id = {id};\n\
                SELECT users.id, users.username FROM trip_members \
                JOIN users ON users.id = trip_members.user_id \
                WHERE trip_members.trip_id = {id} ORDER BY trip_members.position;\n",
                self.spread.pgbench()
            )),
            Statements::Edit => Some(format!(
                "{}UPDATE trips SET name = 'Trip ' || :client_id::text, version = version + 1 WHERE id = {id};\n",
                self.spread.pgbench()
            )),
            Statements::List { is_page } => {
                let list = format!(
                    "SELECT trips.id, trips.name, trips.description, trips.gallery FROM trip_members \
                    JOIN trips ON trips.id = trip_members.trip_id \
                    WHERE trip_members.user_id = '{user}'::uuid \
                    ORDER BY trip_members.trip_created_at DESC, trip_members.trip_id DESC"
                );
                Some(if is_page {
                    format!(
                        "{list} LIMIT 20;\nSELECT count(*) FROM trip_members WHERE user_id = '{user}'::uuid;\n"
                    )
                } else {
                    format!("{list};\n")
                })
            }
        }
    }
}

/// A bound of a case.
#[derive(Clone, Copy)]
pub(crate) enum Target {
    /// The least rate as a fraction of that of `pgbench`.
    OfPgbench(f64),
    /// The same of another case.
    OfCase(&'static str, f64),
    /// The greatest 99th percentile of the latency, in milliseconds.
    P99(f64),
    /// The greatest CPU time of the server, in milliseconds.
    Cpu(f64),
    /// The longest answer.
    Bytes(f64),
}

/// A case: actions with their shares in percent.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) actions: &'static [(Action, u32)],
    pub(crate) targets: &'static [Target],
    /// The database whose tables have no statistics while it is measured.
    pub(crate) unanalysed: Option<Database>,
}

const fn case(
    name: &'static str,
    actions: &'static [(Action, u32)],
    targets: &'static [Target],
) -> Case {
    Case {
        name,
        actions,
        targets,
        unanalysed: None,
    }
}

const LARGE_SET: &str = "world: detail, 10 times the cache";
const PAGE: &str = "world: page 0 of 20 trips beside an owner of 60,000";
const EDITS: &str = "world: edits of 1,000 trips";
const NEW_TRIP: &str =
    r#"{"name":"Lisbon","desc":"A week in spring","date":{"start":1777593600,"end":1778803200}}"#;

/// The world, the hardest first; then the routes.
pub(crate) const CASES: &[Case] = &[
    case(
        "world: 70 % details and 10 % edits by Zipf's law, 10 % lists, 10 % pages",
        &[
            (detail(Spread::Zipf(SPREAD)), 70),
            (edit(Spread::Zipf(SPREAD)), 10),
            (LIST_OF_ADA, 10),
            (page(Sender::Ada), 10),
        ],
        &[Target::OfPgbench(0.5), Target::P99(25.0)],
    ),
    case(
        LARGE_SET,
        &[(detail(Spread::Even(10 * CACHED)), 100)],
        &[Target::OfPgbench(0.5)],
    ),
    Case {
        unanalysed: Some(Database::Postgres),
        ..case(
            "world: detail, 10 times the cache, no statistics",
            &[(detail(Spread::Even(10 * CACHED)), 100)],
            &[Target::OfCase(LARGE_SET, 0.8)],
        )
    },
    case(
        "world: detail, twice the cache",
        &[(detail(Spread::Even(2 * CACHED)), 100)],
        &[],
    ),
    case(
        "world: detail, half of the cache",
        &[(detail(Spread::Even(CACHED / 2)), 100)],
        &[Target::OfPgbench(0.9)],
    ),
    case(
        "world: list of 20 trips beside an owner of 60,000",
        &[(LIST_OF_ADA, 100)],
        &[Target::OfPgbench(0.6)],
    ),
    case(PAGE, &[(page(Sender::Ada), 100)], &[Target::OfPgbench(0.6)]),
    case(
        "world: page 0 of the owner of 60,000",
        &[(page(Sender::Writer), 100)],
        &[Target::OfCase(PAGE, 0.5)],
    ),
    case(EDITS, &[(edit(Spread::Even(1_000)), 100)], &[]),
    case(
        "world: edits of one trip",
        &[(edit(Spread::Even(1)), 100)],
        &[Target::OfCase(EDITS, 0.5)],
    ),
    case(
        "world: detail of 1,000 items",
        &[(read(Sender::Writer, "/api/v1/trip/{large}"), 100)],
        &[],
    ),
    case(
        "B detail",
        &[(read(Sender::Ada, "/api/v1/trip/{trip}"), 100)],
        &[Target::P99(8.0)],
    ),
    case(
        "A detail",
        &[(read(Sender::Ada, "/api/v1/trips/{trip}"), 100)],
        &[Target::P99(8.0)],
    ),
    case(
        "A list",
        &[(
            Action {
                variant: "a",
                ..read(Sender::Ada, "/api/v1/trips")
            },
            100,
        )],
        &[],
    ),
    case(
        "B timeline",
        &[(read(Sender::Ada, "/api/v1/trip/{trip}/timeline"), 100)],
        &[],
    ),
    case(
        "B picture",
        &[(read(Sender::Ada, "/api/v1/trip/{trip}/picture"), 100)],
        &[],
    ),
    case(
        "page of a trip",
        &[(read(Sender::Session, "/trip/{page}"), 100)],
        &[Target::Cpu(5.0), Target::Bytes(61_440.0)],
    ),
    case(
        "A PUT of 20 items",
        &[(
            write("PUT", "/api/v1/trips/{spread}/trip_items", "{items}"),
            100,
        )],
        &[],
    ),
    case(
        "B POST trip",
        &[(write("POST", "/api/v1/trip", NEW_TRIP), 100)],
        &[],
    ),
    case(
        "POST user",
        &[(
            Action {
                sender: Sender::Nobody,
                ..write(
                    "POST",
                    "/api/v1/user",
                    r#"{"name":"Bench","username":"bench{n}"}"#,
                )
            },
            100,
        )],
        &[],
    ),
];
