//! Callers: the access token or API key of a request, in either of its two headers.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::web::Data;
use actix_web::{Error, FromRequest, HttpMessage, HttpRequest};
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use wayfare_service::{Caller, Client, Credential, Network};

use crate::problem::Challenge;
use crate::{App, Problem};

/// The scheme before the token in `Authorization`, in any case.
const BEARER: &[u8] = b"Bearer ";

/// The caller of a route that needs a token. The use case checks whether the user still exists.
#[derive(Debug, Clone, Copy)]
pub struct AuthenticatedCaller(pub Caller);

/// The caller of a route with an optional token; an invalid one counts as none.
#[derive(Debug, Clone, Copy)]
pub struct OptionalCaller(pub Option<Caller>);

/// A request of an authenticated caller, with the parameter of its path.
pub struct CallerRequest<P = ()> {
    /// The application.
    pub app: Data<App>,
    /// The caller.
    pub caller: Caller,
    /// The path parameter.
    pub path: P,
    /// The request.
    pub http: HttpRequest,
}

impl<P> CallerRequest<P> {
    /// The request of its caller.
    ///
    /// # Errors
    /// As [`AuthenticatedCaller::of`].
    pub fn new(request: &HttpRequest, path: P) -> Result<Self, Problem> {
        let AuthenticatedCaller(caller) = AuthenticatedCaller::of(request)?;
        Ok(Self {
            app: app_of(request)?.clone(),
            caller,
            path,
            http: request.clone(),
        })
    }

    /// What the caller has proved themself by, for an answer that goes on until it ends.
    ///
    /// # Errors
    /// As [`AuthenticatedCaller::of`].
    pub fn credential(&self) -> Result<Credential, Problem> {
        if let Some(credential) = self.http.extensions().get::<Credential>() {
            return Ok(*credential);
        }
        let sessions = &self.app.service.sessions;
        let mut credential = sessions.credential(token(&self.http)?)?;
        credential.caller = self.caller;
        Ok(credential)
    }
}

/// The client on whose behalf a request's work is done: the account of a valid token, else the
/// client's address.
#[derive(Debug, Clone, Copy)]
pub struct RequestClient(pub Client);

impl RequestClient {
    /// The client of a request. Connections without an address share one client.
    pub fn of(request: &HttpRequest) -> Self {
        // A page knows an account by its session.
        if let Some(known) = request.extensions().get::<Self>() {
            return *known;
        }
        let address = || {
            let app = request.app_data::<Data<App>>();
            app.and_then(|app| app.proxies.client(request))
        };
        Self(match OptionalCaller::of(request).0 {
            Some(caller) => caller.client(),
            None => address().map_or(Client::new(0), Client::from),
        })
    }
}

impl AuthenticatedCaller {
    /// The caller of a request.
    ///
    /// # Errors
    /// 401 without a token, or with an invalid one.
    pub fn of(request: &HttpRequest) -> Result<Self, Problem> {
        verify(request).map(Self)
    }
}

impl OptionalCaller {
    /// The caller of a request; `None` without a valid token.
    pub fn of(request: &HttpRequest) -> Self {
        Self(verify(request).ok())
    }
}

impl FromRequest for AuthenticatedCaller {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Self::of(request))
    }
}

impl<P: FromRequest + 'static> FromRequest for CallerRequest<P> {
    type Error = Error;
    type Future = LocalBoxFuture<'static, Result<Self, Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let path = P::from_request(request, payload);
        let request = request.clone();
        let read = async move {
            // A missing token is the first thing that is wrong.
            AuthenticatedCaller::of(&request)?;
            Ok(Self::new(&request, path.await.map_err(Into::into)?)?)
        };
        read.boxed_local()
    }
}

impl FromRequest for OptionalCaller {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self::of(request)))
    }
}

fn app_of(request: &HttpRequest) -> Result<&Data<App>, Problem> {
    request.app_data().ok_or_else(Problem::no_route)
}

fn verify(request: &HttpRequest) -> Result<Caller, Problem> {
    // Cached for the middleware, the route and the access log. That of an API key is here.
    if let Some(caller) = request.extensions().get::<Caller>() {
        return Ok(*caller);
    }
    let app = app_of(request)?;
    let caller = Caller {
        network: app.proxies.client(request).and_then(Network::of),
        ..app.service.sessions.verify(token(request)?)?
    };
    request.extensions_mut().insert(caller);
    Ok(caller)
}

/// The token of a request in `Authorization: Bearer …`, `token: …`, or the same in both.
pub(super) fn token(request: &HttpRequest) -> Result<&str, Problem> {
    // As bytes: a token that is not text is invalid, not missing.
    let bearer = request
        .headers()
        .get_all(header::AUTHORIZATION)
        .filter_map(|value| {
            let (scheme, token) = value.as_bytes().split_at_checked(BEARER.len())?;
            scheme
                .eq_ignore_ascii_case(BEARER)
                .then(|| token.trim_ascii())
        });
    let plain = request
        .headers()
        .get_all("token")
        .map(|value| value.as_bytes().trim_ascii());
    let mut tokens = bearer.chain(plain).filter(|token| !token.is_empty());
    let first = tokens
        .next()
        .ok_or_else(|| Problem::unauthorized(Challenge::Missing))?;
    if tokens.any(|other| other != first) {
        return Err(Problem::unauthorized(Challenge::InvalidToken));
    }
    std::str::from_utf8(first).map_err(|_| Problem::unauthorized(Challenge::InvalidToken))
}
