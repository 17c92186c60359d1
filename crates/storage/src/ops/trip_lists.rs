//! Lists of trips.

use std::iter;

use diesel::dsl::{auto_type, count_star, exists};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, QueryDsl, QueryResult, RunQueryDsl, SelectableHelper,
};
use uuid::Uuid;
use wayfare_domain::{UserId, Username};

use super::trip_lookup::{ATTEMPTS, READ_CONFLICT, Snapshot, ids};
use super::{Connection, IDS_PER_LOOKUP, OperationResult};
use crate::columns::Key;
use crate::rows::HeadRow;
use crate::schema::{trip_members, trips, users};
use crate::{ListOwner, ListQuery, TripHead, TripList};

diesel::alias!(trip_members as other_members: OtherMembers);

/// Reads a list: the trips, then their people if requested.
pub(super) fn list(connection: &mut Connection, query: &ListQuery) -> OperationResult<TripList> {
    for _ in 0..ATTEMPTS {
        let mut list = read_heads(connection, query)?;
        if !query.with_people || add_people(connection, &mut list.trips)? {
            return Ok(list);
        }
    }
    Err(READ_CONFLICT)
}

fn read_heads(connection: &mut Connection, query: &ListQuery) -> QueryResult<TripList> {
    let caller = Key::from(query.caller);
    // The owner is a member too.
    let heads = trip_members::table
        .inner_join(trips::table)
        .filter(trip_members::user_id.eq(caller))
        .order((
            trip_members::trip_created_at.desc(),
            trip_members::trip_id.desc(),
        ))
        .select((
            HeadRow::as_select(),
            generation_of(caller),
            total_of(caller),
        ));
    let rows: Vec<(HeadRow, Option<i64>, Option<i64>)> = match query.page {
        Some(page) => heads
            .limit(to_bigint(page.limit))
            .offset(to_bigint(page.offset))
            .load(connection)?,
        None => heads.load(connection)?,
    };
    let (generation, total) = match rows.first() {
        Some((_, generation, total)) => (*generation, *total),
        None => diesel::select((generation_of(caller), total_of(caller))).get_result(connection)?,
    };
    Ok(TripList {
        generation,
        trips: rows
            .into_iter()
            .map(|(row, ..)| row.into_head(true))
            .collect::<QueryResult<_>>()?,
        total: total
            .and_then(|total| u64::try_from(total).ok())
            .unwrap_or(0),
    })
}

/// Adds each trip's people. Returns `false` if a trip has changed since its head was read.
fn add_people(connection: &mut Connection, heads: &mut [TripHead]) -> QueryResult<bool> {
    let no_caller = ids(iter::once(key_or_nil(None)));
    for heads in heads.chunks_mut(IDS_PER_LOOKUP) {
        let trips = ids(heads.iter().map(|head| head.id.into()));
        let mut snapshot = Snapshot::read(connection, &trips, &no_caller)?;
        for head in heads {
            match snapshot.trips.remove(&head.id) {
                Some((stamp, people)) if stamp.version == head.version => head.people = people,
                _ => return Ok(false),
            }
        }
    }
    Ok(true)
}

/// Reads the trips of a user without people.
pub(super) fn list_of(
    connection: &mut Connection,
    user: UserId,
    viewer: Option<UserId>,
) -> OperationResult<Vec<TripHead>> {
    let viewer_is_member = exists(
        other_members.filter(
            other_members
                .field(trip_members::trip_id)
                .eq(trips::id)
                .and(
                    other_members
                        .field(trip_members::user_id)
                        .eq(key_or_nil(viewer)),
                ),
        ),
    );
    let rows = trip_members::table
        .inner_join(trips::table)
        .filter(trip_members::user_id.eq(Key::from(user)))
        .order((
            trip_members::trip_created_at.desc(),
            trip_members::trip_id.desc(),
        ))
        .select((HeadRow::as_select(), viewer_is_member))
        .load::<(HeadRow, bool)>(connection)?;
    Ok(rows
        .into_iter()
        .map(|(row, is_member)| row.into_head(is_member))
        .collect::<QueryResult<_>>()?)
}

/// Reads the user of a username and the viewer's token generation by one statement.
pub(super) fn find_list_owner(
    connection: &mut Connection,
    username: &str,
    viewer: Option<UserId>,
) -> OperationResult<ListOwner> {
    let user = users::table
        .filter(users::username_key.eq(Username::key_of(username)))
        .select(users::id)
        .single_value();
    let (user, viewer_generation): (Option<Key>, Option<i64>) =
        diesel::select((user, generation_of(key_or_nil(viewer)))).get_result(connection)?;
    Ok(ListOwner {
        user: user.map(|user| UserId(user.0)),
        viewer_generation,
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
fn total_of(user: Key) -> _ {
    other_members
        .filter(other_members.field(trip_members::user_id).eq(user))
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
