//! Cleans pictures, stores them in the picture store, and removes unused ones.

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
/// The temporary space for all files being received. The largest upload takes 620 MiB.
const TEMPORARY_BYTES: u64 = 1 << 30;
/// Concurrent removals.
const CONCURRENT_REMOVALS: usize = 16;
/// How long a use case waits for a removal, which then goes on in the background.
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
    max_uploads: usize,
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
            max_uploads: policy.uploads_at_once,
            store,
        }
    }

    /// The load of cleaning and of serving, and the number of uploads.
    pub(crate) fn load(&self) -> (WorkLoad, RenditionLoad, usize) {
        let uploads = self
            .max_uploads
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

    /// Cleans and stores a picture from a request body. It counts as an upload, which bounds the
    /// memory for such pictures.
    pub(crate) async fn store_bytes(&self, bytes: Bytes) -> Result<StoredPicture, IngestError> {
        let _permit = self
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

    /// Removes unused objects. Logs those that can't be removed now and leaves them to the sweep.
    pub(crate) async fn remove(&self, ids: impl IntoIterator<Item = PictureId>) {
        let ids: Vec<PictureId> = ids.into_iter().collect();
        if ids.is_empty() {
            return;
        }
        // The removal logs its failures.
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
                        tracing::warn!(picture = %id, %error, "removing an unused picture failed");
                    }
                }
            });
            removals.await;
        })
    }
}
