//! The routes of users, accounts and tokens.

use crate::shapes::input::{
    ApiKeyInput, Body, GrantType, NewAccountInput, PasswordInput, PrivacyInput, ProfileInput,
    ResetInput, ResetPasswordInput, RevocationInput, SettingsInput, TokenInput,
};
use crate::shapes::keys::ApiKey;
use crate::shapes::users::{
    OwnProfile, Privacy, PrivacyWithEmail, PublicProfile, Settings, Tokens,
};
use crate::{Call, Client, Mode, Results};

/// The routes of users, accounts and tokens; from [`Client::users`].
#[derive(Debug)]
pub struct Users<'c, M = Results>(pub(crate) &'c Client<M>);

impl<M: Mode> Users<'_, M> {
    /// `POST /user`
    pub fn create(&self, body: &impl Body<NewAccountInput>) -> Call<OwnProfile, M> {
        self.0.post("/user").json(body)
    }

    /// `GET /user`
    pub fn own(&self) -> Call<OwnProfile, M> {
        self.0.get("/user")
    }

    /// `GET /user/settings`
    pub fn settings(&self) -> Call<Settings, M> {
        self.0.get("/user/settings")
    }

    /// `GET /user/experience`
    pub fn experience(&self) -> Call<Settings, M> {
        self.0.get("/user/experience")
    }

    /// `PUT /user/{username}/settings`
    pub fn set_settings(
        &self,
        username: &str,
        body: &impl Body<SettingsInput>,
    ) -> Call<Settings, M> {
        self.0.put(format!("/user/{username}/settings")).json(body)
    }

    /// `GET /user/{username}/picture`
    pub fn picture(&self, username: &str) -> Call<(), M> {
        self.0.get(format!("/user/{username}/picture"))
    }

    /// `PUT /user/{username}/picture`, with a [`Call::file`] in the part `image`
    pub fn set_picture(&self, username: &str) -> Call<OwnProfile, M> {
        self.0.put(format!("/user/{username}/picture"))
    }

    /// `GET /user/{username}`
    pub fn profile(&self, username: &str) -> Call<PublicProfile, M> {
        self.0.get(format!("/user/{username}"))
    }

    /// `PUT /user/{username}`
    pub fn update(&self, username: &str, body: &impl Body<ProfileInput>) -> Call<OwnProfile, M> {
        self.0.put(format!("/user/{username}")).json(body)
    }

    /// `DELETE /user/{username}`
    pub fn delete(&self, username: &str) -> Call<(), M> {
        self.0.delete(format!("/user/{username}"))
    }

    /// `GET /user/{username}/export`
    pub fn export(&self, username: &str) -> Call<(), M> {
        self.0.get(format!("/user/{username}/export"))
    }

    /// `GET /user/{username}/privacy`
    pub fn privacy(&self, username: &str) -> Call<PrivacyWithEmail, M> {
        self.0.get(format!("/user/{username}/privacy"))
    }

    /// `PUT /user/{username}/privacy`
    pub fn set_privacy(&self, username: &str, body: &impl Body<PrivacyInput>) -> Call<Privacy, M> {
        self.0.put(format!("/user/{username}/privacy")).json(body)
    }

    /// `GET /user/{username}/keys`
    pub fn keys(&self, username: &str) -> Call<Vec<ApiKey>, M> {
        self.0.get(format!("/user/{username}/keys"))
    }

    /// `POST /user/{username}/keys`. [`Client::with_token`] takes the key of the answer.
    pub fn create_key(&self, username: &str, body: &impl Body<ApiKeyInput>) -> Call<ApiKey, M> {
        self.0
            .post_once(format!("/user/{username}/keys"))
            .json(body)
    }

    /// `GET /user/{username}/keys/{key}`
    pub fn key(&self, username: &str, key: &str) -> Call<ApiKey, M> {
        self.0.get(format!("/user/{username}/keys/{key}"))
    }

    /// `DELETE /user/{username}/keys/{key}`
    pub fn delete_key(&self, username: &str, key: &str) -> Call<(), M> {
        self.0.delete(format!("/user/{username}/keys/{key}"))
    }

    /// `POST /auth/token`, as JSON
    pub fn sign_in(&self, body: &impl Body<TokenInput>) -> Call<Tokens, M> {
        self.0.post("/auth/token").json(body)
    }

    /// `POST /auth/token`, with an ID token of the OpenID provider of the service
    pub fn sign_in_with_id_token(&self, id_token: &str) -> Call<Tokens, M> {
        self.sign_in(&TokenInput {
            grant_type: GrantType::JwtBearer,
            assertion: Some(id_token.to_owned()),
            ..TokenInput::default()
        })
    }

    /// `POST /auth/revoke`
    pub fn revoke(&self, body: &impl Body<RevocationInput>) -> Call<(), M> {
        self.0.post("/auth/revoke").json(body)
    }

    /// `POST /auth/password-reset`
    pub fn request_password_reset(&self, body: &impl Body<ResetInput>) -> Call<(), M> {
        self.0.post("/auth/password-reset").json(body)
    }

    /// `PUT /auth/password-reset/{token}`
    pub fn reset_password(&self, token: &str, body: &impl Body<ResetPasswordInput>) -> Call<(), M> {
        let path = format!("/auth/password-reset/{token}");
        self.0.put(path).json(body)
    }

    /// `PUT /auth/password`
    pub fn set_password(&self, body: &impl Body<PasswordInput>) -> Call<(), M> {
        self.0.put("/auth/password").json(body)
    }
}
