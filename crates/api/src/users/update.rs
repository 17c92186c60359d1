//! Requests about one account: the update that the profile, settings and privacy routes share.

use actix_web::web::{Data, Payload};
use serde::Serialize;
use wayfare_api_core::http::language::language_of;
use wayfare_api_core::input::fields::Element;
use wayfare_api_core::limits::rate::{Kind, RateLimits};
use wayfare_api_core::{
    Answer, CallerRequest, UserPath, answer::conditional, input::body, input::refusal::or_refuse,
};
use wayfare_domain::User;
use wayfare_service::UserUpdateRequest;

/// A request of an authenticated caller about the account that its path names.
pub(crate) type AccountRequest = CallerRequest<UserPath>;

/// Answers the caller's own account in a shape.
pub(crate) async fn get<S: Serialize>(
    request: AccountRequest,
    shape: impl FnOnce(&User) -> S,
) -> Answer {
    let UserPath(username) = &request.path;
    let accounts = &request.app.service.accounts;
    let user = accounts.own_named(request.caller, username).await?;
    conditional::json(&request.http, Some(user.version), &shape(&user))
}

/// Reads a body of at most `limit` bytes with `read`, which is given the username too, applies
/// it to the account, and answers the account in a shape; 304 if nothing changed.
pub(crate) async fn put<S: Serialize>(
    request: AccountRequest,
    payload: Payload,
    limit: usize,
    read: impl FnOnce(&Element<'_>, &str) -> Option<UserUpdateRequest> + Send + 'static,
    shape: impl FnOnce(&User) -> S,
) -> Answer {
    let AccountRequest {
        app,
        caller,
        path: UserPath(username),
        http: request,
    } = request;
    let accounts = &app.service.accounts;
    let named = username.clone();
    let language = language_of(&request);
    let read = move |body: &Element<'_>| {
        Some(UserUpdateRequest {
            language,
            ..read(body, &named)?
        })
    };
    let read = body::json(&request, payload, limit, read).await;
    let edit = or_refuse(read, || accounts.authorize(caller, &username)).await?;
    // It is guessed no faster than where it is changed.
    if edit.current.is_some()
        && let Some(limits) = request.app_data::<Data<RateLimits>>()
    {
        limits.check_caller(Kind::Password, caller)?;
    }
    let precondition = conditional::precondition(&request);
    let updated = accounts.update(caller, &username, edit, precondition);
    match conditional::updated(&request, updated.await?) {
        Ok((_, after)) => conditional::json(&request, Some(after.version), &shape(&after)),
        Err(not_modified) => Ok(*not_modified),
    }
}
