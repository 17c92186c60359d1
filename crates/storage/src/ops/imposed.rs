//! What people impose on others, for whose limits it counts until they accept it.

use diesel::sql_types::{BigInt, Nullable};
use diesel::{ExpressionMethods, IntoSql, QueryDsl, RunQueryDsl};
use wayfare_domain::{Instant, TripId, UserId};

use super::{Backend, Connection, OperationResult, grants};
use crate::cached_statement::CachedStatement;
use crate::columns::{Key, Timestamp, sql};
use crate::schema::{trip_members, trips};
use crate::{AccountCounts, Placement};

/// What is imposed on `:account`.
pub(super) const IMPOSED_ON: &str =
    "SELECT trip_id FROM trip_members WHERE user_id = :account AND imposed_by IS NOT NULL";

/// A statement that reads a column of the trips that count for `:account`.
pub(super) fn of_trips(column: &str) -> String {
    format!(
        "SELECT {column} FROM trips WHERE trips.owner_id = :account AND trips.id NOT IN \
            ({IMPOSED_ON}) \
        UNION ALL SELECT {column} FROM trip_members JOIN trips ON trips.id = trip_members.trip_id \
        WHERE trip_members.imposed_by = :account AND trips.owner_id = trip_members.user_id"
    )
}

/// The bytes of the documents, descriptions, galleries and files of the trips that count for an
/// account, and of its proposals. Files are the pictures without a size in pixels.
pub(super) fn bytes(connection: &mut Connection, account: Key) -> OperationResult<u64> {
    // Both databases know the length of a long text without reading it.
    let size = "octet_length(plan) + octet_length(map) + octet_length(itinerary) \
        + octet_length(description) + octet_length(gallery) AS size";
    let (trips, ids) = (of_trips(size), of_trips("trips.id"));
    let total = format!(
        "SELECT CAST(COALESCE((SELECT SUM(counted.size) FROM ({trips}) AS counted), 0) \
        + COALESCE((SELECT SUM(bytes) FROM pictures WHERE width = 0 AND trip_id IN ({ids})), 0) \
        + COALESCE((SELECT SUM(bytes) FROM pictures WHERE width = 0 AND user_id = :account), 0) \
        AS BIGINT)"
    );
    let total = CachedStatement::<Backend, Nullable<BigInt>>::new(total);
    let total = total.named("account", account.into_sql::<sql::Id>());
    let bytes: Option<i64> = total.get_result(connection)?;
    Ok(bytes
        .and_then(|bytes| u64::try_from(bytes).ok())
        .unwrap_or_default())
}

/// How many trips and memberships count for an account. An owner is a member, too.
pub(super) fn counts(connection: &mut Connection, account: Key) -> OperationResult<AccountCounts> {
    let counts = format!(
        "SELECT (SELECT count(*) FROM ({trips}) AS counted), \
        (SELECT count(*) FROM trip_members WHERE user_id = :account) \
        - (SELECT count(*) FROM ({IMPOSED_ON}) AS imposed) \
        - (SELECT count(*) FROM trips WHERE owner_id = :account AND id NOT IN ({IMPOSED_ON})) \
        + (SELECT count(*) FROM trip_members JOIN trips ON trips.id = trip_members.trip_id \
        WHERE trip_members.imposed_by = :account AND trips.owner_id <> trip_members.user_id)",
        trips = of_trips("trips.id"),
    );
    let counts = CachedStatement::<Backend, (BigInt, BigInt)>::new(counts);
    let counts = counts.named("account", account.into_sql::<sql::Id>());
    let (trips, memberships): (i64, i64) = counts.get_result(connection)?;
    let [trips, memberships] =
        [trips, memberships].map(|count| u64::try_from(count).unwrap_or_default());
    Ok(AccountCounts { trips, memberships })
}

