//! Rows of mails that are to be sent.

use diesel::{Insertable, QueryResult, Queryable, Selectable};
use wayfare_domain::{Language, UserId};

use super::stored;
use crate::columns::{JsonColumn, JsonText, Key, Timestamp};
use crate::schema::outgoing_mail;
use crate::{MailContent, OutgoingMail};

/// A mail.
#[derive(Queryable, Selectable)]
#[diesel(table_name = outgoing_mail)]
pub(crate) struct MailRow {
    id: Key,
    user_id: Option<Key>,
    recipient: String,
    content: JsonColumn<MailContent>,
    language: String,
    created_at: Timestamp,
    next_attempt_at: Timestamp,
    attempts: i64,
}

impl MailRow {
    /// The mail.
    pub(crate) fn into_mail(self) -> QueryResult<OutgoingMail> {
        Ok(OutgoingMail {
            id: self.id.0,
            user: self.user_id.map(|user| UserId(user.0)),
            recipient: self.recipient,
            content: self.content.value,
            language: stored("language", Language::new(&self.language))?,
            created_at: self.created_at.0,
            next_attempt_at: self.next_attempt_at.0,
            attempts: self.attempts,
        })
    }
}

/// A new mail.
#[derive(Insertable)]
#[diesel(table_name = outgoing_mail)]
pub(crate) struct NewMail<'a> {
    id: Key,
    user_id: Option<Key>,
    recipient: &'a str,
    content: JsonText,
    language: &'a str,
    created_at: Timestamp,
    next_attempt_at: Timestamp,
    attempts: i64,
}

impl<'a> NewMail<'a> {
    /// The row of a mail.
    pub(crate) fn new(mail: &'a OutgoingMail) -> QueryResult<Self> {
        Ok(Self {
            id: Key(mail.id),
            user_id: mail.user.map(Key::from),
            recipient: &mail.recipient,
            content: JsonText::new(&mail.content)?,
            language: mail.language.tag(),
            created_at: Timestamp(mail.created_at),
            next_attempt_at: Timestamp(mail.next_attempt_at),
            attempts: mail.attempts,
        })
    }
}
