//! Marks answers that are files as bytes, whatever their media type.

use utoipa::openapi::schema::{KnownFormat, Object, Schema, SchemaFormat, SchemaType};
use utoipa::openapi::{Content, OpenApi, RefOr};

use super::operations::operations;

/// A media type that generators of clients take for bytes. Of others some take text, or nothing.
const BYTES: &str = "application/octet-stream";

/// Adds [`BYTES`], which most never send, to the media types of each answer that is a file: as the
/// last one, but before text.
pub(super) fn mark(document: &mut OpenApi) {
    for item in document.paths.paths.values_mut() {
        for (_, operation) in operations(item) {
            for response in operation.responses.responses.values_mut() {
                let RefOr::T(response) = response else {
                    continue;
                };
                let content = &mut response.content;
                content.iter_mut().for_each(allow_json);
                if let Some(file) = content.values().next().cloned()
                    && content.values().all(is_file)
                    && !content.contains_key(BYTES)
                {
                    let is_text = |kind: &String| kind.starts_with("text/");
                    let place = content.keys().position(is_text);
                    content.shift_insert(place.unwrap_or(content.len()), BYTES.to_owned(), file);
                }
            }
        }
    }
}

/// Lets a file of JSON be a value, which is what readers of JSON take it for.
fn allow_json((kind, content): (&String, &mut RefOr<Content>)) {
    if kind.ends_with("+json")
        && is_file(content)
        && let RefOr::T(Content {
            schema: Some(RefOr::T(Schema::Object(object))),
            ..
        }) = content
    {
        object.schema_type = SchemaType::AnyValue;
    }
}

fn is_file(content: &RefOr<Content>) -> bool {
    let RefOr::T(Content {
        schema: Some(RefOr::T(Schema::Object(Object { format, .. }))),
        ..
    }) = content
    else {
        return false;
    };
    *format == Some(SchemaFormat::KnownFormat(KnownFormat::Binary))
}