/// The places of a user, which the statement that it begins limits further.
const PLACEMENTS: &str = "SELECT trips.id, trips.owner_id, trip_members.imposed_by, \
    (SELECT count(*) FROM trip_members AS makers WHERE makers.trip_id = trip_members.trip_id \
    AND makers.user_id = trip_members.imposed_by \
    AND makers.user_id NOT IN (SELECT user_id FROM account_deletions)) AS makers \
    FROM trip_members JOIN trips ON trips.id = trip_members.trip_id \
    WHERE trip_members.user_id = ?";
type PlacementColumns = (sql::Id, sql::Id, Nullable<sql::Id>, BigInt);

fn read_placements(
    connection: &mut Connection,
    user: Key,
    statement: CachedStatement<'static, Backend, PlacementColumns>,
) -> OperationResult<Vec<Placement>> {
    let rows: Vec<(Key, Key, Option<Key>, i64)> = statement.load(connection)?;
    let placement = |(trip, owner, imposed_by, makers): (Key, Key, Option<Key>, i64)| Placement {
        trip: TripId(trip.0),
        is_owner: owner == user,
        imposed_by: imposed_by.map(|maker| UserId(maker.0)),
        has_maker: makers > 0,
    };
    Ok(rows.into_iter().map(placement).collect())
}

/// Reads the places that a user has on some trips.
pub(super) fn placements(
    connection: &mut Connection,
    user: Key,
    trips: &[TripId],
) -> OperationResult<Vec<Placement>> {
    let Some(last) = trips.last() else {
        return Ok(Vec::new());
    };
    let places = vec!["?"; Placement::MAX].join(", ");
    let text = format!("{PLACEMENTS} AND trip_members.trip_id IN ({places})");
    let statement = CachedStatement::new(text).bind(user.into_sql::<sql::Id>());
    let padded = trips.iter().chain(std::iter::repeat(last));
    let statement = padded
        .take(Placement::MAX)
        .fold(statement, |statement, trip| {
            statement.bind(Key::from(*trip).into_sql::<sql::Id>())
        });
    read_placements(connection, user, statement)
}

/// Finds a trip that `user` was handed over, and has not accepted, by somebody who is on it.
pub(super) fn returnable(
    connection: &mut Connection,
    user: Key,
) -> OperationResult<Option<Placement>> {
    let text = format!(
        "SELECT * FROM ({PLACEMENTS} AND trip_members.imposed_by IS NOT NULL \
        AND trips.owner_id = trip_members.user_id) AS places WHERE makers > 0 LIMIT 1"
    );
    let statement = CachedStatement::new(text).bind(user.into_sql::<sql::Id>());
    Ok(read_placements(connection, user, statement)?.pop())
}

/// Records that a user has accepted a trip, or the membership of one.
pub(super) fn accept(connection: &mut Connection, trip: Key, user: Key) -> OperationResult<()> {
    let accepted = trip_members::imposed_by.eq(None::<Key>);
    diesel::update(trip_members::table.find((trip, user)))
        .set(accepted)
        .execute(connection)?;
    Ok(())
}

/// Takes a member off a trip. An owner gives it to another member.
pub(super) fn leave(
    connection: &mut Connection,
    trip: Key,
    user: Key,
    new_owner: Option<UserId>,
    now: Instant,
) -> OperationResult<()> {
    diesel::update(trips::table.find(trip))
        .set((
            trips::version.eq(trips::version + 1),
            trips::updated_at.eq(Timestamp(now)),
        ))
        .execute(connection)?;
    if let Some(owner) = new_owner.map(Key::from) {
        diesel::update(trips::table.find(trip))
            .set(trips::owner_id.eq(owner))
            .execute(connection)?;
        diesel::update(trip_members::table.find((trip, owner)))
            .set(trip_members::is_viewer.eq(false))
            .execute(connection)?;
        accept(connection, trip, owner)?;
        grants::delete_links(connection, TripId(trip.0))?;
    }
    diesel::delete(trip_members::table.find((trip, user))).execute(connection)?;
    Ok(())
}
