//! The picture store: a folder, an S3 bucket, or memory.

pub(super) mod object;

use std::error::Error;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::{Stream, StreamExt, TryStreamExt, stream};
use object_store::local::LocalFileSystem;
use object_store::memory::InMemory;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt};
use time::OffsetDateTime;
use url::Url;
use uuid::Uuid;

use crate::{ContentHash, ObjectId};
use object::FOLDER;

/// The time limit of each call to the store.
const CALL_LIMIT: Duration = Duration::from_secs(4);
/// How many bytes a stream reads at a time, and holds in memory.
const STREAM_CHUNK: u64 = 256 << 10;

/// Why a call to the store failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The picture does not exist.
    #[error("the picture store has no such picture")]
    NotFound,
    /// The store can't be reached, is too slow, or refuses the call; a later retry may succeed.
    #[error("the picture store is not available")]
    Unavailable(#[source] Box<dyn Error + Send + Sync>),
    /// The store is full.
    #[error("the picture store has no room left")]
    Full(#[source] Box<dyn Error + Send + Sync>),
}

/// Why a store could not be opened. The messages are for the operator.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The address is not of a supported kind.
    #[error("{0}")]
    Address(&'static str),
    /// The folder or the bucket is unusable.
    #[error("the picture store can't be opened: {0}")]
    Unusable(#[source] Box<dyn Error + Send + Sync>),
}

/// An entry of a listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredObject {
    /// Its key.
    pub id: ObjectId,
    /// Its size in bytes.
    pub size: u64,
    /// The time of its last write, by the store's clock.
    pub written: OffsetDateTime,
}

/// A store of pictures by key. Clones share it. Every call has a time limit, and writes are atomic.
#[derive(Debug, Clone)]
pub struct PictureStore {
    objects: Arc<dyn ObjectStore>,
    folder: Option<PathBuf>,
}

impl PictureStore {
    /// Opens the store at `address`: `file:///absolute/folder` (created if missing),
    /// `s3://bucket/prefix` (configured by the standard `AWS_…` environment variables, including
    /// `AWS_ENDPOINT` and `AWS_ALLOW_HTTP`) or `memory://`.
    ///
    /// # Errors
    /// `Address` for any other address; `Unusable` if the folder can't be created or the
    /// environment does not configure a bucket.
    pub fn open(address: &str) -> Result<Self, OpenError> {
        let url = Url::parse(address).map_err(|_| {
            OpenError::Address("a picture store is file:///folder, s3://bucket/prefix or memory://")
        })?;
        match url.scheme() {
            "file" => {
                let folder = url.to_file_path().map_err(|()| {
                    OpenError::Address("a picture folder is file:/// and an absolute path")
                })?;
                Self::in_folder(folder)
            }
            "memory" => Ok(Self::in_memory()),
            #[cfg(feature = "s3")]
            "s3" => open_s3(&url),
            #[cfg(not(feature = "s3"))]
            "s3" => Err(OpenError::Address(
                "this build has no support for s3:// stores",
            )),
            _ => Err(OpenError::Address(
                "a picture store is file:///folder, s3://bucket/prefix or memory://",
            )),
        }
    }

    /// Opens a store in a folder, which is created if missing. An acknowledged write is on the
    /// disk.
    ///
    /// # Errors
    /// `Unusable` if the folder can't be created or opened.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Result<Self, OpenError> {
        let folder = folder.into();
        std::fs::create_dir_all(&folder).map_err(unusable)?;
        let objects = LocalFileSystem::new_with_prefix(&folder)
            .map_err(unusable)?
            .with_fsync(true);
        Ok(Self {
            objects: Arc::new(objects),
            folder: Some(folder),
        })
    }

    /// Creates a store that lasts as long as the process.
    #[must_use]
    pub fn in_memory() -> Self {
        Self::over(Arc::new(InMemory::new()))
    }

    fn over(objects: Arc<dyn ObjectStore>) -> Self {
        Self {
            objects,
            folder: None,
        }
    }

    /// Stores `bytes` under `id` and replaces previous content.
    ///
    /// # Errors
    /// `Unavailable`, `Full`.
    pub async fn put(&self, id: impl Into<ObjectId>, bytes: Bytes) -> Result<(), StoreError> {
        bounded(self.objects.put(&id.into().path(), bytes.into())).await?;
        Ok(())
    }

    /// Returns the bytes under `id`.
    ///
    /// # Errors
    /// `NotFound`, `Unavailable`.
    pub async fn get(&self, id: impl Into<ObjectId>) -> Result<Bytes, StoreError> {
        let path = id.into().path();
        bounded(async { self.objects.get(&path).await?.bytes().await }).await
    }

    /// Streams the bytes in `range` under `id`. The first chunk is read at once, so that an error
    /// of the store is known before the stream is used.
    ///
    /// # Errors
    /// `NotFound`, `Unavailable`, also as an item of the stream.
    pub async fn stream(
        &self,
        id: ObjectId,
        range: Range<u64>,
    ) -> Result<impl Stream<Item = Result<Bytes, StoreError>> + Send + use<>, StoreError> {
        let path = id.path();
        let Range { start, end: last } = range;
        let end = move |start: u64| last.min(start.saturating_add(STREAM_CHUNK));
        let first = self.range(&path, start..end(start)).await?;
        let store = self.clone();
        let rest = stream::try_unfold(end(start), move |start| {
            let (store, path) = (store.clone(), path.clone());
            async move {
                if start >= last {
                    return Ok(None);
                }
                let chunk = store.range(&path, start..end(start)).await?;
                Ok(Some((chunk, end(start))))
            }
        });
        Ok(stream::iter([Ok(first)]).chain(rest))
    }

    async fn range(&self, path: &Path, range: Range<u64>) -> Result<Bytes, StoreError> {
        let length = range.end - range.start;
        let bytes = bounded(self.objects.get_range(path, range)).await?;
        if u64::try_from(bytes.len()) == Ok(length) {
            Ok(bytes)
        } else {
            let error = "an object is shorter than its record says";
            Err(StoreError::Unavailable(error.into()))
        }
    }

    /// Deletes the object under `id`. Succeeds if it does not exist.
    ///
    /// # Errors
    /// `Unavailable`.
    pub async fn delete(&self, id: impl Into<ObjectId>) -> Result<(), StoreError> {
        let id = id.into();
        let path = id.path();
        match bounded(self.objects.delete(&path)).await {
            Err(StoreError::NotFound) => {}
            other => other?,
        }
        if let (Some(folder), Some(_)) = (&self.folder, id.fetched) {
            // Fails while the picture has another object.
            let folder = folder.join(FOLDER).join(id.picture.to_string());
            tokio::fs::remove_dir(folder).await.ok();
        }
        Ok(())
    }

    /// Deletes all objects of a picture: the uploaded one, or all that were fetched for it.
    ///
    /// # Errors
    /// `Unavailable`; some may be left.
    pub async fn delete_picture(&self, picture: Uuid) -> Result<(), StoreError> {
        let mut fetched = std::pin::pin!(self.list_in(&ObjectId::from(picture).path()));
        let mut is_fetched = false;
        while let Some(object) = fetched.try_next().await? {
            is_fetched = true;
            self.delete(object.id).await?;
        }
        if is_fetched {
            return Ok(());
        }
        self.delete(picture).await
    }

    /// Lists all pictures, in no order. Skips objects that are not pictures of the service.
    ///
    /// # Errors
    /// `Unavailable`, as an item of the stream.
    pub fn list(&self) -> impl Stream<Item = Result<StoredObject, StoreError>> + Send + use<> {
        self.list_in(&Path::from(FOLDER))
    }

    fn list_in(
        &self,
        folder: &Path,
    ) -> impl Stream<Item = Result<StoredObject, StoreError>> + Send + use<> {
        let listing = self.objects.list(Some(folder));
        let steps = stream::unfold(Some(listing), |listing| async {
            let mut listing = listing?;
            match bounded(listing.try_next()).await {
                Ok(Some(object)) => Some((Ok(object), Some(listing))),
                Ok(None) => None,
                Err(error) => Some((Err(error), None)),
            }
        });
        steps.try_filter_map(|object| async move {
            let id = ObjectId::from_path(&object.location);
            let written = OffsetDateTime::from_unix_timestamp(object.last_modified.timestamp());
            Ok(id.zip(written.ok()).map(|(id, written)| StoredObject {
                id,
                size: object.size,
                written,
            }))
        })
    }

    /// Deletes the files of interrupted writes in a folder that are older than `age`, and returns
    /// their number. Other stores leave no such files.
    ///
    /// # Errors
    /// `Unavailable`.
    pub async fn remove_unfinished(&self, age: Duration) -> Result<u64, StoreError> {
        let Some(folder) = &self.folder else {
            return Ok(0);
        };
        let folder = folder.join(FOLDER);
        let removal = tokio::task::spawn_blocking(move || remove_unfinished(&folder, age));
        let removed = removal
            .await
            .map_err(|error| StoreError::Unavailable(Box::new(error)))?;
        removed.map_err(|error| StoreError::Unavailable(Box::new(error)))
    }

    /// Checks that the store answers.
    ///
    /// # Errors
    /// `Unavailable`.
    pub async fn ping(&self) -> Result<(), StoreError> {
        if let Some(folder) = &self.folder {
            // A missing folder (not mounted) would be listed as an empty one.
            drop(bounded_io(tokio::fs::read_dir(folder)).await?);
            return Ok(());
        }
        // A listing distinguishes a missing bucket from an empty one.
        let mut listing = self.objects.list(Some(&Path::from(FOLDER)));
        match bounded(listing.try_next()).await {
            Ok(_) => Ok(()),
            Err(error) => Err(StoreError::Unavailable(Box::new(error))),
        }
    }
}

