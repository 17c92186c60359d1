//! Examples of request and response bodies: recorded from a running service, never hand-written.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{Content, OpenApi, RefOr};

/// The recorded examples.
const RECORDED: &str = include_str!("examples.json");

/// The statuses of answers with examples.
const SUCCESSES: [&str; 2] = ["200", "201"];

/// The recorded examples, by operation, or by operation and status; and by problem.
#[derive(Deserialize)]
struct Examples {
    operations: BTreeMap<String, RecordedExample>,
    problems: BTreeMap<String, Value>,
}

/// The bodies of a request and its response.
#[derive(Deserialize)]
struct RecordedExample {
    request: Option<Value>,
    answer: Option<Value>,
}

/// Adds the recorded examples to each operation.
pub(super) fn add(document: &mut OpenApi) {
    let Examples {
        operations,
        problems,
    } = serde_json::from_str(RECORDED).unwrap();
    for item in document.paths.paths.values_mut() {
        let found = [
            &mut item.get,
            &mut item.put,
            &mut item.post,
            &mut item.patch,
            &mut item.delete,
        ];
        for operation in found.into_iter().flatten() {
            let Some(id) = operation.operation_id.clone() else {
                continue;
            };
            if let Some(example) = operations.get(&id) {
                example.add(operation, &SUCCESSES);
            }
            // Of an operation with several answers.
            for status in SUCCESSES {
                if let Some(example) = operations.get(&format!("{id} {status}")) {
                    example.add(operation, &[status]);
                }
            }
        }
    }
    let responses = document
        .components
        .iter_mut()
        .flat_map(|components| &mut components.responses);
    for (name, response) in responses {
        if let (RefOr::T(response), Some(body)) = (response, problems.get(name)) {
            response
                .content
                .values_mut()
                .for_each(|content| show(content, body));
        }
    }
}

impl RecordedExample {
    fn add(&self, operation: &mut Operation, statuses: &[&str]) {
        if let (Some(RefOr::T(body)), Some(request)) = (&mut operation.request_body, &self.request)
        {
            body.content
                .values_mut()
                .for_each(|content| show(content, request));
        }
        for status in statuses {
            if let (Some(RefOr::T(ok)), Some(answer)) =
                (operation.responses.responses.get_mut(*status), &self.answer)
            {
                ok.content
                    .values_mut()
                    .for_each(|content| show(content, answer));
            }
        }
    }
}

fn show(content: &mut RefOr<Content>, example: &Value) {
    if let RefOr::T(content) = content {
        content.example = Some(example.clone());
    }
}
