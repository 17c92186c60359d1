//! Trip look-ups: each trip with its people, and the callers' token generations.

use std::collections::HashMap;

use diesel::sql_types::{BigInt, Bool, Integer, Nullable};
use diesel::{
    BoolExpressionMethods, CombineDsl, ExpressionMethods, IntoSql, NullableExpressionMethods,
    QueryDsl, QueryResult, RunQueryDsl, SelectableHelper,
};
use wayfare_domain::{People, Person, TripId, UserId};

use super::{Connection, Fault, IDS_PER_LOOKUP, OperationResult};
use crate::cache::{Stamp, TripCache};
use crate::columns::{Key, Timestamp, sql};
use crate::rows::{OverviewRow, PersonRow, RestRow};
use crate::schema::{trip_members, trips, users};
use crate::{StoredTrip, TripLookup, TripParts, TripQuery};

/// Attempts of a read by two statements, which fails if a write comes between them.
pub(super) const ATTEMPTS: usize = 8;
/// Each attempt met a write between its statements.
pub(super) const READ_CONFLICT: Fault =
    Fault::Conflict("the trip changed during each attempt to read it");

/// Looks trips up by two statements per [`IDS_PER_LOOKUP`] queries: a snapshot of stamps and
/// people, then the rows that are not cached with these stamps; by three if some queries are for
/// overviews and some for whole trips. `fills_cache` adds the rows to the cache.
pub(super) fn find(
    connection: &mut Connection,
    cache: &TripCache,
    fills_cache: bool,
    queries: &[TripQuery],
) -> OperationResult<Vec<TripLookup>> {
    let mut found = Vec::with_capacity(queries.len());
    for chunk in queries.chunks(IDS_PER_LOOKUP) {
        found.extend(find_chunk(connection, cache, fills_cache, chunk)?);
    }
    Ok(found)
}

fn find_chunk(
    connection: &mut Connection,
    cache: &TripCache,
    fills_cache: bool,
    queries: &[TripQuery],
) -> OperationResult<Vec<TripLookup>> {
    let trips = ids(queries.iter().map(|query| query.trip.into()));
    let callers = ids(queries.iter().map(|query| query.caller.into()));
    for _ in 0..ATTEMPTS {
        let snapshot = Snapshot::read(connection, &trips, &callers)?;
        if let Some(trips) = snapshot.trips(connection, cache, fills_cache, queries)? {
            return Ok(queries
                .iter()
                .map(|query| snapshot.lookup(&trips, *query))
                .collect());
        }
    }
    Err(READ_CONFLICT)
}

/// A person of a trip with their position, and whether they may only read.
type PositionedPerson = (i32, Person, bool);

/// The present stamp and people of a trip.
pub(super) struct SnapshotTrip {
    pub(super) stamp: Stamp,
    pub(super) people: People,
    /// The members who may only read, in order.
    viewers: Vec<UserId>,
}

impl SnapshotTrip {
    /// A trip with these people, in any order.
    fn new(stamp: Stamp, mut people: Vec<PositionedPerson>) -> Self {
        people.sort_unstable_by_key(|(position, _, _)| *position);
        let viewers = people.iter().filter(|(_, _, is_viewer)| *is_viewer);
        Self {
            stamp,
            viewers: viewers.map(|(_, person, _)| person.id).collect(),
            people: People::new(people.into_iter().map(|(_, person, _)| person).collect()),
        }
    }
}

/// The present stamps and people of trips, and the callers' token generations.
pub(super) struct Snapshot {
    pub(super) trips: HashMap<TripId, SnapshotTrip>,
    generations: HashMap<UserId, i64>,
}

