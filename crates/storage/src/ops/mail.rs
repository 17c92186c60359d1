//! Mails that are to be sent.

use diesel::sql_types::{BigInt, Bool, Nullable, Text};
use diesel::{
    ExpressionMethods, IntoSql, OptionalExtension, QueryDsl, QueryResult, RunQueryDsl,
    SelectableHelper,
};
use uuid::Uuid;
use wayfare_domain::{Instant, UserId};

use super::{Backend, Handle};
use crate::cached_statement::CachedStatement;
use crate::columns::{JsonText, Key, Timestamp, sql};
use crate::rows::{MailRow, NewMail};
use crate::schema::{counted_mail, mail_recipients, outgoing_mail};
use crate::{MailLimit, MailRepository, OutgoingMail, Result};

/// Replaces a mail that nobody else has taken.
const SAVE: &str = "UPDATE outgoing_mail SET user_id = :user, recipient = :recipient, \
    content = :content, language = :language, next_attempt_at = :next_attempt_at, \
    attempts = :attempts WHERE id = :id AND attempts = :known_attempts";

/// Counts an invitation, unless the third last one is too late or the address refuses.
const COUNT_RECIPIENT: &str = "INSERT INTO mail_recipients (id, last_at, refused) \
    VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET third_at = mail_recipients.second_at, \
    second_at = mail_recipients.last_at, last_at = excluded.last_at \
    WHERE NOT mail_recipients.refused \
    AND (mail_recipients.third_at IS NULL OR mail_recipients.third_at <= ?)";
/// Notes that an address refuses.
const REFUSE: &str = "INSERT INTO mail_recipients (id, last_at, refused) VALUES (?, ?, ?) \
    ON CONFLICT (id) DO UPDATE SET refused = excluded.refused";
/// The most addresses that are forgotten at once.
const MAX_FORGOTTEN: i64 = 64;

impl MailRepository for Handle {
    fn insert(&mut self, mail: &OutgoingMail) -> Result<()> {
        self.run(|connection| {
            diesel::insert_into(outgoing_mail::table)
                .values(NewMail::new(mail)?)
                .execute(connection)?;
            Ok(())
        })
    }

    fn due(&mut self, now: Instant, limit: u32) -> Result<Vec<OutgoingMail>> {
        self.run(|connection| {
            let rows = outgoing_mail::table
                .filter(outgoing_mail::next_attempt_at.le(Timestamp(now)))
                .order(outgoing_mail::next_attempt_at)
                .limit(i64::from(limit))
                .select(MailRow::as_select())
                .load(connection)?;
            let mails = rows.into_iter().map(MailRow::into_mail);
            Ok(mails.collect::<QueryResult<_>>()?)
        })
    }

    fn save(&mut self, before: &OutgoingMail, after: &OutgoingMail) -> Result<bool> {
        self.run(|connection| {
            let rows = CachedStatement::<Backend>::new(SAVE)
                .named(
                    "user",
                    after.user.map(Key::from).into_sql::<Nullable<sql::Id>>(),
                )
                .named("recipient", after.recipient.as_str().into_sql::<Text>())
                .named("content", JsonText::new(&after.content)?.into_sql::<Text>())
                .named("language", after.language.tag().into_sql::<Text>())
                .named(
                    "next_attempt_at",
                    Timestamp(after.next_attempt_at).into_sql::<sql::Instant>(),
                )
                .named("attempts", after.attempts.into_sql::<BigInt>())
                .named("id", Key(before.id).into_sql::<sql::Id>())
                .named("known_attempts", before.attempts.into_sql::<BigInt>())
                .execute(connection)?;
            Ok(rows > 0)
        })
    }

    fn delete(&mut self, id: Uuid) -> Result<bool> {
        self.run(|connection| {
            let rows = diesel::delete(outgoing_mail::table.find(Key(id))).execute(connection)?;
            Ok(rows > 0)
        })
    }

    fn count(
        &mut self,
        id: Uuid,
        user: UserId,
        kind: &str,
        limit: MailLimit,
        now: Instant,
    ) -> Result<bool> {
        self.run(|connection| {
            let counted = || {
                counted_mail::table
                    .filter(counted_mail::user_id.eq(Key::from(user)))
                    .filter(counted_mail::kind.eq(kind))
            };
            let old = Timestamp(now.plus_millis(-limit.per));
            let old = counted().filter(counted_mail::counted_at.le(old));
            diesel::delete(old).execute(connection)?;
            let lately = counted().count().get_result::<i64>(connection)?;
            if lately >= limit.mails {
                return Ok(false);
            }
            diesel::insert_into(counted_mail::table)
                .values((
                    counted_mail::id.eq(Key(id)),
                    counted_mail::user_id.eq(Key::from(user)),
                    counted_mail::kind.eq(kind),
                    counted_mail::counted_at.eq(Timestamp(now)),
                ))
                .execute(connection)?;
            Ok(true)
        })
    }

    fn count_recipient(&mut self, recipient: Uuid, since: Instant, now: Instant) -> Result<bool> {
        self.run(|connection| {
            let rows = CachedStatement::<Backend>::new(COUNT_RECIPIENT)
                .bind(Key(recipient).into_sql::<sql::Id>())
                .bind(Timestamp(now).into_sql::<sql::Instant>())
                .bind(false.into_sql::<Bool>())
                .bind(Timestamp(since).into_sql::<sql::Instant>())
                .execute(connection)?;
            Ok(rows > 0)
        })
    }

    fn is_refused(&mut self, recipient: Uuid) -> Result<bool> {
        self.run(|connection| {
            let refused = mail_recipients::table
                .find(Key(recipient))
                .select(mail_recipients::refused);
            let refused = refused.get_result::<bool>(connection).optional()?;
            Ok(refused == Some(true))
        })
    }

    fn refuse(&mut self, recipient: Uuid, now: Instant) -> Result<()> {
        self.run(|connection| {
            CachedStatement::<Backend>::new(REFUSE)
                .bind(Key(recipient).into_sql::<sql::Id>())
                .bind(Timestamp(now).into_sql::<sql::Instant>())
                .bind(true.into_sql::<Bool>())
                .execute(connection)?;
            Ok(())
        })
    }

    fn forget_recipients(&mut self, before: Instant) -> Result<()> {
        let before = Timestamp(before);
        self.run(|connection| {
            let old = mail_recipients::table
                .filter(mail_recipients::refused.eq(false))
                .filter(mail_recipients::last_at.lt(before))
                .order(mail_recipients::id)
                .limit(MAX_FORGOTTEN)
                .select(mail_recipients::id)
                .load::<Key>(connection)?;
            for id in old {
                // It may have been invited, or may have refused, meanwhile.
                let unused = mail_recipients::table
                    .filter(mail_recipients::id.eq(id))
                    .filter(mail_recipients::refused.eq(false))
                    .filter(mail_recipients::last_at.lt(before));
                diesel::delete(unused).execute(connection)?;
            }
            Ok(())
        })
    }
}
