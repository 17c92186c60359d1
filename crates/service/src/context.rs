//! What all use cases share.

use std::sync::Arc;

use wayfare_domain::Instant;

use crate::access_token::AccessTokens;
use crate::executor::Executor;
use crate::gate::Gate;
use crate::hashing::Hasher;
use crate::random::Ids;
use crate::{Clock, Error, Parts, Policy};

/// What all use cases share.
pub(crate) struct Context {
    pub(crate) executor: Executor,
    pub(crate) hasher: Hasher,
    /// Before the threads that clean notes.
    pub(crate) cleaning: Gate,
    pub(crate) access_tokens: AccessTokens,
    pub(crate) ids: Ids,
    pub(crate) policy: Policy,
    clock: Arc<dyn Clock>,
}

impl Context {
    pub(crate) fn new(parts: Parts) -> Result<Self, Error> {
        let Parts { store, clock, secret, policy } = parts;
        Ok(Self {
            executor: Executor::start(&store, policy.database_queue, policy.longest_wait).map_err(Error::internal)?,
            hasher: Hasher::new(policy.hashing_threads, policy.longest_wait)?,
            cleaning: Gate::new(policy.hashing_threads, policy.longest_wait),
            access_tokens: AccessTokens::new(&secret, &policy.issuer),
            ids: Ids::new(),
            policy,
            clock,
        })
    }

    pub(crate) fn now(&self) -> Instant {
        self.clock.now()
    }
}
