//! Users: their handle, profile, settings and privacy, and patches of them.

pub(super) mod suggested;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Description, Instant, Language, Name, PictureId, Reason, ShortText, UserId};

/// A user's handle: 1 to 39 of `A-Z a-z 0-9 _ . -`, not beginning with `.` or `-`; unique without
/// regard to case.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Username(String);

impl Username {
    /// The greatest length.
    pub const MAX: usize = 39;
    const RESERVED: [&'static str; 4] = ["default", "settings", "experience", "paginated"];

    /// Validates a username.
    ///
    /// # Errors
    /// Not of a username's form.
    pub fn new(text: &str) -> Result<Self, Reason> {
        let well_formed = (1..=Self::MAX).contains(&text.len())
            && text
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-'))
            && !text.starts_with(['.', '-']);
        if !well_formed {
            return Err(Reason::new(
                "must be 1 to 39 letters (a to z), digits, \"_\", \".\" or \"-\" without spaces, \
                    and begin with none of the last two",
            ));
        }
        Ok(Self(text.to_owned()))
    }

    /// Whether the service reserves it, so that it counts as taken: the interface's path words and
    /// UUIDs.
    pub fn is_reserved(&self) -> bool {
        Self::RESERVED.contains(&self.key().as_str()) || crate::is_uuid_shaped(&self.0)
    }

    /// A stored username, not validated again.
    pub fn stored(text: String) -> Self {
        Self(text)
    }

    /// The name as the user writes it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether a text is this name, in any case.
    pub fn is(&self, text: &str) -> bool {
        self.0.eq_ignore_ascii_case(text)
    }

    /// The case-folded form, which is unique and used in look-ups.
    pub fn key(&self) -> String {
        Self::key_of(&self.0)
    }

    /// The case-folded form of any text.
    pub fn key_of(text: &str) -> String {
        text.to_ascii_lowercase()
    }
}

impl fmt::Display for Username {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What a user signs in with, in the form in which it is looked up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Login {
    /// The username.
    Username(String),
    /// The confirmed e-mail address.
    Email(String),
}

impl Login {
    /// The login that somebody has typed; `None` if nobody's can be such.
    pub fn parse(text: &str) -> Option<Self> {
        if text.contains('@') {
            let email = ShortText::new(text).ok()?;
            return Some(Self::Email(User::email_key(&email)));
        }
        let username = Username::new(text).ok()?;
        Some(Self::Username(username.key()))
    }
}

/// A link on a profile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// The user's label of the target: `twitter`, `site`, …
    pub kind: ShortText,
    /// Its http, https or mailto URL.
    pub url: LinkUrl,
}

/// The URL of a [`Link`]: http, https or mailto, at most 2,000 characters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct LinkUrl(ShortText);

impl TryFrom<String> for LinkUrl {
    type Error = Reason;

    fn try_from(text: String) -> Result<Self, Reason> {
        Self::new(&text)
    }
}

impl LinkUrl {
    /// Validates a link's URL.
    ///
    /// # Errors
    /// Another scheme than http, https or mailto, nothing behind the scheme, white space, or too
    /// long a text.
    pub fn new(text: &str) -> Result<Self, Reason> {
        let url = ShortText::new(text)?;
        if is_url_of(&url, &["http://", "https://", "mailto:"]) {
            Ok(Self(url))
        } else {
            Err(Reason::new("must be an http, https or mailto URL"))
        }
    }

    /// The URL.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether a text is a URL that begins with one of `schemes` (in any case) and holds neither white
/// space nor control characters.
pub(crate) fn is_url_of(text: &str, schemes: &[&str]) -> bool {
    let clean = !text.chars().any(|c| c.is_whitespace() || c.is_control());
    clean
        && schemes.iter().any(|scheme| {
            text.get(..scheme.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
                && text.len() > scheme.len()
        })
}

/// The e-mails that a user subscribes to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Settings {
    /// E-mails on limited deals.
    pub limited_deals: bool,
    /// The newsletter.
    pub newsletter: bool,
}

/// The privacy settings of a user.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Privacy {
    /// The public profile holds only name, username and picture.
    pub private_account: bool,
    /// The other people of trips which the user owns or has edited see the user's e-mail address.
    pub share_email: bool,
}

/// A user's account, without its secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// The permanent id.
    pub id: UserId,
    /// The handle.
    pub username: Username,
    /// The display name.
    pub name: Name,
    /// E-mail address, if one was given.
    pub email: Option<ShortText>,
    /// Whether the user has confirmed that the address is theirs.
    pub is_email_confirmed: bool,
    /// The language that the user has chosen.
    pub language: Option<Language>,
    /// The description on the profile.
    pub description: Description,
    /// Links, in the user's order; at most [`User::MAX_LINKS`].
    pub links: Vec<Link>,
    /// Interests, in the user's order; at most [`User::MAX_INTERESTS`].
    pub interests: Vec<ShortText>,
    /// The profile picture; `None` means the default one.
    pub picture: Option<PictureId>,
    /// The e-mail subscriptions.
    pub settings: Settings,
    /// The privacy settings.
    pub privacy: Privacy,
    /// Incremented with every change.
    pub version: i64,
    /// The time of the account's creation.
    pub created_at: Instant,
    /// The time of the last change.
    pub updated_at: Instant,
}

