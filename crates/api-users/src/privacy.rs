//! `/user/{username}/privacy`: what others may see of the caller. An extension of the
//! specification.

use actix_web::web::Payload;
use utoipa::ToSchema;
use wayfare_api_core::openapi::{NotFound, USERS};
use wayfare_api_core::{Answer, Endpoint, UserPath};
use wayfare_domain::User;
use wayfare_domain::user::UserPatch;
use wayfare_shapes::users::{Privacy, PrivacyWithEmail};

use crate::update::{self, AccountRequest};

fn show_privacy(user: &User) -> Privacy {
    Privacy {
        private_account: user.privacy.private_account,
        share_email: user.privacy.share_email,
    }
}

fn show_with_email(user: &User) -> PrivacyWithEmail {
    let email = user.email.as_ref().map(ToString::to_string);
    PrivacyWithEmail {
        private_account: user.privacy.private_account,
        share_email: user.privacy.share_email,
        email: email.unwrap_or_default(),
    }
}

pub(crate) fn endpoint() -> Endpoint {
    Endpoint::at("/user/{username}/privacy").get(get).put(put)
}

/// What others may see of the caller, and the caller's e-mail address.
#[utoipa::path(
    get, path = "/user/{username}/privacy", tag = USERS, operation_id = "getPrivacy",
    params(UserPath),
    responses((status = 200, description = "The choices and the address", body = PrivacyWithEmail), NotFound),
)]
pub(crate) async fn get(request: AccountRequest) -> Answer {
    update::get(request, show_with_email).await
}

/// Changes what others may see of the caller.
#[utoipa::path(
    put, path = "/user/{username}/privacy", tag = USERS, operation_id = "updatePrivacy",
    params(UserPath),
    request_body = PrivacyInput,
    responses((status = 200, description = "The changed choices", body = Privacy), NotFound),
)]
pub(crate) async fn put(request: AccountRequest, payload: Payload) -> Answer {
    let patch = |flag: &dyn Fn(&'static str) -> Option<bool>| UserPatch {
        private_account: flag("privateAccount"),
        share_email: flag("shareEmail"),
        ..UserPatch::default()
    };
    update::put_flags(request, payload, patch, show_privacy).await
}

/// A change of what others may see. Only what is sent changes.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct PrivacyInput {
    /// The public profile holds only name, username and image.
    pub private_account: Option<bool>,
    /// The other people of trips that the user owns or has edited see the user's e-mail address.
    pub share_email: Option<bool>,
}
