//! Mails that are to be sent.

use diesel::sql_types::{BigInt, Nullable, Text};
use diesel::{ExpressionMethods, IntoSql, QueryDsl, QueryResult, RunQueryDsl, SelectableHelper};
use uuid::Uuid;
use wayfare_domain::{Instant, UserId};

use super::{Backend, Handle};
use crate::cached_statement::CachedStatement;
use crate::columns::{JsonText, Key, Timestamp, sql};
use crate::rows::{MailRow, NewMail};
use crate::schema::{counted_mail, outgoing_mail};
use crate::{MailLimit, MailRepository, OutgoingMail, Result};

/// Replaces a mail that nobody else has taken.
const SAVE: &str = "UPDATE outgoing_mail SET user_id = ?, recipient = ?, content = ?, language = ?, \
    next_attempt_at = ?, attempts = ? WHERE id = ? AND attempts = ?";

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
                .bind(after.user.map(Key::from).into_sql::<Nullable<sql::Id>>())
                .bind(after.recipient.as_str().into_sql::<Text>())
                .bind(JsonText::new(&after.content)?.into_sql::<Text>())
                .bind(after.language.tag().into_sql::<Text>())
                .bind(Timestamp(after.next_attempt_at).into_sql::<sql::Instant>())
                .bind(after.attempts.into_sql::<BigInt>())
                .bind(Key(before.id).into_sql::<sql::Id>())
                .bind(before.attempts.into_sql::<BigInt>())
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
}
