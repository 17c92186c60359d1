//! Use cases of API keys (interface: "API keys").

mod text;

use std::fmt;
use std::sync::Arc;

use futures_util::future::join_all;
use subtle::ConstantTimeEq;
use wayfare_domain::{
    Action, ApiKey, ApiKeyId, Date, Instant, KeyGrant, KeyScope, KeyTrips, Name, Path, TripId,
    TripOverview, Violations,
};
use wayfare_storage::{Repositories, StoredApiKey};

use crate::accounts::{Accounts, named};
use crate::context::Context;
use crate::runtime::random;
use crate::{AuditAction, Caller, Client, Credential, Error, KeyClaim, audit};

/// The request for a new key.
#[derive(Debug, Clone, Default)]
pub struct NewApiKey {
    /// A text by which its holder knows it.
    pub name: Option<Name>,
    /// Whether it may write.
    pub scope: Option<KeyScope>,
    /// The trips that it is limited to; `None` for all. An entry that could not be read is `None`.
    pub trips: Option<Vec<Option<TripId>>>,
    /// When it ends; `None` for never.
    pub expires_at: Option<Instant>,
    /// The idempotency key of the request.
    pub claim: Option<KeyClaim>,
    /// Violations found in the rest of the input, with one for each of the required fields that is
    /// missing. They are reported together with those found here, to the holder of the account.
    pub violations: Violations,
}

/// A new key. `Debug` hides its text.
#[derive(Clone, PartialEq, Eq)]
pub struct MadeApiKey {
    /// The key.
    pub key: ApiKey,
    /// Its text, which is not stored.
    pub text: String,
}

impl fmt::Debug for MadeApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MadeApiKey")
            .field("key", &self.key)
            .finish_non_exhaustive()
    }
}

/// The use cases of API keys. Cheap to clone.
#[derive(Clone)]
pub struct ApiKeys {
    context: Arc<Context>,
}

impl ApiKeys {
    pub(crate) fn new(context: Arc<Context>) -> Self {
        Self { context }
    }

    /// Makes a key for the caller's own account, named by its username.
    ///
    /// # Errors
    /// As [`Accounts::authorize`], then [`Error::Invalid`], then [`Error::TooManyKeys`];
    /// [`Error::AlreadyDone`], [`Error::KeyReused`], [`Error::KeyInUse`].
    pub async fn create(
        &self,
        caller: Caller,
        username: &str,
        new: NewApiKey,
    ) -> Result<MadeApiKey, Error> {
        let claim = new.claim.clone();
        let create = self.create_key(caller, username.to_owned(), new);
        self.context.once(caller, claim.as_ref(), create).await
    }

    async fn create_key(
        &self,
        caller: Caller,
        username: String,
        new: NewApiKey,
    ) -> Result<MadeApiKey, Error> {
        let accounts = Accounts::new(Arc::clone(&self.context));
        accounts.authorize(caller, &username).await?;
        let claim = new.claim.clone();
        let key = self.validate(caller, new).await?;
        let text = text::new(key.id);
        let stored = StoredApiKey {
            hash: text::hash_of(&text),
            key,
        };
        let (context, key) = (Arc::clone(&self.context), stored.key.clone());
        let insert = self.context.executor.write(caller.client(), move |data| {
            let id = stored.key.id;
            lock(data, caller, &username)?;
            if data.api_keys().list(caller.user)?.len() >= ApiKey::MAX_PER_ACCOUNT {
                return Err(Error::TooManyKeys {
                    limit: ApiKey::MAX_PER_ACCOUNT,
                });
            }
            context.use_key(data, caller, claim.as_ref(), || id.to_string())?;
            Ok(data.api_keys().insert(&stored)?)
        });
        insert.await?;
        audit(AuditAction::KeyCreate, Some(caller.user), &key.id, None);
        Ok(MadeApiKey { key, text })
    }

    /// The key that a request asks for.
    async fn validate(&self, caller: Caller, new: NewApiKey) -> Result<ApiKey, Error> {
        let NewApiKey {
            name,
            scope,
            trips,
            expires_at,
            claim: _,
            mut violations,
        } = new;
        let now = self.context.now();
        let expires_at = ApiKey::expiry(expires_at, now);
        let expires_at = violations.take(&Path::root().field("expires_at"), expires_at);
        let trips = match trips {
            Some(trips) => self.read_trips(caller, &trips, &mut violations).await?,
            None => None,
        };
        match (name, scope, expires_at) {
            (Some(name), Some(scope), Some(expires_at)) if violations.is_empty() => Ok(ApiKey {
                id: ApiKeyId(random::id()),
                user: caller.user,
                name,
                grant: KeyGrant { scope, trips },
                expires_at,
                created_at: now,
                last_used: None,
            }),
            _ => Err(Error::Invalid(violations)),
        }
    }

