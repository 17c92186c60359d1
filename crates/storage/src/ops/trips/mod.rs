//! Trips and their members.

pub(super) mod keys;
mod lists;
mod lookup;
mod search;

use std::collections::HashSet;
use std::sync::Arc;

use diesel::sql_types::{BigInt, Bool, Nullable, Text};
use diesel::{
    ExpressionMethods, IntoSql, OptionalExtension, QueryDsl, RunQueryDsl, SelectableHelper,
};
use wayfare_domain::{Instant, People, Person, Trip, TripId, UserId};

use super::users::deletions;
use super::{
    Backend, Connection, Fault, Handle, OperationResult, Transaction, grants, idempotency, imposed,
    pictures,
};
use crate::cache::SavedTrip;
use crate::cached_statement::CachedStatement;
use crate::columns::{Key, Timestamp, sql};
use crate::rows::{MemberRow, NewTrip, OverviewRow, RestRow, SortKeys};
use crate::schema::{trip_members, trips, users};
use crate::{
    AccountCounts, BrokenValue, DocumentSizes, Error, ListQuery, ListedUser, Placement, Result,
    TripList, TripLookup, TripQuery, TripRepository, TripSearch, TripSearchResult, TripWrite,
};

/// Writes a trip's row if its version and the writer's token generation are as expected, and nobody
/// else has locked it. The generation stays as it is until the commit. A document that is NULL
/// stays as it is. The id stands in the condition itself, so that an engine that distributes trips
/// by their id knows where the row is.
const SAVE: &str = concat!(
    "UPDATE trips SET owner_id = :owner_id, private = :private, name = :name, \
    description = :description, version = :version, updated_at = :updated_at, \
    gallery = COALESCE(:gallery, gallery), plan = COALESCE(:plan, plan), \
    map = COALESCE(:map, map), itinerary = COALESCE(:itinerary, itinerary), \
    starts_at = :starts_at, ends_at = :ends_at, name_key = :name_key, search_key = :search_key, \
    moved_at = COALESCE(:moved_at, moved_at) WHERE id = :id AND id = ",
    unlocked_trip!(),
    " AND version = :known_version AND ",
    held_generation!(),
    " = :generation"
);

/// Records whether a member has edited the trip, and who has imposed it.
const SET_PERSON: &str =
    "UPDATE trip_members SET has_edited = ?, imposed_by = ? WHERE trip_id = ? AND user_id = ?";

/// Sets whether a member may only read.
const SET_VIEWER: &str = "UPDATE trip_members SET is_viewer = ? WHERE trip_id = ? AND user_id = ?";

impl TripRepository for Handle {
    fn find_all(&mut self, queries: &[TripQuery]) -> Result<Vec<TripLookup>> {
        let cache = Arc::clone(&self.cache);
        // A transaction reads its own writes, which it may roll back.
        let fills_cache = self.transaction == Transaction::None;
        self.run(|connection| lookup::find(connection, &cache, fills_cache, queries))
    }

    fn lock(&mut self, trip: TripId, caller: UserId) -> Result<TripLookup> {
        self.run(|connection| {
            let row = lock_rows!(trips::table.find(Key::from(trip)).select(trips::id));
            row.get_result::<Key>(connection).optional()?;
            let caller = users::table.find(Key::from(caller)).select(users::id);
            share_rows!(caller)
                .get_result::<Key>(connection)
                .optional()?;
            Ok(())
        })?;
        self.find(trip, caller)
    }

    fn lock_row(&mut self, trip: TripId) -> Result<Option<(UserId, Vec<UserId>)>> {
        self.run(|connection| {
            let trip = Key::from(trip);
            let row = lock_rows!(trips::table.find(trip).select(trips::owner_id));
            let Some(owner) = row.get_result::<Key>(connection).optional()? else {
                return Ok(None);
            };
            let members = trip_members::table
                .filter(trip_members::trip_id.eq(trip))
                .select(trip_members::user_id)
                .load::<Key>(connection)?;
            let members = members.into_iter().map(|member| UserId(member.0));
            Ok(Some((UserId(owner.0), members.collect())))
        })
    }

