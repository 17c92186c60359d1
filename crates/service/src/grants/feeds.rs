//! Calendar feeds: secret addresses of calendars for programs that send no token (interface:
//! "Calendar feeds").

use std::sync::Arc;

use wayfare_domain::grant::{Calendar as CalendarScope, Grant};
use wayfare_domain::{GrantId, GrantKind, TripId, UserId};
use wayfare_formats::Calendar;
use wayfare_storage::{GrantsOf, Repositories, TripLookup, TripParts, TripQuery};

use super::{GrantPlace, Grants, end_all, hash_of};
use crate::runtime::random;
use crate::{AuditAction, Caller, Client, Error, KeyClaim, audit};

/// The name of a calendar of all trips of an account.
const NAME: &str = "Wayfare";
/// The most events of a calendar of an account. Those of the oldest trips are left out.
const MAX_EVENTS: usize = 10_000;
/// The size of such a calendar, in bytes, from which on it takes no more trips.
const MAX_BYTES: usize = 8 << 20;
/// The most trips of such a calendar.
const MAX_TRIPS: usize = 1_000;
/// Trips that are read at the same time.
const TRIPS_AT_ONCE: usize = 16;

/// The calendar of a feed.
#[derive(Debug)]
pub struct FeedDocument {
    /// The version of the trip, if it is of one.
    pub version: Option<i64>,
    /// The calendar.
    pub bytes: Vec<u8>,
}

impl Grants {
    /// Gives the caller a feed, and ends the one before. Returns its secret.
    ///
    /// # Errors
    /// [`Error::TokenRefused`]; for a trip, [`Error::NotFound`], then [`Error::NotPermitted`] for
    /// those who are not on it; for an account, those of
    /// [`Accounts::authorize`](crate::Accounts::authorize); [`Error::AlreadyDone`],
    /// [`Error::KeyReused`] and [`Error::KeyInUse`]; [`Error::Busy`], [`Error::Unavailable`].
    pub async fn open_feed(
        &self,
        caller: Caller,
        place: GrantPlace,
        key: Option<KeyClaim>,
    ) -> Result<String, Error> {
        let (secret, id) = (random::token(), GrantId(random::id()));
        let (trip, now) = (place.trip(), self.context.now());
        let feed = Grant::new(id, caller.user, trip, CalendarScope, now);
        let insert = self.insert(caller, place, &feed, &secret, key.clone());
        self.context.once(caller, key.as_ref(), insert).await?;
        Ok(secret)
    }

    /// Whether the caller has a feed: of a trip, else of the account.
    ///
    /// # Errors
    /// [`Error::Busy`], [`Error::Unavailable`].
    pub async fn has_feed(&self, caller: Caller, trip: Option<TripId>) -> Result<bool, Error> {
        let (kind, user) = (GrantKind::Feed, caller.user);
        let of = GrantsOf { kind, user, trip };
        let find = move |data: &mut dyn Repositories| Ok(!data.grants().list(of)?.is_empty());
        self.context.executor.read(caller.client(), find).await
    }

    /// Ends the caller's feed, if any.
    ///
    /// # Errors
    /// As [`Grants::open_feed`].
    pub async fn close_feed(&self, caller: Caller, place: GrantPlace) -> Result<(), Error> {
        let end = self.context.executor.write(caller.client(), move |data| {
            let (of, _) = place.lock(data, caller, GrantKind::Feed)?;
            if end_all(data, of)? {
                let ended = AuditAction::FeedDelete;
                audit(ended, Some(caller.user), &caller.user, place.trip());
            }
            Ok(())
        });
        end.await
    }

    /// Writes the calendar of a secret, on behalf of a client.
    ///
    /// # Errors
    /// [`Error::NotFound`] for a secret that is unknown or whose feed has ended; [`Error::Busy`],
    /// [`Error::Unavailable`].
    pub async fn read_feed(&self, client: Client, secret: &str) -> Result<FeedDocument, Error> {
        let document = self.calendar_of(client, secret).await;
        self.context.metrics.feed_requested(match &document {
            Ok(_) => "served",
            Err(Error::NotFound) => "unknown",
            Err(_) => "failed",
        });
        document
    }

    async fn calendar_of(&self, client: Client, secret: &str) -> Result<FeedDocument, Error> {
        let (kind, hash) = (GrantKind::Feed, hash_of(secret));
        let find =
            move |data: &mut dyn Repositories| Ok(data.grants().find_by_hash(kind, &hash)?);
        let found = self.context.executor.read(client, find).await?;
        let Grant { user, trip, .. } = found.ok_or(Error::NotFound)?.grant;
        match trip {
            Some(trip) => self.of_trip(client, user, trip).await,
            None => self.of_account(client, user).await,
        }
    }

    async fn of_trip(
        &self,
        client: Client,
        user: UserId,
        trip: TripId,
    ) -> Result<FeedDocument, Error> {
        let lookup = self.look_up(client, user, trip).await?;
        let context = Arc::clone(&self.context);
        let render = move || {
            let Some((trip, _)) = lookup.parse()? else {
                return Err(Error::NotFound);
            };
            // The membership ended meanwhile.
            if !trip.members.contains(&user) {
                return Err(Error::NotFound);
            }
            let mut calendar = Calendar::feed(trip.name.as_str());
            calendar.add(&trip, trip.base_currency(context.policy.default_currency));
            Ok(FeedDocument {
                version: Some(trip.version),
                bytes: calendar.write(),
            })
        };
        self.context.documents.run(client, 1, render).await?
    }

    async fn of_account(&self, client: Client, user: UserId) -> Result<FeedDocument, Error> {
        // What others have imposed takes only the room that is left.
        let ids = move |data: &mut dyn Repositories| Ok(data.trips().ids_of(user)?);
        let mut ids = self.context.executor.read(client, ids).await?;
        ids.truncate(MAX_TRIPS);
        let mut calendar = Calendar::feed(NAME);
        let mut is_full = false;
        for ids in ids.chunks(TRIPS_AT_ONCE) {
            let lookups = ids.iter().map(|trip| self.look_up(client, user, *trip));
            let lookups = futures_util::future::try_join_all(lookups).await?;
            let context = Arc::clone(&self.context);
            let add = move || {
                for lookup in lookups {
                    // A trip may be gone by now, or the membership.
                    let found = lookup.parse()?;
                    let found = found.filter(|(trip, _)| trip.members.contains(&user));
                    let Some((trip, _)) = found else { continue };
                    let base = trip.base_currency(context.policy.default_currency);
                    is_full = calendar.len() + trip.itinerary.len() > MAX_EVENTS
                        || !calendar.add_within(&trip, base, MAX_BYTES);
                    // Others may be smaller, but hundreds of large ones would be read for them.
                    if is_full {
                        break;
                    }
                }
                Ok::<_, Error>((calendar, is_full))
            };
            (calendar, is_full) = self.context.documents.run(client, 1, add).await??;
            if is_full {
                break;
            }
        }
        let write = move || calendar.write();
        Ok(FeedDocument {
            version: None,
            bytes: self.context.documents.run(client, 1, write).await?,
        })
    }

    async fn look_up(
        &self,
        client: Client,
        user: UserId,
        trip: TripId,
    ) -> Result<TripLookup, Error> {
        let query = TripQuery {
            trip,
            caller: Some(user),
            parts: TripParts::Whole,
        };
        self.context.executor.look_up(client, query).await
    }
}
