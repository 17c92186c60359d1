//! Looks up places at a server with Nominatim's search API, with the built-in gazetteer as a
//! fallback.

mod answer;
mod cache;
mod rate_limiter;

use std::error::Error;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use reqwest::StatusCode;
use reqwest::redirect::Policy;
use tokio::time::{Instant, timeout_at};
use url::Url;
use wayfare_queue::Client;

use crate::{
    BuiltIn, Candidate, Coordinates, Gazetteer, Located, LookUp, OfflineGazetteer, Place, Query,
    ServerAddress, Suggestions, TripTexts,
};
use cache::AnswerCache;
use rate_limiter::RateLimiter;

/// How long requests pause after a timeout, or after the server asked to slow down.
const PAUSE: Duration = Duration::from_secs(5);
/// The maximum size of a response, in bytes.
const MAX_RESPONSE: usize = 1 << 20;
/// The maximum length of a requested name, in bytes. A longer text is not the name of a place.
const MAX_NAME: usize = 300;
/// How many places a request asks for.
const PLACES: &str = "10";

/// A Nominatim-compatible server, with the built-in gazetteer as a fallback.
///
/// Requests are sequential and rate-limited; responses are cached. The built-in gazetteer answers if
/// the server is slow, fails, returns malformed data or no place, or if the rate limit would exceed
/// the timeout. Texts are never sent to the server: the built-in gazetteer finds the place in a text,
/// and the request has the name of that place.
pub struct Nominatim {
    server: ServerAddress,
    client: OnceLock<reqwest::Client>,
    timeout: Duration,
    rate_limiter: RateLimiter,
    cache: AnswerCache,
    built_in: BuiltIn,
    /// Whether the last request failed.
    is_away: AtomicBool,
}

