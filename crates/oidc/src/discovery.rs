//! The discovery document and the keys: fetched once for many callers, and kept while the provider
//! is away.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared};
use openidconnect::IssuerUrl;
use openidconnect::core::CoreProviderMetadata;

use crate::http::{Failure, Http};
use crate::{Cause, Error, Issuer, is_protected, unavailable};

/// How long the document and the keys are good, in seconds. They are kept for longer while the
/// provider is away.
const MAX_AGE: u64 = 60 * 60;
/// The least time between two requests for an unknown key, in seconds.
const KEY_INTERVAL: u64 = 60;

/// The discovery document with the keys.
pub(crate) type Metadata = Arc<CoreProviderMetadata>;
/// A request for them, which several callers await.
type Fetch = Shared<BoxFuture<'static, Result<Metadata, Arc<str>>>>;

/// What is known of a provider.
pub(crate) struct Discovery {
    pub(crate) http: Http,
    pub(crate) issuer: Issuer,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    known: Option<Metadata>,
    /// The last request for them.
    fetch: Option<Fetch>,
    /// When that was.
    fetched_at: i64,
    /// When keys were last asked for because of an unknown one.
    asked_for_key_at: Option<i64>,
    is_away: bool,
}

impl Discovery {
    /// Nothing is known yet.
    pub(crate) fn new(issuer: Issuer) -> Self {
        Self {
            http: Http::default(),
            issuer,
            state: Mutex::default(),
        }
    }

    /// The document and the keys. Old ones are good while newer ones are fetched.
    pub(crate) async fn metadata(self: &Arc<Self>, now: i64) -> Result<Metadata, Error> {
        let fetch = {
            let mut state = self.lock();
            let is_old = now.abs_diff(state.fetched_at) >= MAX_AGE;
            match state.known.clone() {
                Some(known) if !is_old => return Ok(known),
                Some(known) => {
                    // It goes on by itself.
                    drop(self.fetch(&mut state, now));
                    return Ok(known);
                }
                None => self.fetch(&mut state, now),
            }
        };
        fetch
            .await
            .map_err(|reason| unavailable(reason.to_string()))
    }

    /// Newer keys than `used`: at most one request a minute.
    pub(crate) async fn newer_than(
        self: &Arc<Self>,
        used: &Metadata,
        now: i64,
    ) -> Option<Metadata> {
        let fetch = {
            let mut state = self.lock();
            let newer = state
                .known
                .as_ref()
                .filter(|known| !Arc::ptr_eq(known, used));
            if let Some(newer) = newer {
                return Some(Arc::clone(newer));
            }
            let is_under_way = state
                .fetch
                .as_ref()
                .is_some_and(|last| last.peek().is_none());
            let last = state.asked_for_key_at;
            if !is_under_way && last.is_some_and(|last| now.abs_diff(last) < KEY_INTERVAL) {
                return None;
            }
            state.asked_for_key_at = Some(now);
            self.fetch(&mut state, now)
        };
        fetch.await.ok()
    }

    /// The request that is under way, or a new one, which goes on without its callers.
    fn fetch(self: &Arc<Self>, state: &mut State, now: i64) -> Fetch {
        if let Some(fetch) = &state.fetch
            && fetch.peek().is_none()
        {
            return fetch.clone();
        }
        let own = Arc::clone(self);
        let fetch = async move { own.discover().await }.boxed().shared();
        state.fetch = Some(fetch.clone());
        state.fetched_at = now;
        tokio::spawn(fetch.clone());
        fetch
    }

    async fn discover(&self) -> Result<Metadata, Arc<str>> {
        let result = self.request_metadata().await;
        let mut state = self.lock();
        let was_away = std::mem::replace(&mut state.is_away, result.is_err());
        let issuer = self.issuer.as_str();
        match result {
            Ok(metadata) => {
                if was_away {
                    tracing::info!(issuer, "the OpenID provider is available again");
                }
                let metadata = Arc::new(metadata);
                state.known = Some(Arc::clone(&metadata));
                Ok(metadata)
            }
            Err(cause) => {
                let cause = chain(cause.as_ref());
                if !was_away {
                    tracing::warn!(issuer, cause, "the OpenID provider is unavailable");
                }
                Err(cause.into())
            }
        }
    }

    async fn request_metadata(&self) -> Result<CoreProviderMetadata, Cause> {
        let issuer = IssuerUrl::new(self.issuer.as_str().to_owned())?;
        let metadata = CoreProviderMetadata::discover_async(issuer, &self.http).await?;
        if !is_protected(metadata.authorization_endpoint().url()) {
            return Err(Failure::Unprotected.into());
        }
        Ok(metadata)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An error and what caused it, on one line.
fn chain(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    let texts: Vec<String> = causes.map(ToString::to_string).collect();
    texts.join(": ")
}
