//! Rows of idempotency keys.

use diesel::{QueryResult, Queryable, Selectable};
use wayfare_domain::UserId;

use super::hash;
use crate::IdempotencyKey;
use crate::columns::{Key, Timestamp};
use crate::schema::idempotency_keys;

/// An idempotency key.
#[derive(Queryable, Selectable)]
#[diesel(table_name = idempotency_keys)]
pub(crate) struct IdempotencyKeyRow {
    hash: Vec<u8>,
    user_id: Key,
    request: Vec<u8>,
    resource: String,
    used_at: Timestamp,
}

impl IdempotencyKeyRow {
    /// The key.
    pub(crate) fn into_key(self) -> QueryResult<IdempotencyKey> {
        Ok(IdempotencyKey {
            user: UserId(self.user_id.0),
            hash: hash(self.hash)?,
            request: hash(self.request)?,
            resource: self.resource,
            used_at: self.used_at.0,
        })
    }
}
