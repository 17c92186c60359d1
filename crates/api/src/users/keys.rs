//! `/user/{username}/keys`: API keys, by which programs act for an account. An extension of the
//! specification.

use actix_web::HttpResponse;
use actix_web::web::Payload;
use wayfare_api_core::http::idempotency;
use wayfare_api_core::input::body;
use wayfare_api_core::input::fields::Element;
use wayfare_api_core::input::path::ApiKeyPath;
use wayfare_api_core::input::readers::{moment, trip};
use wayfare_api_core::input::refusal::or_refuse;
use wayfare_api_core::openapi::{KEYS, TooManyKeys};
use wayfare_api_core::{Answer, Problem, UserPath, answer::conditional};
use wayfare_domain::{self as domain, GrantKind, Name, Violations};
use wayfare_service::{Error, GrantPlace, NewApiKey, Precondition};
use wayfare_shapes::input::ApiKeyInput;
use wayfare_shapes::keys::{ApiKey, KeyScope};

use super::update::AccountRequest;

/// A key as answers show it, without its text.
pub fn show_key(key: &domain::ApiKey) -> ApiKey {
    ApiKey {
        id: key.id.to_string(),
        name: key.label.to_string(),
        scope: match key.scope.scope {
            domain::KeyScope::Read => KeyScope::Read,
            domain::KeyScope::Write => KeyScope::Write,
        },
        trips: key
            .scope
            .trips
            .map(|trips| trips.iter().map(|trip| trip.to_string()).collect()),
        expires_at: key.expires_at.map(|at| at.to_string()),
        created_at: key.created_at.to_string(),
        last_used: key.last_used.map(|day| day.to_string()),
        key: None,
    }
}

/// The caller's API keys, newest first.
#[utoipa::path(
    get, path = "/user/{username}/keys", tag = KEYS, operation_id = "listApiKeys",
    params(UserPath),
    responses((status = 200, description = "The keys", body = Vec<ApiKey>)),
)]
pub(crate) async fn list(request: AccountRequest) -> Answer {
    let UserPath(username) = &request.path;
    let grants = &request.app.service.grants;
    let keys = grants.keys(request.caller, username).await?;
    let shapes: Vec<ApiKey> = keys.iter().map(show_key).collect();
    conditional::json(&request.http, None, &shapes)
}

/// One of the caller's API keys.
#[utoipa::path(
    get, path = "/user/{username}/keys/{key}", tag = KEYS, operation_id = "getApiKey",
    params(UserPath, ApiKeyPath),
    responses((status = 200, description = "The key", body = ApiKey)),
)]
pub(crate) async fn get(request: AccountRequest, ApiKeyPath(id): ApiKeyPath) -> Answer {
    let UserPath(username) = &request.path;
    let grants = &request.app.service.grants;
    let keys = grants.keys(request.caller, username).await?;
    let found = keys.iter().find(|key| key.id == id);
    let shape = show_key(found.ok_or(Error::NotFound)?);
    conditional::json(&request.http, None, &shape)
}

/// Makes an API key. Its answer alone holds the key: the service keeps only a hash.
#[utoipa::path(
    post, path = "/user/{username}/keys", tag = KEYS, operation_id = "createApiKey",
    params(UserPath),
    request_body = ApiKeyInput,
    responses(
        (
            status = 201, description = "The key", body = ApiKey,
            headers(("Location" = String, description = "URL of the key")),
        ),
        TooManyKeys,
    ),
)]
pub(crate) async fn post(request: AccountRequest, payload: Payload) -> Answer {
    let (app, caller, UserPath(username)) = (&request.app, request.caller, &request.path);
    let authorize = || app.service.accounts.authorize(caller, username);
    let new = or_refuse(read(&request, payload).await, authorize).await?;
    let made = app.service.grants.make_key(caller, username, new).await?;
    let path = format!("/user/{username}/keys/{}", made.grant.id);
    let shape = ApiKey {
        key: Some(made.token),
        ..show_key(&made.grant)
    };
    conditional::created(&app.links, &path, HttpResponse::Ok().json(shape))
}

/// Ends an API key at once.
#[utoipa::path(
    delete, path = "/user/{username}/keys/{key}", tag = KEYS, operation_id = "deleteApiKey",
    params(UserPath, ApiKeyPath),
    responses((status = 204, description = "It has ended")),
)]
pub(crate) async fn delete(request: AccountRequest, ApiKeyPath(key): ApiKeyPath) -> Answer {
    let (grants, UserPath(username)) = (&request.app.service.grants, request.path);
    let (kind, place) = (GrantKind::ApiKey, GrantPlace::Account(username));
    let revoked = grants.revoke(request.caller, kind, place, key, Precondition::None);
    revoked.await?;
    Ok(conditional::no_content())
}

/// Reads the body.
async fn read(request: &AccountRequest, payload: Payload) -> Result<NewApiKey, Problem> {
    let read = body::json_in_part(&request.http, payload, body::SMALL, new_key);
    let (new, violations) = read.await?;
    Ok(NewApiKey {
        claim: idempotency::claim(&request.http)?,
        violations,
        ..new
    })
}

fn new_key(body: &Element<'_>) -> Option<NewApiKey> {
    let fields = body.object()?;
    Some(NewApiKey {
        name: fields.read_required("name", |name| name.string(Name::new)),
        scope: fields.read_required("scope", |scope| scope.string(domain::KeyScope::parse)),
        trips: fields.read("trips", |trips| {
            trips.list(domain::KeyTrips::MAX, |id| Some(trip(id)))
        }),
        expires_at: fields.read("expiresAt", moment).map(|moment| moment.at),
        claim: None,
        violations: Violations::new(),
    })
}
