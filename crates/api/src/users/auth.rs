//! `/auth/token`, `/auth/revoke`, `/auth/password`: issuing and revoking tokens (RFC 6749). An
//! extension of the specification.

use std::collections::HashMap;

use actix_web::http::header;
use actix_web::web::{Data, Payload};
use actix_web::{HttpMessage, HttpRequest, HttpResponse};
use serde_json::value::{RawValue, to_raw_value};
use url::form_urlencoded;
use wayfare_api_core::input::fields::{Element, MAX_FIELDS, Reader};
use wayfare_api_core::input::readers::text;
use wayfare_api_core::openapi::{NoPasswords, TOKENS, Unauthorized};
use wayfare_api_core::{
    Answer, App, AuthenticatedCaller, CallerRequest, OptionalCaller, Problem, RequestClient,
    answer::conditional, input::body, input::refusal::or_refuse,
};
use wayfare_domain::{Reason, ShortText};
use wayfare_service::{self as service, Password};
use wayfare_shapes::input::{PasswordInput, RevocationInput, TokenInput};
use wayfare_shapes::users::Tokens;

/// The grant of an ID token (RFC 7523).
const JWT_BEARER: &str = "urn:ietf:params:oauth:grant-type:jwt-bearer";
/// The longest ID token, in bytes.
const MAX_ASSERTION: usize = 64 << 10;
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
    IdToken {
        assertion: String,
    },
}

/// The scope of a revocation.
enum Revocation {
    Family { refresh_token: String },
    All,
}

/// Issues tokens for a password, for a refresh token, or for an ID token of the OpenID provider.
#[utoipa::path(
    post, path = "/auth/token", tag = TOKENS, operation_id = "requestTokens",
    request_body(
        content(
            (TokenInput = "application/json"), (TokenInput = "application/x-www-form-urlencoded")
        )
    ),
    responses((status = 200, description = "The tokens", body = Tokens), Unauthorized, NoPasswords),
    security(()),
)]
pub(crate) async fn grant(app: Data<App>, request: HttpRequest, payload: Payload) -> Answer {
    let takes_id_tokens = app.service.identities.provider_name().is_some();
    let read_grant = move |body: &Element<'_>| read_grant(body, takes_id_tokens);
    let grant = if request.content_type().eq_ignore_ascii_case(FORM) {
        let body = body::bytes(&request, payload, body::SMALL).await?;
        Reader::read(&form(body.bytes())?, body::handling(&request), read_grant)?
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
        Grant::IdToken { assertion } => {
            let identities = &app.service.identities;
            identities.sign_in_by_token(client, &assertion).await?
        }
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
/// the caller, whose keys and calendar feeds end, too.
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
    // A key ends no session, whatever the body says.
    if let OptionalCaller(Some(caller)) = OptionalCaller::of(&request) {
        caller.check_holder()?;
    }
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
    responses((status = 204, description = "Set"), NoPasswords),
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
    let (current, password) = or_refuse(read.await, || app.service.accounts.own(caller)).await?;
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

fn read_grant(body: &Element<'_>, takes_id_tokens: bool) -> Option<Grant> {
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
    let assertion = fields.get("assertion");
    let assertion = assertion.map(|field| {
        field.string(|text| {
            let is_short = text.len() <= MAX_ASSERTION;
            is_short
                .then(|| text.to_owned())
                .ok_or_else(|| Reason::new("must be an ID token"))
        })
    });
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
        JWT_BEARER if takes_id_tokens => {
            fields.required("assertion");
            Some(Grant::IdToken {
                assertion: assertion??,
            })
        }
        _ => {
            let mut known = vec!["password", "refresh_token"];
            known.extend(takes_id_tokens.then_some(JWT_BEARER));
            kind.refuse(Reason::new(format!("must be one of: {}", known.join(", "))));
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
