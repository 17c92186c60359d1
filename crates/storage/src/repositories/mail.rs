//! The repository of mails that are to be sent.

use serde::{Deserialize, Serialize};
use uuid::Uuid;
use wayfare_domain::{Instant, Language, TripId, UserId};

use crate::Result;

/// What a mail is about. Its serde form is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum MailContent {
    /// Asks whether the address is the account's.
    Confirmation,
    /// Tells the former address, which was confirmed, that the account has another one.
    EmailChanged {
        /// Until when a link takes it back; `None` in mails of earlier versions.
        #[serde(default)]
        until: Option<Instant>,
    },
    /// Somebody asks for a new password. No account is looked up yet: the recipient is the login.
    ResetRequest,
    /// Lets a new password be set, while the account has this token generation.
    PasswordReset {
        /// The token generation.
        generation: i64,
    },
    /// Invites somebody to a trip.
    Invitation {
        /// The trip.
        trip: TripId,
        /// The invitation.
        invitation: Uuid,
    },
}

impl MailContent {
    /// Its kind, as logs and limits name it.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Confirmation => "confirmation",
            Self::EmailChanged { .. } => "email-changed",
            Self::ResetRequest => "reset-request",
            Self::PasswordReset { .. } => "password-reset",
            Self::Invitation { .. } => "invitation",
        }
    }
}

/// A mail that is to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutgoingMail {
    /// Its id.
    pub id: Uuid,
    /// The account that it is sent for; `None` for [`MailContent::ResetRequest`].
    pub user: Option<UserId>,
    /// The address; the login of a [`MailContent::ResetRequest`].
    pub recipient: String,
    /// What it is about.
    pub content: MailContent,
    /// Its language, unless the account chooses another.
    pub language: Language,
    /// When it was requested.
    pub created_at: Instant,
    /// When a server may send it.
    pub next_attempt_at: Instant,
    /// How often a server has taken it.
    pub attempts: i64,
}

/// The most mails of a kind that an account may request in a time.
#[derive(Debug, Clone, Copy)]
pub struct MailLimit {
    /// The number of mails.
    pub mails: i64,
    /// The time, in milliseconds.
    pub per: i64,
}

/// Mails that are to be sent, which are deleted with their account, and the addresses that were
/// invited by mail: each is named by the start of a digest.
pub trait MailRepository {
    /// Adds a mail.
    ///
    /// # Errors
    /// See [`crate::Error`]; the same for all methods.
    fn insert(&mut self, mail: &OutgoingMail) -> Result<()>;

    /// Reads at most `limit` mails that may be sent at `now`, those first that may so for longest.
    fn due(&mut self, now: Instant, limit: u32) -> Result<Vec<OutgoingMail>>;

    /// Replaces a mail. Returns `false` and writes nothing if it was deleted or has been taken more
    /// often than `before` says.
    fn save(&mut self, before: &OutgoingMail, after: &OutgoingMail) -> Result<bool>;

    /// Deletes a mail. Returns `false` if it does not exist.
    fn delete(&mut self, id: Uuid) -> Result<bool>;

    /// Counts a mail of a kind for an account, which the unit of work has locked. Returns `false`
    /// and counts nothing if the account has requested as many as it may.
    fn count(
        &mut self,
        id: Uuid,
        user: UserId,
        kind: &str,
        limit: MailLimit,
        now: Instant,
    ) -> Result<bool>;

    /// Counts an invitation to an address. Returns `false` and counts nothing if the address has
    /// had three since `since`, or refuses them. One statement, so that several servers count
    /// together.
    fn count_recipient(&mut self, recipient: Uuid, since: Instant, now: Instant) -> Result<bool>;

    /// Whether an address refuses invitations.
    fn is_refused(&mut self, recipient: Uuid) -> Result<bool>;

    /// Refuses further invitations to an address.
    fn refuse(&mut self, recipient: Uuid, now: Instant) -> Result<()>;

    /// Forgets some of the addresses that were last invited before a time and don't refuse.
    fn forget_recipients(&mut self, before: Instant) -> Result<()>;
}
