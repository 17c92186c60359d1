//! `/user`: the caller's own profile, and sign-up.

use actix_web::HttpRequest;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::web::{Data, Payload};
use wayfare_api_core::http::language::language_of;
use wayfare_api_core::input::fields::Element;
use wayfare_api_core::openapi::{NoSignUp, USERS};
use wayfare_api_core::{
    Answer, App, CallerRequest, Links, Problem, RequestClient, answer::conditional, input::body,
};
use wayfare_domain::{Language, Name, User, Username};
use wayfare_service::{NewAccount, Password, SignedUp, email};
use wayfare_shapes::input::NewAccountInput;
use wayfare_shapes::users::{OwnProfile, ProfileLink};

/// The header of the first refresh token.
const REFRESH_TOKEN: HeaderName = HeaderName::from_static("refresh-token");

/// The profile of `user` as they see it.
pub(crate) fn show_own(links: &Links, user: &User) -> OwnProfile {
    let image = match user.picture {
        Some(_) => links.user_picture(user.username.as_str()),
        None => links.default_user_picture(),
    };
    OwnProfile {
        user_id: user.id.to_string(),
        name: user.name.to_string(),
        username: user.username.to_string(),
        image,
        description: user.description.to_string(),
        links: show_links(user),
        interests: show_interests(user),
    }
}

/// A user's links.
pub(crate) fn show_links(user: &User) -> Vec<ProfileLink> {
    let links = user.links.iter();
    links
        .map(|link| ProfileLink {
            r#type: link.kind.to_string(),
            url: link.url.as_str().to_owned(),
        })
        .collect()
}

/// A user's interests.
pub(crate) fn show_interests(user: &User) -> Vec<String> {
    user.interests.iter().map(ToString::to_string).collect()
}

/// The caller's own profile; by an API key, the profile of whose key it is.
#[utoipa::path(
    get, path = "/user", tag = USERS, operation_id = "getOwnProfile",
    responses((status = 200, description = "The profile", body = OwnProfile)),
)]
pub(crate) async fn own(request: CallerRequest) -> Answer {
    let (app, caller, request) = (&request.app, request.caller, &request.http);
    let user = app.service.accounts.account_of(caller).await?;
    conditional::json(request, Some(user.version), &show_own(&app.links, &user))
}

/// Signs up. The answer's header `Authorization` holds the first access token; `Refresh-Token` the
/// first refresh token, if the account has a password.
#[utoipa::path(
    post, path = "/user", tag = USERS, operation_id = "signUp",
    request_body = NewAccountInput,
    responses(
    (status = 200, description = "The new profile", body = OwnProfile, headers(
    ("Authorization" = String, description = "`Bearer` and the first access token"),
    ("Refresh-Token" = String, description = "The first refresh token; only for an account with a \
        password"),
    )),
    NoSignUp,
    ),
    security(()),
)]
pub(crate) async fn create(app: Data<App>, request: HttpRequest, payload: Payload) -> Answer {
    app.service.accounts.authorize_sign_up()?;
    let language = language_of(&request);
    let read = move |body: &Element<'_>| new_account(body, language);
    let new = body::json(&request, payload, body::SMALL, read).await?;
    let RequestClient(client) = RequestClient::of(&request);
    let SignedUp {
        user,
        access_token,
        refresh_token,
    } = app.service.accounts.create(client, new).await?;
    let mut answer = conditional::json(&request, Some(user.version), &show_own(&app.links, &user))?;
    let headers = answer.headers_mut();
    let value = format!("Bearer {}", access_token.token);
    headers.insert(header::AUTHORIZATION, secret(&value)?);
    if let Some(token) = refresh_token {
        headers.insert(REFRESH_TOKEN, secret(&token)?);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(answer)
}

/// A token as the value of a header: the body is the profile alone.
fn secret(token: &str) -> Result<HeaderValue, Problem> {
    let mut value = HeaderValue::from_str(token).map_err(|error| Problem::internal(&error))?;
    value.set_sensitive(true);
    Ok(value)
}

fn new_account(body: &Element<'_>, language: Language) -> Option<NewAccount> {
    let fields = body.object()?;
    let name = fields.read_required("name", |name| name.string(Name::new));
    let username = fields.read_required("username", |username| username.string(Username::new));
    let email = fields.read("email", |address| address.string(email));
    let password = fields.read("password", |password| password.string(Password::new));
    Some(NewAccount {
        name: name?,
        username: username?,
        email,
        language,
        password,
    })
}