impl Snapshot {
    /// Reads the snapshot of trips and callers, both prepared by [`ids`].
    pub(super) fn read(
        connection: &mut Connection,
        trips: &[Key],
        callers: &[Key],
    ) -> QueryResult<Self> {
        let of_trips = trip_members::table
            .inner_join(trips::table)
            .inner_join(users::table)
            .filter(is_one_of!(trip_members::trip_id, trips))
            .select((
                PersonRow::as_select(),
                users::token_generation,
                trips::id.nullable(),
                trips::version.nullable(),
                trips::updated_at.nullable(),
                trip_members::position.nullable(),
                trip_members::has_edited.nullable(),
                // Servers of the version before leave the flag of a member who becomes the owner.
                trip_members::is_viewer
                    .and(trips::owner_id.ne(trip_members::user_id))
                    .nullable(),
            ));
        let of_callers = users::table.filter(is_one_of!(users::id, callers)).select((
            PersonRow::as_select(),
            users::token_generation,
            None::<Key>.into_sql::<Nullable<sql::Id>>(),
            None::<i64>.into_sql::<Nullable<BigInt>>(),
            None::<Timestamp>.into_sql::<Nullable<sql::Instant>>(),
            None::<i32>.into_sql::<Nullable<Integer>>(),
            None::<bool>.into_sql::<Nullable<Bool>>(),
            None::<bool>.into_sql::<Nullable<Bool>>(),
        ));
        let rows = of_trips
            .union_all(of_callers)
            .load::<SnapshotRow>(connection)?;
        let mut members: HashMap<TripId, (Stamp, Vec<PositionedPerson>)> =
            HashMap::with_capacity(trips.len());
        let mut generations = HashMap::with_capacity(callers.len());
        for (person, generation, trip, version, updated_at, position, has_edited, is_viewer) in rows
        {
            match (trip, version, updated_at, position) {
                (Some(trip), Some(version), Some(updated_at), Some(position)) => {
                    let stamp = Stamp {
                        version,
                        updated_at: updated_at.0,
                    };
                    let (_, people) = members
                        .entry(TripId(trip.0))
                        .or_insert_with(|| (stamp, Vec::new()));
                    let person = person.into_person(has_edited.unwrap_or_default())?;
                    people.push((position, person, is_viewer.unwrap_or_default()));
                }
                _ => {
                    generations.insert(UserId(person.id.0), generation);
                }
            }
        }
        let trips = members
            .into_iter()
            .map(|(trip, (stamp, people))| (trip, SnapshotTrip::new(stamp, people)))
            .collect();
        Ok(Self { trips, generations })
    }

    /// Returns the trips with these stamps, or `None` if one of them has changed since.
    fn trips(
        &self,
        connection: &mut Connection,
        cache: &TripCache,
        fills_cache: bool,
        queries: &[TripQuery],
    ) -> OperationResult<Option<HashMap<TripId, StoredTrip>>> {
        let mut trips = HashMap::with_capacity(self.trips.len());
        let (mut overviews, mut whole) = (Vec::new(), Vec::new());
        for (id, trip) in &self.trips {
            let of_trip = queries.iter().filter(|query| query.trip == *id);
            let parts = of_trip.map(|query| query.parts).max();
            let parts = parts.unwrap_or(TripParts::Overview);
            match (cache.get(*id, trip.stamp, parts), parts) {
                (Some(trip), _) => _ = trips.insert(*id, trip),
                (None, TripParts::Overview) => overviews.push(Key::from(*id)),
                (None, TripParts::Whole) => whole.push(Key::from(*id)),
            }
        }
        let mut rows = Vec::with_capacity(overviews.len() + whole.len());
        if !overviews.is_empty() {
            let overviews = ids(overviews.into_iter());
            let read = trips::table
                .filter(is_one_of!(trips::id, &overviews))
                .select(OverviewRow::as_select());
            let read = read.load(connection)?.into_iter();
            rows.extend(read.map(|overview| (overview, None)));
        }
        if !whole.is_empty() {
            let whole = ids(whole.into_iter());
            let read = trips::table
                .filter(is_one_of!(trips::id, &whole))
                .select((OverviewRow::as_select(), RestRow::as_select()));
            let read = read.load(connection)?.into_iter();
            rows.extend(read.map(|(overview, rest)| (overview, Some(rest))));
        }
        for (overview, rest) in rows {
            // A change of the members or of a flag of theirs raises the version, so equal stamps
            // mean one moment.
            let snapshot = self.trips.get(&overview.id());
            let Some(trip) = snapshot.filter(|trip| trip.stamp == overview.stamp()) else {
                return Ok(None);
            };
            let trip = StoredTrip::read(overview, rest, &trip.people, &trip.viewers)?;
            if fills_cache {
                cache.put(trip.clone());
            }
            trips.insert(trip.id(), trip);
        }
        Ok((trips.len() == self.trips.len()).then_some(trips))
    }

    fn lookup(&self, trips: &HashMap<TripId, StoredTrip>, query: TripQuery) -> TripLookup {
        let people = self.trips.get(&query.trip).map(|trip| &trip.people);
        let trip = trips.get(&query.trip).zip(people);
        TripLookup {
            generation: self.generations.get(&query.caller).copied(),
            trip: trip.map(|(trip, people)| (trip.clone(), people.clone())),
        }
    }
}

/// A row of the snapshot: a member of a trip, or a caller, whose trip columns are NULL.
type SnapshotRow = (
    PersonRow,
    i64,
    Option<Key>,
    Option<i64>,
    Option<Timestamp>,
    Option<i32>,
    Option<bool>,
    Option<bool>,
);

/// Pads a list of ids to [`IDS_PER_LOOKUP`] by repeating the last one.
pub(super) fn ids(ids: impl Iterator<Item = Key>) -> Vec<Key> {
    let mut ids: Vec<Key> = ids.collect();
    if let Some(last) = ids.last().copied() {
        ids.resize(ids.len().max(IDS_PER_LOOKUP), last);
    }
    ids
}
