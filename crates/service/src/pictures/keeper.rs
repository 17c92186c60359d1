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

/// How many pictures are cleaned at once: each of 12 Mpixel takes some 50 MiB for that.
const CLEANED_AT_ONCE: u32 = 2;
/// How many more may wait for that: more than uploads and fetches there can be at once.
const WAITING: u32 = 62;
/// The temporary room for all files being received. One upload of the largest kind takes 620 MiB of
/// it.
const TEMPORARY_BYTES: u64 = 1 << 30;
/// How many objects are removed at once.
const REMOVED_AT_ONCE: usize = 16;
/// How long a use case waits for the removal of what it left behind; the removal goes on without
/// it.
const REMOVAL_WAIT: Duration = Duration::from_secs(2);

/// A picture in the store that nobody names yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Kept {
    pub(crate) id: PictureId,
    pub(crate) content: PictureContent,
}

/// Why a picture was not kept.
pub(crate) enum KeepError {
    /// It is not one that is taken.
    Unfit(PictureFault),
    /// It could not be kept now.
    Failed(Error),
}

impl From<PictureError> for KeepError {
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

impl From<StoreError> for KeepError {
    fn from(error: StoreError) -> Self {
        Self::Failed(match error {
            StoreError::Full(_) => Error::Full(error.into()),
            StoreError::Unavailable(_) | StoreError::NotFound => Error::Unavailable(error.into()),
        })
    }
}

/// The picture store with all that stands before it.
pub(crate) struct Keeper {
    pub(super) store: PictureStore,
    pub(super) renditions: Renditions,
    pub(super) cleaner: Cleaner,
    pub(super) space: TempSpace,
    pub(super) uploads: Arc<Semaphore>,
    uploads_at_once: usize,
}

impl Keeper {
    pub(crate) fn new(store: PictureStore, policy: &Policy) -> Self {
        let limits = UploadLimits::default();
        Self {
            renditions: Renditions::new(store.clone(), RenditionLimits::default()),
            cleaner: Cleaner::new(limits, CLEANED_AT_ONCE, WAITING),
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

    /// The work of cleaning, that of serving, and how many uploads there are.
    pub(crate) fn load(&self) -> (WorkLoad, RenditionLoad, usize) {
        let uploads = self
            .uploads_at_once
            .saturating_sub(self.uploads.available_permits());
        (self.cleaner.load(), self.renditions.load(), uploads)
    }

    /// Cleans a received file and keeps it.
    pub(crate) async fn keep_file(&self, file: ReceivedFile) -> Result<Kept, KeepError> {
        let picture = self.cleaner.clean_file(file).await?;
        Ok(self.keep(PictureId(random::id()), picture).await?)
    }

    /// Cleans a picture that came within a body and keeps it. It counts as an upload, so that those
    /// in memory are bounded too.
    pub(crate) async fn keep_bytes(&self, bytes: Bytes) -> Result<Kept, KeepError> {
        let _place = self
            .uploads
            .try_acquire()
            .map_err(|_| KeepError::Failed(Error::Busy))?;
        let picture = self.cleaner.clean_bytes(bytes).await?;
        Ok(self.keep(PictureId(random::id()), picture).await?)
    }

    pub(super) async fn keep(
        &self,
        id: PictureId,
        picture: CleanPicture,
    ) -> Result<Kept, StoreError> {
        let content = content::noted(&picture.info);
        self.store.put(id.0, picture.bytes).await?;
        Ok(Kept { id, content })
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
        // Nothing hangs on how it ends: it is logged where it fails.
        let _ = tokio::time::timeout(REMOVAL_WAIT, self.begin_to_remove(ids)).await;
    }

    /// Removes objects that nobody names any more, without anybody having to wait for it.
    pub(crate) fn begin_to_remove(&self, ids: Vec<PictureId>) -> JoinHandle<()> {
        let store = self.store.clone();
        tokio::spawn(async move {
            let removals = stream::iter(ids).for_each_concurrent(REMOVED_AT_ONCE, |id| {
                let store = &store;
                async move {
                    if let Err(error) = store.delete(id.0).await {
                        tracing::warn!(picture = %id, %error, "a picture that nobody names was left in the store");
                    }
                }
            });
            removals.await;
        })
    }
}
