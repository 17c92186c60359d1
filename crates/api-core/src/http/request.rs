//! What is known of a request, for logs, metrics and traces.

use std::rc::Rc;

use actix_web::http::Method;
use actix_web::{HttpMessage, HttpRequest};
use wayfare_bounds::trace::TraceContext;
use wayfare_domain::UserId;
use wayfare_service::Caller;

use crate::Variants;

/// The identity of a request: its id for the client and logs, and its trace context.
#[derive(Debug, Clone)]
pub struct Identity {
    /// The request id.
    pub id: String,
    /// The span of the request in its trace.
    pub trace: TraceContext,
}

/// What [`route_of`] found for a request.
struct Pattern(Rc<str>);

/// The pattern of the route of an answered request, `unmatched` if no route matches: one of a
/// bounded number of texts, none of them the client's.
pub fn route_of(request: &HttpRequest) -> Rc<str> {
    // Logs, metrics and traces ask. Where no route matches, to find out means to try all patterns.
    let known = request
        .extensions()
        .get()
        .map(|Pattern(route)| Rc::clone(route));
    known.unwrap_or_else(|| {
        let pattern = request.match_pattern();
        let route: Rc<str> = pattern.as_deref().unwrap_or("unmatched").into();
        request.extensions_mut().insert(Pattern(Rc::clone(&route)));
        route
    })
}

/// The method of a request, `OTHER` if no route has it.
pub fn method_of(request: &HttpRequest) -> &'static str {
    match *request.method() {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "OTHER",
    }
}

/// The variant of the trip interface that answers a request; `None` outside of that interface.
pub fn variant_of(request: &HttpRequest) -> Option<&'static str> {
    request
        .extensions()
        .get::<Variants>()
        .map(|variants| variants.as_str())
}

/// The user whose token came with a request; `None` without a token.
pub fn user_of(request: &HttpRequest) -> Option<UserId> {
    request
        .extensions()
        .get::<Caller>()
        .map(|caller| caller.user)
}

/// The identity of a request, once [`crate::http::envelope`] has assigned it.
pub fn identity_of(request: &HttpRequest) -> Option<Identity> {
    request.extensions().get::<Identity>().cloned()
}