/// A patch of a user: fields that are `None` stay unchanged.
#[derive(Debug, Clone, Default)]
pub struct UserPatch {
    /// A new handle.
    pub username: Option<Username>,
    /// A new display name.
    pub name: Option<Name>,
    /// A new e-mail address, or none.
    pub email: Option<Option<ShortText>>,
    /// Another language, or none.
    pub language: Option<Option<Language>>,
    /// A new description.
    pub description: Option<Description>,
    /// New links.
    pub links: Option<Vec<Link>>,
    /// New interests.
    pub interests: Option<Vec<ShortText>>,
    /// Another picture, or none.
    pub picture: Option<Option<PictureId>>,
    /// [`Settings::limited_deals`].
    pub limited_deals: Option<bool>,
    /// [`Settings::newsletter`].
    pub newsletter: Option<bool>,
    /// [`Privacy::private_account`].
    pub private_account: Option<bool>,
    /// [`Privacy::share_email`].
    pub share_email: Option<bool>,
}

impl User {
    /// Greatest number of links.
    pub const MAX_LINKS: usize = 20;
    /// Greatest number of interests.
    pub const MAX_INTERESTS: usize = 50;

    /// Creates an account; all other fields are empty or off.
    pub fn new(
        id: UserId,
        username: Username,
        name: Name,
        email: Option<ShortText>,
        now: Instant,
    ) -> Self {
        Self {
            id,
            username,
            name,
            email,
            is_email_confirmed: false,
            language: None,
            description: Description::default(),
            links: Vec::new(),
            interests: Vec::new(),
            picture: None,
            settings: Settings::default(),
            privacy: Privacy::default(),
            version: 1,
            created_at: now,
            updated_at: now,
        }
    }

    /// The address in the form in which addresses are compared.
    pub fn email_key(email: &str) -> String {
        email.to_lowercase()
    }

    /// Confirms the address. Returns `None` if it is confirmed already, or there is none.
    pub fn confirm_email(&self, now: Instant) -> Option<Self> {
        if self.is_email_confirmed || self.email.is_none() {
            return None;
        }
        let mut next = self.clone();
        next.is_email_confirmed = true;
        next.version += 1;
        next.updated_at = now;
        Some(next)
    }

    /// Gives the account an address back that it had confirmed.
    #[must_use]
    pub fn restore_email(&self, email: ShortText, now: Instant) -> Self {
        Self {
            email: Some(email),
            is_email_confirmed: true,
            version: self.version + 1,
            updated_at: now,
            ..self.clone()
        }
    }

    /// Applies a patch. Returns `None` if it changes nothing. Another address is not confirmed.
    pub fn apply(&self, patch: UserPatch, now: Instant) -> Option<Self> {
        let mut next = self.clone();
        let UserPatch {
            username,
            name,
            email,
            language,
            description,
            links,
            interests,
            picture,
            limited_deals,
            newsletter,
            private_account,
            share_email,
        } = patch;
        set(&mut next.username, username);
        set(&mut next.name, name);
        set(&mut next.email, email);
        next.is_email_confirmed &= next.email == self.email;
        set(&mut next.language, language);
        set(&mut next.description, description);
        set(&mut next.links, links);
        set(&mut next.interests, interests);
        set(&mut next.picture, picture);
        set(&mut next.settings.limited_deals, limited_deals);
        set(&mut next.settings.newsletter, newsletter);
        set(&mut next.privacy.private_account, private_account);
        set(&mut next.privacy.share_email, share_email);
        if next == *self {
            return None;
        }
        next.version += 1;
        next.updated_at = now;
        Some(next)
    }
}

pub(crate) fn set<T>(field: &mut T, sent: Option<T>) {
    if let Some(value) = sent {
        *field = value;
    }
}
