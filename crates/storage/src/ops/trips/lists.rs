//! Lists of trips.

use std::sync::Arc;

use diesel::dsl::{auto_type, count_star};
use diesel::sql_types::{BigInt, Bool, Nullable, Text};
use diesel::{ExpressionMethods, IntoSql, QueryDsl, QueryResult, RunQueryDsl, SelectableHelper};
use uuid::Uuid;
use wayfare_domain::{TripId, UserId, Username};

use super::super::users::deletions::{AND_IS_SHOWN, deleted_users};
use super::super::{Backend, Connection, Fault, IDS_PER_LOOKUP, OperationResult};
use super::lookup::{ATTEMPTS, READ_CONFLICT, Snapshot, padded};
use crate::cached_statement::CachedStatement;
use crate::columns::{Key, Timestamp, sql};
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

/// The trips of a list that one statement reads.
const PART: usize = 500;
/// The columns of a [`Row`] before the last two.
const HEAD: &str = "trips.id, trips.version, trips.owner_id, trips.private, trips.name, \
    trips.description, trips.gallery";
/// The token generation of the reader.
const GENERATION: &str = "(SELECT token_generation FROM users WHERE id = :reader)";

/// A trip, one more column, and the token generation of the reader.
type Row = (HeadRow, i64, Option<i64>);
type Columns = (
    (sql::Id, BigInt, sql::Id, Bool, Text, Text, Text),
    BigInt,
    Nullable<BigInt>,
);
/// A trip of a whole list, when it was created, and whether others have imposed it.
type WholeRow = (Row, Timestamp, bool);
type WholeColumns = (Columns, sql::Instant, Bool);

/// Reads a list: the trips, then their people if requested.
pub(super) fn list(connection: &mut Connection, query: &ListQuery) -> OperationResult<TripList> {
    for _ in 0..ATTEMPTS {
        let is_all = query.reader == Some(query.user) && query.only.is_none();
        let mut list = match query.page {
            Some(page) if is_all => read_page(connection, query.user, page)?,
            _ => read_whole(connection, query)?,
        };
        let heads = Arc::make_mut(&mut list.trips);
        if !query.with_people || add_people(connection, query.reader, heads)? {
            return Ok(list);
        }
    }
    Err(READ_CONFLICT)
}

fn read_page(connection: &mut Connection, caller: UserId, page: Page) -> QueryResult<TripList> {
    let caller = Key::from(caller);
    // The planner sees the limit, and where it applies: a page reads as many entries of the index
    // as it skips and shows, however many trips the user has.
    let text = format!(
        "SELECT {HEAD}, {TOTAL}, {GENERATION} \
        FROM (SELECT trip_id, trip_created_at FROM trip_members WHERE user_id = :user \
        ORDER BY trip_created_at DESC, trip_id DESC LIMIT {} OFFSET :offset) AS part \
        JOIN trips ON trips.id = part.trip_id {AND_IS_SHOWN} \
        ORDER BY part.trip_created_at DESC, part.trip_id DESC",
        to_bigint(page.limit)
    );
    let statement = CachedStatement::<Backend, Columns>::new(text)
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
        trips: rows
            .into_iter()
            .map(|(row, ..)| row.into_head(true))
            .collect::<QueryResult<_>>()?,
        total: total
            .and_then(|total| u64::try_from(total).ok())
            .unwrap_or_default(),
    })
}

