//! Mail: what is queued, within the unit of work that requests it, and how it is sent (operations:
//! "Mail").

mod delivery;
pub(crate) mod links;
pub(crate) mod queue;
pub(crate) mod recipients;

use std::sync::Arc;

use wayfare_domain::{Language, ShortText, User, UserId};
use wayfare_storage::{Account, FormerEmail, MailContent, MailLimit, OutgoingMail, Repositories};

use crate::Error;
use crate::context::Context;
use crate::runtime::random;

/// Milliseconds of an hour.
pub(crate) const HOUR: i64 = 60 * 60 * 1_000;
/// Milliseconds of a day.
pub(crate) const DAY: i64 = 24 * HOUR;
/// How long the mail to the former address of an account waits, in milliseconds: whoever has
/// changed it looks for the link to the new one first.
const NOTICE_PAUSE: i64 = 60_000;
/// How long the former address may be taken back, in milliseconds.
pub(crate) const UNDO_TIME: i64 = 7 * DAY;
/// Confirmations and new passwords, five an hour each.
const PER_HOUR: MailLimit = MailLimit {
    mails: 5,
    per: HOUR,
};
/// Invitations, whose readers have asked for nothing: fifty a day for each account, and five on its
/// first day, since accounts cost nothing. An address gets three, whoever writes them.
const INVITATIONS: MailLimit = MailLimit {
    mails: 50,
    per: DAY,
};
const FIRST_INVITATIONS: MailLimit = MailLimit {
    mails: 5,
    ..INVITATIONS
};

/// Sends the mails of a service. Cheap to clone.
#[derive(Clone)]
pub struct Mail {
    context: Arc<Context>,
}

impl Mail {
    pub(crate) fn new(context: Arc<Context>) -> Self {
        Self { context }
    }

    /// Whether mails are sent.
    pub fn is_on(&self) -> bool {
        self.context.mail.is_some()
    }
}

impl Context {
    /// Queues a mail that asks whether the address of an account, which the unit of work has locked
    /// or inserted, is its own. Does nothing without mail or without an address.
    ///
    /// # Errors
    /// [`Error::TooManyMails`].
    pub(crate) fn queue_confirmation(
        &self,
        data: &mut dyn Repositories,
        user: &User,
        language: Language,
    ) -> Result<(), Error> {
        let Some(email) = user.email.as_ref().filter(|_| !user.is_email_confirmed) else {
            return Ok(());
        };
        let content = MailContent::Confirmation;
        self.queue_counted(data, user.id, email, content, language)
    }

    /// Keeps the former address of an account, which the unit of work has locked, if it was
    /// confirmed, and queues a mail there with a link that takes it back: whoever holds it may not
    /// be the one who has changed it. No other mails use up its place, as a thief might have them.
    ///
    /// Who goes back to an address that is kept has undone what came after it: nothing of that
    /// gets a link, or had one, and the last one is told so.
    pub(crate) fn queue_email_changed(
        &self,
        data: &mut dyn Repositories,
        before: &User,
        after: &User,
        language: Language,
    ) -> Result<(), Error> {
        let now = self.now();
        let key = |email: &ShortText| User::email_key(email);
        let new = after.email.as_ref().map(key);
        let kept = data.users().former_emails(before.id, now)?;
        let back = kept.iter().find(|kept| Some(key(&kept.email)) == new);
        if let Some(back) = back {
            let later = back.until.plus_millis(1);
            data.users().delete_former_emails(before.id, later)?;
        }
        let Some(former) = before.email.as_ref().filter(|_| before.is_email_confirmed) else {
            return Ok(());
        };
        if self.mail.is_none() {
            return Ok(());
        }
        let until = back.is_none().then(|| now.plus_millis(UNDO_TIME));
        if let Some(until) = until {
            let kept = FormerEmail {
                email: former.clone(),
                until,
            };
            data.users().keep_former_email(before.id, &kept, now)?;
        }
        let content = MailContent::EmailChanged { until };
        self.queue(data, Some(before.id), former, content, language)
    }

    /// Queues an invitation by its owner, whose account the unit of work has locked.
    ///
    /// # Errors
    /// [`Error::TooManyMails`], then [`Error::RecipientLimit`].
    pub(crate) fn queue_invitation(
        &self,
        data: &mut dyn Repositories,
        owner: UserId,
        email: &str,
        content: MailContent,
        language: Language,
    ) -> Result<(), Error> {
        self.queue_counted(data, owner, email, content, language)?;
        let (recipient, now) = (recipients::id_of(email), self.now());
        let day_ago = now.plus_millis(-DAY);
        let is_counted = data.mail().count_recipient(recipient, day_ago, now)?;
        is_counted.then_some(()).ok_or(Error::RecipientLimit)
    }

    /// Queues the request of somebody who has forgotten the password of a login. The account is
    /// looked up when the request is taken from the queue: until then it is the same for all.
    pub(crate) fn queue_reset(
        &self,
        data: &mut dyn Repositories,
        login: &str,
        language: Language,
    ) -> Result<(), Error> {
        self.queue(data, None, login, MailContent::ResetRequest, language)
    }

    fn queue_counted(
        &self,
        data: &mut dyn Repositories,
        user: UserId,
        recipient: &str,
        content: MailContent,
        language: Language,
    ) -> Result<(), Error> {
        if self.mail.is_none() {
            return Ok(());
        }
        if !self.count(data, user, content)? {
            return Err(Error::TooManyMails);
        }
        self.queue(data, Some(user), recipient, content, language)
    }

    /// Counts a mail for an account, which the unit of work has locked. Returns whether it may be
    /// sent.
    fn count(
        &self,
        data: &mut dyn Repositories,
        user: UserId,
        content: MailContent,
    ) -> Result<bool, Error> {
        let (id, kind, now) = (random::id(), content.kind(), self.now());
        let limit = match content {
            MailContent::Invitation { .. } => {
                let account = data.users().find(user)?;
                let is_new = |account: Account| account.user.created_at.plus_millis(DAY) > now;
                match account.is_none_or(is_new) {
                    true => FIRST_INVITATIONS,
                    false => INVITATIONS,
                }
            }
            _ => PER_HOUR,
        };
        Ok(data.mail().count(id, user, kind, limit, now)?)
    }

    fn queue(
        &self,
        data: &mut dyn Repositories,
        user: Option<UserId>,
        recipient: &str,
        content: MailContent,
        language: Language,
    ) -> Result<(), Error> {
        let now = self.now();
        let pause = match content {
            MailContent::EmailChanged { .. } => NOTICE_PAUSE,
            _ => 0,
        };
        data.mail().insert(&OutgoingMail {
            id: random::id(),
            user,
            recipient: recipient.to_owned(),
            content,
            language,
            created_at: now,
            next_attempt_at: now.plus_millis(pause),
            attempts: 0,
        })?;
        Ok(())
    }

    /// Lets this server send what it has queued without waiting for its next poll.
    pub(crate) fn wake_mail(&self) {
        if let Some(mail) = &self.mail {
            mail.wake.notify_one();
        }
    }
}
