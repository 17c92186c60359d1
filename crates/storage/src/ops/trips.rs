//! Trips and their members.

use std::sync::Arc;

use diesel::dsl::{auto_type, exists};
use diesel::sql_types::{BigInt, Bool, Integer, Nullable, Text};
use diesel::{
    BoolExpressionMethods, CombineDsl, ExpressionMethods, IntoSql, NullableExpressionMethods,
    OptionalExtension, QueryDsl, QueryResult, RunQueryDsl, SelectableHelper,
};
use uuid::Uuid;
use wayfare_domain::{People, Trip, TripId, UserId, Username};

use super::{Backend, Connection, Fault, Handle, Outcome, lists, lookups};
use crate::columns::{At, Key, sql};
use crate::fixed::Fixed;
use crate::rows::{Documents, HeadRow, MemberRow, NewTrip, PersonRow, TripRow, documents};
use crate::schema::{trip_members, trips, users};
use crate::texts::update_trip;
use crate::{
    Asked, Change, ListAsked, ListOwner, Listing, Lookup, Result, TripHead, TripRepository,
};

diesel::alias!(trip_members as other_members: OtherMembers);

impl TripRepository for Handle {
    fn find_all(&mut self, asked: &[Asked]) -> Result<Vec<Lookup>> {
        let cache = Arc::clone(&self.cache);
        self.run(|connection| lookups::find(connection, &cache, asked))
    }

    fn lock(&mut self, id: TripId, caller: UserId) -> Result<Lookup> {
        self.run(|connection| lock(connection, id, caller))
    }

    fn insert(&mut self, trip: &Trip) -> Result<()> {
        self.run(|connection| {
            diesel::insert_into(trips::table)
                .values(NewTrip::new(trip)?)
                .execute(connection)?;
            insert_members(connection, trip, 0)
        })
    }

    fn update(&mut self, before: &Trip, after: &Trip) -> Result<()> {
        self.run(|connection| {
            if !update_row(connection, before, after, &documents(before, after)?)? {
                return Err(Fault::Overtaken("the trip is not what it was"));
            }
            update_members(connection, before, after)
        })
    }

    fn delete(&mut self, id: TripId) -> Result<()> {
        self.run(|connection| {
            diesel::delete(trips::table.find(Key::from(id))).execute(connection)?;
            Ok(())
        })
    }

    fn list_all(&mut self, asked: &[ListAsked]) -> Result<Vec<Listing>> {
        self.run(|connection| lists::list_all(connection, asked))
    }

    fn list_of(&mut self, user: UserId, viewer: Option<UserId>) -> Result<Vec<TripHead>> {
        self.run(|connection| list_of(connection, user, viewer))
    }

    fn find_list_owner(&mut self, username: &str, viewer: Option<UserId>) -> Result<ListOwner> {
        self.run(|connection| {
            let user = users::table
                .filter(users::username_key.eq(Username::key_of(username)))
                .select(users::id)
                .single_value();
            let (user, viewer_generation): (Option<Key>, Option<i64>) =
                diesel::select((user, generation_of(key_or_nobody(viewer))))
                    .get_result(connection)?;
            Ok(ListOwner {
                user: user.map(|user| UserId(user.0)),
                viewer_generation,
            })
        })
    }
}

/// The token generation of a user, as part of another query.
#[auto_type(no_type_alias)]
pub(in super::super) fn generation_of(user: Key) -> _ {
    users::table
        .filter(users::id.eq(user))
        .select(users::token_generation)
        .single_value()
}

/// The key of a user, or one that nobody has.
fn key_or_nobody(user: Option<UserId>) -> Key {
    user.map_or(Key(Uuid::nil()), Key::from)
}

/// The answer where there is no such trip.
fn no_trip(connection: &mut Connection, caller: UserId) -> Outcome<Lookup> {
    let generation = diesel::select(generation_of(Key::from(caller))).get_result(connection)?;
    Ok(Lookup {
        generation,
        trip: None,
    })
}

