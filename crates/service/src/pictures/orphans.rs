//! Orphans: objects of the picture store without a record, left by a failed removal or a crash.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt, stream};
use wayfare_domain::PictureId;
use wayfare_pictures::{ObjectId, StoreError, StoredObject};
use wayfare_storage::{Picture, Repositories};

use super::Pictures;
use crate::Error;
use crate::pictures::files::content;
use crate::runtime::executor::INTERNAL;

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
    /// Objects that no record names and that are older than an hour.
    pub objects: Vec<ObjectId>,
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
            let ids: Vec<ObjectId> = batch.iter().map(|object| object.id).collect();
            let named: HashSet<ObjectId> = self
                .context
                .executor
                .read(INTERNAL, move |data| named(data, &ids))
                .await?;
            for StoredObject { id, size, written } in batch {
                if named.contains(&id) {
                    found.named += 1;
                } else if now - written.unix_timestamp().saturating_mul(1_000) >= MIN_AGE {
                    found.objects.push(id);
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
        let removals = stream::iter(&orphans.objects)
            .map(|object| store.delete(*object))
            .buffer_unordered(CONCURRENT_REMOVALS);
        removals.try_collect::<()>().await.map_err(unavailable)?;
        let age = Duration::from_millis(MIN_AGE.unsigned_abs());
        store.remove_unfinished(age).await.map_err(unavailable)
    }
}

/// Returns the objects that a record names.
fn named(data: &mut dyn Repositories, objects: &[ObjectId]) -> Result<HashSet<ObjectId>, Error> {
    let ids: Vec<PictureId> = objects
        .iter()
        .map(|object| PictureId(object.picture))
        .collect();
    let records = data.pictures().find_many(&ids)?;
    let records: HashMap<PictureId, Picture> = records
        .into_iter()
        .map(|record| (record.id, record))
        .collect();
    // Only fetched pictures have objects that their record does not name.
    let is_named = |object: &&ObjectId| {
        records
            .get(&PictureId(object.picture))
            .is_some_and(|record| object.fetched.is_none() || content::names(record, **object))
    };
    Ok(objects.iter().filter(is_named).copied().collect())
}
