//! Trip look-ups: each trip with its people, and the callers' token generations.

use std::collections::HashMap;

use diesel::{ExpressionMethods, QueryDsl, QueryResult, Queryable, RunQueryDsl, SelectableHelper};
use wayfare_domain::access::is_visible;
use wayfare_domain::{People, Person, TripId, UserId};

use super::super::users::deletions::deleted_users;
use super::super::{Connection, Fault, IDS_PER_LOOKUP, OperationResult};
use crate::cache::{Stamp, TripCache};
use crate::columns::{Key, Timestamp};
use crate::rows::{OverviewRow, PersonRow, RestRow};
use crate::schema::{trip_members, trips, users};
use crate::{StoredTrip, TripLookup, TripParts, TripQuery};

/// Attempts of a read by two statements, which fails if a write comes between them.
pub(super) const ATTEMPTS: usize = 8;
/// Each attempt met a write between its statements.
pub(super) const READ_CONFLICT: Fault =
    Fault::Conflict("the trip changed during each attempt to read it");

/// Looks trips up by two statements per [`IDS_PER_LOOKUP`] queries: a snapshot of stamps and
/// people, then the rows that are visible and not cached with these stamps. A third statement reads
/// callers who are on none of the trips; a fourth is needed if overviews and whole trips are asked
/// for together. Trips that change between the statements are looked up again, without the others.
/// `fills_cache` adds the rows to the cache.
pub(super) fn find(
    connection: &mut Connection,
    cache: &TripCache,
    fills_cache: bool,
    queries: &[TripQuery],
) -> OperationResult<Vec<TripLookup>> {
    let mut found = Vec::with_capacity(queries.len());
    for queries in queries.chunks(IDS_PER_LOOKUP) {
        let mut lookups: Vec<Option<TripLookup>> = vec![None; queries.len()];
        for _ in 0..ATTEMPTS {
            let open = queries.iter().zip(&lookups);
            let open = open.filter_map(|(query, done)| done.is_none().then_some(*query));
            let open: Vec<TripQuery> = open.collect();
            let mut snapshot = Snapshot::read(connection, open.iter().map(|query| query.trip))?;
            snapshot.add_callers(connection, &open)?;
            let trips = snapshot.read_trips(connection, cache, fills_cache, &open)?;
            for (query, lookup) in queries.iter().zip(&mut lookups) {
                if lookup.is_none() {
                    *lookup = snapshot.lookup(&trips, query);
                }
            }
            if lookups.iter().all(Option::is_some) {
                break;
            }
        }
        for lookup in lookups {
            found.push(lookup.ok_or(READ_CONFLICT)?);
        }
    }
    Ok(found)
}

/// A person of a trip, with what is present of the trip.
#[derive(Queryable)]
struct MemberRow {
    person: PersonRow,
    generation: i64,
    position: i32,
    has_edited: bool,
    is_viewer: bool,
    imposed_by: Option<Key>,
    trip: Key,
    owner: Key,
    private: bool,
    version: i64,
    updated_at: Timestamp,
}

/// The present stamp and people of a trip, and who may see it.
pub(super) struct SnapshotTrip {
    pub(super) stamp: Stamp,
    pub(super) people: People,
    /// The members who may only read.
    viewers: Vec<UserId>,
    owner: UserId,
    private: bool,
}

impl SnapshotTrip {
    /// Whether a reader is one of its people.
    pub(super) fn has(&self, reader: Option<UserId>) -> bool {
        reader.is_some_and(|reader| self.people.get(reader).is_some())
    }

    fn is_visible_to(&self, caller: Option<UserId>) -> bool {
        is_visible(self.private, self.owner, self.has(caller), caller)
    }
}

/// The present stamps and people of trips, and the token generations of users.
pub(super) struct Snapshot {
    pub(super) trips: HashMap<TripId, SnapshotTrip>,
    generations: HashMap<UserId, i64>,
}

impl Snapshot {
    /// Reads it for at most [`IDS_PER_LOOKUP`] trips. It has the generations of their people.
    pub(super) fn read(
        connection: &mut Connection,
        trips: impl Iterator<Item = TripId>,
    ) -> QueryResult<Self> {
        let trips = padded(trips.map(Key::from));
        let mut rows = trip_members::table
            .inner_join(trips::table)
            .inner_join(users::table)
            .filter(is_one_of!(trips::id, &trips))
            .filter(trips::owner_id.ne_all(deleted_users()))
            .select((
                PersonRow::as_select(),
                users::token_generation,
                trip_members::position,
                trip_members::has_edited,
                trip_members::is_viewer,
                trip_members::imposed_by,
                trips::id,
                trips::owner_id,
                trips::private,
                trips::version,
                trips::updated_at,
            ))
            .load::<MemberRow>(connection)?;
        rows.sort_unstable_by_key(|row| row.position);
        let mut generations = HashMap::with_capacity(rows.len());
        let mut members: HashMap<TripId, (SnapshotTrip, Vec<Person>)> = HashMap::new();
        for row in rows {
            let (id, owner) = (TripId(row.trip.0), UserId(row.owner.0));
            let (trip, people) = members.entry(id).or_insert_with(|| {
                let trip = SnapshotTrip {
                    stamp: Stamp {
                        version: row.version,
                        updated_at: row.updated_at.0,
                    },
                    people: People::default(),
                    viewers: Vec::new(),
                    owner,
                    private: row.private,
                };
                (trip, Vec::new())
            });
            let person = Person {
                has_edited: row.has_edited,
                imposed_by: row.imposed_by.map(|user| UserId(user.0)),
                ..row.person.into_person()?
            };
            generations.insert(person.id, row.generation);
            // Servers of the version before leave the flag of a member who becomes the owner.
            if row.is_viewer && person.id != owner {
                trip.viewers.push(person.id);
            }
            people.push(person);
        }
        let trips = members.into_iter().map(|(id, (trip, people))| {
            let people = People::new(people);
            (id, SnapshotTrip { people, ..trip })
        });
        Ok(Self {
            trips: trips.collect(),
            generations,
        })
    }

