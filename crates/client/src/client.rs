//! A client of one server, with or without a token.

use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use reqwest::Method;

use crate::session::{Credential, Session};
use crate::shapes::users::Tokens;
use crate::{Call, Error, Extensions, Mode, Results, Users, VariantA, VariantB};

/// How long a call may take, unless it sends files.
const TIMEOUT: Duration = Duration::from_secs(30);
/// How long a connection may take to be made.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// A client of the interface. Cheap to clone; clones share their connections.
pub struct Client<M = Results> {
    http: reqwest::Client,
    base: String,
    mount: String,
    root: String,
    credential: Credential,
    timeout: Option<Duration>,
    mode: PhantomData<fn() -> M>,
}

impl Client {
    /// A client of the server at a base URL (`https://trips.example.org`), without a token. Calls
    /// end after 30 seconds. Redirects are not followed: the service sends none.
    ///
    /// # Errors
    /// [`Error::Setup`].
    pub fn new(base_url: impl Into<String>) -> Result<Self, Error> {
        let http = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(CONNECT_TIMEOUT);
        let http = http.build().map_err(Error::Setup)?;
        Ok(Self::with_http(http, base_url).with_timeout(TIMEOUT))
    }
}

impl<M: Mode> Client<M> {
    /// A client that sends by an HTTP client of the caller, with its proxies, timeouts and
    /// certificates.
    pub fn with_http(http: reqwest::Client, base_url: impl Into<String>) -> Self {
        let base_url = base_url.into();
        Self {
            http,
            base: base_url.trim_end_matches('/').to_owned(),
            mount: String::new(),
            root: "/api/v1".to_owned(),
            credential: Credential::None,
            timeout: None,
            mode: PhantomData,
        }
    }

    /// Returns this client with an access token or an API key, sent as `Authorization: Bearer …`.
    #[must_use]
    pub fn with_token(&self, token: impl Into<String>) -> Self {
        Self {
            credential: Credential::Token(token.into()),
            ..self.clone()
        }
    }

    /// Returns this client with the tokens of a sign-in. When the access token has ended, the
    /// client renews both and sends the call again. Its clones share them.
    #[must_use]
    pub fn with_session(&self, tokens: Tokens) -> Self {
        let url = format!("{}{}{}/auth/token", self.base, self.mount, self.root);
        let session = Session::new(self.http.clone(), url, tokens);
        Self {
            credential: Credential::Session(Arc::new(session)),
            ..self.clone()
        }
    }

    /// The present tokens of [`Client::with_session`], to be kept for the next start of a program:
    /// each refresh token is for one use.
    pub async fn session(&self) -> Option<Tokens> {
        match &self.credential {
            Credential::Session(session) => Some(session.tokens().await),
            Credential::None | Credential::Token(_) => None,
        }
    }

    /// Returns this client with another timeout of calls. Calls that send files have five minutes
    /// at least, the service's own limit. [`Client::watch`] has none.
    #[must_use]
    pub fn with_timeout(&self, timeout: Duration) -> Self {
        Self {
            timeout: Some(timeout),
            ..self.clone()
        }
    }

    /// Returns this client for the routes mounted below `mount`: `/a`, `/b`, or an empty text for
    /// the root.
    #[must_use]
    pub fn mounted_at(&self, mount: &str) -> Self {
        Self {
            mount: mount.to_owned(),
            ..self.clone()
        }
    }

    /// Returns this client for an interface at another path than `/api/v1`, such as `/travel/v1`.
    #[must_use]
    pub fn rooted_at(&self, path: &str) -> Self {
        Self {
            root: path.to_owned(),
            ..self.clone()
        }
    }

    /// The base URL of the server, without a slash at the end.
    pub fn base_url(&self) -> &str {
        &self.base
    }

    /// The token that this client sends; `None` with a session, whose tokens change.
    pub fn token(&self) -> Option<&str> {
        match &self.credential {
            Credential::Token(token) => Some(token),
            Credential::None | Credential::Session(_) => None,
        }
    }

    /// A request with any method and path; `path` includes `/api/v1`.
    pub fn request(&self, method: Method, path: &str) -> Call<serde_json::Value, M> {
        self.call(method, &format!("{}{path}", self.base), path)
    }

    /// A GET of an absolute URL, such as one in an answer.
    pub fn open(&self, url: &str) -> Call<(), M> {
        self.call(Method::GET, url, url)
    }

    /// The routes of users, accounts and tokens.
    pub fn users(&self) -> Users<'_, M> {
        Users(self)
    }

    /// The routes of Variant A.
    pub fn a(&self) -> VariantA<'_, M> {
        VariantA(self)
    }

    /// The routes of Variant B.
    pub fn b(&self) -> VariantB<'_, M> {
        VariantB(self)
    }

    /// The routes that neither variant has.
    pub fn extensions(&self) -> Extensions<'_, M> {
        Extensions(self)
    }

    /// A request to a route of the interface, answered by a `T`.
    pub(crate) fn route<T>(&self, method: Method, path: impl Display) -> Call<T, M> {
        let path = format!("{}{}{path}", self.mount, self.root);
        let may_change = [Method::PUT, Method::PATCH, Method::POST].contains(&method);
        let call = self.call(method, &format!("{}{path}", self.base), &path);
        if may_change && M::PREFERS_REPRESENTATION {
            return call.header("prefer", "return=representation");
        }
        call
    }

    fn call<T>(&self, method: Method, url: &str, path: &str) -> Call<T, M> {
        let label = format!("{method} {path}");
        let request = self.http.request(method, url);
        Call::new(request, self.credential.clone(), self.timeout, label)
    }
}

// Not derived: `M` need not be `Clone`.
impl<M> Clone for Client<M> {
    fn clone(&self) -> Self {
        Self {
            http: self.http.clone(),
            base: self.base.clone(),
            mount: self.mount.clone(),
            root: self.root.clone(),
            credential: self.credential.clone(),
            timeout: self.timeout,
            mode: PhantomData,
        }
    }
}

/// Without the token.
impl<M> fmt::Debug for Client<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("base", &self.base)
            .field("mount", &self.mount)
            .finish_non_exhaustive()
    }
}
