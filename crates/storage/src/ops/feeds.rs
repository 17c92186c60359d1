//! Calendar feeds.

use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, QueryResult, RunQueryDsl};
use wayfare_domain::{Instant, TripId, UserId};

use super::{Connection, Handle};
use crate::columns::{Key, Timestamp};
use crate::fault::OperationResult;
use crate::schema::{account_feeds, trip_feeds};
use crate::{FeedOwner, FeedRepository, Result};

impl FeedRepository for Handle {
    fn find(&mut self, hash: &[u8; 32]) -> Result<Option<FeedOwner>> {
        self.run(|connection| {
            let of_trip = trip_feeds::table
                .filter(trip_feeds::hash.eq(hash.as_slice()))
                .select((trip_feeds::trip_id, trip_feeds::user_id))
                .get_result::<(Key, Key)>(connection)
                .optional()?;
            if let Some((trip, user)) = of_trip {
                return Ok(Some(FeedOwner {
                    user: UserId(user.0),
                    trip: Some(TripId(trip.0)),
                }));
            }
            let of_account = account_feeds::table
                .filter(account_feeds::hash.eq(hash.as_slice()))
                .select(account_feeds::user_id)
                .get_result::<Key>(connection)
                .optional()?;
            Ok(of_account.map(|user| FeedOwner {
                user: UserId(user.0),
                trip: None,
            }))
        })
    }

    fn exists(&mut self, owner: FeedOwner) -> Result<bool> {
        self.run(|connection| {
            let user = Key::from(owner.user);
            let feeds: i64 = match owner.trip {
                Some(trip) => trip_feeds::table
                    .filter(trip_feeds::trip_id.eq(Key::from(trip)))
                    .filter(trip_feeds::user_id.eq(user))
                    .count()
                    .get_result(connection)?,
                None => account_feeds::table
                    .filter(account_feeds::user_id.eq(user))
                    .count()
                    .get_result(connection)?,
            };
            Ok(feeds > 0)
        })
    }

    fn replace(&mut self, owner: FeedOwner, hash: &[u8; 32], now: Instant) -> Result<()> {
        self.run(|connection| {
            delete(connection, owner)?;
            let user = Key::from(owner.user);
            match owner.trip {
                Some(trip) => diesel::insert_into(trip_feeds::table)
                    .values((
                        trip_feeds::trip_id.eq(Key::from(trip)),
                        trip_feeds::user_id.eq(user),
                        trip_feeds::hash.eq(hash.as_slice()),
                        trip_feeds::created_at.eq(Timestamp(now)),
                    ))
                    .execute(connection)?,
                None => diesel::insert_into(account_feeds::table)
                    .values((
                        account_feeds::user_id.eq(user),
                        account_feeds::hash.eq(hash.as_slice()),
                        account_feeds::created_at.eq(Timestamp(now)),
                    ))
                    .execute(connection)?,
            };
            Ok(())
        })
    }

    fn delete(&mut self, owner: FeedOwner) -> Result<bool> {
        self.run(|connection| delete(connection, owner))
    }
}

fn delete(connection: &mut Connection, owner: FeedOwner) -> OperationResult<bool> {
    let user = Key::from(owner.user);
    let rows = match owner.trip {
        Some(trip) => {
            let feed = trip_feeds::table
                .filter(trip_feeds::trip_id.eq(Key::from(trip)))
                .filter(trip_feeds::user_id.eq(user));
            diesel::delete(feed).execute(connection)?
        }
        None => {
            let feed = account_feeds::table.filter(account_feeds::user_id.eq(user));
            diesel::delete(feed).execute(connection)?
        }
    };
    Ok(rows > 0)
}

/// Deletes all feeds of an account: its own, and those of its memberships.
pub(super) fn delete_of_user(connection: &mut Connection, user: UserId) -> QueryResult<()> {
    let user = Key::from(user);
    diesel::delete(account_feeds::table.filter(account_feeds::user_id.eq(user)))
        .execute(connection)?;
    diesel::delete(trip_feeds::table.filter(trip_feeds::user_id.eq(user))).execute(connection)?;
    Ok(())
}
