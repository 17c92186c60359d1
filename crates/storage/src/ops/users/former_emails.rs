//! Confirmed addresses that accounts had before.

use diesel::dsl::count_star;
use diesel::{ExpressionMethods, QueryDsl, QueryResult, RunQueryDsl};
use wayfare_domain::{Instant, User, UserId};

use super::super::Connection;
use crate::FormerEmail;
use crate::columns::{Key, Timestamp};
use crate::rows::text;
use crate::schema::former_emails;

/// Keeps an address for its former account, and forgets those of the account that have ended.
pub(super) fn keep(
    connection: &mut Connection,
    user: UserId,
    former: &FormerEmail,
    now: Instant,
) -> QueryResult<()> {
    let own = former_emails::table.filter(former_emails::user_id.eq(Key::from(user)));
    let ended = own.filter(former_emails::until.le(Timestamp(now)));
    diesel::delete(ended).execute(connection)?;
    // Another spelling of a mailbox, too: the link of the mail names it.
    let written = || {
        (
            former_emails::email.eq(former.email.as_str()),
            former_emails::until.eq(Timestamp(former.until)),
        )
    };
    diesel::insert_into(former_emails::table)
        .values((
            former_emails::email_key.eq(User::email_key(&former.email)),
            former_emails::user_id.eq(Key::from(user)),
            written(),
        ))
        .on_conflict((former_emails::email_key, former_emails::user_id))
        .do_update()
        .set(written())
        .execute(connection)?;
    Ok(())
}

/// Reads the addresses that are kept for an account.
pub(super) fn of_user(
    connection: &mut Connection,
    user: UserId,
    now: Instant,
) -> QueryResult<Vec<FormerEmail>> {
    let rows = former_emails::table
        .filter(former_emails::user_id.eq(Key::from(user)))
        .filter(former_emails::until.gt(Timestamp(now)))
        .select((former_emails::email, former_emails::until))
        .load::<(String, Timestamp)>(connection)?;
    let former = rows.into_iter().map(|(email, until)| {
        Ok(FormerEmail {
            email: text("email", email)?,
            until: until.0,
        })
    });
    former.collect()
}

/// Whether an address is kept for another account.
pub(super) fn is_kept(
    connection: &mut Connection,
    email: &str,
    user: UserId,
    now: Instant,
) -> QueryResult<bool> {
    let others: i64 = former_emails::table
        .filter(former_emails::email_key.eq(User::email_key(email)))
        .filter(former_emails::user_id.ne(Key::from(user)))
        .filter(former_emails::until.gt(Timestamp(now)))
        .select(count_star())
        .get_result(connection)?;
    Ok(others > 0)
}

/// Forgets the addresses of an account that are kept until `since` or longer.
pub(super) fn delete_since(
    connection: &mut Connection,
    user: UserId,
    since: Instant,
) -> QueryResult<()> {
    let own = former_emails::table
        .filter(former_emails::user_id.eq(Key::from(user)))
        .filter(former_emails::until.ge(Timestamp(since)));
    diesel::delete(own).execute(connection)?;
    Ok(())
}

/// Forgets the addresses of an account.
pub(super) fn delete_of_user(connection: &mut Connection, user: UserId) -> QueryResult<()> {
    let own = former_emails::table.filter(former_emails::user_id.eq(Key::from(user)));
    diesel::delete(own).execute(connection)?;
    Ok(())
}
