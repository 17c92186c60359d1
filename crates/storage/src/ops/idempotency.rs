//! Idempotency keys.

use diesel::sql_types::{BigInt, Binary, Text};
use diesel::{
    ExpressionMethods, IntoSql, OptionalExtension, QueryDsl, RunQueryDsl, SelectableHelper,
};
use wayfare_domain::{Instant, UserId};

use super::{Backend, Connection, Handle};
use crate::cached_statement::CachedStatement;
use crate::columns::{Key, Timestamp, sql};
use crate::fault::OperationResult;
use crate::rows::IdempotencyKeyRow;
use crate::schema::idempotency_keys;
use crate::{IdempotencyKey, IdempotencyRepository, Result};

/// Writes a key that is new or has expired.
const INSERT: &str = "INSERT INTO idempotency_keys (hash, user_id, request, resource, used_at) \
    VALUES (?, ?, ?, ?, ?) ON CONFLICT (hash) DO UPDATE SET request = excluded.request, \
    resource = excluded.resource, used_at = excluded.used_at \
    WHERE idempotency_keys.used_at <= ?";

/// Deletes all but the newest keys of a user.
const DELETE_OLDER: &str = "DELETE FROM idempotency_keys WHERE user_id = :user AND used_at < \
    (SELECT used_at FROM idempotency_keys WHERE user_id = :user ORDER BY used_at DESC \
    LIMIT 1 OFFSET :kept)";

/// Deletes some of the expired keys.
const PRUNE: &str = concat!(
    "DELETE FROM idempotency_keys WHERE ",
    is_prunable!("idempotency_keys", "hash", "used_at", "64")
);

impl IdempotencyRepository for Handle {
    fn insert(&mut self, key: &IdempotencyKey) -> Result<bool> {
        self.run(|connection| insert(connection, key))
    }

    fn find(
        &mut self,
        user: UserId,
        hash: &[u8; 32],
        now: Instant,
    ) -> Result<Option<IdempotencyKey>> {
        self.run(|connection| {
            let row = idempotency_keys::table
                .find(hash.as_slice())
                .filter(idempotency_keys::user_id.eq(Key::from(user)))
                .filter(idempotency_keys::used_at.gt(Timestamp(IdempotencyKey::expiry(now))))
                .select(IdempotencyKeyRow::as_select())
                .get_result(connection)
                .optional()?;
            Ok(row.map(IdempotencyKeyRow::into_key).transpose()?)
        })
    }

    fn prune(&mut self, user: UserId, newest: u32, now: Instant) -> Result<()> {
        self.run(|connection| {
            CachedStatement::<Backend>::new(DELETE_OLDER)
                .named("user", Key::from(user).into_sql::<sql::Id>())
                .named("kept", (i64::from(newest) - 1).into_sql::<BigInt>())
                .execute(connection)?;
            CachedStatement::<Backend>::new(PRUNE)
                .bind(Timestamp(IdempotencyKey::expiry(now)).into_sql::<sql::Instant>())
                .execute(connection)?;
            Ok(())
        })
    }
}

/// Records a key, as [`IdempotencyRepository::insert`] does.
pub(super) fn insert(connection: &mut Connection, key: &IdempotencyKey) -> OperationResult<bool> {
    let IdempotencyKey {
        user,
        hash,
        request,
        resource,
        used_at,
    } = key;
    let rows = CachedStatement::<Backend>::new(INSERT)
        .bind(hash.as_slice().into_sql::<Binary>())
        .bind(Key::from(*user).into_sql::<sql::Id>())
        .bind(request.as_slice().into_sql::<Binary>())
        .bind(resource.as_str().into_sql::<Text>())
        .bind(Timestamp(*used_at).into_sql::<sql::Instant>())
        .bind(Timestamp(IdempotencyKey::expiry(*used_at)).into_sql::<sql::Instant>())
        .execute(connection)?;
    Ok(rows > 0)
}

/// Deletes a key whose request had no effect.
pub(super) fn delete(connection: &mut Connection, key: &IdempotencyKey) -> OperationResult<()> {
    diesel::delete(idempotency_keys::table.find(key.hash.as_slice())).execute(connection)?;
    Ok(())
}
