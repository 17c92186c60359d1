//! Answers with checks for tests, and the client that gives them.

use std::fmt;
use std::marker::PhantomData;

use serde::de::DeserializeOwned;
use serde_json::Value;
use wayfare_client::{HeaderMap, Mode, ProblemDetails};

use crate::run::fail;

/// A client whose calls fail the test if there is no answer.
pub type Client = wayfare_client::Client<Checked>;
/// A call of a [`Client`].
pub type Call<T> = wayfare_client::Call<T, Checked>;
/// The routes of users, accounts and tokens; from [`Client::users`].
pub type Users<'c> = wayfare_client::Users<'c, Checked>;
/// The routes of Variant A; from [`Client::a`].
pub type VariantA<'c> = wayfare_client::VariantA<'c, Checked>;
/// The routes of Variant B; from [`Client::b`].
pub type VariantB<'c> = wayfare_client::VariantB<'c, Checked>;
/// The routes that neither variant has; from [`Client::extensions`].
pub type Extensions<'c> = wayfare_client::Extensions<'c, Checked>;

/// Awaiting a call gives a [`Reply`], or fails the test if there is no answer.
#[derive(Debug, Clone, Copy)]
pub struct Checked;

impl Mode for Checked {
    type Output<T> = Reply<T>;
    /// Tests see what a client sees that knows no extension.
    const PREFERS_REPRESENTATION: bool = false;

    fn finish<T>(outcome: Result<wayfare_client::Reply<T>, wayfare_client::Error>) -> Reply<T> {
        match outcome {
            Ok(reply) => reply.into(),
            Err(error) => fail(&error.to_string()),
        }
    }
}

/// A client of the server at a base URL, without proxies.
pub fn client(base_url: impl Into<String>) -> Client {
    let http = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .no_proxy();
    // Building fails only for TLS and DNS settings, which are not used here.
    Client::with_http(http.build().unwrap_or_default(), base_url)
}

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

impl<T> From<wayfare_client::Reply<T>> for Reply<T> {
    fn from(reply: wayfare_client::Reply<T>) -> Self {
        Self {
            request: reply.request().to_owned(),
            status: reply.status,
            headers: reply.headers,
            body: reply.body,
            answer: PhantomData,
        }
    }
}

impl<T> Reply<T> {
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
