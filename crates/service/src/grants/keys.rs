//! Use cases of API keys (interface: "API keys").

use std::sync::Arc;

use futures_util::future::join_all;
use subtle::ConstantTimeEq;
use wayfare_domain::grant::{Grant, check_end};
use wayfare_domain::{
    Action, ApiKey, GrantId, GrantKind, Instant, KeyGrant, KeyScope, KeyTrips, Name, Path, TripId,
    TripOverview, Violations,
};
use wayfare_storage::{GrantsOf, StoredGrant};

use super::{GrantPlace, GrantView, Grants, hash_of, key_text};
use crate::accounts::{Accounts, named};
use crate::runtime::random;
use crate::{Caller, Client, Credential, Error, KeyClaim};

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

impl Grants {
    /// Makes a key for the caller's own account, named by its username.
    ///
    /// # Errors
    /// As [`Accounts::authorize`], then [`Error::Invalid`], then [`Error::TooManyKeys`];
    /// [`Error::AlreadyDone`], [`Error::KeyReused`], [`Error::KeyInUse`].
    pub async fn make_key(
        &self,
        caller: Caller,
        username: &str,
        new: NewApiKey,
    ) -> Result<GrantView<KeyGrant>, Error> {
        let claim = new.claim.clone();
        let make = async {
            let accounts = Accounts::new(Arc::clone(&self.context));
            accounts.authorize(caller, username).await?;
            let grant = self.validate(caller, new).await?;
            let (place, token) = (
                GrantPlace::Account(username.to_owned()),
                key_text::new(grant.id),
            );
            let insert = self.insert(caller, place, &grant, &token, claim.clone());
            insert.await?;
            Ok(GrantView {
                grant,
                has_password: false,
                token,
                trip_version: None,
            })
        };
        self.context.once(caller, claim.as_ref(), make).await
    }

    /// The key that a request asks for.
    pub(super) async fn validate(&self, caller: Caller, new: NewApiKey) -> Result<ApiKey, Error> {
        let NewApiKey {
            name,
            scope,
            trips,
            expires_at,
            claim: _,
            mut violations,
        } = new;
        let now = self.context.now();
        let expires_at = violations.collect(check_end(expires_at, now));
        let trips = match trips {
            Some(trips) => self.read_trips(caller, &trips, &mut violations).await?,
            None => None,
        };
        match (name, scope) {
            (Some(name), Some(scope)) if violations.is_empty() => Ok(ApiKey {
                label: name.into(),
                expires_at: expires_at.flatten(),
                ..Grant::new(
                    GrantId(random::id()),
                    caller.user,
                    None,
                    KeyGrant { scope, trips },
                    now,
                )
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
    pub async fn keys(&self, caller: Caller, username: &str) -> Result<Vec<ApiKey>, Error> {
        let username = username.to_owned();
        let list = self.context.executor.read(caller.client(), move |data| {
            let user = caller.check(data.users().find(caller.user)?)?;
            let (user, trip) = (named(data, caller, user, &username)?.id, None);
            let kind = GrantKind::ApiKey;
            Ok(data.grants().list(GrantsOf { kind, user, trip })?)
        });
        // One that breaks a rule opens nothing.
        let keys = list
            .await?
            .into_iter()
            .filter_map(|stored| stored.parse().ok());
        Ok(keys.collect())
    }

    /// Finds the caller who sends a text as a token, on behalf of a client. A text without the form
    /// and the checksum of a key is refused without asking the database.
    ///
    /// # Errors
    /// [`Error::TokenRefused`] if it is no key, or of a key that is unknown, ended or expired;
    /// [`Error::Busy`], [`Error::Unavailable`].
    pub async fn verify_key(&self, client: Client, text: &str) -> Result<Credential, Error> {
        let id = key_text::parse(text).ok_or(Error::TokenRefused)?;
        let found = self.find_open(client, GrantKind::ApiKey, id).await?;
        let hash = hash_of(text);
        let is_good = |(stored, _): &(StoredGrant, i64)| {
            stored.hash.is_some_and(|own| own.ct_eq(&hash).into())
        };
        let (stored, generation) = found.filter(is_good).ok_or(Error::TokenRefused)?;
        let key: ApiKey = stored.parse().map_err(|_| Error::TokenRefused)?;
        let caller = Caller {
            key: Some(key.scope),
            network: client.network(),
            ..Caller::new(key.user, generation)
        };
        self.record_use(caller.client(), &key);
        Ok(Credential {
            caller,
            session: None,
            key: Some(id),
            expires_at: key.expires_at,
        })
    }
}
