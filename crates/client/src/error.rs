//! The errors of a client.

use crate::ProblemDetails;

/// An error of a client.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The HTTP client could not be set up.
    #[error("setting up the HTTP client: {0}")]
    Setup(#[source] reqwest::Error),
    /// The server did not answer.
    #[error("no answer to {request}: {source}")]
    NoAnswer {
        /// Method and path.
        request: String,
        /// The cause.
        source: reqwest::Error,
    },
    /// The service refused the request.
    #[error("{request} was answered with {status}: {}", .problem.detail)]
    Refused {
        /// Method and path.
        request: String,
        /// The status code.
        status: u16,
        /// The reason.
        problem: Box<ProblemDetails>,
    },
    /// The answer has no body, such as a 304, or another shape than the route's.
    #[error("{request} was answered with {status} and a body of another shape: {source}")]
    Shape {
        /// Method and path.
        request: String,
        /// The status code.
        status: u16,
        /// The cause.
        source: serde_json::Error,
    },
}
