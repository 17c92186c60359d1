//! Lists of trips.

use std::sync::Arc;

use diesel::dsl::{auto_type, count_star};
use diesel::sql_types::{BigInt, Bool, Nullable, Text};
use diesel::{ExpressionMethods, IntoSql, QueryDsl, QueryResult, RunQueryDsl, SelectableHelper};
use uuid::Uuid;
use wayfare_domain::{KeyTrips, UserId, Username};

use super::super::users::deletions::AND_IS_SHOWN;
use super::super::{Backend, Connection, IDS_PER_LOOKUP, OperationResult};
use super::lookup::{ATTEMPTS, READ_CONFLICT, Snapshot, padded};
use crate::cached_statement::CachedStatement;
use crate::columns::{Key, sql};
use crate::rows::HeadRow;
use crate::schema::{trip_members, trips, users};
use crate::{ListQuery, ListedUser, Page, TripHead, TripList};

/// The number of the user's trips.
const TOTAL: &str = "(SELECT count(*) FROM trip_members WHERE user_id = :user)";
/// 1 if the reader is a member of the trip, else 0.
const IS_MEMBER: &str =
    "(SELECT count(*) FROM trip_members WHERE trip_id = trips.id AND user_id = :reader)";
/// [`IS_MEMBER`] in the user's own list, without a value to bind.
const IS_OWN: &str = "CAST(1 AS bigint)";

/// A trip, one more column, and the token generation of the reader.
type Row = (HeadRow, i64, Option<i64>);
type Columns = (
    (sql::Id, BigInt, sql::Id, Bool, Text, Text, Text),
    BigInt,
    Nullable<BigInt>,
);

/// The statement that reads the list of `:user`, or the part of it that `page` selects, for
/// `:reader`.
fn read_heads(column: &str, page: &str) -> CachedStatement<'static, Backend, Columns> {
    // The planner sees the limit, and where it applies: a page reads as many entries of the index
    // as it skips and shows, however many trips the user has.
    CachedStatement::new(format!(
        "SELECT trips.id, trips.version, trips.owner_id, trips.private, trips.name, \
        trips.description, trips.gallery, {column}, \
        (SELECT token_generation FROM users WHERE id = :reader) \
        FROM (SELECT trip_id, trip_created_at FROM trip_members WHERE user_id = :user \
        ORDER BY trip_created_at DESC, trip_id DESC {page}) AS part \
        JOIN trips ON trips.id = part.trip_id {AND_IS_SHOWN} \
        ORDER BY part.trip_created_at DESC, part.trip_id DESC"
    ))
}

/// Reads a list: the trips, then their people if requested.
pub(super) fn list(connection: &mut Connection, query: &ListQuery) -> OperationResult<TripList> {
    for _ in 0..ATTEMPTS {
        let mut list = match (query.page, &query.only) {
            (Some(page), None) => read_page(connection, query.caller, page)?,
            (None, None) => read_all(connection, query.caller)?,
            (page, Some(only)) => read_only(connection, query.caller, only, page)?,
        };
        let heads = Arc::make_mut(&mut list.trips);
        if !query.with_people || add_people(connection, query.caller, heads)? {
            return Ok(list);
        }
    }
    Err(READ_CONFLICT)
}

fn read_page(connection: &mut Connection, caller: UserId, page: Page) -> QueryResult<TripList> {
    let caller = Key::from(caller);
    let limit = format!("LIMIT {} OFFSET :offset", to_bigint(page.limit));
    let statement = read_heads(TOTAL, &limit)
        .named("user", caller.into_sql::<sql::Id>())
        .named("reader", caller.into_sql::<sql::Id>())
        .named("offset", to_bigint(page.offset).into_sql::<BigInt>());
    let rows: Vec<Row> = statement.load(connection)?;
    let (total, generation) = match rows.first() {
        Some((_, total, generation)) => (Some(*total), *generation),
        None => diesel::select((total_of(caller), generation_of(caller))).get_result(connection)?,
    };
    Ok(TripList {
        generation,
        trips: heads(rows, |_| true)?.into(),
        total: total
            .and_then(|total| u64::try_from(total).ok())
            .unwrap_or_default(),
    })
}

fn read_all(connection: &mut Connection, caller: UserId) -> QueryResult<TripList> {
    let rows = read_whole(connection, caller, Some(caller))?;
    let generation = match rows.first() {
        Some((_, _, generation)) => *generation,
        None => diesel::select(generation_of(caller.into())).get_result(connection)?,
    };
    Ok(TripList {
        generation,
        total: u64::try_from(rows.len()).unwrap_or(u64::MAX),
        trips: heads(rows, |is_member| is_member > 0)?.into(),
    })
}

