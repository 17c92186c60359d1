//! The world: what is hard for the service, the hardest first.

use super::action::{Action, Case, Request, Spread, Statements, Target};
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

/// Details of as many trips as the cache holds easily.
pub(crate) fn detail() -> anyhow::Result<Case> {
    let detail = Action {
        spread: Spread::Even(CACHED / 2),
        ..Action::new(Request::parse("writer b GET /api/v1/trip/{spread}")?)
    };
    Ok(Case::new(
        "world: detail beside streams",
        [(detail, 100)],
        &[],
    ))
}

pub(crate) fn cases() -> anyhow::Result<Vec<Case>> {
    let action = |line, statements, spread| -> anyhow::Result<Action> {
        Ok(Action {
            spread,
            statements,
            ..Action::new(Request::parse(line)?)
        })
    };
    let detail = |spread| {
        let line = "writer b GET /api/v1/trip/{spread}";
        action(line, Some(Statements::Detail), spread)
    };
    let edit = |spread| {
        let line = r#"writer b PUT /api/v1/trip/{spread} {"name":"Trip {n}"}"#;
        action(line, Some(Statements::Edit), spread)
    };
    let of_user = |line, statements| action(line, statements, Spread::Even(1));
    let list = of_user("ada b GET /api/v1/trips", Some(Statements::List))?;
    let page = "ada a GET /api/v1/trips/paginated?page=0";
    let page = of_user(page, Some(Statements::Page))?;
    let large_page = "writer a GET /api/v1/trips/paginated?page=0";
    let large_page = of_user(large_page, Some(Statements::Page))?;
    let large_trip = of_user("writer b GET /api/v1/trip/{large}", None)?;
    let mixed = [
        (detail(Spread::Zipf(SPREAD))?, 70),
        (edit(Spread::Zipf(SPREAD))?, 10),
        (list, 10),
        (page, 10),
    ];
    let case = |name, action, targets| Case::new(name, [(action, 100)], targets);
    let details = |name, trips, targets| -> anyhow::Result<Case> {
        Ok(case(name, detail(Spread::Even(trips))?, targets))
    };
    let edits = |name, trips, targets| -> anyhow::Result<Case> {
        Ok(Case {
            connections: EDITORS,
            ..case(name, edit(Spread::Even(trips))?, targets)
        })
    };
    Ok(vec![
        Case::new(
            "world: 70 % details and 10 % edits by Zipf's law, 10 % lists, 10 % pages",
            mixed,
            &[Target::OfPgbench(0.5), Target::P99(25.0)],
        ),
        details(LARGE_SET, 10 * CACHED, &[Target::OfPgbench(0.5)])?,
        Case {
            unanalysed: Some(Database::Postgres),
            ..details(
                "world: detail, 10 times the cache, no statistics",
                10 * CACHED,
                &[Target::OfCase(LARGE_SET, 0.8)],
            )?
        },
        details("world: detail, twice the cache", 2 * CACHED, &[])?,
        details(
            "world: detail, half of the cache",
            CACHED / 2,
            &[Target::OfPgbench(0.9)],
        )?,
        case(
            "world: list of 20 trips beside an owner of 60,000",
            list,
            &[Target::OfPgbench(0.6)],
        ),
        case(PAGE, page, &[Target::OfPgbench(0.6)]),
        case(
            "world: page 0 of the owner of 60,000",
            large_page,
            &[Target::OfCase(PAGE, 0.5)],
        ),
        edits(EDITS, 1_000, &[])?,
        edits(
            "world: edits of one trip",
            1,
            &[Target::OfCase(EDITS, 0.35)],
        )?,
        case("world: detail of 1,000 items", large_trip, &[]),
    ])
}
