//! Idempotency keys: a request that is sent again with its key has its effect once (interface:
//! "Idempotency keys").
//!
//! The key is recorded in the transaction of the effect, so a crash leaves both or neither. Nothing
//! is looked up before: only a request that fails may be one that was processed already.

use std::sync::Arc;

use sha2::{Digest, Sha256};
use tokio::time::timeout;
use wayfare_domain::Instant;
use wayfare_storage::{IdempotencyKey, Repositories};

use crate::context::Context;
use crate::runtime::edit_locks::KeyLock;
use crate::runtime::random;
use crate::{Caller, Error};

/// One of so many requests with a key deletes old keys.
const PRUNE_INTERVAL: u8 = 16;

/// A key that a caller has sent with a request.
#[derive(Debug, Clone)]
pub struct KeyClaim {
    key: [u8; 32],
    request: [u8; 32],
    /// Whether it waits for an earlier request with the key instead of being refused meanwhile.
    waits: bool,
}

impl KeyClaim {
    /// A key, and the SHA-256 of the request: its route and its body.
    pub fn new(key: &str, request: [u8; 32]) -> Self {
        Self {
            key: Sha256::digest(key).into(),
            request,
            waits: false,
        }
    }

    /// The key of a form on a page. The same form with other values is another request, with a key
    /// of its own: people go back, change what they typed and send it.
    pub fn of_form(key: &str, request: [u8; 32]) -> Self {
        let key = Sha256::new_with_prefix(request).chain_update(key);
        Self {
            key: key.finalize().into(),
            request,
            waits: true,
        }
    }

    /// The key as it is stored, with the id of what the request has made.
    pub(crate) fn used(&self, caller: Caller, resource: String, now: Instant) -> IdempotencyKey {
        IdempotencyKey {
            user: caller.user,
            hash: self.hash(caller),
            request: self.request,
            resource,
            used_at: now,
        }
    }

    fn hash(&self, caller: Caller) -> [u8; 32] {
        let hash = Sha256::new_with_prefix(caller.user.0).chain_update(self.key);
        hash.finalize().into()
    }

    /// Returns an error if the key is used.
    ///
    /// # Errors
    /// [`Error::AlreadyDone`] if it came with the same request, [`Error::KeyReused`] if with
    /// another.
    pub(crate) fn check_unused(
        &self,
        data: &mut dyn Repositories,
        caller: Caller,
        now: Instant,
    ) -> Result<(), Error> {
        let used = data
            .idempotency()
            .find(caller.user, &self.hash(caller), now)?;
        match used {
            None => Ok(()),
            Some(used) if used.request == self.request => Err(Error::AlreadyDone {
                resource: used.resource,
            }),
            Some(_) => Err(Error::KeyReused),
        }
    }
}

impl Context {
    /// Runs the effect of a request, unless it has happened already: the effect records the key,
    /// and fails if that is used.
    ///
    /// # Errors
    /// [`Error::KeyInUse`] while another request with the key runs; [`Error::AlreadyDone`],
    /// [`Error::KeyReused`]; those of the effect.
    pub(crate) async fn once<T>(
        self: &Arc<Self>,
        caller: Caller,
        claim: Option<&KeyClaim>,
        effect: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Error> {
        let Some(claim) = claim else {
            return effect.await;
        };
        let _running = self.lock_key(caller, claim).await?;
        let result = effect.await;
        let is_refused = match &result {
            Ok(_) => {
                self.prune_keys(caller);
                false
            }
            // Callers who may not do this learn nothing, and an outage is no answer.
            Err(
                Error::TokenRefused
                | Error::NotPermitted
                | Error::NotFound
                | Error::Busy
                | Error::Unavailable(_)
                | Error::Full(_)
                | Error::Internal(_),
            ) => false,
            Err(_) => true,
        };
        if is_refused {
            // Perhaps because of what it has done before.
            self.check_unused(caller, Some(claim)).await?;
        }
        result
    }

    /// Returns an error if a key is used.
    ///
    /// # Errors
    /// As [`KeyClaim::check_unused`].
    pub(crate) async fn check_unused(
        &self,
        caller: Caller,
        claim: Option<&KeyClaim>,
    ) -> Result<(), Error> {
        let Some(claim) = claim.cloned() else {
            return Ok(());
        };
        let now = self.now();
        let check = move |data: &mut dyn Repositories| claim.check_unused(data, caller, now);
        self.executor.read(caller.client(), check).await
    }

    /// Records the key of a request that has made `resource`, within the unit of work of that.
    ///
    /// # Errors
    /// [`Error::KeyInUse`] if it is used.
    pub(crate) fn use_key(
        &self,
        data: &mut dyn Repositories,
        caller: Caller,
        claim: Option<&KeyClaim>,
        resource: impl FnOnce() -> String,
    ) -> Result<(), Error> {
        let Some(claim) = claim else {
            return Ok(());
        };
        let key = claim.used(caller, resource(), self.now());
        if data.idempotency().insert(&key)? {
            Ok(())
        } else {
            Err(Error::KeyInUse)
        }
    }

    /// Keeps other requests with the key waiting, or refused, in this process.
    async fn lock_key(&self, caller: Caller, claim: &KeyClaim) -> Result<KeyLock, Error> {
        let lock = self.edit_locks.lock_claim(claim.hash(caller), claim.waits);
        let lock = timeout(self.policy.longest_wait, lock).await;
        lock.ok().and_then(Result::ok).ok_or(Error::KeyInUse)
    }

    /// Deletes old keys after some of the requests, in the background.
    fn prune_keys(self: &Arc<Self>, caller: Caller) {
        let [number, ..] = random::id().into_bytes();
        if number % PRUNE_INTERVAL != 0 {
            return;
        }
        let context = Arc::clone(self);
        tokio::spawn(async move {
            let (newest, now) = (IdempotencyKey::MAX_PER_USER, context.now());
            let prune = move |data: &mut dyn Repositories| {
                Ok(data.idempotency().prune(caller.user, newest, now)?)
            };
            if let Err(error) = context.executor.write(caller.client(), prune).await {
                tracing::debug!(%error, "old idempotency keys stay for now");
            }
        });
    }
}
