//! A client of one server, with or without a token.

use reqwest::Method;

use crate::call::Call;
use crate::{Extensions, Users, VariantA, VariantB};

/// A client of the interface. Cheap to clone; clones share their connections.
#[derive(Debug, Clone)]
pub struct Client {
    http: reqwest::Client,
    base: String,
    mount: String,
    token: Option<String>,
}

impl Client {
    /// A client of the server at a base URL (`http://127.0.0.1:8080`, no slash at the end), without
    /// a token.
    pub fn new(base_url: impl Into<String>) -> Self {
        let http = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy();
        Self {
            // Building fails only for TLS and DNS settings, which are not used here.
            http: http.build().unwrap_or_default(),
            base: base_url.into(),
            mount: String::new(),
            token: None,
        }
    }

    /// Returns this client with an access token, sent as `Authorization: Bearer …`.
    #[must_use]
    pub fn with_token(&self, token: impl Into<String>) -> Self {
        Self {
            token: Some(token.into()),
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

    /// The base URL of the server, without a slash at the end.
    pub fn base_url(&self) -> &str {
        &self.base
    }

    /// The token that this client sends.
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// A request with any method and path; `path` includes `/api/v1`.
    pub fn request(&self, method: Method, path: &str) -> Call<serde_json::Value> {
        self.call(method, &format!("{}{path}", self.base), path)
    }

    /// A GET of an absolute URL, such as one in an answer.
    pub fn open(&self, url: &str) -> Call<()> {
        self.call(Method::GET, url, url)
    }

    /// The routes of users, accounts and tokens.
    pub fn users(&self) -> Users<'_> {
        Users(self)
    }

    /// The routes of Variant A.
    pub fn a(&self) -> VariantA<'_> {
        VariantA(self)
    }

    /// The routes of Variant B.
    pub fn b(&self) -> VariantB<'_> {
        VariantB(self)
    }

    /// The routes that neither variant has.
    pub fn extensions(&self) -> Extensions<'_> {
        Extensions(self)
    }

    /// A request to a route of the interface, answered by a `T`.
    pub(crate) fn route<T>(&self, method: Method, path: &str) -> Call<T> {
        let path = format!("{}/api/v1{path}", self.mount);
        self.call(method, &format!("{}{path}", self.base), &path)
    }

    fn call<T>(&self, method: Method, url: &str, path: &str) -> Call<T> {
        let label = format!("{method} {path}");
        let request = self.http.request(method, url);
        let request = match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        };
        Call::new(request, label)
    }
}
