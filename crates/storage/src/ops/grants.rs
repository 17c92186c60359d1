//! Grants.

use diesel::{
    BoolExpressionMethods, ExpressionMethods, NullableExpressionMethods, OptionalExtension,
    QueryDsl, QueryResult, RunQueryDsl, SelectableHelper,
};
use wayfare_domain::{Date, GrantId, GrantKind, TripId, UserId};

use super::{Connection, Handle};
use crate::columns::{Key, Timestamp};
use crate::rows::GrantRow;
use crate::schema::{grants, trips, users};
use crate::{GrantRepository, GrantsOf, Result, StoredGrant};

impl GrantRepository for Handle {
    fn find(&mut self, kind: GrantKind, id: GrantId) -> Result<Option<(StoredGrant, i64)>> {
        self.run(|connection| {
            let is_of_owner = trips::owner_id.nullable().eq(grants::user_id.nullable());
            let row = grants::table
                .inner_join(users::table)
                .left_join(trips::table)
                .filter(grants::id.eq(Key(id.0)))
                .filter(grants::kind.eq(kind.as_str()))
                .filter(grants::trip_id.is_null().or(is_of_owner))
                .select((GrantRow::as_select(), users::token_generation))
                .get_result::<(GrantRow, i64)>(connection)
                .optional()?;
            // One that breaks a rule opens nothing.
            Ok(row.and_then(|(row, generation)| Some((row.into_grant(kind).ok()?, generation))))
        })
    }

    fn find_by_hash(&mut self, kind: GrantKind, hash: &[u8; 32]) -> Result<Option<StoredGrant>> {
        self.run(|connection| {
            let row = grants::table
                .filter(grants::hash.eq(hash.as_slice()))
                .filter(grants::kind.eq(kind.as_str()))
                .select(GrantRow::as_select())
                .get_result(connection)
                .optional()?;
            Ok(row.and_then(|row| row.into_grant(kind).ok()))
        })
    }

    fn list(&mut self, of: GrantsOf) -> Result<Vec<StoredGrant>> {
        self.run(|connection| {
            let own = grants::table
                .filter(grants::user_id.eq(Key::from(of.user)))
                .filter(grants::kind.eq(of.kind.as_str()))
                .order((grants::created_at.desc(), grants::id.desc()))
                .select(GrantRow::as_select())
                .into_boxed();
            let own = match of.trip {
                Some(trip) => own.filter(grants::trip_id.eq(Key::from(trip))),
                None => own.filter(grants::trip_id.is_null()),
            };
            let rows = own.load(connection)?.into_iter();
            Ok(rows
                .filter_map(|row| row.into_grant(of.kind).ok())
                .collect())
        })
    }

    fn insert(&mut self, grant: &StoredGrant) -> Result<()> {
        self.run(|connection| {
            diesel::insert_into(grants::table)
                .values(GrantRow::new(grant))
                .execute(connection)?;
            Ok(())
        })
    }

    fn save(&mut self, after: &StoredGrant) -> Result<bool> {
        self.run(|connection| {
            let StoredGrant {
                grant, password, ..
            } = after;
            let rows = diesel::update(grants::table)
                .filter(grants::id.eq(Key(grant.id.0)))
                .filter(grants::version.eq(grant.version - 1))
                .set((
                    grants::version.eq(grant.version),
                    grants::scope.eq(grant.scope.as_str()),
                    grants::label.eq(grant.label.as_str()),
                    grants::expires_at.eq(grant.expires_at.map(Timestamp)),
                    grants::used.eq(i64::from(grant.used)),
                    grants::password_hash.eq(password.as_ref().map(|hash| hash.0.as_str())),
                ))
                .execute(connection)?;
            Ok(rows > 0)
        })
    }

    fn delete(&mut self, of: GrantsOf, id: GrantId) -> Result<bool> {
        self.run(|connection| {
            let own = diesel::delete(grants::table.find(Key(id.0)))
                .filter(grants::user_id.eq(Key::from(of.user)))
                .filter(grants::kind.eq(of.kind.as_str()))
                .into_boxed();
            let own = match of.trip {
                Some(trip) => own.filter(grants::trip_id.eq(Key::from(trip))),
                None => own.filter(grants::trip_id.is_null()),
            };
            Ok(own.execute(connection)? > 0)
        })
    }

    fn record_use(&mut self, id: GrantId, day: Date) -> Result<()> {
        self.run(|connection| {
            let day = day.to_string();
            let is_new = grants::last_used.is_null();
            diesel::update(grants::table.find(Key(id.0)))
                .filter(is_new.or(grants::last_used.ne(day.as_str())))
                .set(grants::last_used.eq(day.as_str()))
                .execute(connection)?;
            Ok(())
        })
    }
}

/// Deletes the grants of a trip.
pub(super) fn delete_of_trip(connection: &mut Connection, trip: TripId) -> QueryResult<usize> {
    let of_trip = grants::table.filter(grants::trip_id.eq(Key::from(trip)));
    diesel::delete(of_trip).execute(connection)
}

/// Deletes the grants of a trip without a secret, which are its owner's to make.
pub(super) fn delete_links(connection: &mut Connection, trip: TripId) -> QueryResult<usize> {
    let of_trip = grants::table.filter(grants::trip_id.eq(Key::from(trip)));
    diesel::delete(of_trip.filter(grants::hash.is_null())).execute(connection)
}

/// Deletes the grants of an account that have a secret.
pub(super) fn delete_secrets(connection: &mut Connection, user: UserId) -> QueryResult<usize> {
    let of_user = grants::table.filter(grants::user_id.eq(Key::from(user)));
    diesel::delete(of_user.filter(grants::hash.is_not_null())).execute(connection)
}
