//! The operations of a path.

use utoipa::openapi::HttpMethod;
use utoipa::openapi::path::{Operation, PathItem};

/// Each operation of a path, with its method.
pub(super) fn operations(
    item: &mut PathItem,
) -> impl Iterator<Item = (HttpMethod, &mut Operation)> {
    let found = [
        (HttpMethod::Get, &mut item.get),
        (HttpMethod::Put, &mut item.put),
        (HttpMethod::Post, &mut item.post),
        (HttpMethod::Patch, &mut item.patch),
        (HttpMethod::Delete, &mut item.delete),
    ];
    found
        .into_iter()
        .filter_map(|(method, operation)| Some((method, operation.as_mut()?)))
}
