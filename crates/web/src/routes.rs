//! The paths of the pages, and errors as pages.

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{StatusCode, header};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpMessage, HttpRequest};
use wayfare_api_core::http::envelope::ErrorPage;
use wayfare_api_core::limits::rate::{Kind, sends};
use wayfare_api_core::{App, Endpoint, Problem, RequestClient};

use crate::locale::Locale;
use crate::pages::{
    account, calendar, confirm, front, imports, join, keys, oidc, password_reset, refusal, shared,
    sign_in, trip, trips,
};
use crate::session::{HasSession, TypedTexts, Visitor, see_other};
use crate::{Site, assets, layout};

/// The first segments of the paths of pages.
const PAGES: [&str; 14] = [
    "",
    "join",
    "sign-up",
    "sign-in",
    "sign-out",
    "trips",
    "trip",
    "account",
    "s",
    "offline",
    "confirm",
    "email-undo",
    "password-reset",
    "no-invitations",
];
/// The first segments of paths that are for programs.
const PROGRAMS: [&str; 9] = [
    "api",
    "a",
    "b",
    "docs",
    "openapi",
    "openapi.json",
    "healthz",
    "readyz",
    "metrics",
];

/// The pages. They need a [`Site`] in the data of the application.
pub fn endpoints() -> Vec<Endpoint> {
    let endpoints = [
        Endpoint::at("/").get(front::get),
        Endpoint::at("/s/{token}")
            .get(shared::get)
            .post(shared::post)
            .counts_as(Kind::SharePassword, sends),
        Endpoint::at("/join/{token}")
            .get(join::get)
            .post(join::post),
        Endpoint::at("/offline").get(front::get_offline),
        Endpoint::at("/assets/{name}").get(assets::get),
        Endpoint::at("/sw.js").get(assets::get_worker),
        Endpoint::at("/manifest.webmanifest").get(assets::get_manifest),
    ];
    let endpoints = endpoints
        .into_iter()
        .chain(sign_in::endpoints())
        .chain(oidc::endpoints())
        .chain(trips::endpoints())
        .chain(imports::endpoints())
        .chain(trip::endpoints())
        .chain(account::endpoints())
        .chain(keys::endpoints())
        .chain(confirm::endpoints())
        .chain(password_reset::endpoints())
        .chain(refusal::endpoints())
        .chain(calendar::endpoints());
    endpoints.collect()
}

/// Whether a path is that of a page.
pub fn is_page(path: &str) -> bool {
    PAGES.contains(&first_segment(path))
}

fn first_segment(path: &str) -> &str {
    path.trim_start_matches('/')
        .split('/')
        .next()
        .unwrap_or_default()
}

/// Whether the client of a request expects a page: at the path of one, or as a browser that went to
/// an unknown path.
fn expects_page(request: &HttpRequest) -> bool {
    let accepts = request.headers().get(header::ACCEPT);
    let accepts_html = accepts
        .and_then(|accept| accept.to_str().ok())
        .is_some_and(|accept| accept.contains("text/html"));
    let first = first_segment(request.path());
    is_page(request.path()) || (accepts_html && !PROGRAMS.contains(&first))
}

/// Middleware that turns problem details into pages, for people.
///
/// # Errors
/// Never one of its own.
pub async fn render_errors(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let locale = Locale::of(request.request());
    locale.scope(answer_with_pages(request, next)).await
}

async fn answer_with_pages(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let answer = next.call(request).await?.map_into_boxed_body();
    let request = answer.request();
    let status = answer.status();
    let site = request.app_data::<Data<Site>>().cloned();
    let app = request.app_data::<Data<App>>().cloned();
    let (Some(site), Some(app)) = (site, app) else {
        return Ok(answer);
    };
    let is_error = status.is_client_error() || status.is_server_error();
    if !is_error
        || answer
            .headers()
            .contains_key(header::CONTENT_SECURITY_POLICY)
    {
        return Ok(mark(answer, is_error));
    }
    if !expects_page(request) {
        return Ok(answer);
    }
    let is_refused_for_load = answer.headers().contains_key(header::RETRY_AFTER);
    if layout::asks_to_sign_in(request) && !is_refused_for_load {
        let back = site.to(request.path());
        return Ok(answer.into_response(see_other(&site.sign_in_to(&back))));
    }
    let problem = answer.response().extensions().get::<Problem>().cloned();
    let typed = request.extensions_mut().remove::<TypedTexts>();
    // Where no route answers, nobody has looked who asks.
    let has_session = || request.extensions().get::<HasSession>().is_some();
    let is_signed_in = has_session()
        || status == StatusCode::NOT_FOUND && Visitor::of(request).await.is_ok() && has_session();
    let sender = (&**app, RequestClient::of(request).0);
    let mut page = layout::error(sender, &site, status, problem, (typed, is_signed_in)).await;
    for name in [header::RETRY_AFTER, header::ALLOW] {
        if let Some(value) = answer.headers().get(&name) {
            page.headers_mut().insert(name, value.clone());
        }
    }
    Ok(mark(answer.into_response(page), true))
}

/// Marks an answer that is an error page already.
fn mark(mut answer: ServiceResponse<BoxBody>, is_error: bool) -> ServiceResponse<BoxBody> {
    let is_html = answer
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    if is_error && is_html {
        answer.response_mut().extensions_mut().insert(ErrorPage);
    }
    answer
}