#[cfg(feature = "s3")]
fn open_s3(url: &Url) -> Result<PictureStore, OpenError> {
    use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey};
    use object_store::prefix::PrefixStore;
    use object_store::{ClientConfigKey, RetryConfig};

    let bucket = url.host_str().ok_or(OpenError::Address(
        "an S3 store is s3://bucket or s3://bucket/prefix",
    ))?;
    let retry = RetryConfig {
        max_retries: 3,
        retry_timeout: CALL_LIMIT,
        ..RetryConfig::default()
    };
    let whole_call = format!("{}s", CALL_LIMIT.as_secs());
    let bucket = AmazonS3Builder::from_env()
        .with_bucket_name(bucket)
        .with_config(
            AmazonS3ConfigKey::Client(ClientConfigKey::Timeout),
            whole_call,
        )
        .with_config(
            AmazonS3ConfigKey::Client(ClientConfigKey::ConnectTimeout),
            "2s",
        )
        .with_retry(retry)
        .build()
        .map_err(unusable)?;
    let prefix = Path::from_url_path(url.path()).map_err(unusable)?;
    Ok(PictureStore::over(Arc::new(PrefixStore::new(
        bucket, prefix,
    ))))
}

/// A write goes to `<name>#<number>`, which is renamed when it is complete. Fetched pictures are in
/// folders named by the picture.
fn remove_unfinished(folder: &std::path::Path, age: Duration) -> std::io::Result<u64> {
    if !folder.exists() {
        return Ok(0);
    }
    let mut removed = 0;
    for file in std::fs::read_dir(folder)? {
        let file = file?;
        let name = file.file_name();
        let name = name.to_str().unwrap_or_default();
        if file.file_type()?.is_dir() {
            if name.parse::<Uuid>().is_ok() {
                removed += remove_unfinished(&file.path(), age)?;
            }
            continue;
        }
        let is_unfinished = name.split_once('#').is_some_and(|(name, _)| {
            name.parse::<Uuid>().is_ok() || name.parse::<ContentHash>().is_ok()
        });
        let written = file.metadata()?.modified()?;
        if is_unfinished && written.elapsed().is_ok_and(|passed| passed >= age) {
            std::fs::remove_file(file.path())?;
            removed += 1;
        }
    }
    Ok(removed)
}