/// Why a request to the server failed.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("the request timed out")]
    TooSlow,
    #[error("the response has status {0}")]
    Status(StatusCode),
    #[error("the response is too large")]
    TooLarge,
    #[error("the response is not a list of places")]
    Malformed(#[source] serde_json::Error),
    #[error("the server can't be reached")]
    Unreachable(#[source] Box<dyn Error + Send + Sync>),
}

impl From<reqwest::Error> for Failure {
    fn from(error: reqwest::Error) -> Self {
        // The URL may hold a secret and the requested name, which must not reach the logs.
        Self::Unreachable(Box::new(error.without_url()))
    }
}

impl Nominatim {
    /// Sends at most one request to `server` in `interval`; public servers require a second. The
    /// timeout includes the wait for the interval, but not the built-in gazetteer's answer.
    pub fn new(
        server: ServerAddress,
        interval: Duration,
        timeout: Duration,
        built_in: BuiltIn,
    ) -> Self {
        Self {
            server,
            client: OnceLock::new(),
            timeout,
            rate_limiter: RateLimiter::new(interval),
            cache: AnswerCache::new(),
            built_in,
            is_away: AtomicBool::new(false),
        }
    }

    /// Finds the place in a text with the built-in gazetteer, since servers do not parse sentences,
    /// and takes its properties from the server.
    async fn in_text(
        &self,
        client: Client,
        query: Query<'_>,
        limit: usize,
        deadline: Instant,
    ) -> Vec<Candidate> {
        let mut found = self.built_in.find(client, query, limit).await;
        if let Some(first) = found.first_mut()
            && let Some(places) = self.search(&first.place.display_name, deadline).await
            && let Some(place) = places.first().cloned()
        {
            first.place = place;
        }
        found
    }

    async fn by_name(
        &self,
        client: Client,
        name: &str,
        limit: usize,
        deadline: Instant,
    ) -> Vec<Candidate> {
        match self.search(name, deadline).await {
            Some(places) if !places.is_empty() => {
                let scores = (1_u32..).map(|rank| 1.0 / f64::from(rank));
                let candidates = places.iter().cloned().zip(scores).take(limit);
                candidates
                    .map(|(place, score)| Candidate { place, score })
                    .collect()
            }
            _ => self.built_in.find(client, Query::Name(name), limit).await,
        }
    }

    /// Returns the places that the server knows by this name, likeliest first; `None` if it did not
    /// answer in time. Concurrent look-ups of a name share one request.
    async fn search(&self, name: &str, deadline: Instant) -> Option<Arc<[Place]>> {
        let name = name.trim();
        if name.is_empty() || name.len() > MAX_NAME {
            return None;
        }
        timeout_at(
            deadline,
            self.cache.get_or_fetch(name, self.fetch(name, deadline)),
        )
        .await
        .ok()
        .flatten()
    }

    async fn fetch(&self, name: &str, deadline: Instant) -> Option<Arc<[Place]>> {
        let mut permit = self.rate_limiter.acquire(deadline).await?;
        let response = timeout_at(deadline, self.request(self.server.search(name, PLACES)));
        let response = response.await.unwrap_or(Err(Failure::TooSlow));
        if let Err(
            Failure::TooSlow
            | Failure::Status(StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE),
        ) = &response
        {
            permit.delay_next(PAUSE);
        }
        drop(permit);
        self.log_change(response.as_ref().err());
        let found = response.ok()?;
        Some(
            found
                .into_iter()
                .map(|found| found.place(|at| self.built_in.nearest(at)))
                .collect(),
        )
    }

    async fn request(&self, url: Url) -> Result<Vec<answer::Found>, Failure> {
        let mut response = self.client()?.get(url).send().await?;
        if response.status() != StatusCode::OK {
            return Err(Failure::Status(response.status()));
        }
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await? {
            if body.len() + chunk.len() > MAX_RESPONSE {
                return Err(Failure::TooLarge);
            }
            body.extend_from_slice(&chunk);
        }
        answer::read(&body).map_err(Failure::Malformed)
    }

    /// Creates the client at first use. Creation fails without system certificates, which fails a
    /// look-up but not the start of the service.
    fn client(&self) -> Result<&reqwest::Client, Failure> {
        if let Some(client) = self.client.get() {
            return Ok(client);
        }
        let new_client = reqwest::Client::builder()
            .user_agent(concat!("Wayfare/", env!("CARGO_PKG_VERSION")))
            .redirect(Policy::none())
            .referer(false)
            .build()?;
        Ok(self.client.get_or_init(|| new_client))
    }

    /// Logs when the server becomes unavailable or available again, not each failure.
    fn log_change(&self, failure: Option<&Failure>) {
        let was_away = self.is_away.swap(failure.is_some(), Ordering::Relaxed);
        match failure {
            Some(failure) if !was_away => {
                let cause = failure
                    .source()
                    .map(ToString::to_string)
                    .unwrap_or_default();
                tracing::warn!(server = %self.server, cause, "the place server is unavailable: {failure}");
            }
            None if was_away => {
                tracing::info!(server = %self.server, "the place server is available again");
            }
            _ => {}
        }
    }
}

impl Gazetteer for Nominatim {
    fn find<'a>(&'a self, client: Client, query: Query<'a>, limit: usize) -> LookUp<'a> {
        Box::pin(async move {
            let deadline = Instant::now() + self.timeout;
            self.built_in.ready(client).await;
            match query {
                Query::Text(_) => self.in_text(client, query, limit, deadline).await,
                Query::Name(name) => self.by_name(client, name, limit, deadline).await,
            }
        })
    }

    fn locate<'a>(&'a self, client: Client, trip: TripTexts) -> Located<'a> {
        Gazetteer::locate(&self.built_in, client, trip)
    }

    fn suggest<'a>(
        &'a self,
        client: Client,
        prefix: String,
        near: Vec<Coordinates>,
        limit: usize,
    ) -> Suggestions<'a> {
        Gazetteer::suggest(&self.built_in, client, prefix, near, limit)
    }

    fn is_remote(&self) -> bool {
        true
    }

    fn offline(&self) -> Option<Arc<dyn OfflineGazetteer>> {
        self.built_in.offline()
    }
}

impl fmt::Debug for Nominatim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Nominatim")
            .field("server", &self.server)
            .finish_non_exhaustive()
    }
}
