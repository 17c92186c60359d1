//! What the routes of users, accounts and tokens take.

use serde::Serialize;

use crate::input::{IdInput, ShortTextInput, Time, bodies};
use crate::keys::KeyScope;

bodies! { (Clone, Default, Serialize)
    /// A new account.
    NewAccountInput {
        /// Display name.
        name: String [min_length = 1, max_length = 200],
        /// Handle.
        username: String
            [min_length = 1, max_length = 39, pattern = "^[A-Za-z0-9_][A-Za-z0-9_.-]*$"],
        /// E-mail address.
        email: Option<String> [format = "email", max_length = 2_000],
        /// Password; without one the first access token is the only way into the account.
        password: Option<String> [format = Password, min_length = 8, max_length = 128],
    }
}

bodies! { (Debug, Clone, Default, Serialize)
    /// A change of a profile. Only what is sent changes.
    ProfileInput = crate::users::OwnProfile {
        /// Display name.
        name: Option<String> [min_length = 1, max_length = 200],
        /// Handle.
        username: Option<String>
            [min_length = 1, max_length = 39, pattern = "^[A-Za-z0-9_][A-Za-z0-9_.-]*$"],
        /// E-mail address; an empty one takes it away.
        email: Option<String> [max_length = 2_000],
        /// The present password, which another address needs, and the removal of one. An account
        /// without a password needs a sign-in that is at most 10 minutes old.
        current: Option<String> [format = Password],
        /// URL of a picture: the service's own (no change), the default one's (none), another
        /// `http(s):` URL, or a `data:` URL.
        image: Option<String> [format = Uri],
        /// What the user says of themself.
        description: Option<String> [max_length = 10_000],
        /// Links.
        links: Option<Vec<ProfileLinkInput>> [max_items = 20],
        /// Interests.
        interests: Option<Vec<ShortTextInput>> [max_items = 50],
    }

    /// A link of a profile.
    ProfileLinkInput {
        /// What it leads to: `twitter`, `site`, …
        r#type: String [max_length = 2_000],
        /// Where it leads: an http, https or mailto URL.
        url: String [format = Uri, max_length = 2_000],
    }

    /// A change of the settings. Only what is sent changes.
    #[serde(rename_all = "camelCase")]
    SettingsInput = crate::users::Settings {
        /// E-mails on limited deals.
        account_limited_deals: Option<bool>,
        /// The newsletter.
        account_newsletter_notifications: Option<bool>,
    }

    /// A change of what others may see. Only what is sent changes.
    #[serde(rename_all = "camelCase")]
    PrivacyInput = crate::users::PrivacyWithEmail {
        /// The public profile holds only name, username and image.
        private_account: Option<bool>,
        /// The other people of trips that the user owns or has edited see the user's e-mail
        /// address.
        share_email: Option<bool>,
        /// The tag of the language in which the service writes to the user: `en`, `de`, `fr`, `es`,
        /// `pt`, `it` or `ja`; an empty one takes the choice back.
        language: Option<String> [max_length = 2],
    }

    /// Where a proposal goes.
    ProposalInput {
        /// The trip that it is added to; a new one where it is left out.
        trip: Option<IdInput>,
    }

    /// A new API key.
    #[serde(rename_all = "camelCase")]
    ApiKeyInput {
        /// A text by which its holder knows it.
        name: String [min_length = 1, max_length = 200],
        /// What it permits.
        scope: KeyScope,
        /// The trips that it is limited to; all where it is left out.
        trips: Option<Vec<IdInput>> [min_items = 1, max_items = 20],
        /// When it ends; not in the past. Never where it is left out.
        expires_at: Option<Time>,
    }
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

bodies! { (Clone, Default, Serialize)
    /// A token request (RFC 6749).
    TokenInput {
        /// What the tokens are given for.
        grant_type: GrantType,
        /// Handle, or confirmed e-mail address.
        username: Option<String> [max_length = 2_000],
        /// Password.
        password: Option<String> [format = Password],
        /// The refresh token; valid for one use.
        refresh_token: Option<String> [max_length = 2_000],
        /// An ID token of the OpenID provider, for the client of this service.
        assertion: Option<String> [max_length = 65_536],
    }

    /// The tokens to revoke: those of the sign-in of a refresh token, or all of the caller.
    RevocationInput {
        /// Any refresh token of the sign-in.
        refresh_token: Option<String> [max_length = 2_000],
        /// Whether all tokens of the caller are revoked.
        all: Option<bool>,
    }

    /// A new password.
    PasswordInput {
        /// The present password, if there is one.
        current: Option<String> [format = Password],
        /// The new one.
        password: String [format = Password, min_length = 8, max_length = 128],
    }

    /// Whose password is forgotten.
    ResetInput {
        /// The username or the confirmed e-mail address.
        login: String [max_length = 2_000],
    }

    /// A new password.
    ResetPasswordInput {
        /// The new password.
        password: String [format = Password, min_length = 8, max_length = 128],
    }
}
