//! The changes of a trip as they happen: a stream of server-sent events that comes back by itself.

use std::time::Duration;

use reqwest::{Method, Response};
use tokio::time::{sleep, timeout};

use crate::{Call, Client, Error, Mode, Reply};

/// Without a byte for so long, the connection is lost: the service sends a comment every 15
/// seconds.
const SILENCE: Duration = Duration::from_secs(40);
/// The most milliseconds between the end of a stream and the next attempt. Further failed attempts
/// double it.
const MAX_PAUSE: u64 = 3_000;
/// How often it is doubled at most.
const MAX_DOUBLINGS: u32 = 4;

/// The most bytes of an event, which are not a hundred.
const MAX_EVENT: usize = 64 << 10;

/// The versions of a trip; from [`Client::watch`].
#[derive(Debug)]
pub struct Watch<M> {
    client: Client<M>,
    path: String,
    answer: Option<Response>,
    /// What was received of an event that is not complete yet.
    received: Vec<u8>,
    known: Option<i64>,
    /// Attempts since the last byte.
    failures: u32,
    is_over: bool,
}

impl<M: Mode> Client<M> {
    /// `GET /trips/{uuid}/events`: the versions of a trip, the present one first. Nothing is sent
    /// before [`Watch::next`] is called.
    pub fn watch(&self, uuid: &str) -> Watch<M> {
        Watch {
            client: self.clone(),
            path: format!("/trips/{uuid}/events"),
            answer: None,
            received: Vec::new(),
            known: None,
            failures: 0,
            is_over: false,
        }
    }
}

impl<M: Mode> Watch<M> {
    /// Leaves out the version that the caller has read already.
    #[must_use]
    pub fn after(mut self, version: i64) -> Self {
        self.known = Some(version);
        self
    }

    /// Waits for the next version; those that were replaced meanwhile are left out. A stream that
    /// breaks off, or a service that is away or overloaded, is tried again after a random time.
    /// Returns `None` once the caller may not read the trip any more or their token has ended. If
    /// the future is dropped, no version is lost.
    ///
    /// # Errors
    /// [`Error::Refused`] if the service refuses the stream, such as one of a trip that does not
    /// exist; it is over then.
    pub async fn next(&mut self) -> Result<Option<i64>, Error> {
        while !self.is_over {
            if let Some(event) = self.take_event() {
                match event {
                    Event::Version(version) if self.known.replace(version) != Some(version) => {
                        return Ok(Some(version));
                    }
                    Event::Version(_) | Event::Other => continue,
                    Event::Gone => break,
                }
            }
            match &mut self.answer {
                Some(answer) => match timeout(SILENCE, answer.chunk()).await {
                    Ok(Ok(Some(bytes))) if self.received.len() < MAX_EVENT => {
                        self.failures = 0;
                        self.received.extend(bytes);
                    }
                    _ => {
                        self.answer = None;
                        self.failures = self.failures.max(1);
                    }
                },
                None => self.open().await?,
            }
        }
        self.is_over = true;
        Ok(None)
    }

    /// Opens the stream, after a pause unless it is the first one. Without success for a time, the
    /// next call tries again.
    async fn open(&mut self) -> Result<(), Error> {
        if self.failures > 0 {
            let most = MAX_PAUSE << (self.failures - 1).min(MAX_DOUBLINGS);
            sleep(Duration::from_millis(rand::random_range(0..most))).await;
        }
        self.failures = self.failures.saturating_add(1);
        self.received.clear();
        let call: Call<(), M> = self.client.route(Method::GET, &self.path);
        let call = match self.known {
            Some(known) => call.header("last-event-id", known.to_string()),
            None => call,
        };
        let Ok(Ok(answer)) = timeout(SILENCE, call.open()).await else {
            return Ok(());
        };
        match answer.status().as_u16() {
            200 => self.answer = Some(answer),
            429 | 500.. => {}
            _ => {
                self.is_over = true;
                let refused: Reply<()> = Reply::received(self.path.clone(), answer).await?;
                refused.json()?;
            }
        }
        Ok(())
    }

    /// Takes the first complete event of what was received.
    fn take_event(&mut self) -> Option<Event> {
        let end = self.received.windows(2).position(|two| two == b"\n\n")?;
        let event: Vec<u8> = self.received.drain(..end + 2).collect();
        Some(Event::read(&String::from_utf8_lossy(&event)))
    }
}

/// An event.
enum Event {
    Version(i64),
    Gone,
    /// A comment, or a field that is none of ours.
    Other,
}

impl Event {
    fn read(text: &str) -> Self {
        let field = |name: &str| {
            let mut lines = text.lines();
            lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(':').map(str::trim))
        };
        match (field("event"), field("id").map(str::parse)) {
            (Some("trip"), Some(Ok(version))) => Self::Version(version),
            (Some("gone"), _) => Self::Gone,
            _ => Self::Other,
        }
    }
}
