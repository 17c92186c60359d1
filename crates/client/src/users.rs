//! The routes of users, accounts and tokens.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::Method;

use crate::routes::routes;
use crate::shapes::extensions::Import;
use crate::shapes::input::{
    ApiKeyInput, GrantType, NewAccountInput, PasswordInput, PrivacyInput, ProfileInput,
    ProposalInput, ResetInput, ResetPasswordInput, RevocationInput, SettingsInput, TokenInput,
    TripsInput,
};
use crate::shapes::keys::ApiKey;
use crate::shapes::lists::{OwnTrips, Proposal};
use crate::shapes::users::{
    OwnProfile, Privacy, PrivacyWithEmail, PublicProfile, Settings, Tokens,
};
use crate::{Call, Client, Mode, Results};

/// The routes of users, accounts and tokens; from [`Client::users`].
#[derive(Debug)]
pub struct Users<'c, M = Results>(pub(crate) &'c Client<M>);

routes! { Users:
    create(): POST "/user" (NewAccountInput) -> OwnProfile;
    own(): GET "/user" -> OwnProfile;
    settings(): GET "/user/settings" -> Settings;
    experience(): GET "/user/experience" -> Settings;
    set_settings(username): PUT "/user/{username}/settings" (SettingsInput) -> Settings;
    picture(username): GET "/user/{username}/picture" -> ();
    /// With a [`Call::file`] in the part `image`.
    set_picture(username): PUT "/user/{username}/picture" -> OwnProfile;
    profile(username): GET "/user/{username}" -> PublicProfile;
    update(username): PUT "/user/{username}" (ProfileInput) -> OwnProfile;
    delete(username): DELETE "/user/{username}" -> ();
    export(username): GET "/user/{username}/export" -> ();
    privacy(username): GET "/user/{username}/privacy" -> PrivacyWithEmail;
    set_privacy(username): PUT "/user/{username}/privacy" (PrivacyInput) -> Privacy;
    keys(username): GET "/user/{username}/keys" -> Vec<ApiKey>;
    /// [`Client::with_token`] takes the key of the answer.
    create_key(username): POST "/user/{username}/keys" (ApiKeyInput) -> ApiKey, once();
    key(username, key): GET "/user/{username}/keys/{key}" -> ApiKey;
    delete_key(username, key): DELETE "/user/{username}/keys/{key}" -> ();
    proposals(username): GET "/user/{username}/proposals" -> Vec<Proposal>;
    take_proposal(username, proposal):
        POST "/user/{username}/proposals/{proposal}" (ProposalInput) -> Import;
    delete_proposal(username, proposal): DELETE "/user/{username}/proposals/{proposal}" -> ();
    keep_trips(username): POST "/user/{username}/trips/keep" (TripsInput) -> ();
    leave_trips(username): POST "/user/{username}/trips/leave" (TripsInput) -> ();
    /// As JSON.
    sign_in(): POST "/auth/token" (TokenInput) -> Tokens;
    revoke(): POST "/auth/revoke" (RevocationInput) -> ();
    request_password_reset(): POST "/auth/password-reset" (ResetInput) -> ();
    reset_password(token): PUT "/auth/password-reset/{token}" (ResetPasswordInput) -> ();
    set_password(): PUT "/auth/password" (PasswordInput) -> ();
}

impl<M: Mode> Users<'_, M> {
    /// `POST /auth/token`, with an ID token of the OpenID provider of the service
    pub fn sign_in_with_id_token(&self, id_token: &str) -> Call<Tokens, M> {
        self.sign_in(&TokenInput {
            grant_type: GrantType::JwtBearer,
            assertion: Some(id_token.to_owned()),
            ..TokenInput::default()
        })
    }

    /// `GET /user/{username}/trips`, with parameters such as `("q", "lisbon")`. For the page after
    /// an answer, send the same ones and its `next` as `cursor`.
    pub fn trips(&self, username: &str, parameters: &[(&str, &str)]) -> Call<OwnTrips, M> {
        let encode = |text| utf8_percent_encode(text, NON_ALPHANUMERIC);
        let pairs = parameters.iter();
        let pairs = pairs.map(|(name, value)| format!("{}={}", encode(name), encode(value)));
        let query: Vec<String> = pairs.collect();
        self.0.route(
            Method::GET,
            format!("/user/{username}/trips?{}", query.join("&")),
        )
    }
}
