//! `/user/settings`, `/user/experience`, `/user/{username}/settings`: which e-mails a user wants.

use actix_web::web::Payload;
use wayfare_api_core::input::fields::Element;
use wayfare_api_core::openapi::USERS;
use wayfare_api_core::{Answer, CallerRequest, UserPath, answer::conditional, input::body};
use wayfare_domain::User;
use wayfare_domain::user::UserPatch;
use wayfare_service::UserUpdateRequest;
use wayfare_shapes::input::SettingsInput;
use wayfare_shapes::users::Settings;

use super::update::{self, AccountRequest};

fn show_settings(user: &User) -> Settings {
    Settings {
        account_limited_deals: user.settings.limited_deals,
        account_newsletter_notifications: user.settings.newsletter,
    }
}

/// Which e-mails the caller wants.
#[utoipa::path(
    get, path = "/user/settings", tag = USERS, operation_id = "getSettings",
    responses((status = 200, description = "The settings", body = Settings)),
)]
pub(crate) async fn get(request: CallerRequest) -> Answer {
    let user = request.app.service.accounts.own(request.caller).await?;
    conditional::json(&request.http, Some(user.version), &show_settings(&user))
}

/// The same as the settings.
#[utoipa::path(
    get, path = "/user/experience", tag = USERS, operation_id = "getExperience",
    responses((status = 200, description = "The settings", body = Settings)),
)]
pub(crate) async fn get_experience(request: CallerRequest) -> Answer {
    // The specification shows the same body for both.
    get(request).await
}

/// Changes which e-mails the caller wants.
#[utoipa::path(
    put, path = "/user/{username}/settings", tag = USERS, operation_id = "updateSettings",
    params(UserPath),
    request_body = SettingsInput,
    responses((status = 200, description = "The changed settings", body = Settings)),
)]
pub(crate) async fn put(request: AccountRequest, payload: Payload) -> Answer {
    let read = |body: &Element<'_>, _: &str| {
        let fields = body.object()?;
        let flag = |name| fields.get(name)?.boolean_or_text();
        let patch = UserPatch {
            limited_deals: flag("accountLimitedDeals"),
            newsletter: flag("accountNewsletterNotifications"),
            ..UserPatch::default()
        };
        Some(UserUpdateRequest {
            patch,
            ..UserUpdateRequest::default()
        })
    };
    update::put(request, payload, body::SMALL, read, show_settings).await
}
