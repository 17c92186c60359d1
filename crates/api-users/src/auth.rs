//! `/auth/token`, `/auth/revoke`, `/auth/password`: issuing and revoking tokens (RFC 6749). An
//! extension of the specification.

use std::collections::HashMap;

use actix_web::http::header;
use actix_web::web::{Data, Payload};
use actix_web::{HttpMessage, HttpRequest, HttpResponse};
use serde_json::value::{RawValue, to_raw_value};
use url::form_urlencoded;
use utoipa::ToSchema;
use wayfare_api_core::input::fields::{Element, MAX_FIELDS, Reader};
use wayfare_api_core::input::readers::text;
use wayfare_api_core::openapi::{TOKENS, Unauthorized};
use wayfare_api_core::{
    Answer, App, AuthenticatedCaller, CallerRequest, Endpoint, Problem, RequestClient,
    answer::conditional, input::body, input::prefer, trip::edit,
};
use wayfare_domain::{Reason, ShortText};
use wayfare_service::{self as service, Password};
use wayfare_shapes::users::Tokens;

/// The media type of a form.
const FORM: &str = "application/x-www-form-urlencoded";

/// The grant of a token request.
enum Grant {
    Password {
        username: String,
        password: Password,
    },
    Refresh {
        refresh_token: String,
    },
}

/// The scope of a revocation.
enum Revocation {
    Family { refresh_token: String },
    All,
}

pub(crate) fn token() -> Endpoint {
    Endpoint::at("/auth/token").post(grant)
}

pub(crate) fn revoke() -> Endpoint {
    Endpoint::at("/auth/revoke").post(revoke_tokens)
}

pub(crate) fn password() -> Endpoint {
    Endpoint::at("/auth/password").put(set_password)
}

/// Issues tokens for a password, or for a refresh token.
#[utoipa::path(
    post, path = "/auth/token", tag = TOKENS, operation_id = "requestTokens",
    request_body(content((TokenInput = "application/json"), (TokenInput = "application/x-www-form-urlencoded"))),
    responses((status = 200, description = "The tokens", body = Tokens), Unauthorized),
    security(()),
)]
pub(crate) async fn grant(app: Data<App>, request: HttpRequest, payload: Payload) -> Answer {
    let grant = if request.content_type().eq_ignore_ascii_case(FORM) {
        let body = body::bytes(&request, payload, body::SMALL).await?;
        Reader::read(&form(body.bytes())?, prefer::handling(&request), read_grant)?
    } else {
        body::json(&request, payload, body::SMALL, read_grant).await?
    };
    let sessions = &app.service.sessions;
    let RequestClient(client) = RequestClient::of(&request);
    let service::Tokens {
        access_token,
        expires_in,
        refresh_token,
    } = match grant {
        Grant::Password { username, password } => {
            sessions.sign_in(client, &username, password).await?
        }
        Grant::Refresh { refresh_token } => sessions.refresh(client, &refresh_token).await?,
    };
    let shape = Tokens {
        access_token,
        token_type: "Bearer".to_owned(),
        expires_in: expires_in.as_secs(),
        refresh_token,
    };
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(shape))
}

/// Revokes a refresh token and all others of its sign-in; or, with an access token, all tokens of
/// the caller.
#[utoipa::path(
    post, path = "/auth/revoke", tag = TOKENS, operation_id = "revokeTokens",
    request_body = RevocationInput,
    responses((status = 204, description = "Revoked"), Unauthorized),
    security((), ("bearer" = []), ("token" = [])),
)]
pub(crate) async fn revoke_tokens(
    app: Data<App>,
    request: HttpRequest,
    payload: Payload,
) -> Answer {
    let what = body::json(&request, payload, body::SMALL, read_revocation).await?;
    let sessions = &app.service.sessions;
    match what {
        Revocation::Family { refresh_token } => {
            let RequestClient(client) = RequestClient::of(&request);
            sessions.revoke(client, &refresh_token).await?;
        }
        Revocation::All => {
            let AuthenticatedCaller(caller) = AuthenticatedCaller::of(&request)?;
            sessions.revoke_all(caller).await?;
        }
    }
    Ok(no_store())
}

