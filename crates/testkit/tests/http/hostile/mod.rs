//! Hostile input: never a 5xx, always an answer of the interface, and the service still works.

mod bodies;
mod paths;

use serde_json::Value;
use wayfare_testkit::Reply;

/// Fails unless the answer is one of the interface: no 5xx, and errors are problem documents.
#[track_caller]
fn is_civil(reply: Reply<Value>, what: &str) {
    assert!(reply.status < 500, "{what}: {reply:?}");
    if reply.status >= 400 {
        let problem = reply.problem();
        assert!(!problem.detail.is_empty(), "{what}");
    }
}
