//! Extractors of shared trips: the check of token, expiry, password and section. Every route by a
//! share link takes one of them.

use actix_web::dev::Payload;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest};
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use percent_encoding::percent_decode;
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};
use wayfare_service::{Client, Error, OpenShare, Password, SharedPicture, SharedSums};

use crate::input::path::{header_parameter, parameter, text};
use crate::{App, AuthenticatedCaller, PhotoPath, Problem, RequestClient, ShareLinkPath};

/// The header that carries the password of a link, as percent-encoded UTF-8.
pub const SHARE_PASSWORD: &str = "share-password";

/// A share link that the request opens by the path parameter `{token}`, and by the header
/// `Share-Password` if the link has a password.
#[derive(Debug)]
pub struct OpenedShare {
    /// The link, and what it shows.
    pub open: OpenShare,
    /// The client of the request.
    pub client: Client,
}

/// A picture that a share link shows, by the path parameters `{link}` and `{picture}` and the query
/// of its signed address.
#[derive(Debug)]
pub struct SharedPhoto(pub SharedPicture);

impl FromRequest for OpenedShare {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        async move {
            let app = app(&request)?;
            let RequestClient(client) = RequestClient::of(&request);
            let token = request.match_info().get("token").unwrap_or_default();
            let password = password(&request);
            let open = app
                .service
                .grants
                .open_share(client, token, password, SharedSums::Each)
                .await?;
            Ok(Self { open, client })
        }
        .boxed_local()
    }
}

impl FromRequest for SharedPhoto {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        async move {
            let app = app(&request)?;
            let query = request.query_string();
            if query.is_empty() {
                // As other pictures without a signature.
                AuthenticatedCaller::of(&request)?;
                return Err(Error::LinkRefused.into());
            }
            let ShareLinkPath(link) = ShareLinkPath::of(&request);
            let PhotoPath(picture) = PhotoPath::of(&request);
            let RequestClient(client) = RequestClient::of(&request);
            let grants = &app.service.grants;
            let opened = grants.open_picture(client, link, picture, query);
            Ok(Self(opened.await?))
        }
        .boxed_local()
    }
}

fn app(request: &HttpRequest) -> Result<Data<App>, Problem> {
    let app = request.app_data::<Data<App>>();
    app.cloned().ok_or_else(Problem::no_route)
}

/// The password that a request sends; `None` without one. One that is malformed matches none.
fn password(request: &HttpRequest) -> Option<Password> {
    let sent = request.headers().get(SHARE_PASSWORD)?;
    let decoded = percent_decode(sent.as_bytes()).decode_utf8();
    // No password has a NUL character.
    let text = decoded.as_deref().unwrap_or("\0");
    (!text.is_empty()).then(|| Password::attempt(text))
}

impl IntoParams for OpenedShare {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let password = "The password of the link, as percent-encoded UTF-8, if it has one";
        vec![
            parameter("token", text(), "The token of a share link"),
            header_parameter("Share-Password", password),
        ]
    }
}

impl IntoParams for SharedPhoto {
    fn into_params(place: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let mut parameters = ShareLinkPath::into_params(&place);
        parameters.extend(PhotoPath::into_params(&place));
        parameters
    }
}
