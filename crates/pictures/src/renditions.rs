//! Serves pictures in the requested size: concurrent requests share the work, results are cached.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bytes::Bytes;
use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};
use tokio::sync::Semaphore;
use uuid::Uuid;

use crate::pixel_pool::{pixel_pool, pixel_weight};
use crate::{
    Bounds, DefaultPicture, PictureError, PictureFormat, PictureInfo, PictureStore, StoreError,
    WorkError, WorkLoad, WorkPool, fit, resize,
};

/// Part of the tag of every resized picture. Raise it when the same pixels are encoded to other
/// bytes.
const ENCODING: u32 = 1;
/// The shards of the cache. A picture that exceeds the capacity of a shard is not cached.
const SHARDS: usize = 4;
/// The time limit of a request, store access and resizing included.
const REQUEST_LIMIT: Duration = Duration::from_secs(4);
/// The cost of a cache entry in addition to its bytes.
const ENTRY_COST: u64 = 256;
/// The average size of a rendition; it sizes the tables of the cache.
const AVERAGE_BYTES: u64 = 32 << 10;

/// Why a picture can't be served.
#[derive(Debug, thiserror::Error)]
pub enum RenditionError {
    /// The picture is not in the store.
    #[error("the picture is gone")]
    NotFound,
    /// The store can't be reached; a later retry may succeed.
    #[error("the picture store is not available")]
    Unavailable(#[source] StoreError),
    /// Too many pictures are being processed; a later retry may succeed.
    #[error("too many pictures are being processed")]
    Busy,
    /// The stored content is not a picture.
    #[error("a stored picture can't be read")]
    Damaged(#[source] PictureError),
}

/// The picture to serve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// A picture of the store, with the properties recorded when it was stored.
    Stored {
        /// Its id in the store.
        id: Uuid,
        /// Its size, format and hash.
        info: PictureInfo,
    },
    /// A default picture.
    Default(DefaultPicture),
}

impl Subject {
    fn info(&self) -> PictureInfo {
        match self {
            Self::Stored { info, .. } => *info,
            Self::Default(default) => default.info(),
        }
    }

    /// Returns width and height within `bounds`.
    #[must_use]
    pub fn size_within(&self, bounds: Bounds) -> (u32, u32) {
        let info = self.info();
        fit((info.width, info.height), bounds)
    }

    /// Returns the strong entity tag, quotes included, of the result of [`Renditions::get`] for the
    /// same bounds. It does not read the picture, so conditional requests need no work.
    #[must_use]
    pub fn etag(&self, bounds: Bounds) -> String {
        let info = self.info();
        let (width, height) = self.size_within(bounds);
        if (width, height) == (info.width, info.height) {
            format!("\"{}\"", info.hash)
        } else {
            format!("\"{}-{width}x{height}-{ENCODING}\"", info.hash)
        }
    }
}

/// A picture in the requested size.
#[derive(Debug)]
pub struct Rendition {
    /// The file content.
    pub bytes: Bytes,
    /// Its format.
    pub format: PictureFormat,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Its strong entity tag, quotes included.
    pub etag: String,
}

/// The limits of [`Renditions`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RenditionLimits {
    /// The capacity of the cache, in bytes.
    pub cache_bytes: u64,
    /// How many pictures are resized at the same time.
    pub max_running: u32,
    /// How many more may wait.
    pub max_waiting: u32,
}

