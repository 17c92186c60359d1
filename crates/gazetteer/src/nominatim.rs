//! Looks places up at a server that speaks Nominatim's search protocol, and in the built-in
//! gazetteer where that server can't tell.

mod address;
mod answer;
mod memory;
mod turns;

use std::error::Error;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, StatusCode};
use tokio::time::{Instant, timeout_at};
use url::Url;

use crate::{BuiltIn, Candidate, Gazetteer, LookUp, Place, Query};
pub use address::{ServerAddress, ServerAddressError};
use memory::Memory;
use turns::Turns;

/// How long a look-up takes at most, the loading of the built-in gazetteer and the wait for a turn
/// included.
const LIMIT: Duration = Duration::from_secs(1);
/// How long no server is asked that took too long, or that asked for less.
const PAUSE: Duration = Duration::from_secs(5);
/// The greatest size of an answer, in bytes.
const MAX_ANSWER: usize = 1 << 20;
/// The longest name that a server is asked for, in bytes; what is longer is no name of a place.
const MAX_NAME: usize = 300;
/// How many places a server is asked for.
const PLACES: &str = "10";

/// A Nominatim-compatible server, with the built-in gazetteer behind it.
///
/// It is asked one thing at a time and remembers what it said. A look-up takes a second at most:
/// where the server takes longer, fails, answers nonsense or knows nothing, or where the look-up's
/// turn would come too late, the built-in gazetteer answers. A text is never sent to the server:
/// the built-in gazetteer finds the place in it, and the server is asked for that place by its
/// name.
pub struct Nominatim {
    server: ServerAddress,
    client: OnceLock<Client>,
    turns: Turns,
    memory: Memory,
    built_in: BuiltIn,
    /// Whether the last request failed.
    is_away: AtomicBool,
}

/// Why a server gave no answer.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("it took too long")]
    TooSlow,
    #[error("it answered with status {0}")]
    Status(StatusCode),
    #[error("its answer is too large")]
    TooLarge,
    #[error("its answer is no list of places")]
    Nonsense(#[source] serde_json::Error),
    #[error("it can't be reached")]
    Unreachable(#[source] Box<dyn Error + Send + Sync>),
}

impl From<reqwest::Error> for Failure {
    fn from(error: reqwest::Error) -> Self {
        // The address may hold a secret and the name that was asked for; neither belongs in logs.
        Self::Unreachable(Box::new(error.without_url()))
    }
}

impl Nominatim {
    /// Asks `server`, once in `interval` at most; servers for everybody demand a second.
    pub fn new(server: ServerAddress, interval: Duration, built_in: BuiltIn) -> Self {
        Self {
            server,
            client: OnceLock::new(),
            turns: Turns::new(interval),
            memory: Memory::new(),
            built_in,
            is_away: AtomicBool::new(false),
        }
    }

    /// The place in a text: found by the built-in gazetteer, since servers don't look into
    /// sentences, and told in full by the server.
    async fn in_text(&self, query: Query<'_>, limit: usize, deadline: Instant) -> Vec<Candidate> {
        let mut found = self.built_in.find(query, limit).await;
        if let Some(first) = found.first_mut()
            && let Some(places) = self.known_as(&first.place.display_name, deadline).await
            && let Some(place) = places.first().cloned()
        {
            first.place = place;
        }
        found
    }

    async fn by_name(&self, name: &str, limit: usize, deadline: Instant) -> Vec<Candidate> {
        match self.known_as(name, deadline).await {
            Some(places) if !places.is_empty() => {
                let scores = (1_u32..).map(|rank| 1.0 / f64::from(rank));
                let candidates = places.iter().cloned().zip(scores).take(limit);
                candidates
                    .map(|(place, score)| Candidate { place, score })
                    .collect()
            }
            _ => self.built_in.find(Query::Name(name), limit).await,
        }
    }

    /// What the server knows by that name, likeliest first; `None` where it did not say in time.
    /// Those who ask for one name at once share one request.
    async fn known_as(&self, name: &str, deadline: Instant) -> Option<Arc<[Place]>> {
        let name = name.trim();
        if name.is_empty() || name.len() > MAX_NAME {
            return None;
        }
        timeout_at(deadline, self.memory.recall(name, self.ask(name, deadline)))
            .await
            .ok()
            .flatten()
    }

    async fn ask(&self, name: &str, deadline: Instant) -> Option<Arc<[Place]>> {
        let mut turn = self.turns.take(deadline).await?;
        let answered = timeout_at(deadline, self.request(self.server.search(name, PLACES)));
        let answered = answered.await.unwrap_or(Err(Failure::TooSlow));
        if let Err(
            Failure::TooSlow
            | Failure::Status(StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE),
        ) = &answered
        {
            turn.delay_next(PAUSE);
        }
        drop(turn);
        self.tell(answered.as_ref().err());
        let found = answered.ok()?;
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
            if body.len() + chunk.len() > MAX_ANSWER {
                return Err(Failure::TooLarge);
            }
            body.extend_from_slice(&chunk);
        }
        answer::read(&body).map_err(Failure::Nonsense)
    }

    /// The client is made at first use: without the system's certificates it can't be made at all,
    /// and that shall fail a look-up, not the service.
    fn client(&self) -> Result<&Client, Failure> {
        if let Some(client) = self.client.get() {
            return Ok(client);
        }
        let made = Client::builder()
            .user_agent(concat!("Wayfare/", env!("CARGO_PKG_VERSION")))
            .redirect(Policy::none())
            .referer(false)
            .build()?;
        Ok(self.client.get_or_init(|| made))
    }

    /// Logs that the server is away, or that it is back; not every look-up in between.
    fn tell(&self, failure: Option<&Failure>) {
        let was_away = self.is_away.swap(failure.is_some(), Ordering::Relaxed);
        match failure {
            Some(failure) if !was_away => {
                let cause = failure
                    .source()
                    .map(ToString::to_string)
                    .unwrap_or_default();
                tracing::warn!(server = %self.server, cause, "places can't be looked up at the server: {failure}");
            }
            None if was_away => {
                tracing::info!(server = %self.server, "places are looked up at the server again")
            }
            _ => {}
        }
    }
}

impl Gazetteer for Nominatim {
    fn find<'a>(&'a self, query: Query<'a>, limit: usize) -> LookUp<'a> {
        Box::pin(async move {
            let deadline = Instant::now() + LIMIT;
            self.built_in.ready().await;
            match query {
                Query::Text(_) => self.in_text(query, limit, deadline).await,
                Query::Name(name) => self.by_name(name, limit, deadline).await,
            }
        })
    }
}

impl fmt::Debug for Nominatim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Nominatim")
            .field("server", &self.server)
            .finish_non_exhaustive()
    }
}
