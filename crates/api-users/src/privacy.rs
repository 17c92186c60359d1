//! `/user/{username}/privacy`: what others may see of the caller. An extension of the
//! specification.

use actix_web::HttpRequest;
use actix_web::web::{Data, Payload};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wayfare_api_core::fields::Element;
use wayfare_api_core::input::Flag;
use wayfare_api_core::openapi::{NotFound, USERS};
use wayfare_api_core::{Answer, App, AuthenticatedCaller, Endpoint, UserPath, body, conditional};
use wayfare_domain::User;
use wayfare_domain::user::UserPatch;
use wayfare_service::UserUpdateRequest;

use crate::update;

/// What others may see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Privacy)]
pub struct PrivacyShape {
    /// The public profile holds only name, username and image.
    pub private_account: bool,
    /// The other people of the user's trips see the user's e-mail address.
    pub share_email: bool,
}

impl PrivacyShape {
    fn new(user: &User) -> Self {
        Self {
            private_account: user.privacy.private_account,
            share_email: user.privacy.share_email,
        }
    }
}

pub(crate) fn endpoint() -> Endpoint {
    Endpoint::at("/user/{username}/privacy").get(get).put(put)
}

/// What others may see of the caller.
#[utoipa::path(
    get, path = "/user/{username}/privacy", tag = USERS, operation_id = "getPrivacy",
    params(UserPath),
    responses((status = 200, description = "The choices", body = PrivacyShape), NotFound),
)]
pub(crate) async fn get(
    app: Data<App>,
    AuthenticatedCaller(caller): AuthenticatedCaller,
    UserPath(username): UserPath,
    request: HttpRequest,
) -> Answer {
    let user = app.service.accounts.own_named(caller, &username).await?;
    conditional::json(&request, Some(user.version), &PrivacyShape::new(&user))
}

/// Changes what others may see of the caller.
#[utoipa::path(
    put, path = "/user/{username}/privacy", tag = USERS, operation_id = "updatePrivacy",
    params(UserPath),
    request_body = PrivacyInput,
    responses((status = 200, description = "The changed choices", body = PrivacyShape), NotFound),
)]
pub(crate) async fn put(
    app: Data<App>,
    caller: AuthenticatedCaller,
    user: UserPath,
    request: HttpRequest,
    payload: Payload,
) -> Answer {
    update::put(
        &app,
        caller,
        user,
        (&request, payload, body::SMALL),
        |body, _| read(body),
        PrivacyShape::new,
    )
    .await
}

fn read(body: &Element<'_>) -> Option<UserUpdateRequest> {
    let fields = body.object()?;
    let change = UserPatch {
        private_account: fields
            .get("privateAccount")
            .and_then(|value| value.boolean_or_text()),
        share_email: fields
            .get("shareEmail")
            .and_then(|value| value.boolean_or_text()),
        ..UserPatch::default()
    };
    Some(UserUpdateRequest {
        change,
        picture: None,
    })
}

/// A change of what others may see. Only what is sent changes.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct PrivacyInput {
    /// The public profile holds only name, username and image.
    pub private_account: Option<Flag>,
    /// The other people of the user's trips see the user's e-mail address.
    pub share_email: Option<Flag>,
}
