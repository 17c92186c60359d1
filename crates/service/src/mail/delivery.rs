//! Sending what is queued: each server polls the queue, and takes a mail by moving on the time of
//! its next attempt, so that one of many servers sends it. If that server is killed meanwhile,
//! another takes it after that time: then it may be sent twice.

use std::pin::pin;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::future::join_all;
use tokio::time::sleep;
use wayfare_domain::trip::Invitation;
use wayfare_domain::{GrantId, GrantKind, Instant, Login, UserId};
use wayfare_mail::{Letter, SendError, Subject};
use wayfare_storage::{Account, MailContent, OutgoingMail, Repositories, TripParts, TripQuery};

use super::queue::MailQueue;
use super::recipients::id_of;
use super::{DAY, HOUR, Mail};
use crate::Error;
use crate::context::Context;
use crate::runtime::executor::INTERNAL;

/// The time between two polls.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Mails that are sent at once.
const BATCH: u32 = 8;
/// The pause after the first attempt, in milliseconds. It doubles with each one.
const FIRST_PAUSE: i64 = 30_000;

/// What is done about a mail that a server has taken.
enum Taken {
    /// It is sent.
    Send(Box<Letter>, OutgoingMail),
    /// It has become void, and is deleted.
    Void,
    /// It is a day old, and is deleted.
    GivenUp,
}

impl Mail {
    /// Sends mails until `stop` is ready; then ends what it has begun. Returns at once without
    /// mail.
    pub async fn run(&self, stop: impl Future<Output = ()>) {
        let Some(queue) = &self.context.mail else {
            return;
        };
        let mut stop = pin!(stop);
        loop {
            let is_full = self.send_due(queue).await;
            let pause = if is_full {
                Duration::ZERO
            } else {
                POLL_INTERVAL
            };
            tokio::select! {
                biased;
                () = &mut stop => return,
                () = queue.wake.notified() => {}
                () = sleep(pause) => {}
            }
        }
    }

    /// Sends some of the mails that are due. Returns whether there may be more.
    async fn send_due(&self, queue: &MailQueue) -> bool {
        let now = self.context.now();
        let due = self
            .context
            .executor
            .read(INTERNAL, move |data| Ok(data.mail().due(now, BATCH)?));
        let due = match due.await {
            Ok(due) => due,
            Err(error) => {
                tracing::debug!(%error, "can't look for mails to send");
                return false;
            }
        };
        let is_full = u32::try_from(due.len()).is_ok_and(|count| count == BATCH);
        let taken = join_all(due.into_iter().map(|mail| self.deliver(queue, mail))).await;
        // Those that can't be taken stay due.
        is_full && taken.contains(&true)
    }

    /// Takes a mail, and sends it. Returns `false` if it can't be taken.
    async fn deliver(&self, queue: &MailQueue, mail: OutgoingMail) -> bool {
        let (id, kind) = (mail.id, mail.content.kind());
        let (context, own) = (self.context.clone(), mail.clone());
        let take = self
            .context
            .executor
            .write(INTERNAL, move |data| take(&context, data, &own));
        match take.await {
            Ok(Taken::Send(letter, taken)) => self.send(queue, &letter, taken).await,
            Ok(Taken::Void) => tracing::debug!(mail = %id, kind, "a mail is void"),
            Ok(Taken::GivenUp) => {
                tracing::warn!(mail = %id, kind, attempts = mail.attempts, "gave up a mail that \
                    could not be sent for a day");
                self.context.metrics.mailed("given-up");
            }
            // Another server has taken it.
            Err(Error::Gone) => {}
            Err(error) => {
                tracing::debug!(mail = %id, kind, %error, "can't take a mail");
                return false;
            }
        }
        true
    }

