//! `/auth/password-reset`: a new password for somebody who has forgotten theirs. An extension of
//! the specification.

use actix_web::web::{Data, Path, Payload};
use actix_web::{HttpRequest, HttpResponse};
use wayfare_api_core::http::language::language_of;
use wayfare_api_core::input::fields::Element;
use wayfare_api_core::input::readers::text;
use wayfare_api_core::input::refusal::or_refuse;
use wayfare_api_core::openapi::{NoPasswords, TOKENS};
use wayfare_api_core::{Answer, App, RequestClient, answer::conditional, input::body};
use wayfare_service::Password;
use wayfare_shapes::input::{ResetInput, ResetPasswordInput};

/// Requests a mail with a link to a new password. The answer is the same for every login.
#[utoipa::path(
    post, path = "/auth/password-reset", tag = TOKENS, operation_id = "requestPasswordReset",
    request_body = ResetInput,
    responses((status = 202, description = "If the login is that of an account with a confirmed \
        address, a mail is sent there"), NoPasswords),
    security(()),
)]
pub(crate) async fn request_reset(
    app: Data<App>,
    request: HttpRequest,
    payload: Payload,
) -> Answer {
    let read = |body: &Element<'_>| body.object()?.read_required("login", text);
    let login = body::json(&request, payload, body::SMALL, read).await?;
    let RequestClient(client) = RequestClient::of(&request);
    let sessions = &app.service.sessions;
    sessions
        .request_reset(client, login, language_of(&request))
        .await?;
    Ok(HttpResponse::Accepted().finish())
}

/// Sets a new password by the token of a link. Ends all sessions and links of the account.
#[utoipa::path(
    put, path = "/auth/password-reset/{token}", tag = TOKENS, operation_id = "resetPassword",
    params(("token" = String, Path, description = "The token of a link to a new password")),
    request_body = ResetPasswordInput,
    responses((status = 204, description = "Set"), NoPasswords),
    security(()),
)]
pub(crate) async fn set_password(
    app: Data<App>,
    request: HttpRequest,
    token: Path<String>,
    payload: Payload,
) -> Answer {
    let RequestClient(client) = RequestClient::of(&request);
    let sessions = &app.service.sessions;
    let read = body::json(&request, payload, body::SMALL, |body| {
        let fields = body.object()?;
        fields.read_required("password", |password| password.string(Password::new))
    });
    let authorize = || sessions.authorize_reset(client, &token);
    let password = or_refuse(read.await, authorize).await?;
    sessions.reset_password(client, &token, password).await?;
    Ok(conditional::no_content())
}
