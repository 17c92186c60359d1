//! Pages for browsers: the front page, the documentation page, and the OpenAPI documents.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use actix_web::http::header::{self, HeaderValue};
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use url::Url;
use utoipa_swagger_ui::{Config, SwaggerFile};
use wayfare_api_core::answer::conditional::{self, Document};
use wayfare_api_core::{Answer, App, Endpoint, Problem};

use crate::http::health::HEALTHZ;
use crate::openapi::{self, Which};

/// The front page with its style and icon.
const FRONT: &str = include_str!("front.html");
const STYLE: &str = include_str!("style.css");
const ICON: &str = include_str!("icon.svg");
/// The documentation page around Swagger UI, and what makes that accessible.
const DOCS_PAGE: &str = include_str!("docs.html");
const DOCS_STYLE: &str = include_str!("docs.css");
const DOCS_SCRIPT: &str = include_str!("docs.js");
/// The path of the documentation page.
pub(crate) const DOCS: &str = "/docs";

/// Content security policy of the front page: only resources of this service, and no scripts.
const FRONT_POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; \
    form-action 'none'; \
                            frame-ancestors 'none'";
/// Content security policy of the documentation page, whose scripts set styles, load icons from
/// `data:` URLs and call the service.
const DOCS_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' \
    'unsafe-inline'; img-src 'self' data: blob:; \
                           connect-src 'self'; base-uri 'none'; form-action 'none'; \
                           frame-ancestors 'none'";

/// The rendered documents, of which there are few, with their tags and compressed forms.
static RENDERED: LazyLock<Mutex<HashMap<String, Document>>> = LazyLock::new(Mutex::default);

/// Whether a path is that of a document that pages of all origins may read: one for programmers
/// or their programs, or the liveness check.
pub(crate) fn is_public(path: &str) -> bool {
    let is_openapi = path.starts_with("/openapi") && path.ends_with(".json");
    let is_of_oauth = path.starts_with("/.well-known/oauth-");
    is_openapi || is_of_oauth || path == DOCS || path.starts_with("/docs/") || path == HEALTHZ
}

/// The documents for programmers, and their front page if `has_front`.
pub(crate) fn endpoints(has_front: bool) -> Vec<Endpoint> {
    let front = has_front.then(|| {
        let front = FRONT.replace("{version}", env!("CARGO_PKG_VERSION"));
        fixed("/", "text/html; charset=utf-8", front)
    });
    let endpoints = [
        fixed("/style.css", "text/css; charset=utf-8", STYLE),
        fixed("/icon.svg", "image/svg+xml", ICON),
        Endpoint::at("/openapi.json").get(|app, request| document(app, request, Which::All)),
        Endpoint::at("/openapi/a.json").get(|app, request| document(app, request, Which::A)),
        Endpoint::at("/openapi/b.json").get(|app, request| document(app, request, Which::B)),
        Endpoint::at(DOCS).get(redirect_to_docs),
        Endpoint::at("/docs/{file:.*}").get(docs),
    ];
    front.into_iter().chain(endpoints).collect()
}

/// The front page, or a file of it.
fn fixed(path: &str, kind: &'static str, text: impl Into<Bytes>) -> Endpoint {
    let document = Document::from_bytes(None, text);
    Endpoint::at(path).get(move |request: HttpRequest| {
        let answer = page(&request, kind, FRONT_POLICY, document.clone());
        async move { answer }
    })
}

fn page(
    request: &HttpRequest,
    kind: &str,
    policy: &'static str,
    document: Document,
) -> HttpResponse {
    let mut answer = conditional::answer_as(request, kind, document);
    let headers = answer.headers_mut();
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(policy),
    );
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("public, no-cache"),
    );
    answer
}

/// The document of a name, rendered at the first request for it.
fn rendered(
    name: String,
    render: impl FnOnce() -> Result<Document, Problem>,
) -> Result<Document, Problem> {
    let known = |name: &str| {
        let rendered = RENDERED.lock().unwrap_or_else(PoisonError::into_inner);
        rendered.get(name).cloned()
    };
    if let Some(document) = known(&name) {
        return Ok(document);
    }
    let document = render()?;
    let mut rendered = RENDERED.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(rendered.entry(name).or_insert(document).clone())
}

async fn document(app: Data<App>, request: HttpRequest, which: Which) -> Answer {
    // The routes of the document are below the path of the base URL.
    let base =
        Url::parse(app.links.base()).map(|base| base.path().trim_end_matches('/').to_owned());
    let base = base.unwrap_or_default();
    let document = rendered(format!("{base}/openapi/{}.json", which.name()), || {
        let document = openapi::at(&base, which).into_owned();
        Ok(Document::from_bytes(None, document))
    });
    Ok(conditional::answer(&request, document?))
}

/// Redirects to the address with a slash, below which the page's files are.
async fn redirect_to_docs() -> HttpResponse {
    HttpResponse::PermanentRedirect()
        .insert_header((header::LOCATION, HeaderValue::from_static("docs/")))
        .finish()
}

async fn docs(request: HttpRequest, file: Path<String>) -> Answer {
    let own = match file.as_str() {
        "" | "index.html" => Some(("text/html; charset=utf-8", DOCS_PAGE)),
        "wayfare.css" => Some(("text/css; charset=utf-8", DOCS_STYLE)),
        "wayfare.js" => Some(("text/javascript; charset=utf-8", DOCS_SCRIPT)),
        _ => None,
    };
    if let Some((kind, text)) = own {
        let document = Document::from_bytes(None, text);
        return Ok(page(&request, kind, DOCS_POLICY, document));
    }
    let config = Config::new([
        utoipa_swagger_ui::Url::with_primary("Both variants", "../openapi.json", true),
        utoipa_swagger_ui::Url::new("Variant A", "../openapi/a.json"),
        utoipa_swagger_ui::Url::new("Variant B", "../openapi/b.json"),
    ]);
    let config = config
        .try_it_out_enabled(true)
        // A token stays out of the browser's storage.
        .persist_authorization(false)
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
            let kind = format!("{content_type}{charset}");
            let document = rendered(format!("{DOCS}/{file}"), || {
                Ok(Document::from_bytes(None, bytes.into_owned()))
            });
            Ok(page(&request, &kind, DOCS_POLICY, document?))
        }
        Ok(None) => Err(Problem::no_route()),
        Err(error) => Err(Problem::internal(error.as_ref())),
    }
}
