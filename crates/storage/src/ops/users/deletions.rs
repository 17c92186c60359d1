//! Deletions of accounts that are under way.

use diesel::dsl::auto_type;
use diesel::sql_types::Text;
use diesel::{
    BoolExpressionMethods, ExpressionMethods, IntoSql, OptionalExtension, QueryDsl, QueryResult,
    RunQueryDsl,
};
use wayfare_domain::{Instant, UserId};

use super::super::{Backend, Connection, OperationResult, grants, imposed};
use super::former_emails;
use crate::AccountDeletion;
use crate::cached_statement::CachedStatement;
use crate::columns::{Key, Timestamp, sql};
use crate::schema::{account_deletions, identities, refresh_tokens, trip_members, trips};

/// The key of a username begins otherwise.
const NO_USERNAME: char = '~';
/// Frees the username and the e-mail address, and voids all tokens.
const END_ACCESS: &str = "UPDATE users SET username_key = ?, email = NULL, confirmed_email = NULL, \
    password_hash = NULL, token_generation = token_generation + 1, version = version + 1 \
    WHERE id = ?";

/// A condition: the owner of a row of `trips` is not being deleted.
pub(in super::super) const AND_IS_SHOWN: &str =
    "AND trips.owner_id NOT IN (SELECT user_id FROM account_deletions)";

/// The accounts that are being deleted, as a subquery.
#[auto_type(no_type_alias)]
pub(in super::super) fn deleted_users() -> _ {
    account_deletions::table.select(account_deletions::user_id)
}

/// Whether an account is being deleted.
pub(in super::super) fn is_deleted(connection: &mut Connection, user: UserId) -> QueryResult<bool> {
    let deletion = account_deletions::table.find(Key::from(user));
    let found = deletion.select(account_deletions::user_id);
    Ok(found.get_result::<Key>(connection).optional()?.is_some())
}

/// Ends all ways into an account, and notes that it is being deleted.
pub(super) fn begin(connection: &mut Connection, deletion: &AccountDeletion) -> QueryResult<()> {
    let AccountDeletion { user, request_id } = deletion;
    let key = Key::from(*user);
    CachedStatement::<Backend>::new(END_ACCESS)
        .bind(format!("{NO_USERNAME}{user}").into_sql::<Text>())
        .bind(key.into_sql::<sql::Id>())
        .execute(connection)?;
    grants::delete_secrets(connection, *user)?;
    former_emails::delete_of_user(connection, *user)?;
    let joined = identities::table.filter(identities::user_id.eq(key));
    diesel::delete(joined).execute(connection)?;
    let tokens = refresh_tokens::table.filter(refresh_tokens::user_id.eq(key));
    diesel::delete(tokens).execute(connection)?;
    diesel::insert_into(account_deletions::table)
        .values((
            account_deletions::user_id.eq(key),
            account_deletions::request_id.eq(request_id),
            account_deletions::claimed_until.eq(Timestamp(Instant::EPOCH)),
        ))
        .execute(connection)?;
    Ok(())
}

/// Reads a deletion that no server has `now`.
pub(super) fn find_unclaimed(
    connection: &mut Connection,
    now: Instant,
) -> QueryResult<Option<AccountDeletion>> {
    let found = account_deletions::table
        .filter(account_deletions::claimed_until.le(Timestamp(now)))
        .order(account_deletions::claimed_until)
        .select((account_deletions::user_id, account_deletions::request_id))
        .first::<(Key, Option<String>)>(connection)
        .optional()?;
    Ok(found.map(|(user, request_id)| AccountDeletion {
        user: UserId(user.0),
        request_id,
    }))
}

/// Locks a deletion, and takes it until a time. Returns `false` if it has ended.
pub(super) fn lock(connection: &mut Connection, user: Key, until: Instant) -> QueryResult<bool> {
    let rows = diesel::update(account_deletions::table.find(user))
        .set(account_deletions::claimed_until.eq(Timestamp(until)))
        .execute(connection)?;
    Ok(rows > 0)
}

/// Takes a user off a trip of somebody else. Returns `false` if there is none.
pub(super) fn leave_trip(
    connection: &mut Connection,
    user: Key,
    now: Instant,
) -> OperationResult<bool> {
    let next = trip_members::table
        .inner_join(trips::table)
        .filter(trip_members::user_id.eq(user).and(trips::owner_id.ne(user)))
        .select(trips::id)
        .first::<Key>(connection)
        .optional()?;
    let Some(trip) = next else {
        return Ok(false);
    };
    imposed::leave(connection, trip, user, None, now)?;
    Ok(true)
}