/// Sets the caller's password and revokes all tokens.
#[utoipa::path(
    put, path = "/auth/password", tag = TOKENS, operation_id = "setPassword",
    request_body = PasswordInput,
    responses((status = 204, description = "Set")),
)]
pub(crate) async fn set_password(request: CallerRequest, payload: Payload) -> Answer {
    let (app, caller) = (&request.app, request.caller);
    let read = body::json(&request.http, payload, body::SMALL, |body| {
        let fields = body.object()?;
        let current = fields.read("current", |current| {
            current.string(|text| Ok(Password::attempt(text)))
        });
        let password = fields.read_required("password", |password| password.string(Password::new));
        Some((current, password?))
    });
    let (current, password) =
        edit::or_refuse(read.await, || app.service.accounts.own(caller)).await?;
    app.service
        .sessions
        .set_password(caller, current, password)
        .await?;
    Ok(no_store())
}

fn no_store() -> HttpResponse {
    let mut answer = conditional::no_content();
    answer.headers_mut().insert(
        header::CACHE_CONTROL,
        header::HeaderValue::from_static("no-store"),
    );
    answer
}

/// Converts a form to a JSON object of strings. The reader refuses one with too many fields.
fn form(bytes: &[u8]) -> Result<Box<RawValue>, Problem> {
    let fields = form_urlencoded::parse(bytes).take(MAX_FIELDS + 1);
    let fields: HashMap<_, _> = fields.collect();
    to_raw_value(&fields).map_err(|error| Problem::internal(&error))
}

fn read_grant(body: &Element<'_>) -> Option<Grant> {
    let fields = body.object()?;
    // All are read, so that each has its violation.
    let string = |name| {
        fields
            .get(name)
            .map(|field| -> Option<ShortText> { text(&field) })
    };
    let (username, refresh_token) = (string("username"), string("refresh_token"));
    let password = fields
        .get("password")
        .map(|field| field.string(|text| Ok(Password::attempt(text))));
    let kind = fields.required("grant_type")?;
    match kind.string(|kind| Ok(kind.to_owned()))?.as_str() {
        "password" => {
            fields.required("username");
            fields.required("password");
            Some(Grant::Password {
                username: username??.into_string(),
                password: password??,
            })
        }
        "refresh_token" => {
            fields.required("refresh_token");
            Some(Grant::Refresh {
                refresh_token: refresh_token??.into_string(),
            })
        }
        _ => {
            kind.refuse(Reason::new("must be \"password\" or \"refresh_token\""));
            None
        }
    }
}

fn read_revocation(body: &Element<'_>) -> Option<Revocation> {
    let fields = body.object()?;
    let refresh_token = fields.get("refresh_token");
    let refresh_token = refresh_token.map(|field| -> Option<ShortText> { text(&field) });
    match fields.get("all").map(|all| all.boolean()) {
        Some(None) => None,
        Some(Some(true)) => Some(Revocation::All),
        Some(Some(false)) | None => {
            fields.required("refresh_token");
            Some(Revocation::Family {
                refresh_token: refresh_token??.into_string(),
            })
        }
    }
}

/// The kind of a token request.
#[derive(Debug, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GrantType {
    /// Signing in, with `username` and `password`.
    Password,
    /// Refreshing a session, with `refresh_token`.
    RefreshToken,
}

/// A token request (RFC 6749).
#[derive(ToSchema)]
pub struct TokenInput {
    /// What the tokens are given for.
    pub grant_type: GrantType,
    /// Handle.
    #[schema(max_length = 2_000)]
    pub username: Option<String>,
    /// Password.
    #[schema(format = Password)]
    pub password: Option<String>,
    /// The refresh token; valid for one use.
    #[schema(max_length = 2_000)]
    pub refresh_token: Option<String>,
}

/// The tokens to revoke: those of the sign-in of a refresh token, or all of the caller.
#[derive(ToSchema)]
pub struct RevocationInput {
    /// Any refresh token of the sign-in.
    #[schema(max_length = 2_000)]
    pub refresh_token: Option<String>,
    /// Whether all tokens of the caller are revoked.
    pub all: Option<bool>,
}

/// A new password.
#[derive(ToSchema)]
pub struct PasswordInput {
    /// The present password, if there is one.
    #[schema(format = Password)]
    pub current: Option<String>,
    /// The new one.
    #[schema(format = Password, min_length = 8, max_length = 128)]
    pub password: String,
}
