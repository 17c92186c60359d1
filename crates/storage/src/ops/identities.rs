//! Identities at OpenID providers.

use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use wayfare_domain::{Instant, UserId};

use super::Handle;
use crate::columns::{Key, Timestamp};
use crate::schema::{identities, users};
use crate::{IdentityKey, IdentityRepository, Result};

impl IdentityRepository for Handle {
    fn find(&mut self, key: &IdentityKey) -> Result<Option<(UserId, i64)>> {
        self.run(|connection| {
            let found = identities::table
                .inner_join(users::table)
                .filter(identities::issuer.eq(&key.issuer))
                .filter(identities::subject.eq(&key.subject))
                .select((users::id, users::token_generation))
                .get_result::<(Key, i64)>(connection)
                .optional()?;
            Ok(found.map(|(user, generation)| (UserId(user.0), generation)))
        })
    }

    fn joined_at(&mut self, user: UserId, issuer: &str) -> Result<Option<Instant>> {
        self.run(|connection| {
            let joined = identities::table
                .filter(identities::user_id.eq(Key::from(user)))
                .filter(identities::issuer.eq(issuer))
                .select(identities::created_at)
                .get_result::<Timestamp>(connection)
                .optional()?;
            Ok(joined.map(|joined| joined.0))
        })
    }

    fn insert(&mut self, key: &IdentityKey, user: UserId, now: Instant) -> Result<bool> {
        self.run(|connection| {
            let inserted = diesel::insert_into(identities::table)
                .values((
                    identities::issuer.eq(&key.issuer),
                    identities::subject.eq(&key.subject),
                    identities::user_id.eq(Key::from(user)),
                    identities::created_at.eq(Timestamp(now)),
                ))
                .on_conflict_do_nothing()
                .execute(connection)?;
            Ok(inserted == 1)
        })
    }

    fn delete(&mut self, user: UserId, issuer: &str) -> Result<()> {
        self.run(|connection| {
            let joined = identities::table
                .filter(identities::user_id.eq(Key::from(user)))
                .filter(identities::issuer.eq(issuer));
            diesel::delete(joined).execute(connection)?;
            Ok(())
        })
    }

    fn delete_since(&mut self, user: UserId, since: Instant) -> Result<()> {
        self.run(|connection| {
            let joined = identities::table
                .filter(identities::user_id.eq(Key::from(user)))
                .filter(identities::created_at.ge(Timestamp(since)));
            diesel::delete(joined).execute(connection)?;
            Ok(())
        })
    }
}