    fn ids(&mut self, after: TripId, limit: u32) -> Result<Vec<(TripId, UserId)>> {
        self.run(|connection| {
            let rows = trips::table
                .filter(trips::id.gt(Key::from(after)))
                .order(trips::id)
                .limit(limit.into())
                .select((trips::id, trips::owner_id))
                .load::<(Key, Key)>(connection)?;
            let rows = rows.into_iter();
            Ok(rows
                .map(|(trip, owner)| (TripId(trip.0), UserId(owner.0)))
                .collect())
        })
    }

    fn find_broken(&mut self, after: TripId) -> Result<Option<(TripId, Vec<BrokenValue>)>> {
        self.run(|connection| {
            let next = trips::table
                .filter(trips::id.gt(Key::from(after)))
                .order(trips::id)
                .select((OverviewRow::as_select(), RestRow::as_select()))
                .first(connection)
                .optional()?;
            Ok(next.map(|(row, rest)| (row.id(), row.broken_values(&rest))))
        })
    }

    fn owned(&mut self, user: UserId, limit: u32) -> Result<Vec<TripId>> {
        self.run(|connection| {
            let rows = trips::table
                .filter(trips::owner_id.eq(Key::from(user)))
                .order(trips::id)
                .limit(limit.into())
                .select(trips::id)
                .load::<Key>(connection)?;
            Ok(rows.into_iter().map(|trip| TripId(trip.0)).collect())
        })
    }

    fn insert(&mut self, trip: &Trip) -> Result<DocumentSizes> {
        let row = NewTrip::new(trip).map_err(|error| Error::Internal(error.into()))?;
        let sizes = row.document_sizes();
        sizes.check(0)?;
        self.run(|connection| {
            diesel::insert_into(trips::table)
                .values(row)
                .execute(connection)?;
            let marks = |user: UserId| match user == trip.owner {
                true => (true, None),
                false => (false, Some(trip.owner)),
            };
            insert_members(connection, trip, &trip.members, marks)
        })?;
        Ok(sizes)
    }

    fn bytes_of_account(&mut self, user: UserId) -> Result<u64> {
        self.run(|connection| imposed::bytes(connection, user.into()))
    }

    fn counts_of_account(&mut self, user: UserId) -> Result<AccountCounts> {
        self.run(|connection| imposed::counts(connection, user.into()))
    }

    fn ids_of(&mut self, user: UserId) -> Result<Vec<TripId>> {
        self.run(|connection| lists::ids_of(connection, user.into()))
    }

    fn accept(&mut self, trip: TripId, user: UserId) -> Result<()> {
        self.run(|connection| imposed::accept(connection, trip.into(), user.into()))
    }

    fn placements(&mut self, user: UserId, trips: &[TripId]) -> Result<Vec<Placement>> {
        self.run(|connection| imposed::placements(connection, user.into(), trips))
    }

    fn returnable(&mut self, user: UserId) -> Result<Option<Placement>> {
        self.run(|connection| imposed::returnable(connection, user.into()))
    }

    fn leave(
        &mut self,
        trip: TripId,
        user: UserId,
        new_owner: Option<UserId>,
        now: Instant,
    ) -> Result<()> {
        self.run(|connection| imposed::leave(connection, trip.into(), user.into(), new_owner, now))
    }

    fn save(&mut self, write: &TripWrite) -> Result<bool> {
        let is_saved = self.run(|connection| save(connection, write))?;
        if is_saved {
            self.saved
                .push(SavedTrip::new(&write.before, &write.after, write.sizes));
        }
        Ok(is_saved)
    }

    fn delete(&mut self, trip: TripId) -> Result<bool> {
        self.run(|connection| {
            pictures::delete_of_trip(connection, trip)?;
            grants::delete_of_trip(connection, trip)?;
            let row = trips::table.find(Key::from(trip));
            Ok(diesel::delete(row).execute(connection)? > 0)
        })
    }

