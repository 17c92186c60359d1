//! Serving pictures in the size asked for: the work is done once, kept in memory, and bounded.

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

/// Part of the tag of every resized picture. It is raised when the same pixels would be encoded to
/// other bytes.
const ENCODING: u32 = 1;
/// The cache takes its lock for one shard at a time; a picture is kept only where it fits into one.
const SHARDS: usize = 4;
/// How long to wait for a picture, from the store or from work on it.
const LONGEST_WAIT: Duration = Duration::from_secs(4);
/// What an entry of the cache costs besides its bytes.
const ENTRY_COST: u64 = 256;
/// What a rendition has on average: it sizes the cache's tables.
const USUAL_BYTES: u64 = 32 << 10;

/// Why a picture can't be served.
#[derive(Debug, thiserror::Error)]
pub enum RenditionError {
    /// The store has no such picture.
    #[error("the picture is gone")]
    NotFound,
    /// The store can't be reached: worth another try later.
    #[error("the picture store is not available")]
    Unavailable(#[source] StoreError),
    /// So many pictures are being worked on that this one was turned away: worth another try later.
    #[error("too many pictures are being worked on")]
    Busy,
    /// What the store keeps is not a picture.
    #[error("a kept picture can't be read")]
    Damaged(#[source] PictureError),
}

/// What is to be served.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// A picture of the store, with what was noted of it when it was kept.
    Stored {
        /// Its id in the store.
        id: Uuid,
        /// Its size, format and hash.
        info: PictureInfo,
    },
    /// A picture that comes with the service.
    Default(DefaultPicture),
}

impl Subject {
    fn info(&self) -> PictureInfo {
        match self {
            Self::Stored { info, .. } => *info,
            Self::Default(default) => default.info(),
        }
    }

    /// Width and height within `bounds`.
    #[must_use]
    pub fn size_within(&self, bounds: Bounds) -> (u32, u32) {
        let info = self.info();
        fit((info.width, info.height), bounds)
    }

    /// The strong entity tag, quotes included, of what [`Renditions::get`] gives for the same
    /// bounds. It costs no look at the picture, so a conditional request can be answered without
    /// work.
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

/// A picture in the size asked for.
#[derive(Debug)]
pub struct Rendition {
    /// The file.
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

/// How much [`Renditions`] may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RenditionLimits {
    /// The memory for pictures kept ready, in bytes.
    pub cache_bytes: u64,
    /// How many pictures are made smaller at the same time.
    pub at_once: u32,
    /// How many more may wait for that.
    pub waiting: u32,
}

impl Default for RenditionLimits {
    fn default() -> Self {
        Self {
            cache_bytes: 64 << 20,
            at_once: 2,
            waiting: 62,
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

/// Serves pictures of a store, in the size asked for.
#[derive(Debug)]
pub struct Renditions {
    store: PictureStore,
    ready: Cache<Key, Arc<Rendition>, ByBytes>,
    pool: WorkPool,
    /// For those that come from the store, apart from the gate: where the store hangs, pictures
    /// that need it not are served.
    fetches: Semaphore,
    fetches_at_once: usize,
    asked: AtomicU64,
    made: AtomicU64,
}

/// What [`Renditions`] have to do, and what they have done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RenditionLoad {
    /// The work of making pictures smaller, and of getting them from the store.
    pub work: WorkLoad,
    /// How many pictures were served from memory since the start.
    pub hits: u64,
    /// How many had to be got from the store or made.
    pub misses: u64,
    /// How much memory is taken by those that are kept ready, in bytes.
    pub cached_bytes: u64,
}

impl Renditions {
    /// Serves what is in `store`.
    #[must_use]
    pub fn new(store: PictureStore, limits: RenditionLimits) -> Self {
        let items = usize::try_from(limits.cache_bytes / USUAL_BYTES).unwrap_or(usize::MAX);
        let ready = OptionsBuilder::new()
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
        let fetches_at_once =
            usize::try_from(limits.at_once.saturating_add(limits.waiting)).unwrap_or(usize::MAX);
        let fetches_at_once = fetches_at_once.clamp(1, Semaphore::MAX_PERMITS);
        Self {
            store,
            ready,
            pool: pixel_pool("resize-pictures", limits.at_once, limits.waiting),
            fetches: Semaphore::new(fetches_at_once),
            fetches_at_once,
            asked: AtomicU64::new(0),
            made: AtomicU64::new(0),
        }
    }

    /// How much there is to do, and what was done since the start.
    #[must_use]
    pub fn load(&self) -> RenditionLoad {
        // In this order, so that there are never more made than asked for.
        let misses = self.made.load(Ordering::Acquire);
        let hits = self.asked.load(Ordering::Acquire).saturating_sub(misses);
        let mut work = self.pool.load();
        work.waiting += self
            .fetches_at_once
            .saturating_sub(self.fetches.available_permits());
        RenditionLoad {
            work,
            hits,
            misses,
            cached_bytes: self.ready.weight(),
        }
    }

    /// The picture within `bounds`: as it is kept where it fits already, else made smaller.
    /// Requests for the same size of the same picture at the same time share one piece of work, and
    /// its result is kept ready.
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
        self.asked.fetch_add(1, Ordering::AcqRel);
        // Those who share a piece of work that fails try one after the other, each with the store's
        // whole patience.
        let key = (origin, width, height);
        let ready = self
            .ready
            .get_or_insert_async(&key, self.make(subject, bounds));
        tokio::time::timeout(LONGEST_WAIT, ready)
            .await
            .map_err(|_| RenditionError::Busy)?
    }

    async fn make(
        &self,
        subject: &Subject,
        bounds: Bounds,
    ) -> Result<Arc<Rendition>, RenditionError> {
        self.made.fetch_add(1, Ordering::AcqRel);
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
        away @ (StoreError::Unavailable(_) | StoreError::Full(_)) => {
            RenditionError::Unavailable(away)
        }
    }
}
