//! Cleans pictures, stores them in the picture store, and removes unused ones.

use std::io::{self, Cursor, Read};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::StreamExt;
use futures_util::stream;
use prometheus_client::registry::Registry;
use sha2::{Digest, Sha256};
use tokio::sync::{Semaphore, oneshot};
use tokio::task::JoinHandle;
use tokio::time::timeout_at;
use tracing::Instrument;
use wayfare_bounds::Client;
use wayfare_domain::trip::NewFile;
use wayfare_domain::{Path, PictureId, ShortText};
use wayfare_pictures::{
    CleanPicture, Cleaner, ObjectId, PictureError, PictureStore, ReceivedFile, RenditionLimits,
    Renditions, StoreError, TempSpace, UploadLimits,
};
use wayfare_storage::PictureContent;

use super::{UploadSlot, UploadSlots, content};
use crate::error::PictureFault;
use crate::metrics::LabelledMetrics;
use crate::runtime::random;
use crate::{Error, Policy};

/// Pictures cleaned concurrently. A picture of 12 Mpixel takes about 50 MiB.
const CONCURRENT_CLEANS: u32 = 4;
/// Files that are stored as they are at the same time, of 20 MiB each.
const CONCURRENT_FILES: usize = 4;
/// Pictures that may wait for cleaning: as many as concurrent uploads and fetches.
const MAX_WAITING: u32 = 158;
/// The temporary space for all files being received. An upload has one file at a time, of 20 MiB at
/// most, so an account or address takes 80 MiB at most.
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

/// A refused picture has no path yet: the caller knows the field.
impl From<PictureError> for Error {
    fn from(error: PictureError) -> Self {
        let fault = match error {
            PictureError::UnsupportedType => PictureFault::UnsupportedType,
            PictureError::Heif => PictureFault::Heif,
            PictureError::Unreadable => PictureFault::Unreadable,
            PictureError::TooManyBytes { limit } => PictureFault::TooManyBytes { limit },
            PictureError::TooManyPixels { limit } => PictureFault::TooManyPixels { limit },
            PictureError::Busy => return Self::Busy,
            PictureError::Io(_) => return Self::Unavailable(error.into()),
            _ => return Self::internal(error),
        };
        let path = Path::root();
        Self::Picture { path, fault }
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Full(_) => Self::Full(error.into()),
            _ => Self::Unavailable(error.into()),
        }
    }
}