fn lock(connection: &mut Connection, id: TripId, caller: UserId) -> Outcome<Lookup> {
    let row = lock_rows!(
        trips::table
            .find(Key::from(id))
            .select(TripRow::as_select())
    );
    let Some(row) = row.get_result::<TripRow>(connection).optional()? else {
        return no_trip(connection, caller);
    };
    let members = trip_members::table
        .inner_join(users::table)
        .filter(trip_members::trip_id.eq(Key::from(id)))
        .select((
            PersonRow::as_select(),
            users::token_generation,
            trip_members::position.nullable(),
        ));
    let who_asks = users::table
        .filter(users::id.eq(Key::from(caller)))
        .select((
            PersonRow::as_select(),
            users::token_generation,
            None::<i32>.into_sql::<Nullable<Integer>>(),
        ));
    let rows = members
        .union_all(who_asks)
        .load::<(PersonRow, i64, Option<i32>)>(connection)?;
    let mut generation = None;
    let mut people = Vec::with_capacity(rows.len());
    for (person, of_person, position) in rows {
        match position {
            Some(position) => people.push((position, person.into_person()?)),
            None => generation = Some(of_person),
        }
    }
    people.sort_unstable_by_key(|(position, _)| *position);
    let people = People::new(people.into_iter().map(|(_, person)| person).collect());
    let trip = Arc::new(row.into_trip(&people)?);
    Ok(Lookup {
        generation,
        trip: Some((trip, people)),
    })
}

/// Writes a trip's row where it has the version it had, and tells whether. Documents that stay as
/// they are are not sent.
fn update_row(
    connection: &mut Connection,
    before: &Trip,
    after: &Trip,
    documents: &Documents,
) -> QueryResult<bool> {
    let update = Fixed::<Backend>::new(update_trip!());
    Ok(bind_row(update, before, after, documents).execute(connection)? == 1)
}

/// Binds the values of [`change_trip`], in the order of its `?`.
pub(in super::super) fn bind_change<'a, ST>(
    update: Fixed<'a, Backend, ST>,
    Change {
        before,
        after,
        by,
        generation,
    }: &'a Change,
    documents: &'a Documents,
) -> Fixed<'a, Backend, ST> {
    bind_row(update, before, after, documents)
        .bind(Key::from(*by).into_sql::<sql::Id>())
        .bind((*generation).into_sql::<BigInt>())
}

/// Binds the values of [`update_trip`], in the order of its `?`.
fn bind_row<'a, ST>(
    update: Fixed<'a, Backend, ST>,
    before: &Trip,
    after: &'a Trip,
    documents: &'a Documents,
) -> Fixed<'a, Backend, ST> {
    let update = update
        .bind(Key::from(after.owner).into_sql::<sql::Id>())
        .bind(after.private.into_sql::<Bool>())
        .bind(after.name.as_str().into_sql::<Text>())
        .bind(after.description.as_str().into_sql::<Text>())
        .bind(after.version.into_sql::<BigInt>())
        .bind(At(after.updated_at).into_sql::<sql::Timepoint>());
    documents
        .iter()
        .fold(update, |update, document| {
            update.bind(document.as_ref().into_sql::<Nullable<sql::Document>>())
        })
        .bind(Key::from(after.id).into_sql::<sql::Id>())
        .bind(before.version.into_sql::<BigInt>())
}

fn insert_members(connection: &mut Connection, trip: &Trip, from: i32) -> Outcome<()> {
    let mut members = MemberRow::of(trip, from);
    let insert = diesel::insert_into(trip_members::table);
    // A new trip has one member: that insertion is of fixed text, and so kept prepared.
    match (members.pop(), members.is_empty()) {
        (None, _) => {}
        (Some(only), true) => {
            insert.values(only).execute(connection)?;
        }
        (Some(last), false) => {
            members.push(last);
            insert.values(members).execute(connection)?;
        }
    }
    Ok(())
}

/// Writes the members from the first one that differs, so that places in the list stay places in
/// the table.
pub(in super::super) fn update_members(
    connection: &mut Connection,
    before: &Trip,
    after: &Trip,
) -> Outcome<()> {
    if before.members == after.members {
        return Ok(());
    }
    let kept = before
        .members
        .iter()
        .zip(&after.members)
        .take_while(|(before, after)| before == after)
        .count();
    let kept = i32::try_from(kept).unwrap_or(i32::MAX);
    let of_trip = trip_members::trip_id.eq(Key::from(after.id));
    diesel::delete(trip_members::table.filter(of_trip.and(trip_members::position.ge(kept))))
        .execute(connection)?;
    insert_members(connection, after, kept)
}

fn list_of(
    connection: &mut Connection,
    user: UserId,
    viewer: Option<UserId>,
) -> Outcome<Vec<TripHead>> {
    let viewer_is_member = exists(
        other_members.filter(
            other_members
                .field(trip_members::trip_id)
                .eq(trips::id)
                .and(
                    other_members
                        .field(trip_members::user_id)
                        .eq(key_or_nobody(viewer)),
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
