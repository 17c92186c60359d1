//! Fetches of remote pictures: each picture at most once at a time, and a bounded number in all and
//! for each client.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::OnceCell;
use wayfare_bounds::{Client, Exceeded, Quota, QuotaMetrics};
use wayfare_domain::{Instant, PictureId};
use wayfare_pictures::{AllowedHosts, PictureInfo, RemotePictures};

use super::PictureIngest;

/// Concurrent fetches in all, and for one client: as many as browsers have connections to a server.
const MAX_CONCURRENT: u64 = 32;
const MAX_PER_CLIENT: u64 = 6;
/// How long a failed fetch is not retried, in milliseconds.
const RETRY_AFTER: i64 = 30_000;

/// The fetches in progress, and those that failed recently.
pub(crate) struct Fetches {
    pub(crate) remote: RemotePictures,
    slots: Arc<Quota>,
    flights: Mutex<HashMap<PictureId, Flight>>,
}

/// The result of a fetch, shared by its callers: `None` if it failed.
type FetchResult = Arc<OnceCell<Option<PictureInfo>>>;

struct Flight {
    started_at: Instant,
    result: FetchResult,
}

impl Flight {
    /// Whether the next caller starts a new fetch: this one failed long enough ago, or all its
    /// callers have gone.
    fn is_over(&self, now: Instant) -> bool {
        let is_abandoned = !self.result.initialized() && Arc::strong_count(&self.result) == 1;
        let may_retry =
            self.result.initialized() && now.millis() - self.started_at.millis() >= RETRY_AFTER;
        is_abandoned || may_retry
    }
}

impl Fetches {
    pub(crate) fn new(allowed: AllowedHosts, ingest: &PictureIngest) -> Self {
        Self {
            remote: RemotePictures::new(allowed, ingest.space.clone(), ingest.cleaner.clone()),
            slots: Quota::new(MAX_CONCURRENT, MAX_PER_CLIENT, QuotaMetrics::default()),
            flights: Mutex::default(),
        }
    }

    /// Fetches a picture with `fetch`, or joins the fetch in progress. Returns `None` if it failed,
    /// or if too many other fetches are in progress, in all or for the client.
    pub(crate) async fn join(
        &self,
        client: Client,
        id: PictureId,
        now: Instant,
        fetch: impl Future<Output = Option<PictureInfo>>,
    ) -> Option<PictureInfo> {
        let flight = self.flight(id, now);
        let result = flight.get_or_try_init(|| async {
            // A fetch without a slot has not been tried.
            let _slot = self.slots.take(client, 1)?;
            Ok::<_, Exceeded>(fetch.await)
        });
        let info = result.await.ok().copied().flatten();
        if info.is_some() {
            self.lock().remove(&id);
        }
        info
    }

    fn flight(&self, id: PictureId, now: Instant) -> FetchResult {
        let mut flights = self.lock();
        flights.retain(|_, flight| !flight.is_over(now));
        let flight = flights.entry(id).or_insert_with(|| Flight {
            started_at: now,
            result: FetchResult::default(),
        });
        Arc::clone(&flight.result)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<PictureId, Flight>> {
        self.flights.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
