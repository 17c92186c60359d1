//! `POST /mcp`: who may send it, and the way between actix-web and the protocol's library, whose
//! HTTP types are those of another version.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;
use tracing::Span;
use url::{Host, Url};
use wayfare_api_core::Links;
use wayfare_api_core::http::api_key::find_assistant;
use wayfare_api_core::http::envelope::ErrorPage;
use wayfare_api_core::http::request::identity_of;
use wayfare_api_core::input::body;
use wayfare_api_core::limits::rate::{Kind, RateLimits};
use wayfare_api_core::{Answer, CallerRequest, Endpoint, Problem};

use crate::handler::Server;
use crate::oauth::SignIn;
use crate::tools;

/// The header that names the revision of the protocol.
const REVISION: &str = "mcp-protocol-version";
/// The last revision with batches, which a request without the header has, too.
const OF_BATCHES: &str = "2025-03-26";
/// The most messages of a batch.
const MAX_BATCH: usize = 20;
/// JSON-RPC's errors of a text that is not JSON, and of JSON that is no message.
const PARSE_ERROR: i32 = -32_700;
const INVALID_REQUEST: i32 = -32_600;

/// The server for assistants. Cheap to clone.
#[derive(Clone)]
pub struct Mcp {
    origins: Arc<Origins>,
    sign_in: Option<Arc<SignIn>>,
}

/// The origins whose pages may send requests.
#[derive(Debug, Clone, Default)]
pub struct Origins {
    /// These, in the form in which browsers send them.
    pub listed: Vec<String>,
    /// All of them.
    pub any: bool,
    /// Also that of the request's host, if it is an address or `localhost`: the public address is
    /// not set.
    pub own_address: bool,
}

impl Origins {
    /// Whether pages of an origin may send requests to a host.
    fn allow(&self, origin: &[u8], host: Option<&[u8]>) -> bool {
        let is_own_address = || {
            let authority = origin.strip_prefix(b"http://");
            let url = std::str::from_utf8(origin).ok().map(Url::parse);
            let is_address = |url: Url| match url.host() {
                Some(Host::Domain(name)) => name == "localhost",
                host => host.is_some(),
            };
            authority == host && url.is_some_and(|url| url.is_ok_and(is_address))
        };
        self.any
            || self.listed.iter().any(|it| it.as_bytes() == origin)
            || (self.own_address && is_own_address())
    }
}

/// What a message says of the tool that it calls.
#[derive(Default, Deserialize)]
struct Message {
    method: Option<String>,
    params: Option<Params>,
}

#[derive(Default, Deserialize)]
struct Params {
    name: Option<String>,
}

impl Mcp {
    /// The server, for programs and for pages of these origins.
    pub fn new(origins: Origins) -> Self {
        Self {
            origins: Arc::new(origins),
            sign_in: None,
        }
    }

    /// Takes tokens of assistants that sign in by OAuth, too, at a service of this public address
    /// whose pages have the address `front`.
    #[must_use]
    pub fn with_sign_in(self, base: &Url, front: &Url) -> Self {
        Self {
            sign_in: Some(Arc::new(SignIn::new(base, front))),
            ..self
        }
    }

    /// Its paths. Methods other than `POST` are not allowed at `/mcp`: there are no streams and no
    /// sessions.
    pub fn endpoints(&self) -> Vec<Endpoint> {
        let mcp = self.clone();
        let own = Endpoint::at(Links::MCP).post(move |request: HttpRequest, payload: Payload| {
            let mcp = mcp.clone();
            async move {
                let answer = mcp.answer(&request, payload).await;
                answer.map_err(|problem| match &mcp.sign_in {
                    Some(sign_in) => problem.with_challenge(&sign_in.challenge()),
                    None => problem,
                })
            }
        });
        let mut endpoints = vec![own];
        endpoints.extend(self.sign_in.iter().flat_map(SignIn::endpoints));
        endpoints
    }

