//! The routes of users, accounts and tokens.

use serde::Serialize;

use crate::shapes::users::{
    OwnProfile, Privacy, PrivacyWithEmail, PublicProfile, Settings, Tokens,
};
use crate::{Call, Client, Mode, Results};

/// The routes of users, accounts and tokens; from [`Client::users`].
#[derive(Debug)]
pub struct Users<'c, M = Results>(pub(crate) &'c Client<M>);

impl<M: Mode> Users<'_, M> {
    /// `POST /user`
    pub fn create(&self, body: &impl Serialize) -> Call<OwnProfile, M> {
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
    pub fn set_settings(&self, username: &str, body: &impl Serialize) -> Call<Settings, M> {
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
    pub fn update(&self, username: &str, body: &impl Serialize) -> Call<OwnProfile, M> {
        self.0.put(format!("/user/{username}")).json(body)
    }

    /// `DELETE /user/{username}`
    pub fn delete(&self, username: &str) -> Call<(), M> {
        self.0.delete(format!("/user/{username}"))
    }

    /// `GET /user/{username}/privacy`
    pub fn privacy(&self, username: &str) -> Call<PrivacyWithEmail, M> {
        self.0.get(format!("/user/{username}/privacy"))
    }

    /// `PUT /user/{username}/privacy`
    pub fn set_privacy(&self, username: &str, body: &impl Serialize) -> Call<Privacy, M> {
        self.0.put(format!("/user/{username}/privacy")).json(body)
    }

    /// `POST /auth/token`, as JSON
    pub fn sign_in(&self, body: &impl Serialize) -> Call<Tokens, M> {
        self.0.post("/auth/token").json(body)
    }

    /// `POST /auth/revoke`
    pub fn revoke(&self, body: &impl Serialize) -> Call<(), M> {
        self.0.post("/auth/revoke").json(body)
    }

    /// `PUT /auth/password`
    pub fn set_password(&self, body: &impl Serialize) -> Call<(), M> {
        self.0.put("/auth/password").json(body)
    }
}
