//! `/user/{username}/privacy`: what others may see of the caller. An extension of the specification.

use actix_web::HttpRequest;
use actix_web::web::{Data, Payload};
use serde::{Deserialize, Serialize};
use wayfare_api_core::fields::Element;
use wayfare_api_core::{Answer, App, Endpoint, Signed, UserPath, body, conditional};
use wayfare_domain::User;
use wayfare_domain::user::UserChange;
use wayfare_service::UserEdit;

use crate::change;

/// What others may see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PrivacyShape {
    /// The public profile holds only name, username and image.
    pub private_account: bool,
    /// The other people of the user's trips see the user's e-mail address.
    pub share_email: bool,
}

impl PrivacyShape {
    fn new(user: &User) -> Self {
        Self { private_account: user.privacy.private_account, share_email: user.privacy.share_email }
    }
}

pub(crate) fn endpoint() -> Endpoint {
    Endpoint::at("/user/{username}/privacy").get(get).put(put)
}

async fn get(app: Data<App>, Signed(caller): Signed, UserPath(username): UserPath, request: HttpRequest) -> Answer {
    let user = app.service.accounts.own_named(caller, &username).await?;
    conditional::json(&request, Some(user.version), &PrivacyShape::new(&user))
}

async fn put(app: Data<App>, caller: Signed, user: UserPath, request: HttpRequest, payload: Payload) -> Answer {
    change::put(&app, caller, user, (&request, payload, body::SMALL), |body, _| read(body), PrivacyShape::new).await
}

fn read(body: &Element<'_>) -> Option<UserEdit> {
    let fields = body.object()?;
    let change = UserChange {
        private_account: fields.get("privateAccount").and_then(|value| value.boolean_or_text()),
        share_email: fields.get("shareEmail").and_then(|value| value.boolean_or_text()),
        ..UserChange::default()
    };
    Some(UserEdit { change, picture: None })
}
