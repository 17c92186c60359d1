//! API keys of accounts.

use diesel::{
    BoolExpressionMethods, ExpressionMethods, OptionalExtension, QueryDsl, QueryResult,
    RunQueryDsl, SelectableHelper,
};
use wayfare_domain::{ApiKey, ApiKeyId, Date, UserId};

use super::{Connection, Handle};
use crate::columns::Key;
use crate::rows::ApiKeyRow;
use crate::schema::{api_keys, users};
use crate::{ApiKeyRepository, Result, StoredApiKey};

impl ApiKeyRepository for Handle {
    fn find(&mut self, id: ApiKeyId) -> Result<Option<(StoredApiKey, i64)>> {
        self.run(|connection| {
            let row = api_keys::table
                .inner_join(users::table)
                .filter(api_keys::id.eq(Key(id.0)))
                .select((ApiKeyRow::as_select(), users::token_generation))
                .get_result::<(ApiKeyRow, i64)>(connection)
                .optional()?;
            let found = row.map(|(row, generation)| row.into_key().map(|key| (key, generation)));
            Ok(found.transpose()?)
        })
    }

    fn list(&mut self, user: UserId) -> Result<Vec<ApiKey>> {
        self.run(|connection| {
            let rows = api_keys::table
                .filter(api_keys::user_id.eq(Key::from(user)))
                .order((api_keys::created_at.desc(), api_keys::id.desc()))
                .select(ApiKeyRow::as_select())
                .load(connection)?;
            let keys = rows.into_iter().map(|row| Ok(row.into_key()?.key));
            Ok(keys.collect::<QueryResult<_>>()?)
        })
    }

    fn insert(&mut self, key: &StoredApiKey) -> Result<()> {
        self.run(|connection| {
            diesel::insert_into(api_keys::table)
                .values(ApiKeyRow::new(key)?)
                .execute(connection)?;
            Ok(())
        })
    }

    fn delete(&mut self, user: UserId, id: ApiKeyId) -> Result<bool> {
        self.run(|connection| {
            let rows = diesel::delete(api_keys::table)
                .filter(api_keys::user_id.eq(Key::from(user)))
                .filter(api_keys::id.eq(Key(id.0)))
                .execute(connection)?;
            Ok(rows > 0)
        })
    }

    fn record_use(&mut self, user: UserId, id: ApiKeyId, day: Date) -> Result<()> {
        self.run(|connection| {
            let day = day.to_string();
            let is_new = api_keys::last_used.is_null();
            diesel::update(api_keys::table)
                .filter(api_keys::user_id.eq(Key::from(user)))
                .filter(api_keys::id.eq(Key(id.0)))
                .filter(is_new.or(api_keys::last_used.ne(day.as_str())))
                .set(api_keys::last_used.eq(day.as_str()))
                .execute(connection)?;
            Ok(())
        })
    }
}

/// Deletes all keys of an account.
pub(super) fn delete_of_user(connection: &mut Connection, user: UserId) -> QueryResult<()> {
    diesel::delete(api_keys::table)
        .filter(api_keys::user_id.eq(Key::from(user)))
        .execute(connection)?;
    Ok(())
}
