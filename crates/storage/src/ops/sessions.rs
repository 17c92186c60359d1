//! Refresh tokens.

use diesel::{BoolExpressionMethods, ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, SelectableHelper};
use uuid::Uuid;
use wayfare_domain::{Instant, UserId};

use super::Handle;
use crate::columns::{At, Key};
use crate::rows::TokenRow;
use crate::schema::{refresh_tokens, users};
use crate::{RefreshToken, Result, SessionRepository};

impl SessionRepository for Handle {
    fn insert(&mut self, token: &RefreshToken) -> Result<()> {
        self.run(|connection| {
            diesel::insert_into(refresh_tokens::table).values(TokenRow::from(token)).execute(connection)?;
            Ok(())
        })
    }

    fn lock(&mut self, hash: &[u8; 32]) -> Result<Option<(RefreshToken, i64)>> {
        self.run(|connection| {
            let of_hash = refresh_tokens::table.filter(refresh_tokens::hash.eq(hash.as_slice()));
            let Some(user) = of_hash.select(refresh_tokens::user_id).get_result::<Key>(connection).optional()? else {
                return Ok(None);
            };
            // The user before the token, as all who write both: those who took them the other way round would wait for each other.
            let generation = hold_rows!(users::table.find(user).select(users::token_generation));
            let Some(generation) = generation.get_result(connection).optional()? else { return Ok(None) };
            let row = lock_rows!(of_hash.select(TokenRow::as_select()));
            let Some(row) = row.get_result::<TokenRow>(connection).optional()? else { return Ok(None) };
            Ok(Some((row.into_token()?, generation)))
        })
    }

    fn spend(&mut self, id: Uuid, at: Instant) -> Result<()> {
        self.run(|connection| {
            diesel::update(refresh_tokens::table.find(Key(id)))
                .set(refresh_tokens::spent_at.eq(Some(At(at))))
                .execute(connection)?;
            Ok(())
        })
    }

    fn revoke_family(&mut self, family: Uuid) -> Result<()> {
        self.run(|connection| {
            let of_family = refresh_tokens::table.filter(refresh_tokens::family.eq(Key(family)));
            diesel::delete(of_family).execute(connection)?;
            Ok(())
        })
    }

    fn revoke_user(&mut self, user: UserId) -> Result<()> {
        self.run(|connection| {
            let of_user = refresh_tokens::table.filter(refresh_tokens::user_id.eq(Key::from(user)));
            diesel::delete(of_user).execute(connection)?;
            Ok(())
        })
    }

    fn prune(&mut self, user: UserId, now: Instant) -> Result<()> {
        self.run(|connection| {
            let of_user = refresh_tokens::user_id.eq(Key::from(user));
            let ended = refresh_tokens::expires_at.lt(At(now));
            diesel::delete(refresh_tokens::table.filter(of_user.and(ended))).execute(connection)?;
            Ok(())
        })
    }
}
