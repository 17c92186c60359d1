//! An answer, with checks for tests.

use std::fmt;
use std::marker::PhantomData;

use reqwest::header::HeaderMap;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::run::fail;

/// The number of bytes of a body that a failed test shows.
const SHOWN: usize = 4_000;

/// An answer whose body, if successful, is a `T`.
#[derive(Clone)]
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
#[serde(deny_unknown_fields)]
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
#[serde(deny_unknown_fields)]
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
    pub(crate) fn new(request: String, status: u16, headers: HeaderMap, body: Vec<u8>) -> Self {
        Self {
            status,
            headers,
            body,
            request,
            answer: PhantomData,
        }
    }

    /// Returns this answer; fails the test if it has another status.
    #[track_caller]
    fn checked(self, wanted: bool, what: &str) -> Self {
        if wanted {
            return self;
        }
        fail(&format!("expected {what} of {self:?}"))
    }

    /// Fails the test if the answer has another status.
    #[track_caller]
    pub fn expect_status(self, status: u16) -> Self {
        let wanted = self.status == status;
        self.checked(wanted, &format!("status {status}"))
    }

    /// Fails the test if the answer is not a success with a body of the route's shape.
    #[track_caller]
    pub fn json(self) -> T
    where
        T: DeserializeOwned,
    {
        let reply = self.succeeded();
        reply.parse()
    }

    /// The body of a success as JSON; fails the test if it is not JSON.
    #[track_caller]
    pub fn value(self) -> Value {
        let reply = self.succeeded();
        reply.parse()
    }

    /// The body of an error; fails the test if the answer is not a problem document.
    #[track_caller]
    pub fn problem(self) -> ProblemDetails {
        let problem = self.header("content-type") == Some("application/problem+json");
        let reply = self.checked(problem, "a problem");
        let details: ProblemDetails = reply.parse();
        if details.status != reply.status || Some(details.instance.as_str()) != reply.request_id() {
            fail(&format!(
                "status or request id differ between head and body of {reply:?}"
            ));
        }
        let listed = details.error_count.map_or(0, |count| count.min(100));
        if (details.status == 400) == details.errors.is_empty() || details.errors.len() != listed {
            fail(&format!(
                "a 400, and only that, is to list and count what is wrong: {reply:?}"
            ));
        }
        details
    }

    /// The value of a header, if it exists and is text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The request id.
    pub fn request_id(&self) -> Option<&str> {
        self.header("x-request-id")
    }

    /// The entity tag; fails the test if there is none.
    #[track_caller]
    pub fn etag(&self) -> String {
        self.header("etag")
            .map_or_else(|| fail(&format!("no ETag in {self:?}")), str::to_owned)
    }

    #[track_caller]
    fn succeeded(self) -> Self {
        let success = (200..300).contains(&self.status);
        self.checked(success, "success")
    }

    #[track_caller]
    fn parse<B: DeserializeOwned>(&self) -> B {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| fail(&format!("{error} in {self:?}")))
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
