//! Changes that stand for themselves, each by one statement.

use diesel::pg::Pg;
use diesel::sql_types::{Array, BigInt, Binary, Bool, Nullable, Text};
use diesel::{IntoSql, OptionalExtension, PgConnection, QueryResult, RunQueryDsl};
use wayfare_domain::Trip;

use super::ops;
use crate::columns::{At, Key, sql};
use crate::fixed::Fixed;
use crate::rows::{Documents, NewTrip, PictureRow, UserChanges};
use crate::texts::{change_trip, update_trip, update_user};
use crate::{Exchange, PictureChange, Renewal, TripUpdate, UserUpdate};

/// The end of a statement that has written a row: its pictures, where it has.
macro_rules! pictures_written {
    () => {
        "added AS (INSERT INTO pictures \
         (id, trip_id, user_id, source, created_at, hash, media_type, width, height, bytes) \
         SELECT new.* FROM written, unnest(?::uuid[], ?::uuid[], ?::uuid[], ?::text[], ?::timestamptz[], \
         ?::bytea[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[]) AS new), \
         removed AS (DELETE FROM pictures USING written WHERE pictures.id = ANY (?::uuid[])) \
         SELECT id FROM written"
    };
}

const NEW_TRIP: &str = "\
    WITH owner AS (SELECT id FROM users WHERE id = ? AND token_generation = ?), \
    written AS (INSERT INTO trips (id, owner_id, private, name, description, version, created_at, updated_at, \
    dates, estimate, gallery, budget, todo, destinations, expenditures, map, itinerary) \
    SELECT ?::uuid, owner.id, ?::boolean, ?::text, ?::text, ?::bigint, ?::timestamptz, ?::timestamptz, \
    ?::jsonb, ?::jsonb, ?::jsonb, ?::jsonb, ?::jsonb, ?::jsonb, ?::jsonb, ?::jsonb, ?::jsonb FROM owner RETURNING id, created_at), \
    placed AS (INSERT INTO trip_members (trip_id, user_id, position, trip_created_at) \
    SELECT written.id, member.id, (member.place - 1)::integer, written.created_at \
    FROM written, unnest(?::uuid[]) WITH ORDINALITY AS member (id, place)) \
    SELECT id FROM written";

/// Members that are NULL stay as they are. Nobody goes and comes by the same statement, which would
/// do both in any order.
const TRIP: &str = concat!(
    "WITH written AS (",
    change_trip!(),
    " RETURNING id, created_at), \
     gone AS (DELETE FROM trip_members USING written WHERE trip_id = written.id AND user_id <> ALL (?::uuid[])), \
     placed AS (INSERT INTO trip_members (trip_id, user_id, position, trip_created_at) \
     SELECT written.id, member.id, (member.place - 1)::integer, written.created_at \
     FROM written, unnest(?::uuid[]) WITH ORDINALITY AS member (id, place) \
     ON CONFLICT (trip_id, user_id) DO UPDATE SET position = excluded.position \
     WHERE trip_members.position <> excluded.position), ",
    pictures_written!(),
);

const USER: &str = concat!(
    "WITH written AS (",
    update_user!(),
    " AND version = ? AND token_generation = ? RETURNING id), ",
    pictures_written!(),
);

/// The user before the token, as all who write both.
const EXCHANGE: &str = "\
    WITH held AS (SELECT id FROM users WHERE id = ? AND token_generation = ? FOR NO KEY UPDATE), \
    written AS (UPDATE refresh_tokens SET spent_at = ? FROM held \
    WHERE refresh_tokens.id = ? AND spent_at IS NULL AND user_id = held.id RETURNING held.id), \
    kept AS (INSERT INTO refresh_tokens (id, family, user_id, generation, hash, issued_at, expires_at) \
    SELECT ?::uuid, ?::uuid, written.id, ?::bigint, ?::bytea, ?::timestamptz, ?::timestamptz FROM written) \
    SELECT id FROM written";

/// A refresh token that comes at the same moment is not removed by it, but void all the same.
const RENEW: &str = "\
    WITH written AS (UPDATE users SET password_hash = COALESCE(?, password_hash), token_generation = token_generation + 1 \
    WHERE id = ? AND token_generation = ? RETURNING id), \
    gone AS (DELETE FROM refresh_tokens USING written WHERE user_id = written.id) \
    SELECT id FROM written";

/// Writes a new trip, and tells whether its owner was there for that.
pub(super) fn new_trip(
    connection: &mut PgConnection,
    trip: &Trip,
    generation: i64,
) -> QueryResult<bool> {
    let row = NewTrip::new(trip)?;
    let members: Vec<Key> = trip.members.iter().copied().map(Key::from).collect();
    let statement = Fixed::<Pg, sql::Id>::new(NEW_TRIP)
        .bind(row.owner_id.into_sql::<sql::Id>())
        .bind(generation.into_sql::<BigInt>())
        .bind(row.id.into_sql::<sql::Id>())
        .bind(row.private.into_sql::<Bool>())
        .bind(row.name.into_sql::<Text>())
        .bind(row.description.into_sql::<Text>())
        .bind(row.version.into_sql::<BigInt>())
        .bind(row.created_at.into_sql::<sql::Timepoint>())
        .bind(row.updated_at.into_sql::<sql::Timepoint>());
    let documents = [
        &row.dates,
        &row.estimate,
        &row.gallery,
        &row.budget,
        &row.todo,
        &row.destinations,
        &row.expenditures,
        &row.map,
        &row.itinerary,
    ];
    let statement = documents
        .into_iter()
        .fold(statement, |statement, document| {
            statement.bind(document.into_sql::<sql::Document>())
        });
    let statement = statement.bind(members.into_sql::<Array<sql::Id>>());
    is_written(connection, statement)
}

