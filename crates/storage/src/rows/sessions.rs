//! Rows of refresh tokens.

use diesel::{Insertable, QueryResult, Queryable, Selectable};
use wayfare_domain::UserId;

use super::hash;
use crate::RefreshToken;
use crate::columns::{Key, Timestamp};
use crate::schema::refresh_tokens;

/// A refresh token.
#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = refresh_tokens, treat_none_as_default_value = false)]
pub(crate) struct TokenRow {
    id: Key,
    family: Key,
    pub(crate) user_id: Key,
    hash: Vec<u8>,
    issued_at: Timestamp,
    expires_at: Timestamp,
    spent_at: Option<Timestamp>,
    generation: i64,
}

impl From<&RefreshToken> for TokenRow {
    fn from(token: &RefreshToken) -> Self {
        let RefreshToken {
            id,
            family,
            user,
            generation,
            hash,
            issued_at,
            expires_at,
            spent_at,
        } = token;
        Self {
            id: Key(*id),
            family: Key(*family),
            user_id: Key::from(*user),
            hash: hash.to_vec(),
            issued_at: Timestamp(*issued_at),
            expires_at: Timestamp(*expires_at),
            spent_at: spent_at.map(Timestamp),
            generation: *generation,
        }
    }
}

impl TokenRow {
    /// The token.
    pub(crate) fn into_token(self) -> QueryResult<RefreshToken> {
        Ok(RefreshToken {
            id: self.id.0,
            family: self.family.0,
            user: UserId(self.user_id.0),
            generation: self.generation,
            hash: hash(self.hash)?,
            issued_at: self.issued_at.0,
            expires_at: self.expires_at.0,
            spent_at: self.spent_at.map(|at| at.0),
        })
    }
}