impl Default for RenditionLimits {
    fn default() -> Self {
        Self {
            cache_bytes: 64 << 20,
            max_running: 2,
            max_waiting: 62,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Origin {
    Stored(Uuid),
    Default(DefaultPicture),
}

type Key = (Origin, u32, u32);

#[derive(Debug, Clone)]
struct ByBytes;

impl Weighter<Key, Arc<Rendition>> for ByBytes {
    fn weight(&self, _: &Key, rendition: &Arc<Rendition>) -> u64 {
        u64::try_from(rendition.bytes.len()).map_or(u64::MAX, |bytes| bytes + ENTRY_COST)
    }
}

/// Serves pictures of a store in the requested size, from a cache.
#[derive(Debug)]
pub struct Renditions {
    store: PictureStore,
    cache: Cache<Key, Arc<Rendition>, ByBytes>,
    pool: WorkPool,
    /// Bounds reads from the store, apart from the pool: if the store hangs, default pictures are
    /// still served.
    fetches: Semaphore,
    max_fetches: usize,
    requests: AtomicU64,
    misses: AtomicU64,
}

/// The current load of [`Renditions`], and counters since the start.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RenditionLoad {
    /// Resizing jobs and reads from the store.
    pub work: WorkLoad,
    /// How many requests were cache hits.
    pub hits: u64,
    /// How many requests were cache misses.
    pub misses: u64,
    /// The size of the cached pictures, in bytes.
    pub cached_bytes: u64,
}

impl Renditions {
    /// Creates the renditions of the pictures in `store`.
    #[must_use]
    pub fn new(store: PictureStore, limits: RenditionLimits) -> Self {
        let items = usize::try_from(limits.cache_bytes / AVERAGE_BYTES).unwrap_or(usize::MAX);
        let cache = OptionsBuilder::new()
            .shards(SHARDS)
            .estimated_items_capacity(items)
            .weight_capacity(limits.cache_bytes)
            .build()
            .map_or_else(
                |_| Cache::with_weighter(items, limits.cache_bytes, ByBytes),
                |options| {
                    Cache::with_options(
                        options,
                        ByBytes,
                        DefaultHashBuilder::default(),
                        DefaultLifecycle::default(),
                    )
                },
            );
        let max_fetches = usize::try_from(limits.max_running.saturating_add(limits.max_waiting))
            .unwrap_or(usize::MAX);
        let max_fetches = max_fetches.clamp(1, Semaphore::MAX_PERMITS);
        Self {
            store,
            cache,
            pool: pixel_pool("resize-pictures", limits.max_running, limits.max_waiting),
            fetches: Semaphore::new(max_fetches),
            max_fetches,
            requests: AtomicU64::new(0),
            misses: AtomicU64::new(0),
        }
    }

    /// Returns the current load and the counters.
    #[must_use]
    pub fn load(&self) -> RenditionLoad {
        // The order of the loads ensures that misses never exceed requests.
        let misses = self.misses.load(Ordering::Acquire);
        let hits = self.requests.load(Ordering::Acquire).saturating_sub(misses);
        let mut work = self.pool.load();
        work.waiting += self
            .max_fetches
            .saturating_sub(self.fetches.available_permits());
        RenditionLoad {
            work,
            hits,
            misses,
            cached_bytes: self.cache.weight(),
        }
    }

    /// Returns the picture within `bounds`: unchanged if it fits, else resized. Concurrent requests
    /// for the same size of the same picture share one job. The result is cached.
    ///
    /// # Errors
    /// `NotFound`, `Unavailable`, `Busy`, `Damaged`.
    pub async fn get(
        &self,
        subject: &Subject,
        bounds: Bounds,
    ) -> Result<Arc<Rendition>, RenditionError> {
        let origin = match subject {
            Subject::Stored { id, .. } => Origin::Stored(*id),
            Subject::Default(default) => Origin::Default(*default),
        };
        let (width, height) = subject.size_within(bounds);
        self.requests.fetch_add(1, Ordering::AcqRel);
        // If a shared attempt fails, the waiting requests retry one after the other. Each attempt
        // has the full time limit of the store.
        let key = (origin, width, height);
        let rendition = self
            .cache
            .get_or_insert_async(&key, self.create(subject, bounds));
        tokio::time::timeout(REQUEST_LIMIT, rendition)
            .await
            .map_err(|_| RenditionError::Busy)?
    }

    async fn create(
        &self,
        subject: &Subject,
        bounds: Bounds,
    ) -> Result<Arc<Rendition>, RenditionError> {
        self.misses.fetch_add(1, Ordering::AcqRel);
        let info = subject.info();
        let bytes = match subject {
            Subject::Stored { id, .. } => {
                let _fetch = self
                    .fetches
                    .try_acquire()
                    .map_err(|_| RenditionError::Busy)?;
                self.store.get(*id).await.map_err(from_store)?
            }
            Subject::Default(default) => default.bytes(),
        };
        let (width, height) = subject.size_within(bounds);
        let bytes = if (width, height) == (info.width, info.height) {
            bytes
        } else {
            let pixels = u64::from(info.width) * u64::from(info.height);
            let wanted = Bounds {
                max_width: Some(width),
                max_height: Some(height),
            };
            let work = move || resize(&bytes, wanted);
            self.pool
                .run(pixel_weight(pixels), work)
                .await?
                .map_err(RenditionError::Damaged)?
                .bytes
        };
        Ok(Arc::new(Rendition {
            bytes,
            format: info.format,
            width,
            height,
            etag: subject.etag(bounds),
        }))
    }
}

impl From<WorkError> for RenditionError {
    fn from(error: WorkError) -> Self {
        match error {
            WorkError::Busy => Self::Busy,
            WorkError::Panicked => Self::Damaged(PictureError::Unreadable),
        }
    }
}

fn from_store(error: StoreError) -> RenditionError {
    match error {
        StoreError::NotFound => RenditionError::NotFound,
        error @ (StoreError::Unavailable(_) | StoreError::Full(_)) => {
            RenditionError::Unavailable(error)
        }
    }
}
