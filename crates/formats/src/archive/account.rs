//! `account.json` of the archive of an account, version 1.

use serde::Serialize;
use wayfare_domain::user::{Link, LinkUrl};
use wayfare_domain::{Language, ShortText, User};

use super::Manifest;

/// [`Manifest::format`].
const FORMAT: &str = "wayfare-account";
const VERSION: u32 = 1;

/// An account, without its secrets.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AccountFile<'a> {
    user_id: String,
    username: &'a str,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<&'a str>,
    email_confirmed: bool,
    description: &'a str,
    links: Vec<LinkFile<'a>>,
    interests: Vec<&'a str>,
    /// The file of the profile picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<&'a str>,
    settings: SettingsFile,
    privacy: PrivacyFile,
    created_at: String,
    updated_at: String,
}

#[derive(Serialize)]
struct LinkFile<'a> {
    r#type: &'a str,
    url: &'a LinkUrl,
}

impl<'a> LinkFile<'a> {
    fn new(link: &'a Link) -> Self {
        Self {
            r#type: link.kind.as_str(),
            url: &link.url,
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SettingsFile {
    account_limited_deals: bool,
    account_newsletter_notifications: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PrivacyFile {
    private_account: bool,
    share_email: bool,
}

/// The documents of the archive of an account: `manifest.json` and `account.json`.
#[derive(Debug)]
pub struct AccountHead {
    pub(super) manifest: Vec<u8>,
    pub(super) account: Vec<u8>,
}

impl AccountHead {
    /// The documents of an account whose profile picture is the file `picture` of the archive.
    ///
    /// # Errors
    /// A document can't be serialised.
    pub fn new(user: &User, picture: Option<&str>) -> Result<Self, serde_json::Error> {
        let manifest = Manifest {
            format: FORMAT.to_owned(),
            version: VERSION,
        };
        let file = AccountFile {
            user_id: user.id.to_string(),
            username: user.username.as_str(),
            name: user.name.as_str(),
            email: user.email.as_ref().map(ShortText::as_str),
            email_confirmed: user.is_email_confirmed,
            description: user.description.as_str(),
            links: user.links.iter().map(LinkFile::new).collect(),
            interests: user.interests.iter().map(ShortText::as_str).collect(),
            picture,
            language: user.language.map(Language::tag),
            settings: SettingsFile {
                account_limited_deals: user.settings.limited_deals,
                account_newsletter_notifications: user.settings.newsletter,
            },
            privacy: PrivacyFile {
                private_account: user.privacy.private_account,
                share_email: user.privacy.share_email,
            },
            created_at: user.created_at.to_string(),
            updated_at: user.updated_at.to_string(),
        };
        Ok(Self {
            manifest: serde_json::to_vec_pretty(&manifest)?,
            account: serde_json::to_vec_pretty(&file)?,
        })
    }
}
