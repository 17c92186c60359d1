//! Refresh tokens.

use diesel::sql_types::Binary;
use diesel::{
    ExpressionMethods, IntoSql, OptionalExtension, QueryDsl, QueryResult, RunQueryDsl,
    SelectableHelper,
};
use uuid::Uuid;
use wayfare_domain::Instant;

use super::{Backend, Handle};
use crate::cached_statement::CachedStatement;
use crate::columns::{Key, Timestamp, sql};
use crate::rows::TokenRow;
use crate::schema::{refresh_tokens, users};
use crate::{RefreshToken, Result, SessionRepository};

/// Deletes some of the expired tokens.
const PRUNE: &str = concat!("DELETE FROM refresh_tokens WHERE ", is_prunable!());

impl SessionRepository for Handle {
    fn insert(&mut self, token: &RefreshToken) -> Result<bool> {
        self.run(|connection| {
            let rows = diesel::insert_into(refresh_tokens::table)
                .values(TokenRow::from(token))
                .on_conflict(refresh_tokens::id)
                .do_nothing()
                .execute(connection)?;
            Ok(rows == 1)
        })
    }

    fn find(&mut self, hash: &[u8; 32]) -> Result<Option<(RefreshToken, i64)>> {
        self.run(|connection| {
            let token = refresh_tokens::table
                .inner_join(users::table)
                .filter(refresh_tokens::hash.eq(hash.as_slice()))
                .select((TokenRow::as_select(), users::token_generation));
            let row = token.get_result::<(TokenRow, i64)>(connection).optional()?;
            Ok(row
                .map(|(row, generation)| QueryResult::Ok((row.into_token()?, generation)))
                .transpose()?)
        })
    }

    fn spend(&mut self, id: Uuid, at: Instant) -> Result<bool> {
        self.run(|connection| {
            let spend = "UPDATE refresh_tokens SET spent_at = ? WHERE id = ? AND spent_at IS NULL";
            let spend = CachedStatement::<Backend>::new(spend)
                .bind(Timestamp(at).into_sql::<sql::Instant>())
                .bind(Key(id).into_sql::<sql::Id>());
            Ok(spend.execute(connection)? == 1)
        })
    }

    fn reissue(&mut self, token: &RefreshToken) -> Result<bool> {
        self.run(|connection| {
            let reissue = "UPDATE refresh_tokens SET hash = ?, issued_at = ?, expires_at = ? \
                WHERE id = ? AND spent_at IS NULL";
            let reissue = CachedStatement::<Backend>::new(reissue)
                .bind(token.hash.as_slice().into_sql::<Binary>())
                .bind(Timestamp(token.issued_at).into_sql::<sql::Instant>())
                .bind(Timestamp(token.expires_at).into_sql::<sql::Instant>())
                .bind(Key(token.id).into_sql::<sql::Id>());
            Ok(reissue.execute(connection)? == 1)
        })
    }

    fn revoke_family(&mut self, family: Uuid) -> Result<()> {
        self.run(|connection| {
            let of_family = refresh_tokens::table.filter(refresh_tokens::family.eq(Key(family)));
            diesel::delete(of_family).execute(connection)?;
            Ok(())
        })
    }

    fn prune(&mut self, now: Instant) -> Result<()> {
        self.run(|connection| {
            CachedStatement::<Backend>::new(PRUNE)
                .bind(Timestamp(now).into_sql::<sql::Instant>())
                .execute(connection)?;
            Ok(())
        })
    }
}
