//! What the routes of users, accounts and tokens answer.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A link on a profile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProfileLink {
    /// What it leads to: `twitter`, `site`, …
    pub r#type: String,
    /// Where it leads.
    #[cfg_attr(feature = "openapi", schema(format = Uri))]
    pub url: String,
}

/// A profile as its holder sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct OwnProfile {
    /// The permanent user id.
    #[cfg_attr(feature = "openapi", schema(format = Uuid))]
    pub user_id: String,
    /// Display name.
    pub name: String,
    /// Handle.
    pub username: String,
    /// URL of the profile picture.
    #[cfg_attr(feature = "openapi", schema(format = Uri))]
    pub image: String,
    /// Description; may be empty.
    pub description: String,
    /// Links.
    pub links: Vec<ProfileLink>,
    /// Interests.
    pub interests: Vec<String>,
}

/// A public profile. That of a private account holds only name, username and image.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PublicProfile {
    /// Display name.
    pub name: String,
    /// Handle.
    pub username: String,
    /// URL of the profile picture.
    #[cfg_attr(feature = "openapi", schema(format = Uri))]
    pub image: String,
    /// What the user says of themself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Links.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub links: Option<Vec<ProfileLink>>,
    /// Interests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interests: Option<Vec<String>>,
}

/// The two settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Settings {
    /// E-mails on limited deals.
    pub account_limited_deals: bool,
    /// The newsletter.
    pub account_newsletter_notifications: bool,
}

/// What others may see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Privacy {
    /// The public profile holds only name, username and image.
    pub private_account: bool,
    /// The other people of trips that the user owns or has edited see the user's e-mail address.
    pub share_email: bool,
    /// The tag of the chosen language: `en`, `de`, `fr`, `es`, `pt`, `it` or `ja`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
}

/// What others may see, and the e-mail address that it is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PrivacyWithEmail {
    /// The public profile holds only name, username and image.
    pub private_account: bool,
    /// The other people of trips that the user owns or has edited see the user's e-mail address.
    pub share_email: bool,
    /// The tag of the chosen language: `en`, `de`, `fr`, `es`, `pt`, `it` or `ja`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The e-mail address; empty if there is none. `PUT /user/{username}` changes it.
    pub email: String,
}

/// The answer to a sign-in or a refresh.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Tokens {
    /// The access token.
    pub access_token: String,
    /// `Bearer`.
    pub token_type: String,
    /// How long the access token lives, in seconds.
    pub expires_in: u64,
    /// The refresh token, for one use.
    pub refresh_token: String,
}

/// Without the tokens.
impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tokens")
            .field("expires_in", &self.expires_in)
            .finish_non_exhaustive()
    }
}
