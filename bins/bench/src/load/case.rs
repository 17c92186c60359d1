//! A measured case: what it sends, and what it must reach.

use super::action::Action;
use super::wrk::CONNECTIONS;
use crate::fixture::Database;

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
    pub(crate) name: String,
    pub(crate) actions: Vec<(Action, u32)>,
    pub(crate) connections: u32,
    pub(crate) targets: &'static [Target],
    /// The database whose tables have no statistics while it is measured.
    pub(crate) unanalysed: Option<Database>,
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

    /// A route, named by its requests.
    pub(crate) fn route(action: Action, connections: u32) -> Self {
        let targets: &[Target] = match action.first.line {
            "GET /api/v1/trip/{trip}" | "GET /api/v1/trips/{trip}" => &[Target::P99(8.0)],
            "GET /trip/{trip}" => &[Target::Cpu(5.0), Target::Bytes(61_440.0)],
            _ => &[],
        };
        Self {
            connections,
            ..Self::new(&action.name(), [(action, 100)], targets)
        }
    }
}
