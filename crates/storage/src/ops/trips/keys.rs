//! The keys that searches of trips filter and sort by, of trips that do not have them yet.

use diesel::sql_types::{BigInt, Nullable, Text};
use diesel::{Connection as _, IntoSql, QueryResult, RunQueryDsl};
use uuid::Uuid;
use wayfare_domain::Dates;

use super::super::{Backend, Connection};
use crate::cached_statement::CachedStatement;
use crate::columns::{Key, parse_json, sql};
use crate::rows::SortKeys;

/// Trips whose keys are filled in by one transaction.
const AT_ONCE: i64 = 64;
/// Reads trips without keys, by an index.
const READ: &str = "SELECT id, version, name, description, plan FROM trips \
    WHERE name_key = '' AND id > ? ORDER BY id LIMIT ";
/// Sets the keys of a trip, unless somebody has changed it.
const SET: &str = "UPDATE trips SET starts_at = ?, ends_at = ?, name_key = ?, search_key = ? \
    WHERE id = ? AND version = ?";

/// The part of a plan that keys are made of.
#[derive(Default, serde::Deserialize)]
#[serde(default)]
struct PlanDates {
    dates: Dates,
}

/// Fills in the keys of trips that servers of earlier versions have made.
pub(crate) fn fill_keys(connection: &mut Connection) -> QueryResult<()> {
    let mut filled = 0;
    let mut after = Key(Uuid::nil());
    loop {
        let done = connection.transaction(|connection| fill_some(connection, after))?;
        let Some((last, count)) = done else {
            if filled > 0 {
                tracing::info!(trips = filled, "filled in the sort keys of trips");
            }
            return Ok(());
        };
        filled += count;
        after = last;
    }
}

/// Fills in the keys of some trips after an id. Returns the last id, and how many; `None` if there
/// are no more.
fn fill_some(connection: &mut Connection, after: Key) -> QueryResult<Option<(Key, usize)>> {
    let read: CachedStatement<'_, Backend, (sql::Id, BigInt, Text, Text, Text)> =
        CachedStatement::new(format!("{READ}{AT_ONCE}")).bind(after.into_sql::<sql::Id>());
    let rows: Vec<(Key, i64, String, String, String)> = read.load(connection)?;
    let Some(last) = rows.last().map(|(id, ..)| *id) else {
        return Ok(None);
    };
    let mut count = 0;
    for (id, version, name, description, plan) in rows {
        // A damaged plan fails the reads of its trip, not the start of the service.
        let plan: PlanDates = parse_json(&plan).unwrap_or_default();
        let keys = SortKeys::new(&name, &description, plan.dates);
        // A server that changes it meanwhile may be of this version.
        count += CachedStatement::<Backend>::new(SET)
            .bind(keys.starts_at.into_sql::<Nullable<sql::Instant>>())
            .bind(keys.ends_at.into_sql::<Nullable<sql::Instant>>())
            .bind(keys.name_key.into_sql::<Text>())
            .bind(keys.search_key.into_sql::<Text>())
            .bind(id.into_sql::<sql::Id>())
            .bind(version.into_sql::<BigInt>())
            .execute(connection)?;
    }
    Ok(Some((last, count)))
}
