//! The body of an error answer.

use serde::Serialize;
use utoipa::ToSchema;

use super::kind::Kind;

/// The body of an error answer (RFC 9457).
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProblemDetails<'a> {
    /// Which kind of problem.
    #[schema(value_type = Kind)]
    pub(super) r#type: &'static str,
    /// The kind in words.
    pub(super) title: &'a str,
    /// The status again.
    #[schema(minimum = 400, maximum = 599)]
    pub(super) status: u16,
    /// What went wrong this time.
    pub(super) detail: &'a str,
    /// The request id, as in the header `X-Request-Id`.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub(super) instance: &'a str,
    /// The values of the input that are refused, the first 100 of them; only where there are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 100)]
    pub(super) errors: Vec<FieldError>,
    /// How many values are refused; only beside `errors`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1)]
    pub(super) error_count: Option<usize>,
}

/// A value of the input that is refused.
#[derive(Serialize, ToSchema)]
pub(super) struct FieldError {
    /// JSON pointer to it.
    pub(super) pointer: String,
    /// What is wrong with it.
    pub(super) detail: String,
}
