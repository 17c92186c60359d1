//! Looking trips up: each with its people and with what the token of who asks is checked by.

use std::collections::HashMap;
use std::sync::Arc;

use diesel::sql_types::{BigInt, Integer, Nullable};
use diesel::{
    CombineDsl, ExpressionMethods, IntoSql, NullableExpressionMethods, QueryDsl, QueryResult,
    RunQueryDsl, SelectableHelper,
};
use wayfare_domain::{People, Person, Trip, TripId, UserId};

use super::{AT_ONCE, Connection, Fault, Outcome};
use crate::cache::{Stamp, TripCache};
use crate::columns::{At, Key, sql};
use crate::rows::{PersonRow, TripRow};
use crate::schema::{trip_members, trips, users};
use crate::{Asked, Lookup};

/// How often a read is tried that a write came between.
pub(super) const ATTEMPTS: usize = 8;
/// What a read is told that writes came between each time.
pub(super) const RESTLESS: Fault =
    Fault::Overtaken("the trip changed during each attempt to read it");

/// Looks trips up, by two questions for as many as can be asked for at once: whose the trips are
/// and which state of each is the present one; then what they are in that state, save those of
/// which that is known.
pub(super) fn find(
    connection: &mut Connection,
    cache: &TripCache,
    asked: &[Asked],
) -> Outcome<Vec<Lookup>> {
    let mut found = Vec::with_capacity(asked.len());
    for asked in asked.chunks(AT_ONCE) {
        found.extend(find_at_once(connection, cache, asked)?);
    }
    Ok(found)
}

fn find_at_once(
    connection: &mut Connection,
    cache: &TripCache,
    asked: &[Asked],
) -> Outcome<Vec<Lookup>> {
    for _ in 0..ATTEMPTS {
        let present = Present::read(connection, asked)?;
        if let Some(trips) = present.trips(connection, cache)? {
            return Ok(asked
                .iter()
                .map(|asked| present.lookup(&trips, *asked))
                .collect());
        }
    }
    Err(RESTLESS)
}

/// What is so at the moment: the state of each trip and its people, and the token generations of
/// those who ask.
struct Present {
    trips: HashMap<TripId, (Stamp, People)>,
    generations: HashMap<UserId, i64>,
}

impl Present {
    fn read(connection: &mut Connection, asked: &[Asked]) -> QueryResult<Self> {
        let trips = keys(asked.iter().map(|asked| asked.trip.into()));
        let callers = keys(asked.iter().map(|asked| asked.caller.into()));
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
            ));
        let of_callers = users::table.filter(is_one_of!(users::id, callers)).select((
            PersonRow::as_select(),
            users::token_generation,
            None::<Key>.into_sql::<Nullable<sql::Id>>(),
            None::<i64>.into_sql::<Nullable<BigInt>>(),
            None::<At>.into_sql::<Nullable<sql::Timepoint>>(),
            None::<i32>.into_sql::<Nullable<Integer>>(),
        ));
        let rows = of_trips.union_all(of_callers).load::<Row>(connection)?;
        let mut members: HashMap<TripId, (Stamp, Vec<(i32, Person)>)> =
            HashMap::with_capacity(asked.len());
        let mut generations = HashMap::with_capacity(asked.len());
        for (person, generation, trip, version, updated_at, position) in rows {
            match trip.zip(version).zip(updated_at).zip(position) {
                Some((((trip, version), updated_at), position)) => {
                    let stamp = Stamp {
                        version,
                        updated_at: updated_at.0,
                    };
                    let (_, people) = members
                        .entry(TripId(trip.0))
                        .or_insert_with(|| (stamp, Vec::new()));
                    people.push((position, person.into_person()?));
                }
                None => {
                    generations.insert(UserId(person.id.0), generation);
                }
            }
        }
        let in_order = |mut people: Vec<(i32, Person)>| {
            people.sort_unstable_by_key(|(position, _)| *position);
            People::new(people.into_iter().map(|(_, person)| person).collect())
        };
        let trips = members
            .into_iter()
            .map(|(trip, (stamp, people))| (trip, (stamp, in_order(people))))
            .collect();
        Ok(Self { trips, generations })
    }

    /// The trips in that state; none where one of them is not any more what it was.
    fn trips(
        &self,
        connection: &mut Connection,
        cache: &TripCache,
    ) -> QueryResult<Option<HashMap<TripId, Arc<Trip>>>> {
        let known = self
            .trips
            .iter()
            .filter_map(|(id, (stamp, _))| Some((*id, cache.get(*id, *stamp)?)));
        let mut trips: HashMap<TripId, Arc<Trip>> = known.collect();
        let unknown = self.trips.iter().filter(|(id, _)| !trips.contains_key(id));
        let unknown = keys(unknown.map(|(id, _)| (*id).into()));
        if unknown.is_empty() {
            return Ok(Some(trips));
        }
        let rows = trips::table
            .filter(is_one_of!(trips::id, unknown))
            .select(TripRow::as_select());
        for row in rows.load::<TripRow>(connection)? {
            let state = self.trips.get(&row.id());
            // The two are of one moment where the stamp is the same: the version is raised with
            // every change of the members.
            let Some((_, people)) = state.filter(|(stamp, _)| *stamp == row.stamp()) else {
                return Ok(None);
            };
            let lengths = row.lengths();
            let trip = Arc::new(row.into_trip(people)?);
            cache.put(&trip, lengths);
            trips.insert(trip.id, trip);
        }
        Ok((trips.len() == self.trips.len()).then_some(trips))
    }

    fn lookup(&self, trips: &HashMap<TripId, Arc<Trip>>, asked: Asked) -> Lookup {
        let people = self.trips.get(&asked.trip).map(|(_, people)| people);
        Lookup {
            generation: self.generations.get(&asked.caller).copied(),
            trip: trips
                .get(&asked.trip)
                .zip(people)
                .map(|(trip, people)| (Arc::clone(trip), people.clone())),
        }
    }
}

/// A member of a trip, or somebody who asks; the latter has no trip here.
type Row = (
    PersonRow,
    i64,
    Option<Key>,
    Option<i64>,
    Option<At>,
    Option<i32>,
);

/// Keys as a statement takes them: [`AT_ONCE`] of them at least, none if there are none.
pub(in super::super) fn keys(keys: impl Iterator<Item = Key>) -> Vec<Key> {
    let mut keys: Vec<Key> = keys.collect();
    if let Some(last) = keys.last().copied() {
        keys.resize(keys.len().max(AT_ONCE), last);
    }
    keys
}
