//! An answer.

use std::fmt;
use std::marker::PhantomData;

use reqwest::Response;
use reqwest::header::HeaderMap;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::Error;

/// The number of characters of a body that its `Debug` form shows.
const SHOWN: usize = 4_000;

/// An answer whose body, if successful, is a `T`.
#[derive(Clone)]
#[non_exhaustive]
pub struct Reply<T> {
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body as received.
    pub body: Vec<u8>,
    request: String,
    answer: PhantomData<fn() -> T>,
}

/// The body of an error (RFC 9457).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct ProblemDetails {
    /// The problem type.
    pub r#type: String,
    /// The title of the type.
    pub title: String,
    /// The status code.
    pub status: u16,
    /// The explanation of this occurrence.
    pub detail: String,
    /// The request id.
    pub instance: String,
    /// The errors of single input values.
    #[serde(default)]
    pub errors: Vec<FieldProblem>,
    /// The number of invalid input values, of which the first 100 are listed.
    #[serde(default, rename = "errorCount")]
    pub error_count: Option<usize>,
}

/// The error of one input value.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct FieldProblem {
    /// JSON pointer to the value.
    pub pointer: String,
    /// The explanation.
    pub detail: String,
}

impl ProblemDetails {
    /// The pointers of [`ProblemDetails::errors`].
    pub fn pointers(&self) -> Vec<&str> {
        self.errors
            .iter()
            .map(|error| error.pointer.as_str())
            .collect()
    }
}

impl<T> Reply<T> {
    /// Reads the body of an answer to a request of this method and path.
    pub(crate) async fn received(request: String, answer: Response) -> Result<Self, Error> {
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        match answer.bytes().await {
            Ok(body) => Ok(Self {
                status,
                headers,
                body: body.to_vec(),
                request,
                answer: PhantomData,
            }),
            Err(source) => Err(Error::NoAnswer { request, source }),
        }
    }

    /// The body in the route's shape.
    ///
    /// # Errors
    /// [`Error::Refused`] if the status is not a success, [`Error::Shape`] if there is no such
    /// body, as with a 304.
    pub fn json(&self) -> Result<T, Error>
    where
        T: DeserializeOwned,
    {
        match self.problem() {
            Some(problem) => Err(Error::Refused {
                request: self.request.clone(),
                status: self.status,
                problem: Box::new(problem),
            }),
            None => serde_json::from_slice(&self.body).map_err(|source| Error::Shape {
                request: self.request.clone(),
                status: self.status,
                source,
            }),
        }
    }

    /// The service's reason for a refusal; `None` if the answer is none.
    pub fn problem(&self) -> Option<ProblemDetails> {
        let is_problem = self.header("content-type") == Some("application/problem+json");
        is_problem
            .then(|| serde_json::from_slice(&self.body).ok())
            .flatten()
    }

    /// The value of a header, if it exists and is text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The request id, to find the request in the service's log.
    pub fn request_id(&self) -> Option<&str> {
        self.header("x-request-id")
    }

    /// The entity tag, for [`crate::Call::if_match`] and [`crate::Call::if_none_match`].
    pub fn etag(&self) -> Option<&str> {
        self.header("etag")
    }

    /// Method and path of the request.
    pub fn request(&self) -> &str {
        &self.request
    }
}

/// Method, path, status and the body as far as it can be shown.
impl<T> fmt::Debug for Reply<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let body = String::from_utf8_lossy(&self.body);
        let shown: String = body.chars().take(SHOWN).collect();
        write!(f, "{} -> {} {shown}", self.request, self.status)
    }
}
