//! The authorization matrix: every documented operation with every kind of caller and subject.

mod cells;
mod declared;
mod keys;
mod links;
mod rules;
mod statements;
mod world;

use std::time::Duration;

use futures_util::{StreamExt, stream};
use serde_json::Value;
use time::macros::datetime;
use wayfare_testkit::{Builder, FixedClock, Method, TestServer, both, on_sqlite};

use cells::Cell;
use declared::{Declared, writes_honour_if_match_where_it_is_declared};
use links::links_follow_the_matrix_in_each_state;
use rules::{Case, cases_of};
use world::{CALLERS, Caller, PROGRAMS, World};

both!(
    every_operation_follows_the_authorization_matrix,
    links_follow_the_matrix_in_each_state,
);

on_sqlite!(writes_honour_if_match_where_it_is_declared);

/// The number of concurrent requests.
const AT_ONCE: usize = 16;
/// The documents, by the mount whose routes they describe; without a mount all are available.
const DOCUMENTS: [(&str, &str); 3] = [
    ("", "/openapi.json"),
    ("/a", "/openapi/a.json"),
    ("/b", "/openapi/b.json"),
];

/// An operation of a served document.
struct Operation {
    mount: &'static str,
    method: Method,
    path: String,
    id: String,
    /// What an API key needs for it.
    scope: Option<String>,
    declared: Declared,
}

fn operations(mount: &'static str, document: &Value) -> Vec<Operation> {
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            // Other keys describe the path as a whole.
            let Some(id) = operation["operationId"].as_str() else {
                continue;
            };
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
            found.push(Operation {
                mount,
                method,
                path: path.clone(),
                id: id.to_owned(),
                scope: operation["x-scope"].as_str().map(str::to_owned),
                declared: Declared::of(document, operation),
            });
        }
    }
    found
}

/// The operations of all documents that a server serves, with the ways to call each.
async fn documented(server: &TestServer) -> Vec<(Operation, Vec<Case>)> {
    let mut found = Vec::new();
    for (mount, path) in DOCUMENTS {
        let document = server.client().request(Method::GET, path).await;
        let document = document.expect_status(200).value();
        for operation in operations(mount, &document) {
            let cases = cases_of(&operation.id);
            assert!(
                !cases.is_empty(),
                "{} ({} {}) has no rule: add who may call it to tests/http/matrix/rules.rs",
                operation.id,
                operation.method,
                operation.path
            );
            found.push((operation, cases));
        }
    }
    found
}

/// Creates the shared data on a server, and moves its clock past the lifetime of an access token.
async fn world_on(server: &TestServer, clock: &FixedClock) -> World {
    World::new(server, || clock.advance(Duration::from_secs(3_600))).await
}

async fn every_operation_follows_the_authorization_matrix(builder: Builder) {
    let clock = FixedClock::at(datetime!(2026-05-01 12:00 UTC));
    let server = builder.clock(clock.clone()).start().unwrap();
    let world = world_on(&server, &clock).await;
    let mut failures = Vec::new();
    let mut seen = 0;
    let before = world.state().await;
    for (operation, cases) in documented(&server).await {
        for case in cases {
            // The same routes below a mount find the caller of a key in the same way.
            let programs = match operation.mount {
                "" => &PROGRAMS[..],
                _ => &PROGRAMS[..1],
            };
            for callers in [&CALLERS[..], programs] {
                seen += check(&world, &operation, &case, callers, &mut failures).await;
            }
        }
        // Who may write writes elsewhere.
        if world.state().await != before {
            failures.push(format!(
                "{}{}, or an operation before it: a refused call, or a read, changed something",
                operation.mount, operation.id
            ));
        }
    }
    assert!(
        failures.is_empty(),
        "{} cells of the matrix are wrong:\n{}",
        failures.len(),
        failures.join("\n")
    );
    // Fewer would mean that the documents have shrunk or that cells are left out.
    assert!(seen > 3_000, "{seen}");
}

/// Checks one rule of an operation for these callers and all subjects. Returns the number of cells.
async fn check(
    world: &World,
    operation: &Operation,
    case: &Case,
    callers: &[Caller],
    failures: &mut Vec<String>,
) -> usize {
    let subjects = case.rule.subjects();
    let cells = subjects.iter().flat_map(|subject| {
        callers.iter().map(|caller| Cell {
            operation,
            case,
            caller: *caller,
            subject: *subject,
            if_match: None,
        })
    });
    let cells: Vec<Cell<'_>> = cells.collect();
    let count = cells.len();
    let found = stream::iter(cells)
        .map(|cell| async move { cell.check(world).await })
        .buffer_unordered(AT_ONCE);
    failures.extend(
        found
            .filter_map(std::future::ready)
            .collect::<Vec<String>>()
            .await,
    );
    count
}
