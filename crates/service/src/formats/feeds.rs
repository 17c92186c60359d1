//! Calendar feeds: secret addresses of calendars for programs that send no token (interface:
//! "Calendar feeds").

use std::sync::Arc;

use sha2::{Digest, Sha256};
use wayfare_domain::{Action, TripId, UserId};
use wayfare_formats::Calendar;
use wayfare_storage::{FeedOwner, ListQuery, Repositories, TripLookup, TripParts, TripQuery};

use crate::accounts::named;
use crate::context::Context;
use crate::runtime::random;
use crate::trips::access::permitted;
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

/// What a feed is of.
#[derive(Debug, Clone)]
pub enum FeedScope {
    /// A trip that the caller is on.
    Trip(TripId),
    /// All trips of the caller, whose username this is.
    Account(String),
}

/// The calendar of a feed.
#[derive(Debug)]
pub struct FeedDocument {
    /// The version of the trip, if it is of one.
    pub version: Option<i64>,
    /// The calendar.
    pub bytes: Vec<u8>,
}

/// The use cases of calendar feeds. Cheap to clone.
#[derive(Clone)]
pub struct Feeds {
    context: Arc<Context>,
}

impl Feeds {
    pub(crate) fn new(context: Arc<Context>) -> Self {
        Self { context }
    }

    /// Gives the caller a feed, and ends the one before. Returns its secret.
    ///
    /// # Errors
    /// [`Error::TokenRefused`]; for a trip, [`Error::NotFound`], then [`Error::NotPermitted`] for
    /// those who are not on it; for an account, those of
    /// [`Accounts::authorize`](crate::Accounts::authorize); [`Error::AlreadyDone`],
    /// [`Error::KeyReused`] and [`Error::KeyInUse`]; [`Error::Busy`], [`Error::Unavailable`].
    pub async fn open(
        &self,
        caller: Caller,
        scope: FeedScope,
        key: Option<KeyClaim>,
    ) -> Result<String, Error> {
        let secret = random::token();
        let (hash, context) = (hash_of(&secret), Arc::clone(&self.context));
        let (claim, trip) = (key.clone(), scope.trip());
        let replaced = self.context.executor.write(caller.client(), move |data| {
            let owner = scope.lock(data, caller)?;
            context.use_key(data, caller, claim.as_ref(), String::new)?;
            data.feeds().replace(owner, &hash, context.now())?;
            Ok(())
        });
        let replaced = self.context.once(caller, key.as_ref(), replaced);
        replaced.await?;
        audit_feed(AuditAction::FeedCreate, caller, trip);
        Ok(secret)
    }

    /// Whether the caller has a feed: of a trip, else of the account.
    ///
    /// # Errors
    /// [`Error::Busy`], [`Error::Unavailable`].
    pub async fn is_open(&self, caller: Caller, trip: Option<TripId>) -> Result<bool, Error> {
        let user = caller.user;
        let find =
            move |data: &mut dyn Repositories| Ok(data.feeds().exists(FeedOwner { user, trip })?);
        self.context.executor.read(caller.client(), find).await
    }

    /// Ends the caller's feed, if any.
    ///
    /// # Errors
    /// As [`Feeds::open`].
    pub async fn close(&self, caller: Caller, scope: FeedScope) -> Result<(), Error> {
        let trip = scope.trip();
        let deleted = self.context.executor.write(caller.client(), move |data| {
            let owner = scope.lock(data, caller)?;
            Ok(data.feeds().delete(owner)?)
        });
        if deleted.await? {
            audit_feed(AuditAction::FeedDelete, caller, trip);
        }
        Ok(())
    }

    /// Writes the calendar of a secret, on behalf of a client.
    ///
    /// # Errors
    /// [`Error::NotFound`] for a secret that is unknown or whose feed has ended; [`Error::Busy`],
    /// [`Error::Unavailable`].
    pub async fn read(&self, client: Client, secret: &str) -> Result<FeedDocument, Error> {
        let document = self.find(client, secret).await;
        self.context.metrics.feed_requested(match &document {
            Ok(_) => "served",
            Err(Error::NotFound) => "unknown",
            Err(_) => "failed",
        });
        document
    }

    async fn find(&self, client: Client, secret: &str) -> Result<FeedDocument, Error> {
        let hash = hash_of(secret);
        let find = move |data: &mut dyn Repositories| Ok(data.feeds().find(&hash)?);
        let owner = self.context.executor.read(client, find).await?;
        match owner.ok_or(Error::NotFound)? {
            FeedOwner {
                user,
                trip: Some(trip),
            } => self.of_trip(client, user, trip).await,
            FeedOwner { user, trip: None } => self.of_account(client, user).await,
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
        let query = ListQuery {
            caller: user,
            only: None,
            page: None,
            with_people: false,
        };
        let list = self.context.executor.list(client, query).await?;
        let ids: Vec<TripId> = list
            .trips
            .iter()
            .take(MAX_TRIPS)
            .map(|head| head.id)
            .collect();
        let mut calendar = Calendar::feed(NAME);
        for ids in ids.chunks(TRIPS_AT_ONCE) {
            let lookups = ids.iter().map(|trip| self.look_up(client, user, *trip));
            let lookups = futures_util::future::try_join_all(lookups).await?;
            let context = Arc::clone(&self.context);
            let add = move || {
                for lookup in lookups {
                    // A trip may be gone by now, or the membership.
                    let found = lookup.parse()?;
                    let found = found.filter(|(trip, _)| trip.members.contains(&user));
                    if let Some((trip, _)) = found
                        && calendar.len() + trip.itinerary.len() <= MAX_EVENTS
                    {
                        let base = trip.base_currency(context.policy.default_currency);
                        calendar.add_within(&trip, base, MAX_BYTES);
                    }
                }
                Ok::<_, Error>(calendar)
            };
            calendar = self.context.documents.run(client, 1, add).await??;
            if calendar.len() >= MAX_EVENTS {
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

/// Writes the audit line of a feed, which is known by whose it is and what it is of.
fn audit_feed(action: AuditAction, caller: Caller, trip: Option<TripId>) {
    audit(action, Some(caller.user), &caller.user, trip);
}

impl FeedScope {
    fn trip(&self) -> Option<TripId> {
        match self {
            Self::Trip(trip) => Some(*trip),
            Self::Account(_) => None,
        }
    }

    /// Locks the trip or account, and checks that the caller may have its feed.
    fn lock(&self, data: &mut dyn Repositories, caller: Caller) -> Result<FeedOwner, Error> {
        let trip = match self {
            Self::Trip(trip) => {
                let lookup = data.trips().lock(*trip, caller.user)?;
                permitted(lookup, caller, Action::Subscribe)?;
                Some(*trip)
            }
            Self::Account(username) => {
                let user = caller.check(data.users().lock(caller.user)?)?;
                named(data, caller, user, username)?;
                None
            }
        };
        Ok(FeedOwner {
            user: caller.user,
            trip,
        })
    }
}

/// What is stored of a secret.
fn hash_of(secret: &str) -> [u8; 32] {
    Sha256::digest(secret).into()
}
