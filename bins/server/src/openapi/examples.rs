//! Examples of bodies and answers: recorded from a running service, never written by hand.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{Content, OpenApi, RefOr};

/// What was recorded.
const RECORDED: &str = include_str!("examples.json");

/// What was recorded, by operation and by the name of the problem.
#[derive(Default, Deserialize)]
struct Examples {
    operations: BTreeMap<String, Exchange>,
    problems: BTreeMap<String, Value>,
}

/// What was sent, and what was answered.
#[derive(Deserialize)]
struct Exchange {
    request: Option<Value>,
    answer: Option<Value>,
}

/// Adds to each route what was recorded of it.
pub(super) fn add(document: &mut OpenApi) {
    // That it can be read is what a test proves.
    let Examples {
        operations,
        problems,
    } = serde_json::from_str(RECORDED).unwrap_or_default();
    for item in document.paths.paths.values_mut() {
        let found = [
            &mut item.get,
            &mut item.put,
            &mut item.post,
            &mut item.delete,
        ];
        for operation in found.into_iter().flatten() {
            if let Some(exchange) = operation
                .operation_id
                .as_ref()
                .and_then(|id| operations.get(id))
            {
                exchange.add(operation);
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

impl Exchange {
    fn add(&self, operation: &mut Operation) {
        if let (Some(RefOr::T(body)), Some(request)) = (&mut operation.request_body, &self.request)
        {
            body.content
                .values_mut()
                .for_each(|content| show(content, request));
        }
        if let (Some(RefOr::T(ok)), Some(answer)) =
            (operation.responses.responses.get_mut("200"), &self.answer)
        {
            ok.content
                .values_mut()
                .for_each(|content| show(content, answer));
        }
    }
}

fn show(content: &mut RefOr<Content>, example: &Value) {
    if let RefOr::T(content) = content {
        content.example = Some(example.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_recorded_can_be_read() {
        serde_json::from_str::<Examples>(RECORDED).unwrap();
    }
}
