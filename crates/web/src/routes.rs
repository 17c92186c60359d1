//! The paths of the pages, and errors as pages.

use std::sync::LazyLock;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{StatusCode, header};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpMessage, HttpRequest};
use wayfare_api_core::http::envelope::ErrorPage;
use wayfare_api_core::limits::rate::{Kind, posts};
use wayfare_api_core::{App, Endpoint, FirstSegments, Problem, RequestClient};

use crate::i18n::locale::Locale;
use crate::markup::layout;
use crate::pages::account::{self, authorize, calendar, keys, mailbox};
use crate::pages::links::{confirm, join, refusal, shared};
use crate::pages::sign_in::{self, oidc, password_reset};
use crate::pages::trips::{self, imports, proposals};
use crate::pages::{front, trip};
use crate::session::{HasSession, TypedTexts, Visitor, see_other};
use crate::{Site, assets};

/// The first segments of the paths of pages, and of what these load.
static PAGES: LazyLock<FirstSegments> = LazyLock::new(|| first_segments(&pages()));
static ASSETS: LazyLock<FirstSegments> = LazyLock::new(|| first_segments(&assets::endpoints()));

/// The pages and what they load. They need a [`Site`] in the data of the application.
pub fn endpoints() -> Vec<Endpoint> {
    pages().into_iter().chain(assets::endpoints()).collect()
}

fn pages() -> Vec<Endpoint> {
    let single = vec![
        Endpoint::at("/").get(front::get),
        Endpoint::at("/offline").get(front::get_offline),
        Endpoint::at("/s/{token}")
            .get(shared::get)
            .post(shared::post)
            .counts_as(Kind::SharePassword, posts),
        Endpoint::at("/join/{token}")
            .get(join::get)
            .post(join::post),
    ];
    let endpoints = [
        single,
        sign_in::endpoints(),
        oidc::endpoints(),
        trips::endpoints(),
        imports::endpoints(),
        trip::endpoints(),
        account::endpoints(),
        keys::endpoints(),
        authorize::endpoints(),
        confirm::endpoints(),
        password_reset::endpoints(),
        refusal::endpoints(),
        calendar::endpoints(),
        mailbox::endpoints(),
        proposals::endpoints(),
    ];
    endpoints.into_iter().flatten().collect()
}

fn first_segments(endpoints: &[Endpoint]) -> FirstSegments {
    FirstSegments::of(endpoints.iter().map(Endpoint::path))
}

/// Whether a path is that of a page.
pub fn is_page(path: &str) -> bool {
    PAGES.begin(path)
}

/// Whether the client of a request expects a page: at the path of one, or as a browser that went to
/// a path of which nothing is known. What else is registered is for programs.
fn expects_page(request: &HttpRequest) -> bool {
    let accepts = request.headers().get(header::ACCEPT);
    let accepts_html = accepts
        .and_then(|accept| accept.to_str().ok())
        .is_some_and(|accept| accept.contains("text/html"));
    let path = request.path();
    let registered = request.app_data::<Data<FirstSegments>>();
    let is_registered = || registered.is_some_and(|segments| segments.begin(path));
    is_page(path) || (accepts_html && (ASSETS.begin(path) || !is_registered()))
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
    let client = RequestClient::of(request).0;
    let page = layout::error(&app, client, &site, status, problem, typed, is_signed_in);
    let mut page = page.await;
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