/// The picture store, and the stages in front of it.
pub(crate) struct PictureIngest {
    pub(crate) store: PictureStore,
    pub(crate) renditions: Renditions,
    pub(crate) cleaner: Cleaner,
    pub(crate) space: TempSpace,
    pub(crate) uploads: UploadSlots,
    /// Turns of files that are stored as they are.
    whole_files: Semaphore,
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
            uploads: UploadSlots::new(policy.uploads_at_once),
            whole_files: Semaphore::new(CONCURRENT_FILES),
            store,
        }
    }

    /// Registers what its stages count.
    pub(crate) fn register(&self, registry: &mut Registry) {
        let (renditions, uploads) = (self.renditions.metrics(), self.uploads.metrics());
        let help = "Hits of the picture cache";
        registry.register("picture_cache_hits", help, renditions.hits.clone());
        let help = "Misses of the picture cache: pictures read from the store or resized";
        registry.register("picture_cache_misses", help, renditions.misses.clone());
        let help = "Pictures that were scaled down to be stored";
        let scaled_down = self.cleaner.scaled_down().clone();
        registry.register("pictures_scaled_down", help, scaled_down);
        let help = "Size of the picture cache";
        registry.register("picture_cache_bytes", help, renditions.bytes.clone());
        let help = "Size of the stored pictures that resizing jobs hold in memory";
        let reading_bytes = self.renditions.reading_bytes().clone();
        registry.register("picture_reading_bytes", help, reading_bytes);
        let help = "Picture uploads in flight";
        registry.register("picture_uploads_in_flight", help, uploads.held.clone());
        let help = "Picture uploads that were rejected because too many were in flight, by bound";
        let bounds = [
            ("account", uploads.refused_to_client.clone()),
            ("total", uploads.refused.clone()),
        ];
        LabelledMetrics::register(registry, "picture_uploads_refused", help, "bound", bounds);
    }

    /// Cleans a received file and stores it, within the time of its upload. If the caller goes away
    /// meanwhile, removes what was stored; the slot is taken until then.
    pub(crate) async fn store_file(
        self: &Arc<Self>,
        slot: &Arc<UploadSlot>,
        file: ReceivedFile,
    ) -> Result<StoredPicture, Error> {
        let (ingest, slot) = (Arc::clone(self), Arc::clone(slot));
        let (sender, receiver) = oneshot::channel();
        let work = async move {
            let cleaned = ingest.cleaner.clean_file(slot.client, file);
            let cleaned = timeout_at(slot.deadline, cleaned).await;
            let result = ingest.store_cleaned(cleaned).await;
            drop(slot);
            if let Err(Ok(unused)) = sender.send(result) {
                ingest.remove([unused.id]).await;
            }
        };
        tokio::spawn(work.in_current_span());
        let stored = receiver.await;
        stored.map_err(Error::internal)?
    }

    /// Cleans and stores a picture from a request body. It counts as an upload, which bounds the
    /// memory for such pictures.
    pub(crate) async fn store_bytes(
        &self,
        client: Client,
        bytes: Bytes,
    ) -> Result<StoredPicture, Error> {
        let slot = self.uploads.take(client)?;
        let cleaned = timeout_at(slot.deadline, self.cleaner.clean_bytes(client, bytes));
        self.store_cleaned(cleaned.await).await
    }

    /// Stores a picture of an archive, within the time of its upload. One that is in stored form
    /// keeps its bytes.
    pub(crate) async fn store_archived(
        &self,
        slot: &UploadSlot,
        bytes: Bytes,
    ) -> Result<StoredPicture, Error> {
        let cleaned = self.cleaner.clean_or_keep_bytes(slot.client, bytes);
        self.store_cleaned(timeout_at(slot.deadline, cleaned).await)
            .await
    }

    /// Stores a received file as it is, within the time of its upload.
    pub(crate) async fn store_as_is(
        &self,
        slot: &UploadSlot,
        file: ReceivedFile,
    ) -> Result<NewFile, Error> {
        let store = async {
            // A file is in memory until the store has it.
            let _turn = self.whole_files.acquire().await.map_err(Error::internal)?;
            let read = move || -> io::Result<Bytes> {
                let mut bytes = Vec::new();
                file.open()?.read_to_end(&mut bytes)?;
                Ok(bytes.into())
            };
            let read = tokio::task::spawn_blocking(read).await;
            let bytes = read.map_err(Error::internal)?;
            let bytes = bytes.map_err(|error| Error::Unavailable(error.into()))?;
            self.store_whole(bytes).await
        };
        let stored = timeout_at(slot.deadline, store).await;
        stored.map_err(|_| PictureError::Busy)?
    }

    /// Stores the bytes of a file as they are.
    pub(crate) async fn store_whole(&self, bytes: Bytes) -> Result<NewFile, Error> {
        let stored = NewFile {
            id: PictureId(random::id()),
            name: ShortText::EMPTY,
            kind: wayfare_formats::file_type(Cursor::new(&bytes)),
            size: u64::try_from(bytes.len()).unwrap_or(u64::MAX),
            hash: Sha256::digest(&bytes).into(),
            item: None,
        };
        self.store.put(stored.id.0, bytes).await?;
        Ok(stored)
    }

    /// Stores a copy of an object, byte for byte, within the time of an upload; `None` if it is not
    /// in the store.
    pub(crate) async fn store_copy(
        &self,
        slot: &UploadSlot,
        object: ObjectId,
    ) -> Result<Option<PictureId>, Error> {
        let copy = async {
            let bytes = match self.store.get(object).await {
                Err(StoreError::NotFound) => return Ok(None),
                read => read?,
            };
            let id = PictureId(random::id());
            self.store.put(id.0, bytes).await?;
            Ok(Some(id))
        };
        let copied = timeout_at(slot.deadline, copy).await;
        copied.map_err(|_| PictureError::Busy)?
    }

    /// Stores an uploaded picture, unless it was not cleaned in time.
    async fn store_cleaned<E>(
        &self,
        cleaned: Result<Result<CleanPicture, PictureError>, E>,
    ) -> Result<StoredPicture, Error> {
        let picture = cleaned.map_err(|_| PictureError::Busy)??;
        let id = PictureId(random::id());
        let content = content::record(&picture.info);
        self.store.put(id.0, picture.bytes).await?;
        Ok(StoredPicture { id, content })
    }

    /// Stores a picture that was fetched.
    pub(crate) async fn store_fetched(
        &self,
        object: ObjectId,
        picture: CleanPicture,
    ) -> Result<PictureContent, StoreError> {
        self.store.put(object, picture.bytes).await?;
        Ok(content::record(&picture.info))
    }

    /// Whether the picture store answers.
    pub(crate) async fn ping(&self) -> Result<(), StoreError> {
        self.store.ping().await
    }

    /// Removes all objects of unused pictures. Logs those that can't be removed now and leaves them
    /// to the sweep.
    pub(crate) async fn remove(&self, ids: impl IntoIterator<Item = PictureId>) {
        let ids: Vec<PictureId> = ids.into_iter().collect();
        if ids.is_empty() {
            return;
        }
        // The removal logs its failures.
        let _ = tokio::time::timeout(REMOVAL_WAIT, self.start_removal(ids)).await;
    }

    /// Removes an object that no record names. Logs a failure and leaves the object to the sweep.
    pub(crate) async fn remove_object(&self, object: ObjectId) {
        if let Err(error) = self.store.delete(object).await {
            tracing::warn!(picture = %object.picture, %error, "removing an unused object failed");
        }
    }

    /// Starts the removal of all objects of unused pictures.
    pub(crate) fn start_removal(&self, ids: Vec<PictureId>) -> JoinHandle<()> {
        let store = self.store.clone();
        tokio::spawn(async move {
            let removals = stream::iter(ids).for_each_concurrent(CONCURRENT_REMOVALS, |id| {
                let store = &store;
                async move {
                    if let Err(error) = store.delete_picture(id.0).await {
                        tracing::warn!(picture = %id, %error, "removing an unused picture failed");
                    }
                }
            });
            removals.await;
        })
    }
}
