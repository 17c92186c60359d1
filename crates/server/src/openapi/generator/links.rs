//! Links between operations: what an answer holds that another route takes.

use utoipa::openapi::link::Link;
use utoipa::openapi::{OpenApi, RefOr};

use super::operations::operations;

/// A value of an answer, and the operations that take it as a parameter.
struct Source {
    operation: &'static str,
    parameter: &'static str,
    value: &'static str,
    targets: &'static [&'static str],
}

/// The operations about a trip.
const OF_TRIP: &[&str] = &[
    "getTripA",
    "updateTripA",
    "getTripItems",
    "updateTripItems",
    "updateTripBudget",
    "manageTrip",
    "getTripPictures",
    "getTripB",
    "updateTripB",
    "getMap",
    "updateMap",
    "getTimeline",
    "getTripPicture",
];

const SOURCES: [Source; 3] = [
    Source {
        operation: "createTripA",
        parameter: "uuid",
        value: "$response.body#/id",
        targets: OF_TRIP,
    },
    Source {
        operation: "createTripB",
        parameter: "uuid",
        value: "$response.body#/uuid",
        targets: OF_TRIP,
    },
    Source {
        operation: "signUp",
        parameter: "username",
        value: "$response.body#/username",
        targets: &["getProfile", "getProfilePicture"],
    },
];

/// Adds the links whose operations the document has.
pub(super) fn add(document: &mut OpenApi) {
    let mut found = Vec::new();
    for item in document.paths.paths.values_mut() {
        found.extend(operations(item).filter_map(|(_, operation)| operation.operation_id.clone()));
    }
    for item in document.paths.paths.values_mut() {
        for (_, operation) in operations(item) {
            let id = operation.operation_id.as_deref();
            let source = SOURCES.iter().find(|source| Some(source.operation) == id);
            let Some(source) = source else { continue };
            let Some(RefOr::T(answer)) = operation.responses.responses.get_mut("200") else {
                continue;
            };
            for target in source.targets {
                if found.iter().any(|id| id == target) {
                    let link = Link::builder()
                        .operation_id(*target)
                        .parameter(source.parameter, source.value)
                        .build();
                    answer.links.insert((*target).to_owned(), link.into());
                }
            }
        }
    }
}
