//! How assistants sign in: by OAuth 2.1 for public clients, with authorization codes and PKCE. The
//! service is the authorization server of `/mcp` alone (RFC 8414, RFC 9728). Applications are known
//! by the documents that their ids are; people consent on a page.

use std::collections::HashMap;
use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::web::{Data, Payload};
use actix_web::{HttpMessage, HttpRequest, HttpResponse};
use serde_json::{Value, json};
use url::{Url, form_urlencoded};
use wayfare_api_core::Links;
use wayfare_api_core::http::envelope::ErrorPage;
use wayfare_api_core::limits::rate::{Kind, posts};
use wayfare_api_core::{Answer, App, Endpoint, Problem, RequestClient, input::body};
use wayfare_domain::KeyScope;
use wayfare_service::{AskedConsent, Error, Tokens};

const RESOURCE_METADATA: &str = "/.well-known/oauth-protected-resource";
const SERVER_METADATA: &str = "/.well-known/oauth-authorization-server";
const TOKEN: &str = "/oauth/token";
const REVOKE: &str = "/oauth/revoke";
/// The most parameters of a request.
const MAX_PARAMETERS: usize = 20;
/// The lengths that a PKCE verifier may have (RFC 7636).
const VERIFIER: std::ops::RangeInclusive<usize> = 43..=128;

/// The addresses that applications need.
pub(crate) struct SignIn {
    /// The public address, which is the issuer's, without a slash at its end.
    base: String,
    /// Its path, likewise.
    path: String,
    /// The address of the pages, likewise.
    front: String,
}

/// An error of OAuth (RFC 6749, section 5.2): its code, and what it means for a programmer.
struct Refusal(&'static str, &'static str);

impl SignIn {
    pub(crate) fn new(base: &Url, front: &Url) -> Self {
        let trimmed = |text: &str| text.trim_end_matches('/').to_owned();
        Self {
            base: trimmed(base.as_str()),
            path: trimmed(base.path()),
            front: trimmed(front.as_str()),
        }
    }

    /// The parameters of the challenge to an application without a good token.
    pub(crate) fn challenge(&self) -> String {
        format!("resource_metadata=\"{}{RESOURCE_METADATA}\"", self.base)
    }

    /// The metadata below the public address and, for applications that put its path last, where
    /// a proxy may lead here from the root of its host; and what gives and ends tokens.
    pub(crate) fn endpoints(this: &Arc<Self>) -> Vec<Endpoint> {
        let document = |path: String, value: Value| {
            Endpoint::at(&path).get(move || {
                let document = value.to_string();
                async move {
                    HttpResponse::Ok()
                        .content_type("application/json")
                        .body(document)
                }
            })
        };
        let (resource, server) = (this.resource_metadata(), this.server_metadata());
        let mut endpoints = vec![
            document(RESOURCE_METADATA.to_owned(), resource.clone()),
            document(
                format!("{RESOURCE_METADATA}{}", Links::MCP),
                resource.clone(),
            ),
            document(SERVER_METADATA.to_owned(), server.clone()),
        ];
        if !this.path.is_empty() {
            let path = &this.path;
            endpoints.extend([
                document(format!("{RESOURCE_METADATA}{path}{}", Links::MCP), resource),
                document(format!("{SERVER_METADATA}{path}"), server),
            ]);
        }
        endpoints.extend([
            Endpoint::at(TOKEN)
                .post(token)
                .counts_as(Kind::Credentials, posts),
            Endpoint::at(REVOKE)
                .post(revoke)
                .counts_as(Kind::Credentials, posts),
        ]);
        endpoints
    }

    fn resource_metadata(&self) -> Value {
        json!({
            "resource": format!("{}{}", self.base, Links::MCP),
            "resource_name": "Wayfare",
            "authorization_servers": [self.base],
            "scopes_supported": KeyScope::ALL.map(KeyScope::as_str),
            "bearer_methods_supported": ["header"],
        })
    }

    fn server_metadata(&self) -> Value {
        let Self { base, front, .. } = self;
        json!({
            "issuer": base,
            "authorization_endpoint": format!("{front}/authorize"),
            "token_endpoint": format!("{base}{TOKEN}"),
            "revocation_endpoint": format!("{base}{REVOKE}"),
            "scopes_supported": KeyScope::ALL.map(KeyScope::as_str),
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": ["authorization_code", "refresh_token"],
            "token_endpoint_auth_methods_supported": ["none"],
            "revocation_endpoint_auth_methods_supported": ["none"],
            "code_challenge_methods_supported": ["S256"],
            "client_id_metadata_document_supported": true,
            "authorization_response_iss_parameter_supported": true,
        })
    }
}

