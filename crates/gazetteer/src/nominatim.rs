//! Looks up places at a server with Nominatim's or Photon's search API, with the built-in gazetteer
//! as a fallback.

mod answer;
mod cache;
mod photon;
mod plausible;
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
use wayfare_bounds::Client;

use crate::built_in::{NEAR, kilometres};
use crate::{
    BuiltIn, Candidate, Coordinates, Gazetteer, Located, LookUp, OfflineGazetteer, Place,
    PlaceKind, Query, ServerAddress, ServerKind, Suggestions, TripPlaces, TripTexts,
};
use cache::AnswerCache;
use plausible::{is_named, is_plausible};
use rate_limiter::RateLimiter;

/// How long requests pause after a timeout, or after the server asked to slow down.
const PAUSE: Duration = Duration::from_secs(5);
/// The maximum size of a response, in bytes.
const MAX_RESPONSE: usize = 1 << 20;
/// The maximum length of a requested name, in bytes. A longer text is not the name of a place.
const MAX_NAME: usize = 300;
/// The maximum number of places of a trip that the server is asked for; it is asked for one at a
/// time.
const MAX_PER_TRIP: usize = 16;
/// Two suggestions of one name within this distance are one, in km.
const SAME: f64 = 20.0;
/// The time limit of suggestions.
const SUGGEST_TIMEOUT: Duration = Duration::from_millis(400);
/// The time limit of a search that somebody waits for.
const SEARCH_TIMEOUT: Duration = Duration::from_secs(3);
/// How many places a request asks for.
const PLACES: &str = "10";

/// A Nominatim-compatible server, with the built-in gazetteer as a fallback.
///
/// Requests are sequential and rate-limited; responses are cached. The built-in gazetteer answers
/// if the server is slow, fails, returns malformed data or no place, or if the rate limit would
/// exceed the timeout. Sentences are never sent to the server: the built-in gazetteer finds the
/// place in a text, and the request has the name of that place. A text in which it finds none is
/// sent if it may be the name of a place itself: a few words with capitals.
pub struct Nominatim {
    server: ServerAddress,
    kind: ServerKind,
    client: OnceLock<reqwest::Client>,
    timeout: Duration,
    rate_limiter: RateLimiter,
    cache: AnswerCache,
    built_in: BuiltIn,
    /// Whether the last request failed.
    is_away: AtomicBool,
    /// Whether it is asked by acts of people alone.
    is_public: bool,
    /// What requests say of who sends them.
    agent: String,
}

