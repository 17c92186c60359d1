//! Refresh tokens.

use diesel::{
    ExpressionMethods, IntoSql, OptionalExtension, QueryDsl, QueryResult, RunQueryDsl,
    SelectableHelper,
};
use uuid::Uuid;
use wayfare_domain::{Instant, UserId};

use super::{Backend, Handle};
use crate::cached_statement::CachedStatement;
use crate::columns::{Key, Timestamp, sql};
use crate::rows::{TokenRow, UserRow};
use crate::schema::{refresh_tokens, users};
use crate::{Account, RefreshToken, Result, SessionRepository};

/// Deletes some of the expired tokens.
const PRUNE: &str = concat!(
    "DELETE FROM refresh_tokens WHERE ",
    is_prunable!("refresh_tokens", "id", "expires_at", "16")
);

impl SessionRepository for Handle {
    fn insert(&mut self, token: &RefreshToken) -> Result<()> {
        self.run(|connection| {
            diesel::insert_into(refresh_tokens::table)
                .values(TokenRow::from(token))
                .execute(connection)?;
            Ok(())
        })
    }

    fn find(&mut self, hash: &[u8; 32]) -> Result<Option<(RefreshToken, Account)>> {
        self.run(|connection| {
            let token = refresh_tokens::table
                .inner_join(users::table)
                .filter(refresh_tokens::hash.eq(hash.as_slice()))
                .select((TokenRow::as_select(), UserRow::as_select()));
            let row = token
                .get_result::<(TokenRow, UserRow)>(connection)
                .optional()?;
            Ok(row
                .map(|(token, user)| QueryResult::Ok((token.into_token()?, user.into_account()?)))
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

    fn keep_two(&mut self, family: Uuid, [one, other]: [Uuid; 2]) -> Result<()> {
        self.run(|connection| {
            let others = refresh_tokens::table
                .filter(refresh_tokens::family.eq(Key(family)))
                .filter(refresh_tokens::id.ne(Key(one)))
                .filter(refresh_tokens::id.ne(Key(other)));
            diesel::delete(others).execute(connection)?;
            Ok(())
        })
    }

    fn find_user(&mut self, family: Uuid) -> Result<Option<UserId>> {
        self.run(|connection| {
            let user = refresh_tokens::table
                .filter(refresh_tokens::family.eq(Key(family)))
                .select(refresh_tokens::user_id)
                .limit(1);
            let user = user.get_result::<Key>(connection).optional()?;
            Ok(user.map(|user| UserId(user.0)))
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