/// Exchanges a code or a refresh token for tokens.
async fn token(app: Data<App>, request: HttpRequest, payload: Payload) -> Answer {
    let parameters = match parameters(&request, payload).await? {
        Ok(parameters) => parameters,
        Err(refusal) => return Ok(refusal.answer()),
    };
    let RequestClient(client) = RequestClient::of(&request);
    let grants = &app.service.grants;
    let result = match read_grant(&parameters, &app.links.mcp()) {
        Ok(Grant::Code { code, asked }) => grants.exchange_code(client, &code, &asked).await,
        Ok(Grant::Refresh { token, application }) => {
            grants.refresh_assistant(client, &token, &application).await
        }
        Err(refusal) => return Ok(refusal.answer()),
    };
    match result {
        Ok((tokens, scope)) => Ok(show(&tokens, scope)),
        Err(Error::BadCredentials) => {
            let meaning = "The code or token is unknown, was used, has ended, or is of something \
                else that was asked.";
            Ok(Refusal("invalid_grant", meaning).answer())
        }
        Err(error) => Err(error.into()),
    }
}

/// Ends the consent of a refresh token (RFC 7009). Unknown tokens count as ended.
async fn revoke(app: Data<App>, request: HttpRequest, payload: Payload) -> Answer {
    let parameters = match parameters(&request, payload).await? {
        Ok(parameters) => parameters,
        Err(refusal) => return Ok(refusal.answer()),
    };
    let RequestClient(client) = RequestClient::of(&request);
    match need(&parameters, "token") {
        Ok(token) => app.service.grants.end_assistant(client, token).await?,
        Err(refusal) => return Ok(refusal.answer()),
    }
    Ok(no_store(HttpResponse::Ok().finish()))
}

type Parameters = HashMap<String, String>;

/// What a token is asked for with.
enum Grant {
    Code { code: String, asked: AskedConsent },
    Refresh { token: String, application: String },
}

/// The parameters of a request, each sent once.
async fn parameters(
    request: &HttpRequest,
    payload: Payload,
) -> Result<Result<Parameters, Refusal>, Problem> {
    if request.content_type() != "application/x-www-form-urlencoded" {
        let meaning = "The body must be application/x-www-form-urlencoded.";
        return Ok(Err(Refusal("invalid_request", meaning)));
    }
    let body = body::bytes(request, payload, body::SMALL).await?;
    let pairs = form_urlencoded::parse(body.bytes()).take(MAX_PARAMETERS + 1);
    let mut parameters = Parameters::new();
    for (name, value) in pairs {
        if parameters
            .insert(name.into_owned(), value.into_owned())
            .is_some()
        {
            let meaning = "A parameter must be sent once.";
            return Ok(Err(Refusal("invalid_request", meaning)));
        }
    }
    Ok(match parameters.len() {
        ..=MAX_PARAMETERS => Ok(parameters),
        _ => Err(Refusal("invalid_request", "There are too many parameters.")),
    })
}

fn need<'p>(parameters: &'p Parameters, name: &str) -> Result<&'p str, Refusal> {
    let value = parameters.get(name).filter(|value| !value.is_empty());
    let meaning = "A parameter is missing: grant_type; code, redirect_uri, client_id and \
        code_verifier of a code; refresh_token and client_id of a refresh token; token.";
    Ok(value.ok_or(Refusal("invalid_request", meaning))?.as_str())
}

fn read_grant(parameters: &Parameters, resource: &str) -> Result<Grant, Refusal> {
    let own = |name| need(parameters, name).map(str::to_owned);
    if parameters
        .get("resource")
        .is_some_and(|asked| asked != resource)
    {
        let meaning = "The only resource is that of the metadata.";
        return Err(Refusal("invalid_target", meaning));
    }
    match need(parameters, "grant_type")? {
        "authorization_code" => {
            let verifier = need(parameters, "code_verifier")?;
            if !VERIFIER.contains(&verifier.len()) {
                let meaning = "code_verifier must have 43 to 128 characters.";
                return Err(Refusal("invalid_request", meaning));
            }
            Ok(Grant::Code {
                code: own("code")?,
                asked: AskedConsent {
                    application: own("client_id")?,
                    redirect_uri: own("redirect_uri")?,
                    challenge: AskedConsent::challenge_of(verifier),
                },
            })
        }
        "refresh_token" => Ok(Grant::Refresh {
            token: own("refresh_token")?,
            application: own("client_id")?,
        }),
        _ => {
            let meaning = "grant_type must be authorization_code or refresh_token.";
            Err(Refusal("unsupported_grant_type", meaning))
        }
    }
}

fn show(tokens: &Tokens, scope: KeyScope) -> HttpResponse {
    no_store(HttpResponse::Ok().json(json!({
        "access_token": tokens.access_token,
        "token_type": "Bearer",
        "expires_in": tokens.expires_in.as_secs(),
        "refresh_token": tokens.refresh_token,
        "scope": scope.as_str(),
    })))
}

fn no_store(mut answer: HttpResponse) -> HttpResponse {
    let no_store = HeaderValue::from_static("no-store");
    answer.headers_mut().insert(header::CACHE_CONTROL, no_store);
    answer
}

impl Refusal {
    fn answer(self) -> HttpResponse {
        let Self(error, meaning) = self;
        let body = json!({"error": error, "error_description": meaning});
        let answer = HttpResponse::build(StatusCode::BAD_REQUEST).json(body);
        ErrorPage::mark(no_store(answer))
    }
}