/// Reads a list by parts, until it is too long. What the reader may not see is not read.
fn read_whole(connection: &mut Connection, query: &ListQuery) -> OperationResult<TripList> {
    let ListQuery {
        user,
        reader,
        only,
        page,
        ..
    } = query;
    let (column, and_is_visible) = match *reader == Some(*user) {
        true => (IS_OWN, String::new()),
        false => (
            IS_MEMBER,
            format!("AND (NOT trips.private OR {IS_MEMBER} > 0)"),
        ),
    };
    let text = |after: &str| {
        format!(
            "SELECT {HEAD}, {column}, {GENERATION}, trip_members.trip_created_at, \
            trip_members.imposed_by IS NOT NULL \
            FROM trip_members JOIN trips ON trips.id = trip_members.trip_id {AND_IS_SHOWN} \
            WHERE trip_members.user_id = :user {and_is_visible} {after} \
            ORDER BY trip_members.trip_created_at DESC, trip_members.trip_id DESC LIMIT {PART}"
        )
    };
    let keep = |trip: &TripHead| {
        only.is_none_or(|only| only.contains(trip.id)) && trip.is_visible_to(*reader)
    };
    let mut trips = Whole::default();
    let (mut generation, mut last) = (None, None);
    loop {
        let statement = match last {
            None => CachedStatement::<Backend, WholeColumns>::new(text("")),
            Some((at, id)) => CachedStatement::new(text(
                "AND (trip_members.trip_created_at, trip_members.trip_id) < (:last_at, :last_id)",
            ))
            .named("last_at", IntoSql::into_sql::<sql::Instant>(at))
            .named("last_id", IntoSql::into_sql::<sql::Id>(id)),
        };
        let statement = statement
            .named("reader", key_or_nil(*reader).into_sql::<sql::Id>())
            .named("user", Key::from(*user).into_sql::<sql::Id>());
        let rows: Vec<WholeRow> = statement.load(connection)?;
        let is_last = rows.len() < PART;
        for ((row, is_member, of_reader), created_at, is_imposed) in rows {
            let trip = row.into_head(is_member > 0)?;
            last = Some((created_at, Key::from(trip.id)));
            generation = of_reader;
            if keep(&trip) {
                trips.push(trip, is_imposed)?;
            }
        }
        if is_last {
            break;
        }
    }
    if last.is_none() {
        generation = diesel::select(generation_of(key_or_nil(*reader))).get_result(connection)?;
    }
    let (offset, limit) = page.map_or((0, u64::MAX), |page| (page.offset, page.limit));
    let [offset, limit] =
        [offset, limit].map(|number| usize::try_from(number).unwrap_or(usize::MAX));
    let trips = trips.own_and_imposed.into_iter().map(|(trip, _)| trip);
    Ok(TripList {
        generation,
        total: u64::try_from(trips.len()).unwrap_or(u64::MAX),
        trips: trips.skip(offset).take(limit).collect(),
    })
}

/// The trips of a list that is read whole, with whether others have imposed them.
#[derive(Default)]
struct Whole {
    own_and_imposed: Vec<(TripHead, bool)>,
    bytes: usize,
    leaves_imposed_out: bool,
}

impl Whole {
    fn push(&mut self, trip: TripHead, is_imposed: bool) -> OperationResult<()> {
        if is_imposed && self.leaves_imposed_out {
            return Ok(());
        }
        self.bytes += trip.estimated_bytes();
        self.own_and_imposed.push((trip, is_imposed));
        if self.bytes > TripList::MAX_BYTES && !self.leaves_imposed_out {
            self.leaves_imposed_out = true;
            self.own_and_imposed.retain(|(_, is_imposed)| !is_imposed);
            let own = self.own_and_imposed.iter();
            self.bytes = own.map(|(trip, _)| trip.estimated_bytes()).sum();
        }
        match self.bytes > TripList::MAX_BYTES {
            true => Err(Fault::ListTooLong),
            false => Ok(()),
        }
    }
}

/// Adds each trip's people. The heads of trips that have changed since are read again, so that
/// writes to a few of many trips do not keep a list from its reader. Returns `false` if a trip is
/// no longer one of the reader's.
fn add_people(
    connection: &mut Connection,
    reader: Option<UserId>,
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
                    Some(trip) if !trip.has(reader) => return Ok(false),
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

/// Lists the ids of the trips that an account is on, with those that are imposed on it at the end.
pub(super) fn ids_of(connection: &mut Connection, account: Key) -> OperationResult<Vec<TripId>> {
    let trips: Vec<Key> = trip_members::table
        .inner_join(trips::table)
        .filter(trip_members::user_id.eq(account))
        .filter(trips::owner_id.ne_all(deleted_users()))
        .order((
            trip_members::imposed_by.is_not_null(),
            trip_members::trip_created_at.desc(),
            trip_members::trip_id.desc(),
        ))
        .select(trip_members::trip_id)
        .load(connection)?;
    Ok(trips.into_iter().map(|trip| TripId(trip.0)).collect())
}