/// Writes an update of a trip, and tells whether the trip was there to be written.
pub(super) fn trip(
    connection: &mut PgConnection,
    update: &TripUpdate,
    documents: &Documents,
) -> QueryResult<bool> {
    let TripUpdate { change, pictures } = update;
    let members = || -> Option<Vec<Key>> {
        let after = &change.after.members;
        (change.before.members != *after).then(|| after.iter().copied().map(Key::from).collect())
    };
    let added = rows(pictures)?;
    let statement = ops::trips::bind_change(Fixed::new(TRIP), change, documents)
        .bind(members().into_sql::<Nullable<Array<sql::Id>>>())
        .bind(members().into_sql::<Nullable<Array<sql::Id>>>());
    is_written(connection, bind_pictures(statement, &added, pictures))
}

/// Writes an update of a user, and tells whether the user was there to be written.
pub(super) fn user(connection: &mut PgConnection, update: &UserUpdate) -> QueryResult<bool> {
    let UserUpdate {
        before,
        after,
        pictures,
    } = update;
    let (changes, added) = (UserChanges::new(after)?, rows(pictures)?);
    let statement = ops::users::bind_row(Fixed::new(USER), after.id, &changes)
        .bind(before.user.version.into_sql::<BigInt>())
        .bind(before.generation.into_sql::<BigInt>());
    is_written(connection, bind_pictures(statement, &added, pictures))
}

/// Writes a token's successor, and tells whether the token was there to be spent.
pub(super) fn exchange(connection: &mut PgConnection, exchange: &Exchange) -> QueryResult<bool> {
    let Exchange { spent, successor } = exchange;
    let generation = || successor.generation.into_sql::<Nullable<BigInt>>();
    let statement = Fixed::<Pg, sql::Id>::new(EXCHANGE)
        .bind(Key::from(successor.user).into_sql::<sql::Id>())
        .bind(generation())
        .bind(At(successor.issued_at).into_sql::<sql::Timepoint>())
        .bind(Key(*spent).into_sql::<sql::Id>())
        .bind(Key(successor.id).into_sql::<sql::Id>())
        .bind(Key(successor.family).into_sql::<sql::Id>())
        .bind(generation())
        .bind(successor.hash.as_slice().into_sql::<Binary>())
        .bind(At(successor.issued_at).into_sql::<sql::Timepoint>())
        .bind(At(successor.expires_at).into_sql::<sql::Timepoint>());
    is_written(connection, statement)
}

/// Raises the token generation of a user, with a new password where there is one, and tells whether
/// the user was there for that.
pub(super) fn renew(connection: &mut PgConnection, renewal: &Renewal) -> QueryResult<bool> {
    let Renewal {
        user,
        generation,
        password,
    } = renewal;
    let statement = Fixed::<Pg, sql::Id>::new(RENEW)
        .bind(
            password
                .as_ref()
                .map(|hash| hash.0.as_str())
                .into_sql::<Nullable<Text>>(),
        )
        .bind(Key::from(*user).into_sql::<sql::Id>())
        .bind((*generation).into_sql::<BigInt>());
    is_written(connection, statement)
}

/// Runs a statement, and tells whether it wrote its row.
fn is_written(
    connection: &mut PgConnection,
    statement: Fixed<'_, Pg, sql::Id>,
) -> QueryResult<bool> {
    Ok(statement
        .get_result::<Key>(connection)
        .optional()?
        .is_some())
}

/// The rows of pictures that are new.
fn rows(PictureChange { added, .. }: &PictureChange) -> QueryResult<Vec<PictureRow>> {
    added.iter().map(PictureRow::new).collect()
}

/// Binds the values of [`pictures_written`], in the order of its `?`.
fn bind_pictures<'a>(
    statement: Fixed<'a, Pg, sql::Id>,
    added: &'a [PictureRow],
    PictureChange { removed, .. }: &PictureChange,
) -> Fixed<'a, Pg, sql::Id> {
    let removed: Vec<Key> = removed.iter().copied().map(Key::from).collect();
    statement
        .bind(list(added, |row| row.id).into_sql::<Array<sql::Id>>())
        .bind(list(added, |row| row.trip_id).into_sql::<Array<Nullable<sql::Id>>>())
        .bind(list(added, |row| row.user_id).into_sql::<Array<Nullable<sql::Id>>>())
        .bind(list(added, |row| row.source.as_deref()).into_sql::<Array<Nullable<Text>>>())
        .bind(list(added, |row| row.created_at).into_sql::<Array<sql::Timepoint>>())
        .bind(list(added, |row| row.content.hash.as_deref()).into_sql::<Array<Nullable<Binary>>>())
        .bind(
            list(added, |row| row.content.media_type.as_deref())
                .into_sql::<Array<Nullable<Text>>>(),
        )
        .bind(list(added, |row| row.content.width).into_sql::<Array<Nullable<BigInt>>>())
        .bind(list(added, |row| row.content.height).into_sql::<Array<Nullable<BigInt>>>())
        .bind(list(added, |row| row.content.bytes).into_sql::<Array<Nullable<BigInt>>>())
        .bind(removed.into_sql::<Array<sql::Id>>())
}

/// A column of rows.
fn list<'r, T>(rows: &'r [PictureRow], value: impl Fn(&'r PictureRow) -> T) -> Vec<T> {
    rows.iter().map(value).collect()
}
