//! The routes of users, accounts and tokens.

use reqwest::Method;
use serde::Serialize;
use wayfare_api_users::account::OwnProfile;
use wayfare_api_users::auth::TokenShape;
use wayfare_api_users::privacy::{PrivacyShape, PrivacyWithEmail};
use wayfare_api_users::profile::PublicProfile;
use wayfare_api_users::settings::SettingsShape;

use crate::{Call, Client};

/// The routes of users, accounts and tokens; from [`Client::users`].
#[derive(Debug, Clone, Copy)]
pub struct Users<'c>(pub(crate) &'c Client);

impl Users<'_> {
    /// `POST /user`
    pub fn create(&self, body: &impl Serialize) -> Call<OwnProfile> {
        self.0.route(Method::POST, "/user").json(body)
    }

    /// `GET /user`
    pub fn own(&self) -> Call<OwnProfile> {
        self.0.route(Method::GET, "/user")
    }

    /// `GET /user/settings`
    pub fn settings(&self) -> Call<SettingsShape> {
        self.0.route(Method::GET, "/user/settings")
    }

    /// `GET /user/experience`
    pub fn experience(&self) -> Call<SettingsShape> {
        self.0.route(Method::GET, "/user/experience")
    }

    /// `PUT /user/{username}/settings`
    pub fn set_settings(&self, username: &str, body: &impl Serialize) -> Call<SettingsShape> {
        self.0
            .route(Method::PUT, &format!("/user/{username}/settings"))
            .json(body)
    }

    /// `GET /user/{username}/picture`
    pub fn picture(&self, username: &str) -> Call<()> {
        self.0
            .route(Method::GET, &format!("/user/{username}/picture"))
    }

    /// `PUT /user/{username}/picture`, with a [`Call::file`] in the part `image`
    pub fn set_picture(&self, username: &str) -> Call<OwnProfile> {
        self.0
            .route(Method::PUT, &format!("/user/{username}/picture"))
    }

    /// `GET /user/{username}`
    pub fn profile(&self, username: &str) -> Call<PublicProfile> {
        self.0.route(Method::GET, &format!("/user/{username}"))
    }

    /// `PUT /user/{username}`
    pub fn update(&self, username: &str, body: &impl Serialize) -> Call<OwnProfile> {
        self.0
            .route(Method::PUT, &format!("/user/{username}"))
            .json(body)
    }

    /// `DELETE /user/{username}`
    pub fn delete(&self, username: &str) -> Call<()> {
        self.0.route(Method::DELETE, &format!("/user/{username}"))
    }

    /// `GET /user/{username}/privacy`
    pub fn privacy(&self, username: &str) -> Call<PrivacyWithEmail> {
        self.0
            .route(Method::GET, &format!("/user/{username}/privacy"))
    }

    /// `PUT /user/{username}/privacy`
    pub fn set_privacy(&self, username: &str, body: &impl Serialize) -> Call<PrivacyShape> {
        self.0
            .route(Method::PUT, &format!("/user/{username}/privacy"))
            .json(body)
    }

    /// `POST /auth/token`, as JSON
    pub fn sign_in(&self, body: &impl Serialize) -> Call<TokenShape> {
        self.0.route(Method::POST, "/auth/token").json(body)
    }

    /// `POST /auth/revoke`
    pub fn revoke(&self, body: &impl Serialize) -> Call<()> {
        self.0.route(Method::POST, "/auth/revoke").json(body)
    }

    /// `PUT /auth/password`
    pub fn set_password(&self, body: &impl Serialize) -> Call<()> {
        self.0.route(Method::PUT, "/auth/password").json(body)
    }
}
