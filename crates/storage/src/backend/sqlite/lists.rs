//! Lists of trips, one by one: statements cost no round trip here.

use std::collections::HashSet;

use diesel::dsl::count_star;
use diesel::{
    ExpressionMethods, QueryDsl, QueryResult, RunQueryDsl, SelectableHelper, SqliteConnection,
};

use super::ops::trips::generation_of;
use crate::columns::Key;
use crate::rows::{HeadRow, PersonRow};
use crate::schema::{trip_members, trips, users};
use crate::{ListAsked, Listing, Window};

diesel::alias!(trip_members as mine: Mine);

/// The lists, without people, in the order asked.
pub(super) fn read(
    connection: &mut SqliteConnection,
    asked: &[ListAsked],
) -> QueryResult<Vec<Listing>> {
    asked.iter().map(|asked| list(connection, asked)).collect()
}

fn list(connection: &mut SqliteConnection, asked: &ListAsked) -> QueryResult<Listing> {
    let user = Key::from(asked.caller);
    let total = || {
        mine.filter(mine.field(trip_members::user_id).eq(user))
            .select(count_star())
            .single_value()
    };
    // The owner is a member too.
    let entries = trip_members::table
        .inner_join(trips::table)
        .filter(trip_members::user_id.eq(user))
        .order((
            trip_members::trip_created_at.desc(),
            trip_members::trip_id.desc(),
        ))
        .select((HeadRow::as_select(), generation_of(user), total()));
    let rows: Vec<(HeadRow, Option<i64>, Option<i64>)> = match asked.window {
        Some(window) => entries
            .limit(bound(window.limit))
            .offset(bound(window.offset))
            .load(connection)?,
        // A statement of its own: one whose limit is bound would be prepared anew each time.
        None => entries.load(connection)?,
    };
    let (generation, count) = match rows.first() {
        Some((_, generation, count)) => (*generation, *count),
        None => diesel::select((generation_of(user), total())).get_result(connection)?,
    };
    let trips = rows
        .into_iter()
        .map(|(row, ..)| row.into_head(true))
        .collect::<QueryResult<_>>()?;
    Ok(Listing {
        generation,
        trips,
        total: count
            .and_then(|count| u64::try_from(count).ok())
            .unwrap_or(0),
    })
}

fn bound(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The people of the trips of lists, each with the version of the trip that they are of, in the
/// order in which they joined.
pub(super) fn people(
    connection: &mut SqliteConnection,
    lists: &[(&ListAsked, &mut Listing)],
) -> QueryResult<Vec<(Key, i64, PersonRow)>> {
    let (mut people, mut told) = (Vec::new(), HashSet::new());
    for (ListAsked { caller, window, .. }, _) in lists {
        let whole = Window {
            offset: 0,
            limit: u64::MAX,
        };
        let Window { offset, limit } = window.unwrap_or(whole);
        let of_list = mine
            .filter(mine.field(trip_members::user_id).eq(Key::from(*caller)))
            .order((
                mine.field(trip_members::trip_created_at).desc(),
                mine.field(trip_members::trip_id).desc(),
            ))
            .limit(bound(limit))
            .offset(bound(offset))
            .select(mine.field(trip_members::trip_id));
        let rows = trip_members::table
            .inner_join(trips::table)
            .inner_join(users::table)
            .filter(trip_members::trip_id.eq_any(of_list))
            .order(trip_members::position)
            .select((trips::id, trips::version, PersonRow::as_select()));
        let mut rows = rows.load::<(Key, i64, PersonRow)>(connection)?;
        // A trip may be in several lists.
        rows.retain(|(trip, ..)| !told.contains(trip));
        told.extend(rows.iter().map(|(trip, ..)| *trip));
        people.extend(rows);
    }
    Ok(people)
}
