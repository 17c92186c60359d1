//! The update of an account that the profile, settings and privacy routes share.

use actix_web::HttpRequest;
use actix_web::web::Payload;
use serde::Serialize;
use wayfare_api_core::fields::Element;
use wayfare_api_core::{Answer, App, AuthenticatedCaller, UserPath, body, conditional, edit};
use wayfare_domain::User;
use wayfare_service::{Updated, UserUpdateRequest};

/// Reads a body of at most `limit` bytes with `read`, applies it to the account that the path
/// names, and answers what `shape` shows of it.
pub(crate) async fn put<S: Serialize>(
    app: &App,
    AuthenticatedCaller(caller): AuthenticatedCaller,
    UserPath(username): UserPath,
    (request, payload, limit): (&HttpRequest, Payload, usize),
    read: impl FnOnce(&Element<'_>, &str) -> Option<UserUpdateRequest>,
    shape: impl FnOnce(&User) -> S,
) -> Answer {
    let read = body::json(request, payload, limit, |body| read(body, &username)).await;
    let edit = edit::or_refuse(read, || app.service.accounts.authorize(caller, &username)).await?;
    match app
        .service
        .accounts
        .update(caller, &username, edit, conditional::precondition(request))
        .await?
    {
        Updated::Changed { after, .. } => {
            conditional::json(request, Some(after.version), &shape(&after))
        }
        Updated::Unchanged(_) => Ok(conditional::unchanged()),
    }
}
