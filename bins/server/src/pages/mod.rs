//! Pages for browsers: the front page, the documentation page, and the OpenAPI documents.

use std::sync::Arc;

use actix_web::http::header::{self, HeaderValue};
use actix_web::web::{Data, Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use url::Url;
use utoipa_swagger_ui::{Config, SwaggerFile};
use wayfare_api_core::{Answer, App, Endpoint, Problem, conditional};

use crate::openapi::{self, Which};

/// The front page with its style and icon.
const FRONT: &str = include_str!("front.html");
const STYLE: &str = include_str!("style.css");
const ICON: &str = include_str!("icon.svg");
/// The path of the documentation page.
pub(crate) const DOCS: &str = "/docs";

/// Content security policy of the front page: only resources of this service, and no scripts.
const FRONT_POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; \
                            frame-ancestors 'none'";
/// Content security policy of the documentation page, whose scripts set styles, load icons from
/// `data:` URLs and call the service.
const DOCS_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
                           connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub(crate) fn configure(config: &mut ServiceConfig) {
    let endpoints = [
        Endpoint::at("/").get(front),
        Endpoint::at("/style.css").get(style),
        Endpoint::at("/icon.svg").get(icon),
        Endpoint::at("/openapi.json").get(|app, request| document(app, request, Which::All)),
        Endpoint::at("/openapi/a.json").get(|app, request| document(app, request, Which::A)),
        Endpoint::at("/openapi/b.json").get(|app, request| document(app, request, Which::B)),
        Endpoint::at(DOCS).get(redirect_to_docs),
        Endpoint::at("/docs/{file:.*}").get(docs),
    ];
    for endpoint in endpoints {
        endpoint.register(config);
    }
}

async fn front() -> HttpResponse {
    page(
        "text/html; charset=utf-8",
        FRONT_POLICY,
        FRONT.replace("{version}", env!("CARGO_PKG_VERSION")).into(),
    )
}

async fn style() -> HttpResponse {
    page("text/css; charset=utf-8", FRONT_POLICY, STYLE.into())
}

async fn icon() -> HttpResponse {
    page("image/svg+xml", FRONT_POLICY, ICON.into())
}

fn page(kind: &str, policy: &'static str, body: Vec<u8>) -> HttpResponse {
    HttpResponse::Ok()
        .content_type(kind)
        .insert_header((
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(policy),
        ))
        .insert_header((
            header::CACHE_CONTROL,
            HeaderValue::from_static("public, no-cache"),
        ))
        .body(body)
}

async fn document(app: Data<App>, request: HttpRequest, which: Which) -> Answer {
    // The routes of the document are below the path of the base URL.
    let base =
        Url::parse(app.links.base()).map(|base| base.path().trim_end_matches('/').to_owned());
    conditional::json(
        &request,
        None,
        &openapi::at(&base.unwrap_or_default(), which),
    )
}

/// Redirects to the address with a slash, below which the page's files are.
async fn redirect_to_docs() -> HttpResponse {
    HttpResponse::PermanentRedirect()
        .insert_header((header::LOCATION, HeaderValue::from_static("docs/")))
        .finish()
}

async fn docs(file: Path<String>) -> Answer {
    let config = Config::new([
        utoipa_swagger_ui::Url::with_primary("Both variants", "../openapi.json", true),
        utoipa_swagger_ui::Url::new("Variant A", "../openapi/a.json"),
        utoipa_swagger_ui::Url::new("Variant B", "../openapi/b.json"),
    ]);
    let config = config
        .try_it_out_enabled(true)
        .persist_authorization(true)
        .display_request_duration(true)
        .deep_linking(true)
        .doc_expansion("none")
        // Otherwise the page sends the document to an external validator.
        .validator_url("none");
    match utoipa_swagger_ui::serve(&file, Arc::new(config)) {
        Ok(Some(SwaggerFile {
            bytes,
            content_type,
            ..
        })) => {
            let charset = if content_type.starts_with("text/") {
                "; charset=utf-8"
            } else {
                ""
            };
            Ok(page(
                &format!("{content_type}{charset}"),
                DOCS_POLICY,
                bytes.into_owned(),
            ))
        }
        Ok(None) => Err(Problem::no_route()),
        Err(error) => Err(Problem::internal(error.as_ref())),
    }
}
