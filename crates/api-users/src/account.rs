//! `/user`: the caller's own profile, and signing up.

use actix_web::http::header::{self, HeaderValue};
use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use wayfare_api_core::fields::Element;
use wayfare_api_core::{Answer, App, Endpoint, Links, Problem, Signed, body, conditional};
use wayfare_domain::{Name, User, Username};
use wayfare_service::{NewAccount, Password, email};

/// A link on a profile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkShape {
    /// What it leads to: `twitter`, `site`, …
    pub r#type: String,
    /// Where it leads.
    pub url: String,
}

/// A profile as its holder sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OwnProfile {
    /// Who it is, for good.
    pub user_id: String,
    /// Display name.
    pub name: String,
    /// Handle.
    pub username: String,
    /// URL of the profile picture.
    pub image: String,
    /// Empty where there is none.
    pub description: String,
    /// Links.
    pub links: Vec<LinkShape>,
    /// Interests.
    pub interests: Vec<String>,
}

impl OwnProfile {
    /// The profile of `user` as they see it.
    pub fn new(links: &Links, user: &User) -> Self {
        let image = match user.picture {
            Some(_) => links.user_picture(user.username.as_str()),
            None => links.default_user_picture(),
        };
        Self {
            user_id: user.id.to_string(),
            name: user.name.to_string(),
            username: user.username.to_string(),
            image,
            description: user.description.to_string(),
            links: link_shapes(user),
            interests: interests(user),
        }
    }
}

/// A user's links.
pub(crate) fn link_shapes(user: &User) -> Vec<LinkShape> {
    let links = user.links.iter();
    links.map(|link| LinkShape { r#type: link.kind.to_string(), url: link.url.as_str().to_owned() }).collect()
}

/// A user's interests.
pub(crate) fn interests(user: &User) -> Vec<String> {
    user.interests.iter().map(ToString::to_string).collect()
}

pub(crate) fn endpoint() -> Endpoint {
    Endpoint::at("/user").get(own).post(create)
}

async fn own(app: Data<App>, Signed(caller): Signed, request: HttpRequest) -> Answer {
    let user = app.service.accounts.own(caller).await?;
    conditional::json(&request, Some(user.version), &OwnProfile::new(&app.links, &user))
}

async fn create(app: Data<App>, request: HttpRequest, payload: Payload) -> Answer {
    let new = body::json(&request, payload, body::SMALL, new_account).await?;
    let (user, token) = app.service.accounts.create(new).await?;
    let mut answer = conditional::json(&request, Some(user.version), &OwnProfile::new(&app.links, &user))?;
    set_token(&mut answer, &token.token)?;
    Ok(answer)
}

/// The new account's first token goes into a header, so that the body is the profile and nothing else.
fn set_token(answer: &mut HttpResponse, token: &str) -> Result<(), Problem> {
    let value = HeaderValue::from_str(&format!("Bearer {token}")).map_err(|error| Problem::internal(&error))?;
    answer.headers_mut().insert(header::AUTHORIZATION, value);
    answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(())
}

fn new_account(body: &Element<'_>) -> Option<NewAccount> {
    let fields = body.object()?;
    let name = fields.required("name").and_then(|name| name.string(Name::new));
    let username = fields.required("username").and_then(|username| username.string(Username::new));
    let email = fields.get("email").and_then(|address| address.string(email));
    let password = fields.get("password").and_then(|password| password.string(Password::new));
    Some(NewAccount { name: name?, username: username?, email, password })
}
