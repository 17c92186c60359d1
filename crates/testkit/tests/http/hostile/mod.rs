//! What a hostile client can send: never a 5xx, never an answer that is not the interface's own,
//! and the service lives on.

mod bodies;
mod paths;

use serde_json::Value;
use wayfare_testkit::Reply;

/// Fails unless the answer is one of the interface's: never a 5xx, and a problem wherever it is an
/// error.
#[track_caller]
fn is_civil(reply: Reply<Value>, what: &str) {
    assert!(reply.status < 500, "{what}: {reply:?}");
    if reply.status >= 400 {
        let problem = reply.problem();
        assert!(!problem.detail.is_empty(), "{what}");
    }
}
