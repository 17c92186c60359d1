//! What all use cases share.

use wayfare_domain::Instant;

use crate::access_token::AccessTokens;
use crate::executor::Executor;
use crate::hashing::Hasher;
use crate::random::Ids;
use crate::{Clock, Error, Parts, Policy};
use std::sync::Arc;

/// What all use cases share.
pub(crate) struct Context {
    pub(crate) executor: Executor,
    pub(crate) hasher: Hasher,
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