    async fn send(&self, queue: &MailQueue, letter: &Letter, taken: OutgoingMail) {
        let (id, kind) = (taken.id, taken.content.kind());
        let is_counted = taken.attempts == 1 && taken.content == MailContent::Confirmation;
        let now = self.context.now();
        if is_counted && !queue.recipients.count(&taken.recipient, now) {
            // No answer tells that the address has had as many as it may.
            tracing::debug!(mail = %id, kind, "withheld a mail");
            return self.end(taken, None).await;
        }
        let sent = queue.mailer.send(letter, self.context.policy.mail_timeout);
        let result = sent.await;
        let next = match result {
            Ok(()) => {
                tracing::debug!(mail = %id, kind, "sent a mail");
                self.context.metrics.mailed("sent");
                None
            }
            Err(SendError::Refused(code)) => {
                tracing::warn!(mail = %id, kind, code, "the mail server refuses a mail for good");
                self.context.metrics.mailed("refused");
                None
            }
            Err(reason @ SendError::UnsupportedAddress) => {
                tracing::warn!(mail = %id, kind, "gave up a mail: {reason}");
                self.context.metrics.mailed("refused");
                None
            }
            Err(reason) => {
                self.context.metrics.mailed("delayed");
                if let SendError::Later(code) = reason {
                    tracing::info!(
                        mail = %id, kind, code, "the mail server refuses a mail for now"
                    );
                }
                Some(retry(&taken, self.context.now()))
            }
        };
        self.note(queue, result);
        self.end(taken, next).await;
    }

    /// Keeps a mail for its next attempt, or deletes it.
    async fn end(&self, taken: OutgoingMail, next: Option<OutgoingMail>) {
        let (id, kind) = (taken.id, taken.content.kind());
        let end = self.context.executor.write(INTERNAL, move |data| {
            match &next {
                Some(next) => {
                    data.mail().save(&taken, next)?;
                }
                None => {
                    data.mail().delete(taken.id)?;
                }
            }
            Ok(())
        });
        if let Err(error) = end.await {
            tracing::warn!(mail = %id, kind, %error, "the end of a mail is not recorded: it may be \
                sent again");
        }
    }

    /// Logs when mails begin to fail, and when they are sent again.
    fn note(&self, queue: &MailQueue, result: Result<(), SendError>) {
        let reason = match result {
            // Other mails may be taken.
            Ok(())
            | Err(SendError::Refused(_) | SendError::Later(_) | SendError::UnsupportedAddress) => {
                None
            }
            Err(reason) => Some(reason),
        };
        let was_failing = queue.is_failing.swap(reason.is_some(), Ordering::Relaxed);
        match reason {
            Some(reason) if !was_failing => {
                tracing::warn!(%reason, "mails can't be sent; they are tried again for a day");
            }
            None if was_failing => tracing::info!("mails are sent again"),
            _ => {}
        }
    }
}

/// The mail with its next attempt, after one that has failed: in 30 seconds, then after twice as
/// long, at most an hour, and never past the day after which it is given up.
fn retry(taken: &OutgoingMail, now: Instant) -> OutgoingMail {
    let doublings = u32::try_from(taken.attempts - 1).unwrap_or(0).min(16);
    let pause = (FIRST_PAUSE << doublings).min(HOUR);
    let end = taken.created_at.plus_millis(DAY);
    OutgoingMail {
        next_attempt_at: now.plus_millis(pause).min(end),
        ..taken.clone()
    }
}

/// Takes a mail within a unit of work.
///
/// # Errors
/// [`Error::Gone`] if another server has taken it.
fn take(
    context: &Context,
    data: &mut dyn Repositories,
    mail: &OutgoingMail,
) -> Result<Taken, Error> {
    let now = context.now();
    if mail.created_at.plus_millis(DAY) <= now {
        return delete(data, mail, Taken::GivenUp);
    }
    let lease = context.policy.mail_timeout.as_millis().saturating_mul(2);
    let taken = OutgoingMail {
        attempts: mail.attempts + 1,
        next_attempt_at: now.plus_millis(i64::try_from(lease).unwrap_or(DAY)),
        ..mail.clone()
    };
    let taken = match taken.content {
        MailContent::ResetRequest => resolve(context, data, &taken)?,
        _ => Some(taken),
    };
    let Some(taken) = taken else {
        return delete(data, mail, Taken::Void);
    };
    let Some(letter) = compose(context, data, &taken)? else {
        return delete(data, mail, Taken::Void);
    };
    if data.mail().save(mail, &taken)? {
        Ok(Taken::Send(Box::new(letter), taken))
    } else {
        Err(Error::Gone)
    }
}

/// Deletes a mail that nobody else has deleted.
fn delete(data: &mut dyn Repositories, mail: &OutgoingMail, taken: Taken) -> Result<Taken, Error> {
    if data.mail().delete(mail.id)? {
        Ok(taken)
    } else {
        Err(Error::Gone)
    }
}