    /// Reads the token generations of the callers who are on none of the trips.
    fn add_callers(
        &mut self,
        connection: &mut Connection,
        queries: &[TripQuery],
    ) -> QueryResult<()> {
        let callers = queries.iter().filter_map(|query| query.caller);
        let others = callers.filter(|caller| !self.generations.contains_key(caller));
        let others = padded(others.map(Key::from));
        if others.is_empty() {
            return Ok(());
        }
        let rows = users::table
            .filter(is_one_of!(users::id, &others))
            .filter(users::id.ne_all(deleted_users()))
            .select((users::id, users::token_generation))
            .load::<(Key, i64)>(connection)?;
        let rows = rows.into_iter();
        self.generations
            .extend(rows.map(|(id, generation)| (UserId(id.0), generation)));
        Ok(())
    }

    /// Returns the trips that a caller may see, without those that have changed since.
    fn read_trips(
        &self,
        connection: &mut Connection,
        cache: &TripCache,
        fills_cache: bool,
        queries: &[TripQuery],
    ) -> OperationResult<HashMap<TripId, StoredTrip>> {
        let mut parts: HashMap<TripId, TripParts> = HashMap::new();
        for query in queries.iter().filter(|query| self.shows(query)) {
            let parts = parts.entry(query.trip).or_insert(query.parts);
            *parts = query.parts.max(*parts);
        }
        let mut trips = HashMap::with_capacity(parts.len());
        let (mut overviews, mut whole) = (Vec::new(), Vec::new());
        for (id, parts) in parts {
            let Some(present) = self.trips.get(&id) else {
                continue;
            };
            match (cache.get(id, present.stamp, parts), parts) {
                (Some(trip), _) => _ = trips.insert(id, trip),
                (None, TripParts::Overview) => overviews.push(id),
                (None, TripParts::Whole) => whole.push(id),
            }
        }
        for (overview, rest) in read_rows(connection, overviews, whole)? {
            // A change of the members or of a flag of theirs raises the version, so equal stamps
            // mean one moment.
            let present = self.trips.get(&overview.id());
            let Some(present) = present.filter(|present| present.stamp == overview.stamp()) else {
                continue;
            };
            let trip = StoredTrip::read(overview, rest, &present.people, &present.viewers)?;
            if fills_cache {
                cache.put(trip.clone());
            }
            trips.insert(trip.id(), trip);
        }
        Ok(trips)
    }

    /// Whether the trip of a query exists and its caller may see it.
    fn shows(&self, query: &TripQuery) -> bool {
        let trip = self.trips.get(&query.trip);
        trip.is_some_and(|trip| trip.is_visible_to(query.caller))
    }

    /// The answer to a query; `None` if its trip has changed since.
    fn lookup(&self, trips: &HashMap<TripId, StoredTrip>, query: &TripQuery) -> Option<TripLookup> {
        let shown = self.trips.get(&query.trip).filter(|_| self.shows(query));
        let trip = match shown {
            Some(present) => Some((trips.get(&query.trip)?.clone(), present.people.clone())),
            None => None,
        };
        let generation = query
            .caller
            .and_then(|caller| self.generations.get(&caller));
        Some(TripLookup {
            generation: generation.copied(),
            trip,
        })
    }
}

/// Reads the rows of some trips, without the rest of those of which `overviews` has the id.
fn read_rows(
    connection: &mut Connection,
    overviews: Vec<TripId>,
    whole: Vec<TripId>,
) -> QueryResult<Vec<(OverviewRow, Option<RestRow>)>> {
    let [overviews, whole] = [overviews, whole].map(|ids| padded(ids.into_iter().map(Key::from)));
    let mut rows = Vec::new();
    if !overviews.is_empty() {
        let read = trips::table
            .filter(is_one_of!(trips::id, &overviews))
            .select(OverviewRow::as_select());
        let read = read.load(connection)?.into_iter();
        rows.extend(read.map(|overview| (overview, None)));
    }
    if !whole.is_empty() {
        let read = trips::table
            .filter(is_one_of!(trips::id, &whole))
            .select((OverviewRow::as_select(), RestRow::as_select()));
        let read = read.load(connection)?.into_iter();
        rows.extend(read.map(|(overview, rest)| (overview, Some(rest))));
    }
    Ok(rows)
}

/// Pads a list of ids to [`IDS_PER_LOOKUP`] by repeating the last one.
pub(super) fn padded(ids: impl Iterator<Item = Key>) -> Vec<Key> {
    let mut ids: Vec<Key> = ids.collect();
    if let Some(last) = ids.last().copied() {
        ids.resize(ids.len().max(IDS_PER_LOOKUP), last);
    }
    ids
}