/// Reads the trips of a user that are some of `only`, which are few.
fn read_only(
    connection: &mut Connection,
    caller: UserId,
    only: &KeyTrips,
    page: Option<Page>,
) -> QueryResult<TripList> {
    let all = read_all(connection, caller)?;
    let trips = all.trips.iter().filter(|trip| only.contains(trip.id));
    let (offset, limit) = page.map_or((0, u64::MAX), |page| (page.offset, page.limit));
    let [offset, limit] =
        [offset, limit].map(|number| usize::try_from(number).unwrap_or(usize::MAX));
    Ok(TripList {
        generation: all.generation,
        total: u64::try_from(trips.clone().count()).unwrap_or(u64::MAX),
        trips: trips.skip(offset).take(limit).cloned().collect(),
    })
}

/// Reads all trips of a user.
fn read_whole(
    connection: &mut Connection,
    user: UserId,
    reader: Option<UserId>,
) -> QueryResult<Vec<Row>> {
    let is_own = reader == Some(user);
    let (user, reader) = (Key::from(user), key_or_nil(reader));
    read_heads(if is_own { IS_OWN } else { IS_MEMBER }, "")
        .named("reader", reader.into_sql::<sql::Id>())
        .named("user", user.into_sql::<sql::Id>())
        .load(connection)
}

fn heads(rows: Vec<Row>, is_member: impl Fn(i64) -> bool) -> QueryResult<Vec<TripHead>> {
    rows.into_iter()
        .map(|(row, column, _)| row.into_head(is_member(column)))
        .collect()
}

/// Adds each trip's people. The heads of trips that have changed since are read again, so that
/// writes to a few of many trips do not keep a list from its reader. Returns `false` if a trip is
/// no longer the caller's.
fn add_people(
    connection: &mut Connection,
    caller: UserId,
    heads: &mut [TripHead],
) -> OperationResult<bool> {
    let mut open: Vec<&mut TripHead> = heads.iter_mut().collect();
    for _ in 0..ATTEMPTS {
        let mut changed = Vec::new();
        while !open.is_empty() {
            let part = open.split_off(open.len().saturating_sub(IDS_PER_LOOKUP));
            let mut snapshot = Snapshot::read(connection, part.iter().map(|head| head.id))?;
            for head in part {
                match snapshot.trips.remove(&head.id) {
                    Some(trip) if trip.people.get(caller).is_none() => return Ok(false),
                    Some(trip) if trip.stamp.version == head.version => head.people = trip.people,
                    Some(_) => changed.push(head),
                    None => return Ok(false),
                }
            }
        }
        if changed.is_empty() {
            return Ok(true);
        }
        for part in changed.chunks_mut(IDS_PER_LOOKUP) {
            read_again(connection, part)?;
        }
        open = changed;
    }
    Err(READ_CONFLICT)
}

/// Reads at most [`IDS_PER_LOOKUP`] heads of a member's trips by their ids.
fn read_again(connection: &mut Connection, heads: &mut [&mut TripHead]) -> QueryResult<()> {
    let ids = padded(heads.iter().map(|head| Key::from(head.id)));
    let rows = trips::table
        .filter(is_one_of!(trips::id, &ids))
        .select(HeadRow::as_select())
        .load(connection)?;
    for row in rows {
        let read = row.into_head(true)?;
        if let Some(head) = heads.iter_mut().find(|head| head.id == read.id) {
            **head = read;
        }
    }
    Ok(())
}

/// Reads the trips of a user without people.
pub(super) fn list_of(
    connection: &mut Connection,
    user: UserId,
    reader: Option<UserId>,
) -> OperationResult<Vec<TripHead>> {
    let rows = read_whole(connection, user, reader)?;
    Ok(heads(rows, |is_member| is_member > 0)?)
}

/// Reads the user of a username and the reader's token generation by one statement.
pub(super) fn find_listed_user(
    connection: &mut Connection,
    username: &str,
    reader: Option<UserId>,
) -> OperationResult<ListedUser> {
    let user = users::table
        .filter(users::username_key.eq(Username::key_of(username)))
        .select(users::id)
        .single_value();
    let (user, reader_generation): (Option<Key>, Option<i64>) =
        diesel::select((user, generation_of(key_or_nil(reader)))).get_result(connection)?;
    Ok(ListedUser {
        user: user.map(|user| UserId(user.0)),
        reader_generation,
    })
}

/// The token generation of a user, as a subquery.
#[auto_type(no_type_alias)]
fn generation_of(user: Key) -> _ {
    users::table
        .filter(users::id.eq(user))
        .select(users::token_generation)
        .single_value()
}

/// The number of a user's trips, as a subquery.
#[auto_type(no_type_alias)]
pub(super) fn total_of(user: Key) -> _ {
    trip_members::table
        .filter(trip_members::user_id.eq(user))
        .select(count_star())
        .single_value()
}

/// The key of a user; no user has the nil key.
fn key_or_nil(user: Option<UserId>) -> Key {
    user.map_or(Key(Uuid::nil()), Key::from)
}

fn to_bigint(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
