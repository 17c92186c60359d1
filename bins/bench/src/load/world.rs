//! The world: what is hard for the service, the hardest first.

use super::action::{Action, Request, Sender, Spread, Statements};
use super::case::{Case, Target};
use crate::fixture::Database;

/// Trips of the skewed owner, to which the working sets belong.
pub(crate) const SPREAD: u64 = 60_000;
/// About how many trips the trip cache of the measured server holds.
const CACHED: u64 = 3_000;
/// The connections that edit.
const EDITORS: u32 = 16;

const LARGE_SET: &str = "world: detail, 10 times the cache";
const PAGE: &str = "world: page 0 of 20 trips beside an owner of 60,000";
const EDITS: &str = "world: edits of 1,000 trips";

const LIST: Action = {
    let request = Request::new(Sender::Ada, "b", "GET /api/v1/trips", "");
    Action::new(request).like(Statements::List { is_page: false }, Spread::Even(1))
};

const fn detail(spread: Spread) -> Action {
    let request = Request::new(Sender::Writer, "b", "GET /api/v1/trip/{spread}", "");
    Action::new(request).like(Statements::Detail, spread)
}

const fn edit(spread: Spread) -> Action {
    let body = r#"{"name":"Trip {n}"}"#;
    let request = Request::new(Sender::Writer, "b", "PUT /api/v1/trip/{spread}", body);
    Action::new(request).like(Statements::Edit, spread)
}

const fn page(sender: Sender) -> Action {
    let request = Request::new(sender, "a", "GET /api/v1/trips/paginated?page=0", "");
    Action::new(request).like(Statements::List { is_page: true }, Spread::Even(1))
}

pub(crate) fn cases() -> Vec<Case> {
    let details = |name, trips, targets| {
        let action = detail(Spread::Even(trips));
        Case::new(name, [(action, 100)], targets)
    };
    let edits = |name, trips, targets| Case {
        connections: EDITORS,
        ..Case::new(name, [(edit(Spread::Even(trips)), 100)], targets)
    };
    let large = Request::new(Sender::Writer, "b", "GET /api/v1/trip/{large}", "");
    vec![
        Case::new(
            "world: 70 % details and 10 % edits by Zipf's law, 10 % lists, 10 % pages",
            [
                (detail(Spread::Zipf(SPREAD)), 70),
                (edit(Spread::Zipf(SPREAD)), 10),
                (LIST, 10),
                (page(Sender::Ada), 10),
            ],
            &[Target::OfPgbench(0.5), Target::P99(25.0)],
        ),
        details(LARGE_SET, 10 * CACHED, &[Target::OfPgbench(0.5)]),
        Case {
            unanalysed: Some(Database::Postgres),
            ..details(
                "world: detail, 10 times the cache, no statistics",
                10 * CACHED,
                &[Target::OfCase(LARGE_SET, 0.8)],
            )
        },
        details("world: detail, twice the cache", 2 * CACHED, &[]),
        details(
            "world: detail, half of the cache",
            CACHED / 2,
            &[Target::OfPgbench(0.9)],
        ),
        Case::new(
            "world: list of 20 trips beside an owner of 60,000",
            [(LIST, 100)],
            &[Target::OfPgbench(0.6)],
        ),
        Case::new(PAGE, [(page(Sender::Ada), 100)], &[Target::OfPgbench(0.6)]),
        Case::new(
            "world: page 0 of the owner of 60,000",
            [(page(Sender::Writer), 100)],
            &[Target::OfCase(PAGE, 0.5)],
        ),
        edits(EDITS, 1_000, &[]),
        edits(
            "world: edits of one trip",
            1,
            &[Target::OfCase(EDITS, 0.35)],
        ),
        Case::new(
            "world: detail of 1,000 items",
            [(Action::new(large), 100)],
            &[],
        ),
    ]
}
