//! What tools answer.

use schemars::JsonSchema;
use serde::Serialize;

use crate::answer::Failure;
use crate::call::Written;

/// What a tool answers: a short text without anything that people wrote, and its result.
pub(crate) type Reply<T> = Result<(String, T), Failure>;

/// What a write tells.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Changed {
    /// Id of the trip
    trip: String,
    /// Version of the trip now: the expected_version of the next change
    version: i64,
    /// Ids of what was added or changed
    ids: Vec<String>,
    /// True if an earlier call with the same idempotency_key has done this
    repeated: bool,
}

impl Changed {
    /// What a write of a trip tells, of things with these ids.
    pub(crate) fn reply(written: &Written, ids: Vec<String>) -> Reply<Self> {
        let changed = Self {
            trip: written.after.trip.id.to_string(),
            version: written.after.trip.version,
            ids,
            repeated: written.is_replayed,
        };
        let text = match (written.is_replayed, written.is_changed()) {
            (true, _) => "An earlier call has done this",
            (false, true) => "Done",
            (false, false) => "Nothing had to be changed",
        };
        Ok((
            format!("{text}. The trip is at version {}.", changed.version),
            changed,
        ))
    }
}
