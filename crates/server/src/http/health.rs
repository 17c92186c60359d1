//! `/healthz` and `/readyz`: liveness and readiness.

use std::sync::atomic::Ordering;

use actix_web::http::header::{CACHE_CONTROL, HeaderValue};
use actix_web::web::Data;
use actix_web::{HttpMessage, HttpRequest, HttpResponse};
use wayfare_api_core::limits::rate::Kind;
#[cfg(test)]
use wayfare_api_core::openapi::{SERVICE, Unavailable};
use wayfare_api_core::{Answer, App, Endpoint, Probe, Problem};
use wayfare_service::Readiness;

/// The path of the liveness check.
pub(crate) const HEALTHZ: &str = "/healthz";

pub(crate) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::at(HEALTHZ)
            .get(healthz)
            .counts_as(Kind::Free, |_| true),
        Endpoint::at("/readyz")
            .get(readyz)
            .counts_as(Kind::Free, |_| true),
    ]
}

/// Liveness check: whether the process is alive.
#[cfg_attr(test, utoipa::path(
    get, path = "/healthz", tag = SERVICE, operation_id = "isAlive",
    responses((
        status = 200, description = "The process is alive", body = String,
        content_type = "text/plain"
    )),
    security(()),
))]
pub(crate) async fn healthz(request: HttpRequest) -> HttpResponse {
    request.extensions_mut().insert(Probe);
    ok()
}

/// Readiness check: whether the database and the picture store answer, the database takes writes,
/// and the server is not about to stop. A 503 says which of them does not; the log has the reason.
#[cfg_attr(test, utoipa::path(
    get, path = "/readyz", tag = SERVICE, operation_id = "isReady",
    responses(
        (
            status = 200, description = "Both answer, and the database takes writes", body = String,
            content_type = "text/plain"
        ),
        Unavailable,
    ),
    security(()),
))]
pub(crate) async fn readyz(app: Data<App>, request: HttpRequest) -> Answer {
    request.extensions_mut().insert(Probe);
    if app.is_stopping.load(Ordering::Relaxed) {
        return Err(Problem::unavailable("The server is about to stop."));
    }
    match app.service.readiness().await {
        Readiness {
            database: true,
            pictures: true,
        } => Ok(ok()),
        Readiness { database: true, .. } => {
            Err(Problem::unavailable("The picture store does not answer."))
        }
        Readiness { pictures: true, .. } => Err(Problem::unavailable(
            "The database does not answer, or takes no writes.",
        )),
        _ => Err(Problem::unavailable(
            "Neither the database nor the picture store answers.",
        )),
    }
}

fn ok() -> HttpResponse {
    let no_store = (CACHE_CONTROL, HeaderValue::from_static("no-store"));
    HttpResponse::Ok()
        .insert_header(no_store)
        .content_type("text/plain; charset=utf-8")
        .body("ok\n")
}
