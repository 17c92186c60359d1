//! Orphans: objects of the picture store without a record, left by a failed removal or a crash.

use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt, stream};
use wayfare_domain::PictureId;
use wayfare_pictures::{StoreError, StoredObject};

use super::Pictures;
use crate::Error;

/// The minimum age in milliseconds: a younger object may belong to an upload in progress.
const MIN_AGE: i64 = 60 * 60 * 1_000;
/// Ids per database query.
const BATCH: usize = 500;
/// Concurrent removals.
const CONCURRENT_REMOVALS: usize = 16;

/// The result of a sweep of the picture store.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Orphans {
    /// Objects with a record.
    pub named: u64,
    /// Objects without a record that are older than an hour.
    pub ids: Vec<PictureId>,
    /// The total size of these in bytes.
    pub bytes: u64,
}

impl Pictures {
    /// Finds the orphans.
    ///
    /// # Errors
    /// [`Error::Unavailable`], [`Error::Busy`].
    pub async fn find_orphans(&self) -> Result<Orphans, Error> {
        let now = self.context.now().millis();
        let mut found = Orphans::default();
        let mut batches = std::pin::pin!(self.context.ingest.store.list().try_chunks(BATCH));
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
                } else if now - written.unix_timestamp().saturating_mul(1_000) >= MIN_AGE {
                    found.ids.push(PictureId(id));
                    found.bytes += size;
                }
            }
        }
        Ok(found)
    }

    /// Deletes the orphans and unfinished objects of the same age. Returns the number of unfinished
    /// ones.
    ///
    /// # Errors
    /// [`Error::Unavailable`]; some may be left.
    pub async fn remove_orphans(&self, orphans: &Orphans) -> Result<u64, Error> {
        let store = &self.context.ingest.store;
        let unavailable = |error: StoreError| Error::Unavailable(error.into());
        let removals = stream::iter(&orphans.ids)
            .map(|id| store.delete(id.0))
            .buffer_unordered(CONCURRENT_REMOVALS);
        removals.try_collect::<()>().await.map_err(unavailable)?;
        let age = Duration::from_millis(MIN_AGE.unsigned_abs());
        store.remove_unfinished(age).await.map_err(unavailable)
    }
}
