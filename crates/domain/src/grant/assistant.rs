//! Assistants: applications that a person lets act for their account by OAuth.

use crate::{Grant, GrantKind, GrantScope, KeyGrant, Reason};

/// What an assistant may do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assistant {
    /// The id of its application: the address of a document that describes it.
    pub application: String,
    /// What it may do of all that the account may.
    pub permits: KeyGrant,
}

/// The consent of a person to an assistant, once its code was exchanged; before that it permits
/// nothing. It ends when its newest refresh token does.
pub type Consent = Grant<Assistant>;

impl Consent {
    /// How long the code of a new consent lives, in milliseconds.
    pub const CODE_LIFE: i64 = 60_000;
}

impl GrantScope for Assistant {
    const KIND: GrantKind = GrantKind::Assistant;

    /// The application, then what it may do.
    fn to_words(&self) -> String {
        format!("{} {}", self.application, self.permits.to_words())
    }

    fn parse_words(words: &str) -> Result<Self, Reason> {
        let (application, permits) = words
            .split_once(' ')
            .ok_or_else(|| Reason::new("must name an application"))?;
        Ok(Self {
            application: application.to_owned(),
            permits: KeyGrant::parse_words(permits)?,
        })
    }
}