    fn list(&mut self, query: &ListQuery) -> Result<TripList> {
        self.run(|connection| lists::list(connection, query))
    }

    fn search(&mut self, search: &TripSearch) -> Result<TripSearchResult> {
        self.run(|connection| search::search(connection, search))
    }

    fn find_listed_user(&mut self, username: &str, reader: Option<UserId>) -> Result<ListedUser> {
        self.run(|connection| lists::find_listed_user(connection, username, reader))
    }
}

fn save(connection: &mut Connection, write: &TripWrite) -> OperationResult<bool> {
    let TripWrite {
        before,
        after,
        by,
        generation,
        people,
        pictures,
        key,
        documents,
        sizes: _,
    } = write;
    // First: nothing of a change whose key is used may stay, and others share the transaction.
    if let Some(key) = key
        && !idempotency::insert(connection, key)?
    {
        return Ok(false);
    }
    let keys = SortKeys::of(after);
    let is_moved = before.name != after.name || before.plan.dates != after.plan.dates;
    let moved_at = is_moved.then_some(Timestamp(after.updated_at));
    let rows = CachedStatement::<Backend>::new(SAVE)
        .named("owner_id", Key::from(after.owner).into_sql::<sql::Id>())
        .named("private", after.private.into_sql::<Bool>())
        .named("name", after.name.as_str().into_sql::<Text>())
        .named("description", after.description.as_str().into_sql::<Text>())
        .named("version", after.version.into_sql::<BigInt>())
        .named(
            "updated_at",
            Timestamp(after.updated_at).into_sql::<sql::Instant>(),
        )
        .named(
            "gallery",
            documents.gallery.as_ref().into_sql::<Nullable<Text>>(),
        )
        .named("plan", documents.plan.as_ref().into_sql::<Nullable<Text>>())
        .named("map", documents.map.as_ref().into_sql::<Nullable<Text>>())
        .named(
            "itinerary",
            documents.itinerary.as_ref().into_sql::<Nullable<Text>>(),
        )
        .named(
            "starts_at",
            keys.starts_at.into_sql::<Nullable<sql::Instant>>(),
        )
        .named("ends_at", keys.ends_at.into_sql::<Nullable<sql::Instant>>())
        .named("name_key", keys.name_key.as_str().into_sql::<Text>())
        .named("search_key", keys.search_key.as_str().into_sql::<Text>())
        .named("moved_at", moved_at.into_sql::<Nullable<sql::Instant>>())
        .named("id", Key::from(after.id).into_sql::<sql::Id>())
        .named("known_version", before.version.into_sql::<BigInt>())
        .named("by", Key::from(*by).into_sql::<sql::Id>())
        .named("generation", (*generation).into_sql::<BigInt>())
        .execute(connection)?;
    if rows == 0 {
        if let Some(key) = key {
            idempotency::delete(connection, key)?;
        }
        return Ok(false);
    }
    if before.owner != after.owner {
        // A deletion waits for this lock, or has begun, and would take the trip with it.
        let owner = users::table.find(Key::from(after.owner)).select(users::id);
        share_rows!(owner).get_result::<Key>(connection)?;
        if deletions::is_deleted(connection, after.owner)? {
            return Err(Fault::Conflict(
                "the account of the new owner is being deleted",
            ));
        }
        grants::delete_links(connection, after.id)?;
    }
    let people = people.as_ref();
    write_members(connection, before, after, people.map(|(_, people)| people))?;
    if let Some((before, people)) = people {
        write_people(connection, after.id, before, people)?;
    }
    pictures::save(connection, pictures)?;
    Ok(true)
}

