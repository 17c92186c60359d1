//! `/user/{username}/picture`: the profile picture, for anybody; and giving one, which is an extension of the specification.

use actix_web::HttpRequest;
use actix_web::web::{Data, Payload};
use wayfare_api_core::form::{self, Part};
use wayfare_api_core::{Answer, App, Endpoint, Signed, UserPath, conditional, picture};
use wayfare_pictures::DefaultPicture;
use wayfare_service::{PictureOf, Updated};

use crate::account::OwnProfile;

/// The part of the form that holds the picture.
const IMAGE: Part = Part { name: "image", most: 1 };

/// The picture of those who have none.
pub(crate) fn default() -> Endpoint {
    Endpoint::at("/user/default/picture").get(get_default)
}

pub(crate) fn endpoint() -> Endpoint {
    Endpoint::at("/user/{username}/picture").get(get).put(put)
}

async fn get_default(app: Data<App>, request: HttpRequest) -> Answer {
    picture::show(&app, &request, PictureOf::Default(DefaultPicture::User), picture::DEFAULT).await
}

async fn get(app: Data<App>, UserPath(username): UserPath, request: HttpRequest) -> Answer {
    picture::show(&app, &request, PictureOf::User(username), picture::PUBLIC).await
}

async fn put(
    app: Data<App>,
    Signed(caller): Signed,
    UserPath(username): UserPath,
    request: HttpRequest,
    payload: Payload,
) -> Answer {
    let pictures = &app.service.pictures;
    app.service.accounts.authorize(caller, &username).await?;
    let upload = pictures.begin_upload()?;
    let [image] = form::receive(&request, payload, &upload, [IMAGE]).await?;
    let (image, guard) = (image.into_iter().next(), conditional::guard(&request));
    match pictures.replace_of_user(upload, caller, &username, image, guard).await? {
        Updated::Changed { after, .. } => {
            conditional::json(&request, Some(after.version), &OwnProfile::new(&app.links, &after))
        }
        Updated::Unchanged(_) => Ok(conditional::unchanged()),
    }
}
