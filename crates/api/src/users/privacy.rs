//! `/user/{username}/privacy`: what others may see of the caller, and the language. An extension of
//! the specification.

use actix_web::web::Payload;
use wayfare_api_core::input::body;
use wayfare_api_core::input::fields::Element;
use wayfare_api_core::openapi::USERS;
use wayfare_api_core::{Answer, UserPath};
use wayfare_domain::user::UserPatch;
use wayfare_domain::{Language, User};
use wayfare_service::UserUpdateRequest;
use wayfare_shapes::input::PrivacyInput;
use wayfare_shapes::users::{Privacy, PrivacyWithEmail};

use super::update::{self, AccountRequest};

fn show_privacy(user: &User) -> Privacy {
    Privacy {
        private_account: user.privacy.private_account,
        share_email: user.privacy.share_email,
        language: show_language(user),
    }
}

fn show_language(user: &User) -> Option<String> {
    user.language.map(|language| language.tag().to_owned())
}

fn show_with_email(user: &User) -> PrivacyWithEmail {
    let email = user.email.as_ref().map(ToString::to_string);
    PrivacyWithEmail {
        private_account: user.privacy.private_account,
        share_email: user.privacy.share_email,
        language: show_language(user),
        email: email.unwrap_or_default(),
    }
}

/// What others may see of the caller, and the caller's e-mail address.
#[utoipa::path(
    get, path = "/user/{username}/privacy", tag = USERS, operation_id = "getPrivacy",
    params(UserPath),
    responses((status = 200, description = "The choices and the address", body = PrivacyWithEmail)),
)]
pub(crate) async fn get(request: AccountRequest) -> Answer {
    update::get(request, show_with_email).await
}

/// Changes what others may see of the caller.
#[utoipa::path(
    put, path = "/user/{username}/privacy", tag = USERS, operation_id = "updatePrivacy",
    params(UserPath),
    request_body = PrivacyInput,
    responses((status = 200, description = "The changed choices", body = Privacy)),
)]
pub(crate) async fn put(request: AccountRequest, payload: Payload) -> Answer {
    let read = |body: &Element<'_>, _: &str| {
        let fields = body.object()?;
        let flag = |name| fields.get(name)?.boolean_or_text();
        let patch = UserPatch {
            private_account: flag("privateAccount"),
            share_email: flag("shareEmail"),
            // An empty tag takes the choice back.
            language: fields.read("language", |tag| {
                tag.string(|tag| match tag {
                    "" => Ok(None),
                    tag => Language::new(tag).map(Some),
                })
            }),
            ..UserPatch::default()
        };
        Some(UserUpdateRequest {
            patch,
            ..UserUpdateRequest::default()
        })
    };
    update::put(request, payload, body::SMALL, read, show_privacy).await
}