/// Deletes the members who left, changes the roles that differ, and inserts those who joined,
/// behind all others.
fn write_members(
    connection: &mut Connection,
    before: &Trip,
    after: &Trip,
    people: Option<&People>,
) -> OperationResult<()> {
    let trip = Key::from(after.id);
    write_roles(connection, before, after)?;
    if before.members == after.members {
        return Ok(());
    }
    let [former, present] = [before, after].map(|trip| trip.members.iter().collect::<HashSet<_>>());
    for left in former.difference(&present) {
        let member = trip_members::table.find((trip, Key::from(**left)));
        diesel::delete(member).execute(connection)?;
    }
    let joined = after
        .members
        .iter()
        .filter(|member| !former.contains(member));
    let joined: Vec<UserId> = joined.copied().collect();
    let marks = |user| {
        let person = people.and_then(|people| people.get(user));
        person.map_or((false, None), marks_of)
    };
    insert_members(connection, after, &joined, marks)
}

/// Whether a person has edited the trip, and who has imposed it on them.
fn marks_of(person: &Person) -> (bool, Option<UserId>) {
    (person.has_edited, person.imposed_by)
}

/// Records what differs of people who stay.
fn write_people(
    connection: &mut Connection,
    trip: TripId,
    before: &People,
    after: &People,
) -> OperationResult<()> {
    for person in after.iter() {
        let present = before.get(person.id).map(marks_of);
        if present.is_some_and(|present| present != marks_of(person)) {
            let imposed_by = person.imposed_by.map(Key::from);
            CachedStatement::<Backend>::new(SET_PERSON)
                .bind(person.has_edited.into_sql::<Bool>())
                .bind(imposed_by.into_sql::<Nullable<sql::Id>>())
                .bind(Key::from(trip).into_sql::<sql::Id>())
                .bind(Key::from(person.id).into_sql::<sql::Id>())
                .execute(connection)?;
        }
    }
    Ok(())
}

/// Changes the roles that differ of members who stay. A change of owner writes those of both
/// owners: a server of the version before may have left a flag.
fn write_roles(connection: &mut Connection, before: &Trip, after: &Trip) -> OperationResult<()> {
    if before.owner == after.owner && before.viewers == after.viewers {
        return Ok(());
    }
    for member in before
        .members
        .iter()
        .filter(|id| after.members.contains(id))
    {
        let was_viewer = before.viewers.contains(member);
        let is_viewer = after.viewers.contains(member);
        let is_owner = [before.owner, after.owner].contains(member);
        if was_viewer != is_viewer || (before.owner != after.owner && is_owner) {
            CachedStatement::<Backend>::new(SET_VIEWER)
                .bind(is_viewer.into_sql::<Bool>())
                .bind(Key::from(after.id).into_sql::<sql::Id>())
                .bind(Key::from(*member).into_sql::<sql::Id>())
                .execute(connection)?;
        }
    }
    Ok(())
}

/// Inserts members behind all others, with what [`marks_of`] tells of each.
fn insert_members(
    connection: &mut Connection,
    trip: &Trip,
    members: &[UserId],
    marks: impl Fn(UserId) -> (bool, Option<UserId>),
) -> OperationResult<()> {
    // No version adds more members than a trip has, so those of the versions before come first.
    let version = usize::try_from(trip.version).unwrap_or(usize::MAX);
    let first_position = version.saturating_mul(Trip::MAX_MEMBERS);
    // One row per statement: its text is constant, so the connection caches it prepared.
    for (index, member) in members.iter().enumerate() {
        let (has_edited, imposed_by) = marks(*member);
        let row = MemberRow {
            trip_id: Key::from(trip.id),
            user_id: Key::from(*member),
            position: i32::try_from(first_position.saturating_add(index)).unwrap_or(i32::MAX),
            trip_created_at: Timestamp(trip.created_at),
            has_edited,
            is_viewer: trip.viewers.contains(member),
            imposed_by: imposed_by.map(Key::from),
        };
        diesel::insert_into(trip_members::table)
            .values(row)
            .execute(connection)?;
    }
    Ok(())
}
