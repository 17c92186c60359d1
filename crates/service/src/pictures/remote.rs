//! Pictures that were given as the URL of another server: fetched when they are first asked for,
//! once for all who ask.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OnceCell, Semaphore};
use wayfare_domain::{Instant, PictureId};
use wayfare_pictures::{AllowedHosts, PictureInfo, RemotePictures};

use super::{Keeper, content};
use crate::context::Context;
use crate::executor::Ending;

/// How many are fetched at once.
const AT_ONCE: usize = 16;
/// How long after a fetch that failed the next one is tried, in milliseconds.
const RETRY_AFTER: i64 = 30_000;

/// The fetches that are under way, and those that failed a short while ago.
pub(crate) struct Fetches {
    remote: RemotePictures,
    places: Semaphore,
    flights: Mutex<HashMap<PictureId, Flight>>,
}

/// What became of a fetch: what is known of the picture, or nothing where it can't be had.
type Outcome = Arc<OnceCell<Option<PictureInfo>>>;

struct Flight {
    begun: Instant,
    outcome: Outcome,
}

impl Flight {
    /// Whether the next request is to begin anew: it failed long enough ago, or those who waited
    /// for it have all gone.
    fn is_over(&self, now: Instant) -> bool {
        let abandoned = !self.outcome.initialized() && Arc::strong_count(&self.outcome) == 1;
        let failed_long_ago =
            self.outcome.initialized() && now.millis() - self.begun.millis() >= RETRY_AFTER;
        abandoned || failed_long_ago
    }
}

impl Fetches {
    pub(crate) fn new(allowed: AllowedHosts, keeper: &Keeper) -> Self {
        Self {
            remote: RemotePictures::new(allowed, keeper.space.clone(), keeper.cleaner.clone()),
            places: Semaphore::new(AT_ONCE),
            flights: Mutex::default(),
        }
    }

    /// The flight that fetches a picture, a new one where there is none.
    fn join(&self, id: PictureId, now: Instant) -> Outcome {
        let mut flights = self.flights.lock().unwrap_or_else(PoisonError::into_inner);
        flights.retain(|_, flight| !flight.is_over(now));
        let flight = flights.entry(id).or_insert_with(|| Flight {
            begun: now,
            outcome: Outcome::default(),
        });
        Arc::clone(&flight.outcome)
    }

    fn forget(&self, id: PictureId) {
        self.flights
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(&id);
    }
}

/// What is known of a remote picture once it is here; nothing where it can't be had for now.
pub(super) async fn fetched(context: &Context, id: PictureId, source: &str) -> Option<PictureInfo> {
    let fetches = &context.fetches;
    let flight = fetches.join(id, context.now());
    let outcome = flight.get_or_try_init(|| async {
        // Where too much is being fetched already, this one has not been tried.
        let _place = fetches.places.try_acquire().map_err(drop)?;
        Ok::<_, ()>(fetch(context, id, source).await)
    });
    let info = outcome.await.ok().copied().flatten();
    if info.is_some() {
        fetches.forget(id);
    }
    info
}

async fn fetch(context: &Context, id: PictureId, source: &str) -> Option<PictureInfo> {
    match try_fetch(context, id, source).await {
        Ok(info) => info,
        Err(error) => {
            tracing::info!(picture = %id, %error, "a remote picture can't be had");
            None
        }
    }
}

async fn try_fetch(
    context: &Context,
    id: PictureId,
    source: &str,
) -> Result<Option<PictureInfo>, Box<dyn std::error::Error + Send + Sync>> {
    let picture = context.fetches.remote.fetch(source).await?;
    let kept = context.keeper.keep(id, picture).await?;
    let noting = context.executor.write(move |data| {
        let Some(known) = data.pictures().find(id)? else {
            return Ok(Ending::Rollback(None));
        };
        if let Some(content) = known.content {
            // Another server of the same service was quicker.
            return Ok(Ending::Rollback(Some(content)));
        }
        data.pictures().set_content(id, &kept.content)?;
        Ok(Ending::Commit(Some(kept.content.clone())))
    });
    let noted = noting.await?;
    if noted.is_none() {
        // It was taken away meanwhile.
        context.keeper.remove([id]).await;
    }
    Ok(noted.as_ref().map(content::info).transpose()?)
}