/// Looks up the account of a request to reset a password, and counts the mail for it. Returns
/// `None` if no mail may be sent.
fn resolve(
    context: &Context,
    data: &mut dyn Repositories,
    request: &OutgoingMail,
) -> Result<Option<OutgoingMail>, Error> {
    let Some(login) = Login::parse(&request.recipient) else {
        return Ok(None);
    };
    let Some(found) = data.users().credentials_by_login(&login)? else {
        return Ok(None);
    };
    let Some(Account { user, generation }) = data.users().lock(found.user)? else {
        return Ok(None);
    };
    let Some(email) = user.email.filter(|_| user.is_email_confirmed) else {
        return Ok(None);
    };
    let content = MailContent::PasswordReset { generation };
    if !context.count(data, user.id, content)? {
        return Ok(None);
    }
    Ok(Some(OutgoingMail {
        user: Some(user.id),
        recipient: email.into_string(),
        content,
        ..request.clone()
    }))
}

/// The letter of a mail; `None` if it has become void.
fn compose(
    context: &Context,
    data: &mut dyn Repositories,
    mail: &OutgoingMail,
) -> Result<Option<Letter>, Error> {
    let Some(user) = mail.user else {
        return Ok(None);
    };
    let Some(account) = data.users().find(user)? else {
        return Ok(None);
    };
    let found = match mail.content {
        MailContent::Invitation { invitation, .. } => {
            invitation_of(context, data, mail, user, GrantId(invitation))?
        }
        content => of_account(context, &account, mail, content),
    };
    Ok(found.map(|(subject, path)| Letter {
        id: mail.id,
        to: mail.recipient.clone(),
        language: account.user.language.unwrap_or(mail.language),
        date: context.now(),
        subject,
        path,
    }))
}

/// What a mail to an account is about, and where it leads.
fn of_account(
    context: &Context,
    account: &Account,
    mail: &OutgoingMail,
    content: MailContent,
) -> Option<(Subject, String)> {
    let user = &account.user;
    let username = user.username.to_string();
    if let MailContent::EmailChanged { until } = content {
        let undo = until.map(|until| context.email_undo_token(user.id, &mail.recipient, until));
        let path = undo.map_or_else(
            || "/account".to_owned(),
            |token| format!("/email-undo/{token}"),
        );
        return Some((Subject::EmailChanged { username }, path));
    }
    let email = user.email.as_ref();
    let email = email.filter(|email| email.as_str() == mail.recipient)?;
    match content {
        MailContent::Confirmation if !user.is_email_confirmed => {
            let token = context.confirmation_token(user.id, email);
            Some((
                Subject::Confirmation { username },
                format!("/confirm/{token}"),
            ))
        }
        MailContent::PasswordReset { generation }
            if generation == account.generation && user.is_email_confirmed =>
        {
            let token = context.reset_token(account, email);
            let path = format!("/password-reset/{token}");
            Some((Subject::PasswordReset { username }, path))
        }
        _ => None,
    }
}

/// What an invitation is about, and where it leads.
fn invitation_of(
    context: &Context,
    data: &mut dyn Repositories,
    mail: &OutgoingMail,
    owner: UserId,
    id: GrantId,
) -> Result<Option<(Subject, String)>, Error> {
    data.mail()
        .forget_recipients(context.now().plus_millis(-DAY))?;
    if data.mail().is_refused(id_of(&mail.recipient))? {
        return Ok(None);
    }
    let Some((stored, _)) = data.grants().find(GrantKind::Invitation, id)? else {
        return Ok(None);
    };
    let invitation: Invitation = stored.parse()?;
    let is_good = invitation.user == owner && invitation.is_open(context.now());
    let Some(trip) = invitation
        .trip
        .filter(|_| is_good && !invitation.is_used_up())
    else {
        return Ok(None);
    };
    let query = TripQuery {
        trip,
        caller: Some(owner),
        parts: TripParts::Overview,
    };
    let found = data.trips().find_all(&[query])?.pop();
    let Some((stored, people)) = found.and_then(|found| found.trip) else {
        return Ok(None);
    };
    let by = people.get(owner).map(|person| person.name.to_string());
    let subject = Subject::Invitation {
        trip: stored.parse_overview()?.name.to_string(),
        by: by.unwrap_or_default(),
        until: invitation.expires_at,
        refusal: format!("/no-invitations/{}", context.refusal_token(&mail.recipient)),
    };
    let path = format!("/join/{}", context.link_token(&invitation));
    Ok(Some((subject, path)))
}

#[cfg(test)]
mod tests;
