//! Who calls: the token of a request, in either of its two forms.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use wayfare_service::Caller;

use crate::problem::Challenge;
use crate::{App, Problem};

/// What precedes the token in `Authorization`, in whatever case.
const BEARER: &[u8] = b"Bearer ";

/// The caller of a route that needs a token. Whether the user still exists is asked with the use
/// case's own query.
#[derive(Debug, Clone, Copy)]
pub struct AuthenticatedCaller(pub Caller);

/// The caller of a route that takes a token but needs none; a bad one counts as none.
#[derive(Debug, Clone, Copy)]
pub struct OptionalCaller(pub Option<Caller>);

impl AuthenticatedCaller {
    /// The caller of a request.
    ///
    /// # Errors
    /// 401 where no token was sent, or one that is refused.
    pub fn of(request: &HttpRequest) -> Result<Self, Problem> {
        verify(request).map(Self)
    }
}

impl OptionalCaller {
    /// The caller of a request, where a good token was sent.
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

impl FromRequest for OptionalCaller {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self::of(request)))
    }
}

fn verify(request: &HttpRequest) -> Result<Caller, Problem> {
    // What goes around the routes may have asked before, and the log asks afterwards.
    if let Some(caller) = request.extensions().get::<Caller>() {
        return Ok(*caller);
    }
    let app = request
        .app_data::<Data<App>>()
        .ok_or_else(Problem::no_route)?;
    let caller = app.service.sessions.verify(token(request)?)?;
    request.extensions_mut().insert(caller);
    Ok(caller)
}

/// The one token that a request sends, be it as `Authorization: Bearer …`, as `token: …`, or as
/// both.
fn token(request: &HttpRequest) -> Result<&str, Problem> {
    // As bytes, since what is no text is no missing token: it is one that is refused.
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
