//! `/healthz` and `/readyz`: whether the process lives, and whether it can do its work.

use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, HeaderValue};
use actix_web::web::{Data, ServiceConfig};
use wayfare_api_core::{Answer, App, Endpoint, Problem};

/// The path that says whether the process lives.
pub(crate) const HEALTHZ: &str = "/healthz";

pub(crate) fn configure(config: &mut ServiceConfig) {
    Endpoint::at(HEALTHZ).get(healthz).register(config);
    Endpoint::at("/readyz").get(readyz).register(config);
}

async fn healthz() -> HttpResponse {
    ok()
}

async fn readyz(app: Data<App>) -> Answer {
    if app.service.is_ready().await {
        Ok(ok())
    } else {
        Err(Problem::unavailable("The database or the picture store does not answer."))
    }
}

fn ok() -> HttpResponse {
    let no_store = (CACHE_CONTROL, HeaderValue::from_static("no-store"));
    HttpResponse::Ok().insert_header(no_store).content_type("text/plain; charset=utf-8").body("ok\n")
}
