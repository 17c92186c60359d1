//! What the routes of users, accounts and tokens take.

use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::input::{IdInput, ShortTextInput, Time};
use crate::keys::KeyScope;

/// A new account.
#[skip_serializing_none]
#[derive(Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewAccountInput {
    /// Display name.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 200))]
    pub name: String,
    /// Handle.
    #[cfg_attr(
        feature = "openapi",
        schema(
            min_length = 1,
            max_length = 39,
            pattern = "^[A-Za-z0-9_][A-Za-z0-9_.-]*$"
        )
    )]
    pub username: String,
    /// E-mail address.
    #[cfg_attr(feature = "openapi", schema(format = "email", max_length = 2_000))]
    pub email: Option<String>,
    /// Password; without one the first access token is the only way into the account.
    #[cfg_attr(feature = "openapi", schema(format = Password, min_length = 8, max_length = 128))]
    pub password: Option<String>,
}

/// A change of a profile. Only what is sent changes.
#[skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProfileInput {
    /// Display name.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 200))]
    pub name: Option<String>,
    /// Handle.
    #[cfg_attr(
        feature = "openapi",
        schema(
            min_length = 1,
            max_length = 39,
            pattern = "^[A-Za-z0-9_][A-Za-z0-9_.-]*$"
        )
    )]
    pub username: Option<String>,
    /// E-mail address; an empty one takes it away.
    #[cfg_attr(feature = "openapi", schema(max_length = 2_000))]
    pub email: Option<String>,
    /// The present password, which another address needs, and the removal of one. An account
    /// without a password needs a sign-in that is at most 10 minutes old.
    #[cfg_attr(feature = "openapi", schema(format = Password))]
    pub current: Option<String>,
    /// URL of a picture: the service's own (no change), the default one's (none), another
    /// `http(s):` URL, or a `data:` URL.
    #[cfg_attr(feature = "openapi", schema(format = Uri))]
    pub image: Option<String>,
    /// What the user says of themself.
    #[cfg_attr(feature = "openapi", schema(max_length = 10_000))]
    pub description: Option<String>,
    /// Links.
    #[cfg_attr(feature = "openapi", schema(max_items = 20))]
    pub links: Option<Vec<ProfileLinkInput>>,
    /// Interests.
    #[cfg_attr(feature = "openapi", schema(max_items = 50))]
    pub interests: Option<Vec<ShortTextInput>>,
}

/// A link of a profile.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProfileLinkInput {
    /// What it leads to: `twitter`, `site`, …
    #[cfg_attr(feature = "openapi", schema(max_length = 2_000))]
    pub r#type: String,
    /// Where it leads: an http, https or mailto URL.
    #[cfg_attr(feature = "openapi", schema(format = Uri, max_length = 2_000))]
    pub url: String,
}

/// A change of the settings. Only what is sent changes.
#[skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SettingsInput {
    /// E-mails on limited deals.
    pub account_limited_deals: Option<bool>,
    /// The newsletter.
    pub account_newsletter_notifications: Option<bool>,
}

/// A change of what others may see. Only what is sent changes.
#[skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PrivacyInput {
    /// The public profile holds only name, username and image.
    pub private_account: Option<bool>,
    /// The other people of trips that the user owns or has edited see the user's e-mail address.
    pub share_email: Option<bool>,
    /// The tag of the language in which the service writes to the user: `en`, `de`, `fr`, `es`,
    /// `pt`, `it` or `ja`; an empty one takes the choice back.
    #[cfg_attr(feature = "openapi", schema(max_length = 2))]
    pub language: Option<String>,
}

/// A new API key.
#[skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ApiKeyInput {
    /// A text by which its holder knows it.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 200))]
    pub name: String,
    /// What it permits.
    pub scope: KeyScope,
    /// The trips that it is limited to; all where it is left out.
    #[cfg_attr(feature = "openapi", schema(min_items = 1, max_items = 20))]
    pub trips: Option<Vec<IdInput>>,
    /// When it ends; not in the past. Never where it is left out.
    pub expires_at: Option<Time>,
}

/// The kind of a token request.
#[derive(Debug, Clone, Copy, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum GrantType {
    /// Signing in, with `username` and `password`; a confirmed e-mail address will do, too.
    #[default]
    Password,
    /// Refreshing a session, with `refresh_token`.
    RefreshToken,
    /// Signing in at the OpenID provider of the service, with `assertion`; unknown without one.
    #[serde(rename = "urn:ietf:params:oauth:grant-type:jwt-bearer")]
    JwtBearer,
}

/// A token request (RFC 6749).
#[skip_serializing_none]
#[derive(Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TokenInput {
    /// What the tokens are given for.
    pub grant_type: GrantType,
    /// Handle, or confirmed e-mail address.
    #[cfg_attr(feature = "openapi", schema(max_length = 2_000))]
    pub username: Option<String>,
    /// Password.
    #[cfg_attr(feature = "openapi", schema(format = Password))]
    pub password: Option<String>,
    /// The refresh token; valid for one use.
    #[cfg_attr(feature = "openapi", schema(max_length = 2_000))]
    pub refresh_token: Option<String>,
    /// An ID token of the OpenID provider, for the client of this service.
    #[cfg_attr(feature = "openapi", schema(max_length = 65_536))]
    pub assertion: Option<String>,
}

/// The tokens to revoke: those of the sign-in of a refresh token, or all of the caller.
#[skip_serializing_none]
#[derive(Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RevocationInput {
    /// Any refresh token of the sign-in.
    #[cfg_attr(feature = "openapi", schema(max_length = 2_000))]
    pub refresh_token: Option<String>,
    /// Whether all tokens of the caller are revoked.
    pub all: Option<bool>,
}

/// A new password.
#[skip_serializing_none]
#[derive(Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PasswordInput {
    /// The present password, if there is one.
    #[cfg_attr(feature = "openapi", schema(format = Password))]
    pub current: Option<String>,
    /// The new one.
    #[cfg_attr(feature = "openapi", schema(format = Password, min_length = 8, max_length = 128))]
    pub password: String,
}

/// Whose password is forgotten.
#[derive(Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ResetInput {
    /// The username or the confirmed e-mail address.
    #[cfg_attr(feature = "openapi", schema(max_length = 2_000))]
    pub login: String,
}

/// A new password.
#[derive(Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ResetPasswordInput {
    /// The new password.
    #[cfg_attr(feature = "openapi", schema(format = Password, min_length = 8, max_length = 128))]
    pub password: String,
}
