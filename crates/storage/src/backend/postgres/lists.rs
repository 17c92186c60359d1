//! Lists of trips, those of many people by one statement.

use std::collections::BTreeSet;

use diesel::pg::Pg;
use diesel::sql_types::{Array, BigInt, Nullable, Text};
use diesel::{
    ExpressionMethods, IntoSql, PgConnection, QueryDsl, QueryResult, RunQueryDsl, SelectableHelper,
};

use super::ops::lookups::keys;
use crate::columns::{Key, sql};
use crate::fixed::Fixed;
use crate::rows::{HeadRow, PersonRow};
use crate::schema::{trip_members, trips, users};
use crate::{ListAsked, Listing};

/// A row for each trip of each list, and one without a trip for a list that has none. The owner is
/// a member too. What is asked for comes in by way of queries, so that the server can't tell how
/// much it is, which would make it plan anew for less than it guesses.
const LISTS: &str = "\
    WITH asked AS MATERIALIZED (SELECT given.*, \
    (SELECT token_generation FROM users WHERE users.id = given.user_id) AS generation, \
    (SELECT count(*) FROM trip_members WHERE trip_members.user_id = given.user_id) AS total \
    FROM unnest((SELECT ?::uuid[]), (SELECT ?::bigint[]), (SELECT ?::bigint[])) WITH ORDINALITY AS given (user_id, skipped, wanted, place)) \
    SELECT asked.place, asked.generation, asked.total, \
    trips.id, trips.version, trips.owner_id, trips.private, trips.name, trips.description, trips.gallery \
    FROM asked LEFT JOIN LATERAL (SELECT trip_id, trip_created_at FROM trip_members \
    WHERE trip_members.user_id = asked.user_id ORDER BY trip_created_at DESC, trip_id DESC \
    LIMIT asked.wanted OFFSET asked.skipped) AS mine ON true \
    LEFT JOIN trips ON trips.id = mine.trip_id \
    ORDER BY asked.place, mine.trip_created_at DESC, mine.trip_id DESC";

type Head = (
    sql::Id,
    BigInt,
    sql::Id,
    diesel::sql_types::Bool,
    Text,
    Text,
    sql::Document,
);
type Row = (BigInt, Nullable<BigInt>, BigInt, Nullable<Head>);

/// The lists, without people, in the order asked.
pub(super) fn read(
    connection: &mut PgConnection,
    asked: &[ListAsked],
) -> QueryResult<Vec<Listing>> {
    let bound = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let callers: Vec<Key> = asked.iter().map(|asked| asked.caller.into()).collect();
    let skipped: Vec<i64> = asked
        .iter()
        .map(|asked| asked.window.map_or(0, |window| bound(window.offset)))
        .collect();
    let wanted: Vec<Option<i64>> = asked
        .iter()
        .map(|asked| Some(bound(asked.window?.limit)))
        .collect();
    let lists = Fixed::<Pg, Row>::new(LISTS)
        .bind(callers.into_sql::<Array<sql::Id>>())
        .bind(skipped.into_sql::<Array<BigInt>>())
        .bind(wanted.into_sql::<Array<Nullable<BigInt>>>());
    let mut listings: Vec<Listing> = asked.iter().map(|_| Listing::default()).collect();
    for (place, generation, total, head) in
        lists.load::<(i64, Option<i64>, i64, Option<HeadRow>)>(connection)?
    {
        let listing = usize::try_from(place - 1)
            .ok()
            .and_then(|place| listings.get_mut(place));
        let Some(listing) = listing else { continue };
        listing.generation = generation;
        listing.total = u64::try_from(total).unwrap_or(0);
        listing
            .trips
            .extend(head.map(|head| head.into_head(true)).transpose()?);
    }
    Ok(listings)
}

/// The people of the trips of lists, each with the version of the trip that they are of, in the
/// order in which they joined.
pub(super) fn people(
    connection: &mut PgConnection,
    lists: &[(&ListAsked, &mut Listing)],
) -> QueryResult<Vec<(Key, i64, PersonRow)>> {
    let heads = lists.iter().flat_map(|(_, listing)| &listing.trips);
    let ids: BTreeSet<Key> = heads.map(|head| head.id.into()).collect();
    trip_members::table
        .inner_join(trips::table)
        .inner_join(users::table)
        .filter(trip_members::trip_id.eq_any(keys(ids.into_iter())))
        .order(trip_members::position)
        .select((trips::id, trips::version, PersonRow::as_select()))
        .load::<(Key, i64, PersonRow)>(connection)
}
