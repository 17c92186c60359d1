//! `/user/{username}`: the public profile, its edit by the holder, and the deletion of the account.

use actix_web::HttpRequest;
use actix_web::web::{Data, Payload};
use wayfare_api_core::input::fields::Element;
use wayfare_api_core::input::readers::text;
use wayfare_api_core::openapi::{USERS, UsernameTaken};
use wayfare_api_core::{
    Answer, App, Links, OptionalCaller, RequestClient, UserPath, answer::conditional, input::body,
};
use wayfare_domain::user::{Link, LinkUrl, UserPatch};
use wayfare_domain::{Name, User, Username};
use wayfare_service::{Password, UserUpdateRequest, email};
use wayfare_shapes::input::ProfileInput;
use wayfare_shapes::users::{OwnProfile, PublicProfile};

use super::account::{show_interests, show_links, show_own};
use super::update::{self, AccountRequest};

fn show_public(links: &Links, user: &User) -> PublicProfile {
    let open = !user.privacy.private_account;
    PublicProfile {
        name: user.name.to_string(),
        username: user.username.to_string(),
        image: links.user_picture(user.username.as_str()),
        description: open.then(|| user.description.to_string()),
        links: open.then(|| show_links(user)),
        interests: open.then(|| show_interests(user)),
    }
}

/// The public profile of a user. A private account shows only name, username and image.
#[utoipa::path(
    get, path = "/user/{username}", tag = USERS, operation_id = "getProfile",
    params(UserPath),
    responses((status = 200, description = "The profile", body = PublicProfile)),
    security(()),
)]
pub(crate) async fn public(
    app: Data<App>,
    UserPath(username): UserPath,
    request: HttpRequest,
) -> Answer {
    let RequestClient(client) = RequestClient::of(&request);
    let accounts = &app.service.accounts;
    let user = accounts.find(client, &username).await?;
    // The version of a private account would tell others when its hidden fields change.
    let may_know = match OptionalCaller::of(&request) {
        _ if !user.privacy.private_account => true,
        OptionalCaller(Some(caller)) => accounts.authorize(caller, &username).await.is_ok(),
        OptionalCaller(None) => false,
    };
    let version = may_know.then_some(user.version);
    conditional::json(&request, version, &show_public(&app.links, &user))
}

/// Changes what is sent of the caller's own profile.
#[utoipa::path(
    put, path = "/user/{username}", tag = USERS, operation_id = "updateProfile",
    params(UserPath),
    request_body = ProfileInput,
    responses(
        (status = 200, description = "The changed profile", body = OwnProfile),
        UsernameTaken,
    ),
)]
pub(crate) async fn update(request: AccountRequest, payload: Payload) -> Answer {
    let (app, shared) = (Data::clone(&request.app), Data::clone(&request.app));
    let read = move |body: &Element<'_>, username: &str| edit(body, &shared.links, username);
    let shape = |user: &User| show_own(&app.links, user);
    update::put(request, payload, body::LARGE, read, shape).await
}

/// Deletes the caller's account and the trips that it owns.
#[utoipa::path(
    delete, path = "/user/{username}", tag = USERS, operation_id = "deleteAccount",
    params(UserPath),
    responses((status = 204, description = "Deleted")),
)]
pub(crate) async fn delete(request: AccountRequest) -> Answer {
    let (accounts, UserPath(username)) = (&request.app.service.accounts, &request.path);
    let precondition = conditional::precondition(&request.http);
    let deleted = accounts.delete(request.caller, username, precondition);
    deleted.await?;
    Ok(conditional::no_content())
}

fn edit(body: &Element<'_>, links: &Links, username: &str) -> Option<UserUpdateRequest> {
    let fields = body.object()?;
    let patch = UserPatch {
        name: fields.read("name", |name| name.string(Name::new)),
        username: fields.read("username", |username| username.string(Username::new)),
        // An empty address takes the address away.
        email: fields.read("email", |address| {
            address.string(|text| {
                if text.is_empty() {
                    Ok(None)
                } else {
                    email(text).map(Some)
                }
            })
        }),
        description: fields.read("description", text),
        links: fields.read("links", |list| list.list(User::MAX_LINKS, link)),
        interests: fields.read("interests", |list| list.list(User::MAX_INTERESTS, text)),
        ..UserPatch::default()
    };
    let own = [
        Some(username),
        patch.username.as_ref().map(Username::as_str),
    ];
    let picture = fields.read("image", |image| {
        image.string(|text| links.read_user_picture(own.into_iter().flatten(), text))
    });
    let current = fields.read("current", |current| {
        current.string(|text| Ok(Password::attempt(text)))
    });
    Some(UserUpdateRequest {
        patch,
        picture,
        current,
        ..UserUpdateRequest::default()
    })
}

fn link(element: &Element<'_>) -> Option<Link> {
    let fields = element.object()?;
    let kind = fields.read_required("type", text);
    let url = fields.read_required("url", |url| url.string(LinkUrl::new));
    Some(Link {
        kind: kind?,
        url: url?,
    })
}
