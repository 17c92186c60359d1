//! `/auth/token`, `/auth/revoke`, `/auth/password`: issuing and revoking tokens (RFC 6749). An
//! extension of the specification.

use std::collections::HashMap;

use actix_web::http::header;
use actix_web::web::{Data, Payload};
use actix_web::{HttpMessage, HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use url::form_urlencoded;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};
use wayfare_api_core::fields::{Element, MAX_FIELDS, Reader};
use wayfare_api_core::openapi::{TOKENS, Unauthorized};
use wayfare_api_core::shapes::text;
use wayfare_api_core::{
    Answer, App, AuthenticatedCaller, Endpoint, Problem, RequestTenant, body, conditional, edit,
};
use wayfare_domain::{Reason, ShortText};
use wayfare_service::{Password, Tokens};

/// The media type of a form.
const FORM: &str = "application/x-www-form-urlencoded";

/// The answer to a sign-in or a refresh.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Tokens)]
pub struct TokenShape {
    /// The access token.
    pub access_token: String,
    /// `Bearer`.
    pub token_type: String,
    /// How long the access token lives, in seconds.
    pub expires_in: u64,
    /// The refresh token, for one use.
    pub refresh_token: String,
}

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
    responses((status = 200, description = "The tokens", body = TokenShape), Unauthorized),
    security(()),
)]
pub(crate) async fn grant(app: Data<App>, request: HttpRequest, payload: Payload) -> Answer {
    let grant = if request.content_type().eq_ignore_ascii_case(FORM) {
        let body = body::bytes(&request, payload, body::SMALL).await?;
        Reader::read(&form(body.bytes())?, read_grant)?
    } else {
        body::json(&request, payload, body::SMALL, read_grant).await?
    };
    let sessions = &app.service.sessions;
    let RequestTenant(tenant) = RequestTenant::of(&request);
    let Tokens {
        access_token,
        expires_in,
        refresh_token,
    } = match grant {
        Grant::Password { username, password } => {
            sessions.sign_in(tenant, &username, password).await?
        }
        Grant::Refresh { refresh_token } => sessions.refresh(&refresh_token).await?,
    };
    let shape = TokenShape {
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
    match what {
        Revocation::Family { refresh_token } => app.service.sessions.revoke(&refresh_token).await?,
        Revocation::All => {
            let AuthenticatedCaller(caller) = AuthenticatedCaller::of(&request)?;
            app.service.sessions.revoke_all(caller).await?;
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
pub(crate) async fn set_password(
    app: Data<App>,
    AuthenticatedCaller(caller): AuthenticatedCaller,
    request: HttpRequest,
    payload: Payload,
) -> Answer {
    let read = body::json(&request, payload, body::SMALL, |body| {
        let fields = body.object()?;
        let current = fields
            .get("current")
            .and_then(|current| current.string(|text| Ok(Password::attempt(text))));
        let password = fields
            .required("password")
            .and_then(|password| password.string(Password::new));
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
    let kind = fields.required("grant_type")?;
    let string = |name| {
        fields
            .required(name)
            .and_then(|field| text(&field))
            .map(ShortText::into_string)
    };
    match kind.string(|kind| Ok(kind.to_owned()))?.as_str() {
        "password" => {
            let username = string("username");
            let password = fields
                .required("password")
                .and_then(|field| field.string(|text| Ok(Password::attempt(text))));
            Some(Grant::Password {
                username: username?,
                password: password?,
            })
        }
        "refresh_token" => Some(Grant::Refresh {
            refresh_token: string("refresh_token")?,
        }),
        _ => {
            kind.refuse(Reason::new("must be \"password\" or \"refresh_token\""));
            None
        }
    }
}

fn read_revocation(body: &Element<'_>) -> Option<Revocation> {
    let fields = body.object()?;
    match fields.get("all").map(|all| all.boolean()) {
        Some(None) => None,
        Some(Some(true)) => Some(Revocation::All),
        Some(Some(false)) | None => {
            let refresh_token = fields
                .required("refresh_token")
                .and_then(|field| text(&field))
                .map(ShortText::into_string)?;
            Some(Revocation::Family { refresh_token })
        }
    }
}

/// A token request (RFC 6749).
#[derive(Debug, ToSchema)]
#[serde(untagged)]
pub enum TokenInput {
    /// Username and password.
    Password(PasswordGrantInput),
    /// A refresh token.
    Refresh(RefreshGrantInput),
}

/// Signing in.
#[derive(Debug, ToSchema)]
pub struct PasswordGrantInput {
    /// `password`
    #[schema(pattern = "^password$")]
    pub grant_type: String,
    /// Handle.
    #[schema(max_length = 2_000)]
    pub username: String,
    /// Password.
    #[schema(format = Password)]
    pub password: String,
}

/// Refreshing a session.
#[derive(Debug, ToSchema)]
pub struct RefreshGrantInput {
    /// `refresh_token`
    #[schema(pattern = "^refresh_token$")]
    pub grant_type: String,
    /// The refresh token; valid for one use.
    #[schema(max_length = 2_000)]
    pub refresh_token: String,
}

/// The tokens to revoke: a refresh token, or with `all` every token of the caller.
#[derive(Debug, ToSchema)]
#[serde(untagged)]
pub enum RevocationInput {
    /// One sign-in.
    Family(RevokeFamilyInput),
    /// All sign-ins.
    All(RevokeAllInput),
}

/// Revocation of one sign-in.
#[derive(Debug, ToSchema)]
pub struct RevokeFamilyInput {
    /// Any refresh token of the sign-in.
    #[schema(max_length = 2_000)]
    pub refresh_token: String,
}

/// Revocation of all sign-ins of the caller.
#[derive(Debug, ToSchema)]
pub struct RevokeAllInput {
    /// `true`
    pub all: True,
}

/// The boolean `true`.
#[derive(Debug)]
pub struct True;

impl PartialSchema for True {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::Boolean)
            .enum_values(Some([true]))
            .into()
    }
}

impl ToSchema for True {}

/// A new password.
#[derive(Debug, ToSchema)]
pub struct PasswordInput {
    /// The present password, if there is one.
    #[schema(format = Password)]
    pub current: Option<String>,
    /// The new one.
    #[schema(format = Password, min_length = 8, max_length = 128)]
    pub password: String,
}
