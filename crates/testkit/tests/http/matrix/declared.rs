//! What the documents declare of the answers of an operation, and of its header `If-Match`.

use std::collections::{BTreeMap, BTreeSet};

use futures_util::{StreamExt, stream};
use serde_json::Value;
use time::macros::datetime;
use wayfare_testkit::{Builder, FixedClock, Method, Reply};

use super::cells::Cell;
use super::rules::Subject;
use super::world::Caller;
use super::{AT_ONCE, documented, world_on};

/// The headers that the documents declare wherever they are sent. The others are HTTP's own, and
/// those of caches and security, on answers of all routes.
const HEADERS: [&str; 15] = [
    "api-variant",
    "authorization",
    "content-disposition",
    "etag",
    "idempotency-replayed",
    "link",
    "location",
    "preference-applied",
    "ratelimit",
    "ratelimit-policy",
    "refresh-token",
    "retry-after",
    "unknown-members",
    "www-authenticate",
    "x-request-id",
];
/// A tag that no resource has.
const STALE: &str = "\"99-x\"";

/// An answer of an operation.
#[derive(Clone)]
struct Answer {
    media_types: BTreeSet<String>,
    /// Each header in lower case, and whether it is sent always.
    headers: BTreeMap<String, bool>,
}

/// The answers and conditions of an operation.
#[derive(Clone)]
pub(crate) struct Declared {
    answers: BTreeMap<u16, Answer>,
    /// Whether it takes `If-Match`.
    pub(crate) takes_match: bool,
}

impl Declared {
    pub(crate) fn of(document: &Value, operation: &Value) -> Self {
        let answers = operation["responses"].as_object().unwrap();
        let answers = answers.iter().map(|(status, answer)| {
            let answer = resolved(document, answer);
            let content = answer["content"].as_object().into_iter().flatten();
            let headers = answer["headers"].as_object().into_iter().flatten();
            let headers = headers.map(|(name, header)| {
                let header = resolved(document, header);
                (name.to_lowercase(), header["required"] == true)
            });
            let answer = Answer {
                media_types: content.map(|(kind, _)| kind.clone()).collect(),
                headers: headers.collect(),
            };
            (status.parse().unwrap(), answer)
        });
        let mut parameters = operation["parameters"].as_array().into_iter().flatten();
        Self {
            answers: answers.collect(),
            takes_match: parameters
                .any(|parameter| resolved(document, parameter)["name"] == "If-Match"),
        }
    }

    /// What of an answer is not declared, or is declared and missing.
    pub(crate) fn fault_of(&self, reply: &Reply<Value>) -> Option<String> {
        let status = reply.status;
        let Some(answer) = self.answers.get(&status) else {
            return Some(format!("{status}, which is not declared"));
        };
        let media_type = reply.header("content-type").unwrap_or_default();
        let media_type = media_type.split(';').next().unwrap_or_default();
        if media_type.is_empty() != answer.media_types.is_empty()
            || !(media_type.is_empty() || answer.media_types.contains(media_type))
        {
            return Some(format!("{status} as {media_type:?}, which is not declared"));
        }
        let sent = |name: &str| reply.headers.contains_key(name);
        let is_undeclared = |name: &&str| sent(name) && !answer.headers.contains_key(*name);
        if let Some(name) = HEADERS.into_iter().find(is_undeclared) {
            return Some(format!("{status} with {name}, which is not declared"));
        }
        let mut always = answer.headers.iter().filter(|(_, always)| **always);
        let missing = always.find(|(name, _)| !sent(name));
        missing.map(|(name, _)| format!("{status} without the declared {name}"))
    }
}

fn resolved<'d>(document: &'d Value, value: &'d Value) -> &'d Value {
    match value["$ref"].as_str() {
        Some(reference) => document.pointer(&reference[1..]).unwrap(),
        None => value,
    }
}

/// Exactly the writes that declare `If-Match` are refused where the tag is stale.
pub(crate) async fn writes_honour_if_match_where_it_is_declared(builder: Builder) {
    let clock = FixedClock::at(datetime!(2026-05-01 12:00 UTC));
    let server = builder.clock(clock.clone()).start().unwrap();
    let world = world_on(&server, &clock).await;
    let operations = documented(&server).await;
    let cells = operations.iter().flat_map(|(operation, cases)| {
        cases.iter().filter_map(move |case| {
            let subjects = case.rule.subjects();
            let subject = [Subject::PublicTrip, Subject::Account, Subject::None];
            let subject = subject.into_iter().find(|one| subjects.contains(one))?;
            let writes = operation.method != Method::GET;
            writes.then_some(Cell {
                operation,
                case,
                caller: Caller::Owner,
                subject,
                if_match: Some(STALE),
            })
        })
    });
    let cells: Vec<Cell<'_>> = cells.collect();
    let world = &world;
    let checked = stream::iter(cells).map(|cell| async move {
        let reply = cell.written(world).await;
        let takes_match = cell.operation.declared.takes_match;
        let is_wrong = (reply.status == 412) != takes_match;
        let fault = is_wrong.then(|| format!("{}: {reply:?}", cell.operation.id));
        (takes_match, fault)
    });
    let checked: Vec<_> = checked.buffer_unordered(AT_ONCE).collect().await;
    let taking = checked.iter().filter(|(takes_match, _)| *takes_match);
    assert!(taking.count() > 30);
    let faults: Vec<String> = checked.into_iter().filter_map(|(_, fault)| fault).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
