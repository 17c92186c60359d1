//! Objects of the picture store that nobody names: left behind where a removal failed or a server
//! died on the way.

use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt, stream};
use wayfare_domain::PictureId;
use wayfare_pictures::{StoreError, StoredObject};

use super::Pictures;
use crate::Error;

/// How old an object has to be, in milliseconds: a younger one may be of an upload under way.
const LEAST_AGE: i64 = 60 * 60 * 1_000;
/// How many are looked up in the database at once.
const BATCH: usize = 500;
/// How many are removed at once.
const REMOVED_AT_ONCE: usize = 16;

/// What a look through the picture store found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Orphans {
    /// How many pictures of the store the database names.
    pub named: u64,
    /// Those that it does not name, and that are older than an hour.
    pub ids: Vec<PictureId>,
    /// How many bytes these take.
    pub bytes: u64,
}

impl Pictures {
    /// Looks for objects that nobody names.
    ///
    /// # Errors
    /// [`Error::Unavailable`], [`Error::Busy`].
    pub async fn find_orphans(&self) -> Result<Orphans, Error> {
        let now = self.context.now().millis();
        let mut found = Orphans::default();
        let mut batches = std::pin::pin!(self.context.keeper.store.list().try_chunks(BATCH));
        while let Some(batch) = batches.next().await {
            let batch = batch.map_err(|error| Error::Unavailable(error.1.into()))?;
            let ids: Vec<PictureId> = batch.iter().map(|object| PictureId(object.id)).collect();
            let known = self
                .context
                .executor
                .read(move |data| Ok(data.pictures().known(&ids)?))
                .await?;
            let known: std::collections::HashSet<PictureId> = known.into_iter().collect();
            for StoredObject { id, size, written } in batch {
                if known.contains(&PictureId(id)) {
                    found.named += 1;
                } else if now - written.unix_timestamp().saturating_mul(1_000) >= LEAST_AGE {
                    found.ids.push(PictureId(id));
                    found.bytes += size;
                }
            }
        }
        Ok(found)
    }

    /// Removes what was found, and what was never written whole and is as old; gives how many of
    /// the latter there were.
    ///
    /// # Errors
    /// [`Error::Unavailable`]: the rest is still there.
    pub async fn remove_orphans(&self, orphans: &Orphans) -> Result<u64, Error> {
        let store = &self.context.keeper.store;
        let unavailable = |error: StoreError| Error::Unavailable(error.into());
        let removals = stream::iter(&orphans.ids)
            .map(|id| store.delete(id.0))
            .buffer_unordered(REMOVED_AT_ONCE);
        removals.try_collect::<()>().await.map_err(unavailable)?;
        let age = Duration::from_millis(LEAST_AGE.unsigned_abs());
        store.remove_unfinished(age).await.map_err(unavailable)
    }
}