    async fn answer(&self, request: &HttpRequest, payload: Payload) -> Answer {
        self.check_origin(request)?;
        if self.sign_in.is_some() {
            find_assistant(request).await?;
        }
        let CallerRequest { app, caller, .. } = CallerRequest::new(request, ())?;
        let account = app.service.accounts.account_of(caller).await?;
        let essence = request.headers().get(header::CONTENT_TYPE);
        let essence = essence.and_then(|value| value.to_str().ok()?.split(';').next());
        if !essence.is_some_and(|it| it.trim().eq_ignore_ascii_case("application/json")) {
            return Err(Problem::unsupported_media_type("application/json"));
        }
        let body = body::bytes(request, payload, body::SMALL).await?;
        let server = Server {
            client: app.proxies.client(request),
            request_id: identity_of(request).map_or_else(String::new, |identity| identity.id),
            span: Span::current(),
            username: account.username.as_str().into(),
            app,
            caller,
        };
        let Ok(text) = body::parse(body.bytes()) else {
            return Ok(refuse(PARSE_ERROR, "The body must be JSON."));
        };
        if !text.get().starts_with('[') {
            check_scope(&server, text)?;
            let (status, answer) = exchange(server, request, text).await?;
            return Ok(respond(status, answer));
        }
        let revision = request.headers().get(REVISION);
        let takes_batches = revision.is_none_or(|revision| revision == OF_BATCHES);
        let messages = serde_json::from_str::<Vec<&RawValue>>(text.get()).unwrap_or_default();
        if !takes_batches || !(1..=MAX_BATCH).contains(&messages.len()) {
            return Ok(refuse(INVALID_REQUEST, "The body must be one message."));
        }
        for message in &messages {
            check_scope(&server, message)?;
        }
        // The request itself counts as one.
        if let Some(limits) = request.app_data::<Data<RateLimits>>() {
            for _ in messages.iter().skip(1) {
                limits.check_caller(Kind::Ordinary, server.caller)?;
            }
        }
        let mut answers = Vec::new();
        for message in messages {
            let (_, answer) = exchange(server.clone(), request, message).await?;
            answers.extend(Some(answer).filter(|answer| !answer.is_empty()));
        }
        match answers.is_empty() {
            true => Ok(respond(StatusCode::ACCEPTED, Bytes::new())),
            false => {
                let list = [&b"["[..], &answers.join(&b','), b"]"].concat();
                Ok(respond(StatusCode::OK, list.into()))
            }
        }
    }

    fn check_origin(&self, request: &HttpRequest) -> Result<(), Problem> {
        let headers = request.headers();
        let host = headers.get(header::HOST).map(HeaderValue::as_bytes);
        let mut origins = headers.get_all(header::ORIGIN).map(HeaderValue::as_bytes);
        match origins.find(|origin| !self.origins.allow(origin, host)) {
            Some(origin) => Err(Problem::origin_refused(&String::from_utf8_lossy(origin))),
            None => Ok(()),
        }
    }
}

/// Checks that the caller's scope is that of the tool that a message calls. The tool is looked up
/// again when it is called: what is not read here calls none.
fn check_scope(server: &Server, message: &RawValue) -> Result<(), Problem> {
    let message: Message = serde_json::from_str(message.get()).unwrap_or_default();
    let name = message.params.and_then(|params| params.name);
    let name = name.filter(|_| message.method.as_deref() == Some("tools/call"));
    match name.and_then(|name| tools::find(&name)) {
        Some(tool) if !tool.is_for(server.caller) => {
            Err(Problem::scope_needed(tool.scope().as_str()))
        }
        _ => Ok(()),
    }
}

/// Has the library answer a message. The status and the body; empty to a notification.
async fn exchange(
    server: Server,
    request: &HttpRequest,
    message: &RawValue,
) -> Result<(StatusCode, Bytes), Problem> {
    let mut sent = http::Request::post(Links::MCP)
        // The library checks hosts by a list, which there is none of here.
        .header(http::header::HOST, "localhost")
        // Answers are never streams, whatever a client accepts.
        .header(http::header::ACCEPT, "application/json, text/event-stream")
        .header(http::header::CONTENT_TYPE, "application/json");
    let headers = request.headers().iter();
    for (name, value) in headers.filter(|(name, _)| name.as_str().starts_with("mcp-")) {
        sent = sent.header(name.as_str(), value.as_bytes());
    }
    let message = Bytes::copy_from_slice(message.get().as_bytes());
    let sent = sent.body(Full::new(message));
    let sent = sent.map_err(|error| Problem::internal(&error))?;
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true);
    let sessions = Arc::new(NeverSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(server.clone()), sessions, config);
    let (head, body) = service.handle(sent).await.into_parts();
    let status = StatusCode::from_u16(head.status.as_u16());
    let status = status.map_err(|error| Problem::internal(&error))?;
    let Ok(body) = body.collect().await;
    let is_json = head.headers.get(http::header::CONTENT_TYPE);
    let is_json = is_json.is_some_and(|value| value.as_bytes().starts_with(b"application/json"));
    let text = body.to_bytes();
    match status {
        _ if is_json || status.is_success() => Ok((status, text)),
        // What the library says of JSON that is no message.
        StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            let refusal = error(INVALID_REQUEST, "The body is no message of the protocol.");
            Ok((StatusCode::BAD_REQUEST, refusal))
        }
        status if status.is_client_error() => {
            let refusal = error(INVALID_REQUEST, &String::from_utf8_lossy(&text));
            Ok((status, refusal))
        }
        status => Ok((status, Bytes::new())),
    }
}

/// 400 with an error of JSON-RPC.
fn refuse(code: i32, message: &str) -> HttpResponse {
    respond(StatusCode::BAD_REQUEST, error(code, message))
}

fn error(code: i32, message: &str) -> Bytes {
    let error = json!({"code": code, "message": message});
    let answer = json!({"jsonrpc": "2.0", "id": null, "error": error});
    answer.to_string().into()
}

fn respond(status: StatusCode, body: Bytes) -> HttpResponse {
    let mut answer = HttpResponse::build(status);
    if body.is_empty() {
        return answer.finish();
    }
    ErrorPage::mark(answer.content_type("application/json").body(body))
}