impl OpenError {
    /// Whether the disk of the store is full.
    pub fn is_full(&self) -> bool {
        is_full(self)
    }
}

fn unusable(error: impl Error + Send + Sync + 'static) -> OpenError {
    OpenError::Unusable(Box::new(error))
}

async fn bounded<T>(
    call: impl Future<Output = object_store::Result<T>> + Send,
) -> Result<T, StoreError> {
    match tokio::time::timeout(CALL_LIMIT, call).await {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(object_store::Error::NotFound { .. })) => Err(StoreError::NotFound),
        Ok(Err(error)) if is_full(&error) => Err(StoreError::Full(Box::new(error))),
        Ok(Err(error)) => Err(StoreError::Unavailable(Box::new(error))),
        Err(elapsed) => Err(StoreError::Unavailable(Box::new(elapsed))),
    }
}

/// Returns whether the disk or the quota is full.
fn is_full(error: &(dyn Error + 'static)) -> bool {
    let mut cause = Some(error);
    while let Some(error) = cause {
        let io = error.downcast_ref::<std::io::Error>();
        if io.is_some_and(|io| {
            matches!(io.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded)
        }) {
            return true;
        }
        cause = error.source();
    }
    false
}

async fn bounded_io<T>(call: impl Future<Output = std::io::Result<T>>) -> Result<T, StoreError> {
    match tokio::time::timeout(CALL_LIMIT, call).await {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(StoreError::Unavailable(Box::new(error))),
        Err(elapsed) => Err(StoreError::Unavailable(Box::new(elapsed))),
    }
}
