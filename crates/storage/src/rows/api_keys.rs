//! Rows of API keys.

use diesel::{Insertable, QueryResult, Queryable, Selectable};
use uuid::Uuid;
use wayfare_domain::{ApiKey, ApiKeyId, Date, KeyGrant, KeyScope, KeyTrips, TripId, UserId};

use super::{hash, name, stored};
use crate::StoredApiKey;
use crate::columns::{JsonText, Key, Timestamp, parse_json};
use crate::schema::api_keys;

/// An API key.
#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = api_keys, treat_none_as_default_value = false)]
pub(crate) struct ApiKeyRow {
    id: Key,
    user_id: Key,
    name: String,
    scope: String,
    trips: Option<String>,
    hash: Vec<u8>,
    expires_at: Option<Timestamp>,
    created_at: Timestamp,
    last_used: Option<String>,
}

impl ApiKeyRow {
    /// The row of a key.
    pub(crate) fn new(stored: &StoredApiKey) -> QueryResult<Self> {
        let StoredApiKey { key, hash } = stored;
        let ApiKey {
            id,
            user,
            name,
            grant: KeyGrant { scope, trips },
            expires_at,
            created_at,
            last_used,
        } = key;
        let trips = trips.map(|trips| {
            let ids: Vec<Uuid> = trips.iter().map(|trip| trip.0).collect();
            JsonText::new(&ids)
        });
        Ok(Self {
            id: Key(id.0),
            user_id: Key::from(*user),
            name: name.as_str().to_owned(),
            scope: scope.as_str().to_owned(),
            trips: trips.transpose()?.map(JsonText::into_string),
            hash: hash.to_vec(),
            expires_at: expires_at.map(Timestamp),
            created_at: Timestamp(*created_at),
            last_used: last_used.map(|day| day.to_string()),
        })
    }

    /// Builds the key.
    pub(crate) fn into_key(self) -> QueryResult<StoredApiKey> {
        let trips = self.trips.as_deref().map(|ids| {
            let ids: Vec<Uuid> = parse_json(ids)?;
            stored("trips", KeyTrips::new(ids.into_iter().map(TripId)))
        });
        let last_used = self.last_used.as_deref();
        let last_used = last_used.map(|day| stored("last_used", Date::parse(day)));
        Ok(StoredApiKey {
            hash: hash(self.hash)?,
            key: ApiKey {
                id: ApiKeyId(self.id.0),
                user: UserId(self.user_id.0),
                name: name(&self.name)?,
                grant: KeyGrant {
                    scope: stored("scope", KeyScope::parse(&self.scope))?,
                    trips: trips.transpose()?,
                },
                expires_at: self.expires_at.map(|at| at.0),
                created_at: self.created_at.0,
                last_used: last_used.transpose()?,
            },
        })
    }
}
