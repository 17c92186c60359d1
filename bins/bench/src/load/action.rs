//! Requests, and what makes a case of them.

use anyhow::{Context, bail};

use super::wrk::CONNECTIONS;
use crate::fixture::Database;

/// The connections of what takes two requests.
const PAIRS: u32 = 8;
/// As many uploads as an account may have in flight.
const UPLOADS: u32 = 4;

/// The trips that requests are about.
#[derive(Clone, Copy)]
pub(crate) enum Spread {
    /// Evenly so many trips.
    Even(u64),
    /// So many trips by Zipf's law: the rank of each is log-uniform.
    Zipf(u64),
}

/// Who sends a request: with a token to the API, with a session to the pages.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sender {
    /// The user with 20 trips.
    Ada,
    /// The owner of the 60,000 trips.
    Writer,
    Nobody,
    /// The account whose token is `{made}`.
    Made,
}

/// The plain statements that `pgbench` runs in place of an action.
#[derive(Clone, Copy)]
pub(crate) enum Statements {
    Detail,
    Edit,
    /// Lists of a user.
    List,
    /// The same with a limit, and the total.
    Page,
}

/// A request. Its path and body may have `{spread}` for the id of a trip, `{n}` for twelve digits
/// that no other request has, `{form}` for the token of the session's forms, `{file:PART}` for a
/// form with a file, and the names of the [`Seed`](super::seed::Seed).
#[derive(Clone, Copy)]
pub(crate) struct Request {
    pub(crate) sender: Sender,
    /// The value of `Api-Variant`; none if it is `-`, and `Idempotency-Key` in its place if it is
    /// `key`.
    pub(crate) variant: &'static str,
    pub(crate) method: &'static str,
    pub(crate) path: &'static str,
    pub(crate) body: &'static str,
}

/// What a connection sends: a request, and possibly another one that needs its answer.
#[derive(Clone, Copy)]
pub(crate) struct Action {
    pub(crate) first: Request,
    pub(crate) spread: Spread,
    pub(crate) statements: Option<Statements>,
    /// The Lua pattern of `{made}` in the answer, and the request that follows with it, on the same
    /// trip and with the same `{n}`.
    pub(crate) then: Option<(&'static str, Request)>,
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

/// A measured case: actions with their shares in percent.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) actions: Vec<(Action, u32)>,
    pub(crate) connections: u32,
    pub(crate) targets: &'static [Target],
    /// The database whose tables have no statistics while it is measured.
    pub(crate) unanalysed: Option<Database>,
}

impl Request {
    /// Reads sender, variant, method, path and body.
    pub(crate) fn parse(line: &'static str) -> anyhow::Result<Self> {
        let mut rest = line;
        let mut word = || {
            let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
            rest = after.trim_start();
            word
        };
        let sender = match word() {
            "ada" => Sender::Ada,
            "writer" => Sender::Writer,
            "nobody" => Sender::Nobody,
            "made" => Sender::Made,
            _ => bail!("no sender in {line}"),
        };
        let (variant, method, path) = (word(), word(), word());
        Ok(Self {
            sender,
            variant,
            method,
            path,
            body: rest,
        })
    }

    pub(crate) fn needs_session(&self) -> bool {
        self.sender != Sender::Nobody && !self.path.starts_with("/api/")
    }

    fn name(&self) -> String {
        let name = format!("{} {}", self.method, self.path);
        match self.variant {
            "-" => name,
            variant => format!("{} {name}", variant.to_uppercase()),
        }
    }
}

impl Action {
    pub(crate) fn new(first: Request) -> Self {
        Self {
            first,
            spread: Spread::Even(1_000),
            statements: None,
            then: None,
        }
    }

    fn name(&self) -> String {
        let first = self.first.name();
        match &self.then {
            Some((_, then)) if then.name() == first => format!("{first}, twice"),
            Some((_, then)) => format!("{first}, {}", then.name()),
            None => first,
        }
    }
}

impl Case {
    pub(crate) fn new(
        name: &str,
        actions: impl Into<Vec<(Action, u32)>>,
        targets: &'static [Target],
    ) -> Self {
        Self {
            name: name.to_owned(),
            actions: actions.into(),
            connections: CONNECTIONS,
            targets,
            unanalysed: None,
        }
    }

    /// Whether there are as many rows as before when it has ended, but for what is in flight.
    pub(crate) fn leaves_no_row(&self) -> bool {
        self.actions.iter().all(|(action, _)| {
            let last = action.then.map_or(action.first, |(_, then)| then);
            // Keys are kept for a day, those of forms too, and spent refresh tokens for longer.
            let has_key = action.first.variant == "key" || last.body.starts_with("form_token");
            let signs_up = last.method == "POST" && last.path == "/api/v1/user";
            !has_key && !signs_up && !last.body.contains("grant_type")
        })
    }
}

/// The routes: both variants, users, extensions and the main pages, reads and writes.
pub(crate) fn routes() -> anyhow::Result<Vec<Case>> {
    let lines = include_str!("routes.txt").lines();
    let mut actions: Vec<Action> = Vec::new();
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.trim_start().split_once(' ') {
            Some((made, then)) if line.starts_with(' ') => {
                let action = actions.last_mut().context("nothing precedes")?;
                action.then = Some((made, Request::parse(then)?));
            }
            _ => actions.push(Action::new(Request::parse(line)?)),
        }
    }
    let cases = actions.into_iter().map(|action| Case {
        connections: match action.then {
            _ if action.first.body.starts_with("{file:") => UPLOADS,
            Some(_) => PAIRS,
            None => CONNECTIONS,
        },
        ..Case::new(&action.name(), [(action, 100)], targets(&action.first))
    });
    Ok(cases.collect())
}

/// A request with a key, and what follows without one, take so much of the rate of the two without:
/// the first alone then takes at least 0.85.
const WITH_KEY: &[Target] = &[Target::OfCase(
    "POST /api/v1/trips/{spread}/trip_items, DELETE /api/v1/trips/{spread}/trip_items/new{n}",
    0.92,
)];

fn targets(first: &Request) -> &'static [Target] {
    match first.path {
        _ if first.variant == "key" => WITH_KEY,
        "/api/v1/trip/{trip}" | "/api/v1/trips/{trip}" => &[Target::P99(8.0)],
        "/trip/{trip}" => &[Target::Cpu(5.0), Target::Bytes(61_440.0)],
        _ => &[],
    }
}
