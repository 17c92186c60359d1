//! Cleans what comes in, keeps it in the picture store, and removes from there what nobody names
//! any more.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::StreamExt;
use futures_util::stream;
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use wayfare_domain::PictureId;
use wayfare_pictures::{
    CleanPicture, Cleaner, PictureError, PictureStore, ReceivedFile, RenditionLimits,
    RenditionLoad, Renditions, StoreError, TempSpace, UploadLimits, WorkLoad,
};
use wayfare_storage::PictureContent;

use super::content;
use crate::error::PictureFault;
use crate::{Error, Policy, random};

/// Pictures cleaned concurrently. A picture of 12 Mpixel takes about 50 MiB.
const CONCURRENT_CLEANS: u32 = 2;
/// Pictures that may wait for cleaning: more than concurrent uploads and fetches.
const MAX_WAITING: u32 = 62;
/// The temporary room for all files being received. One upload of the largest kind takes 620 MiB of
/// it.
const TEMPORARY_BYTES: u64 = 1 << 30;
/// Concurrent removals.
const CONCURRENT_REMOVALS: usize = 16;
/// How long a use case waits for the removal of what it left behind; the removal goes on without
/// it.
const REMOVAL_WAIT: Duration = Duration::from_secs(2);

/// A picture in the store that has no record yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StoredPicture {
    pub(crate) id: PictureId,
    pub(crate) content: PictureContent,
}

/// Why a picture was not stored.
pub(crate) enum IngestError {
    /// It is refused.
    Unfit(PictureFault),
    /// It could not be stored now.
    Failed(Error),
}

impl From<PictureError> for IngestError {
    fn from(error: PictureError) -> Self {
        match error {
            PictureError::UnsupportedType => Self::Unfit(PictureFault::UnsupportedType),
            PictureError::Unreadable => Self::Unfit(PictureFault::Unreadable),
            PictureError::TooManyBytes { limit } => {
                Self::Unfit(PictureFault::TooManyBytes { limit })
            }
            PictureError::TooManyPixels { limit } => {
                Self::Unfit(PictureFault::TooManyPixels { limit })
            }
            PictureError::Busy => Self::Failed(Error::Busy),
            PictureError::Io(_) => Self::Failed(Error::Unavailable(error.into())),
            _ => Self::Failed(Error::internal(error)),
        }
    }
}

impl From<StoreError> for IngestError {
    fn from(error: StoreError) -> Self {
        Self::Failed(match error {
            StoreError::Full(_) => Error::Full(error.into()),
            StoreError::Unavailable(_) | StoreError::NotFound => Error::Unavailable(error.into()),
        })
    }
}

/// The picture store, and the stages in front of it.
pub(crate) struct PictureIngest {
    pub(crate) store: PictureStore,
    pub(crate) renditions: Renditions,
    pub(crate) cleaner: Cleaner,
    pub(crate) space: TempSpace,
    pub(crate) uploads: Arc<Semaphore>,
    uploads_at_once: usize,
}

impl PictureIngest {
    pub(crate) fn new(store: PictureStore, policy: &Policy) -> Self {
        let limits = UploadLimits::default();
        Self {
            renditions: Renditions::new(store.clone(), RenditionLimits::default()),
            cleaner: Cleaner::new(limits, CONCURRENT_CLEANS, MAX_WAITING),
            space: TempSpace::new(
                policy.temporary_folder.clone(),
                limits.bytes,
                TEMPORARY_BYTES,
            ),
            uploads: Arc::new(Semaphore::new(policy.uploads_at_once)),
            uploads_at_once: policy.uploads_at_once,
            store,
        }
    }

    /// The load of cleaning and of serving, and the number of uploads.
    pub(crate) fn load(&self) -> (WorkLoad, RenditionLoad, usize) {
        let uploads = self
            .uploads_at_once
            .saturating_sub(self.uploads.available_permits());
        (self.cleaner.load(), self.renditions.load(), uploads)
    }

    /// Cleans a received file and stores it.
    pub(crate) async fn store_file(
        &self,
        file: ReceivedFile,
    ) -> Result<StoredPicture, IngestError> {
        let picture = self.cleaner.clean_file(file).await?;
        Ok(self.store(PictureId(random::id()), picture).await?)
    }

    /// Cleans a picture that came within a body and keeps it. It counts as an upload, so that those
    /// in memory are bounded too.
    pub(crate) async fn store_bytes(&self, bytes: Bytes) -> Result<StoredPicture, IngestError> {
        let _place = self
            .uploads
            .try_acquire()
            .map_err(|_| IngestError::Failed(Error::Busy))?;
        let picture = self.cleaner.clean_bytes(bytes).await?;
        Ok(self.store(PictureId(random::id()), picture).await?)
    }

    pub(crate) async fn store(
        &self,
        id: PictureId,
        picture: CleanPicture,
    ) -> Result<StoredPicture, StoreError> {
        let content = content::record(&picture.info);
        self.store.put(id.0, picture.bytes).await?;
        Ok(StoredPicture { id, content })
    }

    /// Whether the picture store answers.
    pub(crate) async fn ping(&self) -> Result<(), StoreError> {
        self.store.ping().await
    }

    /// Removes objects that nobody names any more. What can't be removed now is logged and left for
    /// the sweep.
    pub(crate) async fn remove(&self, ids: impl IntoIterator<Item = PictureId>) {
        let ids: Vec<PictureId> = ids.into_iter().collect();
        if ids.is_empty() {
            return;
        }
        // A failure is logged.
        let _ = tokio::time::timeout(REMOVAL_WAIT, self.start_removal(ids)).await;
    }

    /// Starts the removal of unused objects.
    pub(crate) fn start_removal(&self, ids: Vec<PictureId>) -> JoinHandle<()> {
        let store = self.store.clone();
        tokio::spawn(async move {
            let removals = stream::iter(ids).for_each_concurrent(CONCURRENT_REMOVALS, |id| {
                let store = &store;
                async move {
                    if let Err(error) = store.delete(id.0).await {
                        tracing::warn!(picture = %id, %error, "an unused picture was left in the store");
                    }
                }
            });
            removals.await;
        })
    }
}