/// A place of a response.
#[derive(Debug, Clone, PartialEq)]
struct Answer {
    place: Place,
    /// Whether a name alone may mean it: a settlement, an area, a well-known sight.
    is_notable: bool,
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
            kind: ServerKind::default(),
            client: OnceLock::new(),
            timeout,
            rate_limiter: RateLimiter::new(interval),
            cache: AnswerCache::new(),
            built_in,
            is_away: AtomicBool::new(false),
            is_public: false,
            agent: concat!("Wayfare/", env!("CARGO_PKG_VERSION")).to_owned(),
        }
    }

    /// Asks as the policy of OpenStreetMap's public server demands: by acts of people alone, and
    /// with whom its operators may write to, in visible ASCII.
    #[must_use]
    pub fn public(self, contact: &str) -> Self {
        let agent = format!("{} ({contact})", self.agent);
        Self {
            is_public: true,
            agent: if contact.is_empty() {
                self.agent
            } else {
                agent
            },
            ..self
        }
    }

    /// Uses another search API than Nominatim's.
    #[must_use]
    pub fn with_kind(self, kind: ServerKind) -> Self {
        Self { kind, ..self }
    }

    /// Finds the places of a trip with the built-in gazetteer, then those that the server knows
    /// better: near the others, or with a location.
    async fn in_trip(&self, client: Client, trip: TripTexts, deadline: Instant) -> TripPlaces {
        let mut located = Gazetteer::locate(&self.built_in, client, trip.clone()).await;
        if self.is_public && !trip.is_act {
            return located;
        }
        let found = &mut located.places;
        let known = trip.places.iter().zip(&*found).map(|(text, place)| {
            text.known
                .or_else(|| place.as_ref().map(|place| place.coordinates))
        });
        let known: Vec<Option<Coordinates>> = known.collect();
        let unknown = trip.places.iter().zip(found).enumerate();
        let unknown = unknown.filter(|(_, (text, place))| {
            // Coordinates are what a person set, and "Dinner" is nowhere.
            let may_be_name =
                || text.name.split_whitespace().count() > 1 || BuiltIn::may_be_name(&text.name);
            let is_point = matches!(
                place,
                Some(Place {
                    kind: PlaceKind::Other(_),
                    ..
                })
            );
            let is_named = !text.location.trim().is_empty() || place.is_none() && may_be_name();
            text.known.is_none() && !is_point && is_named
        });
        for (number, (index, (text, place))) in unknown.enumerate() {
            if number == MAX_PER_TRIP {
                located.is_partial = true;
                break;
            }
            let others = known
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != index);
            let others: Vec<Coordinates> = others.filter_map(|(_, at)| *at).collect();
            let parts = [text.name.trim(), text.location.trim()];
            let query = parts.map(|part| part.trim_matches(',')).join(", ");
            let query = query.trim_end_matches([',', ' ']);
            let near = others.first().copied();
            if query.len() > MAX_NAME {
                continue;
            }
            let Some(places) = self.search_at(query, near, deadline).await else {
                located.is_partial |= place.is_none();
                continue;
            };
            let is_near =
                |candidate: &&Answer| is_plausible(text, candidate, place.as_ref(), &others);
            if let Some(candidate) = places.iter().find(is_near) {
                *place = Some(candidate.place.clone());
            }
        }
        located
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
        if let Query::Text(text) = query
            && found.is_empty()
            && BuiltIn::may_be_name(text)
            && let Some(places) = self.notable(text, deadline).await
        {
            let meant = places.into_iter().find(|place| is_named(text, place));
            found.extend(meant.map(|place| Candidate { place, score: 1.0 }));
        } else if let Some(first) = found.first_mut()
            && let Some(places) = self.notable(&first.place.display_name, deadline).await
            && let Some(place) = places.into_iter().next()
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
        match self.notable(name, deadline).await {
            Some(places) if !places.is_empty() => {
                let scores = (1_u32..).map(|rank| 1.0 / f64::from(rank));
                let candidates = places.into_iter().zip(scores).take(limit);
                candidates
                    .map(|(place, score)| Candidate { place, score })
                    .collect()
            }
            _ => self.built_in.find(client, Query::Name(name), limit).await,
        }
    }

    /// Returns the places that a name alone may mean, as [`Self::search_at`].
    async fn notable(&self, name: &str, deadline: Instant) -> Option<Vec<Place>> {
        let found = self.search_at(name, None, deadline).await?;
        let notable = found.iter().filter(|answer| answer.is_notable);
        Some(notable.map(|answer| answer.place.clone()).collect())
    }

    /// Returns the places that the server knows by this name, likeliest first; `None` if it did not
    /// answer in time. Concurrent look-ups of a name share one request.
    async fn search_at(
        &self,
        name: &str,
        near: Option<Coordinates>,
        deadline: Instant,
    ) -> Option<Arc<[Answer]>> {
        let name = name.trim();
        if name.is_empty() || name.len() > MAX_NAME {
            return None;
        }
        let url = match self.kind {
            ServerKind::Nominatim => self.server.search(name, PLACES),
            ServerKind::Photon => self.server.photon(name, PLACES, near),
        };
        let key = url.query().unwrap_or_default().to_owned();
        let found = self.cache.get_or_fetch(&key, self.fetch(url, deadline));
        timeout_at(deadline, found).await.ok().flatten()
    }

    /// Returns the suggestions of the built-in gazetteer.
    async fn own_suggestions(
        &self,
        client: Client,
        prefix: &str,
        near: &[Coordinates],
        limit: usize,
    ) -> Vec<Place> {
        let (prefix, near) = (prefix.to_owned(), near.to_vec());
        Gazetteer::suggest(&self.built_in, client, prefix, near, limit).await
    }

    /// Returns suggestions with those of the server, which take half of the room at most while
    /// there are others.
    async fn with_answers(
        &self,
        mut found: Vec<Place>,
        text: &str,
        near: &[Coordinates],
        limit: usize,
        deadline: Instant,
    ) -> Vec<Place> {
        let first = near.first().copied();
        let Some(more) = self.search_at(text, first, deadline).await else {
            return found;
        };
        let is_new = |place: &&Place| {
            !found.iter().any(|other| {
                other.name == place.name && kilometres(other.coordinates, place.coordinates) <= SAME
            })
        };
        let more = more.iter().map(|answer| &answer.place).filter(is_new);
        let more: Vec<Place> = more.take(limit).cloned().collect();
        found.truncate(limit - more.len().min(limit / 2));
        found.extend(more);
        let is_near = |place: &Place| {
            let mut near = near.iter();
            near.any(|point| kilometres(*point, place.coordinates) <= NEAR)
        };
        found.sort_by_key(|place| !is_near(place));
        found.truncate(limit);
        found
    }

    async fn fetch(&self, url: Url, deadline: Instant) -> Option<Arc<[Answer]>> {
        let mut permit = self.rate_limiter.acquire(deadline).await?;
        let response = timeout_at(deadline, self.request(url));
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
                .map(|found| Answer {
                    is_notable: found.is_notable(),
                    place: found.place(|at| self.built_in.zone_of(at)),
                })
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
        let read = match self.kind {
            ServerKind::Nominatim => answer::read(&body),
            ServerKind::Photon => photon::read(&body),
        };
        read.map_err(Failure::Malformed)
    }

    /// Creates the client at first use. Creation fails without system certificates, which fails a
    /// look-up but not the start of the service.
    fn client(&self) -> Result<&reqwest::Client, Failure> {
        if let Some(client) = self.client.get() {
            return Ok(client);
        }
        let new_client = reqwest::Client::builder()
            .user_agent(&self.agent)
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
                tracing::warn!(server = %self.server, cause, "the place server is unavailable: \
                    {failure}");
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
        let deadline = Instant::now() + self.timeout;
        Box::pin(self.in_trip(client, trip, deadline))
    }

    fn suggest<'a>(
        &'a self,
        client: Client,
        prefix: String,
        near: Vec<Coordinates>,
        limit: usize,
    ) -> Suggestions<'a> {
        let deadline = Instant::now() + self.timeout.min(SUGGEST_TIMEOUT);
        let asked = self.kind == ServerKind::Photon && !self.is_public;
        Box::pin(async move {
            let near = near.as_slice();
            let own = self.own_suggestions(client, &prefix, near, limit).await;
            match asked {
                true => self.with_answers(own, &prefix, near, limit, deadline).await,
                false => own,
            }
        })
    }

    fn search<'a>(
        &'a self,
        client: Client,
        text: String,
        near: Vec<Coordinates>,
        limit: usize,
    ) -> Suggestions<'a> {
        let deadline = Instant::now() + SEARCH_TIMEOUT;
        Box::pin(async move {
            let near = near.as_slice();
            let own = self.own_suggestions(client, &text, near, limit).await;
            self.with_answers(own, &text, near, limit, deadline).await
        })
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
