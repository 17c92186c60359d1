//! `/user/{username}/privacy`: what others may see of the caller. An extension of the
//! specification.

use actix_web::web::Payload;
use serde::Serialize;
use utoipa::ToSchema;
use wayfare_api_core::openapi::{NotFound, USERS};
use wayfare_api_core::{Answer, Endpoint, UserPath};
use wayfare_domain::User;
use wayfare_domain::user::UserPatch;

use crate::update::AccountRequest;

/// What others may see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Privacy)]
pub struct PrivacyShape {
    /// The public profile holds only name, username and image.
    pub private_account: bool,
    /// The other people of trips that the user owns or has edited see the user's e-mail address.
    pub share_email: bool,
}

/// What others may see, and the e-mail address that it is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PrivacyWithEmail {
    /// The public profile holds only name, username and image.
    pub private_account: bool,
    /// The other people of trips that the user owns or has edited see the user's e-mail address.
    pub share_email: bool,
    /// The e-mail address; empty if there is none. `PUT /user/{username}` changes it.
    pub email: String,
}

impl PrivacyWithEmail {
    fn new(user: &User) -> Self {
        let PrivacyShape {
            private_account,
            share_email,
        } = PrivacyShape::new(user);
        let email = user.email.as_ref().map(ToString::to_string);
        Self {
            private_account,
            share_email,
            email: email.unwrap_or_default(),
        }
    }
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

/// What others may see of the caller, and the caller's e-mail address.
#[utoipa::path(
    get, path = "/user/{username}/privacy", tag = USERS, operation_id = "getPrivacy",
    params(UserPath),
    responses((status = 200, description = "The choices and the address", body = PrivacyWithEmail), NotFound),
)]
pub(crate) async fn get(request: AccountRequest) -> Answer {
    request.get(PrivacyWithEmail::new).await
}

/// Changes what others may see of the caller.
#[utoipa::path(
    put, path = "/user/{username}/privacy", tag = USERS, operation_id = "updatePrivacy",
    params(UserPath),
    request_body = PrivacyInput,
    responses((status = 200, description = "The changed choices", body = PrivacyShape), NotFound),
)]
pub(crate) async fn put(request: AccountRequest, payload: Payload) -> Answer {
    let patch = |flag: &dyn Fn(&'static str) -> Option<bool>| UserPatch {
        private_account: flag("privateAccount"),
        share_email: flag("shareEmail"),
        ..UserPatch::default()
    };
    request.put_flags(payload, patch, PrivacyShape::new).await
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
