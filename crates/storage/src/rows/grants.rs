//! Rows of grants.

use diesel::{Insertable, QueryResult, Queryable, Selectable};
use wayfare_domain::{Date, Grant, GrantId, GrantKind, Reason, TripId, UserId};

use super::{hash, stored, text};
use crate::columns::{Key, Timestamp};
use crate::schema::grants;
use crate::{PasswordHash, StoredGrant};

/// A grant.
#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = grants, treat_none_as_default_value = false)]
pub(crate) struct GrantRow {
    id: Key,
    kind: String,
    user_id: Key,
    trip_id: Option<Key>,
    scope: String,
    label: String,
    hash: Option<Vec<u8>>,
    password_hash: Option<String>,
    expires_at: Option<Timestamp>,
    uses: Option<i64>,
    used: i64,
    generation: i64,
    version: i64,
    created_at: Timestamp,
    last_used: Option<String>,
}

impl GrantRow {
    /// The row of a grant.
    pub(crate) fn new(stored: &StoredGrant) -> Self {
        let grant = stored.grant.clone();
        Self {
            id: Key(grant.id.0),
            kind: stored.kind.as_str().to_owned(),
            user_id: grant.user.into(),
            trip_id: grant.trip.map(Key::from),
            scope: grant.scope,
            label: grant.label.to_string(),
            hash: stored.hash.map(Vec::from),
            password_hash: stored.password.as_ref().map(|hash| hash.0.clone()),
            expires_at: grant.expires_at.map(Timestamp),
            uses: grant.uses.map(i64::from),
            used: grant.used.into(),
            generation: grant.generation,
            version: grant.version,
            created_at: Timestamp(grant.created_at),
            last_used: grant.last_used.map(|day| day.to_string()),
        }
    }

    /// Builds the grant, which is of this kind.
    pub(crate) fn into_grant(self, kind: GrantKind) -> QueryResult<StoredGrant> {
        let count = |number: i64| {
            let number = u32::try_from(number);
            stored("uses", number.map_err(|_| Reason::new("is no count")))
        };
        let last_used = self.last_used.as_deref();
        let last_used = last_used.map(|day| stored("last_used", Date::parse(day)));
        Ok(StoredGrant {
            kind,
            hash: self.hash.map(hash).transpose()?,
            password: self.password_hash.map(PasswordHash),
            grant: Grant {
                id: GrantId(self.id.0),
                user: UserId(self.user_id.0),
                trip: self.trip_id.map(|trip| TripId(trip.0)),
                scope: self.scope,
                label: text("label", self.label)?,
                expires_at: self.expires_at.map(|at| at.0),
                uses: self.uses.map(count).transpose()?,
                used: count(self.used)?,
                generation: self.generation,
                version: self.version,
                created_at: self.created_at.0,
                last_used: last_used.transpose()?,
            },
        })
    }
}
