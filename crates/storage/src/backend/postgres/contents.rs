//! Writing what many trips hold by one statement.

use std::collections::HashSet;

use diesel::pg::Pg;
use diesel::sql_types::{Array, BigInt, Bool, Nullable, Text};
use diesel::{IntoSql, PgConnection, QueryResult, RunQueryDsl};
use uuid::Uuid;
use wayfare_domain::TripId;

use super::AT_ONCE;
use crate::batch::Batch;
use crate::columns::{At, Key, Written, sql};
use crate::fixed::Fixed;

/// Rows that somebody holds are passed over, so two such statements can't wait for each other. A
/// document that is NULL stays as it is.
const UPDATE: &str = "\
    WITH free AS (SELECT id FROM trips WHERE id = ANY (?::uuid[]) FOR NO KEY UPDATE SKIP LOCKED) \
    UPDATE trips SET owner_id = new.owner_id, private = new.private, name = new.name, description = new.description, \
    version = new.version, updated_at = new.updated_at, \
    dates = COALESCE(new.dates, trips.dates), estimate = COALESCE(new.estimate, trips.estimate), \
    gallery = COALESCE(new.gallery, trips.gallery), budget = COALESCE(new.budget, trips.budget), \
    todo = COALESCE(new.todo, trips.todo), destinations = COALESCE(new.destinations, trips.destinations), \
    expenditures = COALESCE(new.expenditures, trips.expenditures), map = COALESCE(new.map, trips.map), \
    itinerary = COALESCE(new.itinerary, trips.itinerary) \
    FROM free, unnest(?::uuid[], ?::bigint[], ?::uuid[], ?::boolean[], ?::text[], ?::text[], ?::bigint[], ?::timestamptz[], \
    ?::uuid[], ?::bigint[], \
    ?::jsonb[], ?::jsonb[], ?::jsonb[], ?::jsonb[], ?::jsonb[], ?::jsonb[], ?::jsonb[], ?::jsonb[], ?::jsonb[]) AS new \
    (id, before, owner_id, private, name, description, version, updated_at, changed_by, generation, \
    dates, estimate, gallery, budget, todo, destinations, expenditures, map, itinerary) \
    WHERE trips.id = new.id AND free.id = new.id AND trips.version = new.before \
    AND (SELECT token_generation FROM users WHERE users.id = new.changed_by) = new.generation RETURNING trips.id";

/// Writes a batch, and tells of which trips that was done.
pub(super) fn write(
    connection: &mut PgConnection,
    batch: &Batch<'_>,
) -> QueryResult<HashSet<TripId>> {
    let after = || batch.writes().map(|(change, _)| &change.after);
    let mut ids: Vec<Key> = after().map(|trip| trip.id.into()).collect();
    // Always as many, as everywhere: no trip has this id.
    ids.resize(ids.len().max(AT_ONCE), Key(Uuid::nil()));
    let update = Fixed::<Pg, sql::Id>::new(UPDATE)
        .bind(ids.clone().into_sql::<Array<sql::Id>>())
        .bind(ids.into_sql::<Array<sql::Id>>())
        .bind(
            list(batch.writes().map(|(change, _)| change.before.version))
                .into_sql::<Array<BigInt>>(),
        )
        .bind(list(after().map(|trip| Key::from(trip.owner))).into_sql::<Array<sql::Id>>())
        .bind(list(after().map(|trip| trip.private)).into_sql::<Array<Bool>>())
        .bind(list(after().map(|trip| trip.name.as_str())).into_sql::<Array<Text>>())
        .bind(list(after().map(|trip| trip.description.as_str())).into_sql::<Array<Text>>())
        .bind(list(after().map(|trip| trip.version)).into_sql::<Array<BigInt>>())
        .bind(list(after().map(|trip| At(trip.updated_at))).into_sql::<Array<sql::Timepoint>>())
        .bind(
            list(batch.writes().map(|(change, _)| Key::from(change.by)))
                .into_sql::<Array<sql::Id>>(),
        )
        .bind(
            list(batch.writes().map(|(change, _)| change.generation)).into_sql::<Array<BigInt>>(),
        );
    let update = (0..9).fold(update, |update, place| {
        let documents = batch
            .writes()
            .map(|(_, documents)| documents.get(place).cloned().flatten());
        update.bind(list::<Option<Written>>(documents).into_sql::<Array<Nullable<sql::Document>>>())
    });
    let written = update.load::<Key>(connection)?;
    Ok(written.into_iter().map(|id| TripId(id.0)).collect())
}

fn list<T>(values: impl Iterator<Item = T>) -> Vec<T> {
    values.collect()
}