    /// The trips that a key is limited to. Adds a violation for each that the caller can't see.
    async fn read_trips(
        &self,
        caller: Caller,
        trips: &[Option<TripId>],
        violations: &mut Violations,
    ) -> Result<Option<KeyTrips>, Error> {
        let path = Path::root().field("trips");
        // An entry that could not be read has its violation already.
        let named = trips.iter().enumerate();
        let named = named.filter_map(|(index, trip)| Some((index, (*trip)?)));
        let named: Vec<(usize, TripId)> = named.collect();
        // Look-ups that come together are one statement.
        let finds = named.iter().map(|(_, trip)| {
            self.context
                .find::<TripOverview>(caller, *trip, Action::Read)
        });
        for ((index, _), found) in named.iter().zip(join_all(finds).await) {
            match found {
                Ok(_) => {}
                Err(Error::NotFound) => {
                    let reason = "must be the id of a trip that you can see";
                    violations.add(path.index(*index), reason);
                }
                Err(error) => return Err(error),
            }
        }
        if named.len() < trips.len() {
            return Ok(None);
        }
        let trips = KeyTrips::new(named.into_iter().map(|(_, trip)| trip));
        Ok(violations.take(&path, trips))
    }

    /// Reads the keys of the caller's own account, newest first.
    ///
    /// # Errors
    /// As [`Accounts::authorize`].
    pub async fn list(&self, caller: Caller, username: &str) -> Result<Vec<ApiKey>, Error> {
        let username = username.to_owned();
        let list = self.context.executor.read(caller.client(), move |data| {
            let user = caller.check(data.users().find(caller.user)?)?;
            named(data, caller, user, &username)?;
            Ok(data.api_keys().list(caller.user)?)
        });
        list.await
    }

    /// Ends a key of the caller's own account.
    ///
    /// # Errors
    /// As [`Accounts::authorize`], then [`Error::NotFound`] if the account has no such key.
    pub async fn delete(&self, caller: Caller, username: &str, id: ApiKeyId) -> Result<(), Error> {
        let username = username.to_owned();
        let delete = self.context.executor.write(caller.client(), move |data| {
            lock(data, caller, &username)?;
            if data.api_keys().delete(caller.user, id)? {
                Ok(())
            } else {
                Err(Error::NotFound)
            }
        });
        delete.await?;
        audit(AuditAction::KeyDelete, Some(caller.user), &id, None);
        Ok(())
    }

    /// Finds the caller who sends a text as a token, on behalf of a client. A text without the form
    /// and the checksum of a key is refused without asking the database.
    ///
    /// # Errors
    /// [`Error::TokenRefused`] if it is no key, or of a key that is unknown, ended or expired;
    /// [`Error::Busy`], [`Error::Unavailable`].
    pub async fn open(&self, client: Client, text: &str) -> Result<Credential, Error> {
        let (id, hash) = text::parse(text).ok_or(Error::TokenRefused)?;
        let find = self
            .context
            .executor
            .read(client, move |data| Ok(data.api_keys().find(id)?));
        let now = self.context.now();
        let is_good = |(stored, _): &(StoredApiKey, i64)| {
            bool::from(stored.hash.ct_eq(&hash)) && stored.key.is_open(now)
        };
        let found = find.await?.filter(is_good);
        let (StoredApiKey { key, .. }, generation) = found.ok_or(Error::TokenRefused)?;
        let caller = Caller {
            key: Some(key.grant),
            network: client.network(),
            ..Caller::new(key.user, generation)
        };
        self.record_use(caller, &key, Date::from(now));
        Ok(Credential {
            caller,
            session: None,
            key: Some(id),
            expires_at: key.expires_at,
        })
    }

    /// Records the day of a use in the background, once a day.
    fn record_use(&self, caller: Caller, key: &ApiKey, today: Date) {
        if key.last_used == Some(today) {
            return;
        }
        let (context, id) = (Arc::clone(&self.context), key.id);
        tokio::spawn(async move {
            let record = context.executor.write(caller.client(), move |data| {
                Ok(data.api_keys().record_use(caller.user, id, today)?)
            });
            if let Err(error) = record.await {
                tracing::debug!(%error, "the use of an API key was not recorded");
            }
        });
    }
}

/// Locks the caller's own account, named by its username.
fn lock(data: &mut dyn Repositories, caller: Caller, username: &str) -> Result<(), Error> {
    let user = caller.check(data.users().lock(caller.user)?)?;
    named(data, caller, user, username).map(drop)
}
