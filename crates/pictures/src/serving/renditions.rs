//! Serves pictures in the requested size: concurrent requests share the work, results are cached.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::StreamExt;
use futures_util::stream::BoxStream;
use prometheus_client::metrics::gauge::Gauge;
use tokio::runtime::Handle;
use wayfare_bounds::{ByteCache, CacheMetrics, Weigh};
use wayfare_bounds::{Client, Error as QueueError, QueueMetrics, WorkPool};

use crate::pixel_pool::{memory_pool, memory_weight};
use crate::resize::resize_to;
use crate::{
    Bounds, DefaultPicture, ObjectId, PictureError, PictureFormat, PictureInfo, PictureStore,
    StoreError, fit,
};

/// Part of the tag of every resized picture. Raise it when the same pixels are encoded to other
/// bytes.
const ENCODING: u32 = 2;
/// The size up to which a picture is cached, in bytes.
const LARGEST: usize = 16 << 20;
/// The time limit of a request, store access and resizing included.
const REQUEST_LIMIT: Duration = Duration::from_secs(4);
/// The memory of the jobs that run at the same time, in MiB: files read from the store, and their
/// pixels.
const MEMORY: u32 = 160;
/// An original up to this size is cached; a larger one is streamed.
const CACHED_ORIGINAL: u64 = 1 << 20;
/// The longest side of an intermediate, in pixels.
const INTERMEDIATE_SIDE: u32 = 2_048;
/// A JPEG with more bytes is slow to decode, at whatever scale.
const LARGE_JPEG_BYTES: u64 = 4 << 20;
/// A PNG with more pixels is slow to decode.
const LARGE_PNG_PIXELS: u64 = 4 << 20;
/// The cost of a cache entry in addition to its bytes.
const ENTRY_COST: usize = 256;

/// Why a picture can't be served.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
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
        /// Its key in the store.
        id: ObjectId,
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
        self.etag_of(self.size_within(bounds))
    }

    fn etag_of(&self, (width, height): (u32, u32)) -> String {
        let info = self.info();
        if (width, height) == (info.width, info.height) {
            format!("\"{}\"", info.hash)
        } else {
            format!("\"{}-{width}x{height}-{ENCODING}\"", info.hash)
        }
    }
}

impl Subject {
    fn key(&self, (width, height): (u32, u32)) -> Key {
        let origin = match self {
            Self::Stored { id, .. } => Origin::Stored(*id),
            Self::Default(default) => Origin::Default(*default),
        };
        (origin, width, height)
    }

    /// Returns the size of the intermediate from which a picture of `size` is made, if the original
    /// is slow to decode. It depends on the record alone, so that a tag always stands for the same
    /// bytes.
    fn intermediate(&self, size: (u32, u32)) -> Option<(u32, u32)> {
        let info = self.info();
        let is_slow = match info.format {
            PictureFormat::Jpeg => info.size > LARGE_JPEG_BYTES,
            PictureFormat::Png => pixels((info.width, info.height)) > LARGE_PNG_PIXELS,
        };
        let larger = self.size_within(Bounds {
            max_width: Some(INTERMEDIATE_SIDE),
            max_height: Some(INTERMEDIATE_SIDE),
        });
        let is_within = size.0 <= larger.0 && size.1 <= larger.1;
        (is_slow && is_within && size != larger).then_some(larger)
    }

    /// Resizes the original or an intermediate. This is CPU-bound.
    fn resized(&self, bytes: Bytes, size: (u32, u32)) -> Result<Arc<Rendition>, RenditionError> {
        let info = self.info();
        let bytes = if size == (info.width, info.height) {
            bytes
        } else {
            resize_to(&bytes, |_| size)
                .map_err(RenditionError::Damaged)?
                .bytes
        };
        let (width, height) = size;
        Ok(Arc::new(Rendition {
            bytes,
            format: info.format,
            width,
            height,
            etag: self.etag_of(size),
        }))
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

/// A picture to answer with.
pub enum PictureBody {
    /// From the cache.
    Cached(Arc<Rendition>),
    /// A large original, read from the store as it is sent.
    Stream {
        /// Its format.
        format: PictureFormat,
        /// Its size in bytes.
        size: u64,
        /// Its bytes. An error means that the store failed meanwhile.
        chunks: BoxStream<'static, Result<Bytes, StoreError>>,
    },
}

impl fmt::Debug for PictureBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cached(rendition) => f.debug_tuple("Cached").field(&rendition.etag).finish(),
            Self::Stream { size, .. } => f.debug_tuple("Stream").field(size).finish(),
        }
    }
}

/// The limits of [`Renditions`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RenditionLimits {
    /// The capacity of the cache, in bytes.
    pub cache_bytes: usize,
    /// How many pictures are resized at the same time.
    pub max_running: u32,
    /// How many more may wait.
    pub max_waiting: u32,
}

impl Default for RenditionLimits {
    fn default() -> Self {
        Self {
            cache_bytes: 64 << 20,
            // More than cores: a job first reads its picture from the store.
            max_running: 4,
            max_waiting: 124,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Origin {
    Stored(ObjectId),
    Default(DefaultPicture),
}

type Key = (Origin, u32, u32);

impl Weigh for Rendition {
    fn weight(&self) -> usize {
        self.bytes.len().saturating_add(ENTRY_COST)
    }
}

/// Serves pictures of a store in the requested size, from a cache.
///
/// Clients take turns. The memory of a job is reserved before it reads from the store. A picture
/// that is slow to decode is resized from an intermediate of 2,048 pixels, made once and cached.
pub struct Renditions {
    store: PictureStore,
    cache: ByteCache<Key, Arc<Rendition>>,
    /// Reads and resizes stored pictures.
    pool: WorkPool,
    /// Resizes default pictures, also while the store hangs.
    defaults: WorkPool,
    /// The size of the stored pictures that jobs hold in memory, in bytes.
    reading_bytes: Gauge,
}

impl Renditions {
    /// Creates the renditions of the pictures in `store`.
    #[must_use]
    pub fn new(store: PictureStore, limits: RenditionLimits) -> Self {
        let work = QueueMetrics::default();
        let pool = |name, threads| {
            memory_pool(
                name,
                threads,
                limits.max_waiting,
                REQUEST_LIMIT,
                MEMORY,
                &work,
            )
        };
        Self {
            store,
            cache: ByteCache::new(limits.cache_bytes, LARGEST),
            pool: pool("resize-pictures", limits.max_running),
            defaults: pool("resize-defaults", 1),
            reading_bytes: Gauge::default(),
        }
    }

    /// Returns what their cache counts.
    #[must_use]
    pub fn metrics(&self) -> &CacheMetrics {
        self.cache.metrics()
    }

    /// Returns the size of the stored pictures that jobs hold in memory, in bytes.
    #[must_use]
    pub fn reading_bytes(&self) -> &Gauge {
        &self.reading_bytes
    }

    /// Returns what its pools count together.
    #[must_use]
    pub fn work(&self) -> &QueueMetrics {
        self.pool.metrics()
    }

    /// Returns the picture as [`Renditions::get`] does, but a large original as a stream.
    ///
    /// # Errors
    /// `NotFound`, `Unavailable`, `Busy`, `Damaged`.
    pub async fn open(
        &self,
        client: Client,
        subject: &Subject,
        bounds: Bounds,
    ) -> Result<PictureBody, RenditionError> {
        match subject {
            Subject::Stored { id, info }
                if info.size > CACHED_ORIGINAL
                    && subject.size_within(bounds) == (info.width, info.height) =>
            {
                let chunks = self.store.stream(*id, 0..info.size).await;
                Ok(PictureBody::Stream {
                    format: info.format,
                    size: info.size,
                    chunks: chunks.map_err(from_store)?.boxed(),
                })
            }
            _ => Ok(PictureBody::Cached(
                self.get(client, subject, bounds).await?,
            )),
        }
    }

    /// Returns the picture within `bounds`: unchanged if it fits, else resized. Concurrent requests
    /// for the same size of the same picture share one job, on behalf of the first one's client.
    /// The result is cached.
    ///
    /// # Errors
    /// `NotFound`, `Unavailable`, `Busy`, `Damaged`.
    pub async fn get(
        &self,
        client: Client,
        subject: &Subject,
        bounds: Bounds,
    ) -> Result<Arc<Rendition>, RenditionError> {
        let size = subject.size_within(bounds);
        // If a shared attempt fails, the waiting requests retry one after the other. Each attempt
        // has the full time limit of the store.
        let key = subject.key(size);
        let create = || self.create(client, *subject, size);
        let rendition = self.cache.get_or_insert(&key, create);
        let rendition = tokio::time::timeout(REQUEST_LIMIT, rendition).await;
        rendition.map_err(|_| RenditionError::Busy)?
    }

    async fn create(
        &self,
        client: Client,
        subject: Subject,
        size: (u32, u32),
    ) -> Result<Arc<Rendition>, RenditionError> {
        match subject {
            Subject::Stored { id, info } => match subject.intermediate(size) {
                None => self.read(client, subject, id, size).await,
                Some(larger) => {
                    let read = || self.read(client, subject, id, larger);
                    let source = self.cache.get_or_insert(&subject.key(larger), read).await?;
                    let weight = memory_weight(memory(info.format, larger, size));
                    let work = move || subject.resized(source.bytes.clone(), size);
                    self.pool.run(client, weight, work).await?
                }
            },
            Subject::Default(default) => {
                let work = move || subject.resized(default.bytes(), size);
                self.defaults.run(client, 1, work).await?
            }
        }
    }

    /// Reads a picture from the store and resizes it, as one job: its file counts as memory of the
    /// job from the start.
    async fn read(
        &self,
        client: Client,
        subject: Subject,
        id: ObjectId,
        size: (u32, u32),
    ) -> Result<Arc<Rendition>, RenditionError> {
        let info = subject.info();
        let whole = (info.width, info.height);
        let pixels = if size == whole {
            0
        } else {
            memory(info.format, whole, size)
        };
        let weight = memory_weight(info.size.saturating_add(pixels));
        let (runtime, store) = (Handle::current(), self.store.clone());
        let reading_bytes = self.reading_bytes.clone();
        let work = move || {
            let _reading = Reading::new(reading_bytes, gauged(info.size));
            let bytes = runtime.block_on(store.get(id)).map_err(from_store)?;
            subject.resized(bytes, size)
        };
        self.pool.run(client, weight, work).await?
    }
}

/// Counts bytes for as long as they are in memory.
struct Reading {
    total: Gauge,
    bytes: i64,
}

impl Reading {
    fn new(total: Gauge, bytes: i64) -> Self {
        total.inc_by(bytes);
        Self { total, bytes }
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        self.total.dec_by(self.bytes);
    }
}

fn gauged(bytes: u64) -> i64 {
    i64::try_from(bytes).unwrap_or(i64::MAX)
}

/// Returns the memory of the pixels while a picture is resized, in bytes.
fn memory(format: PictureFormat, from: (u32, u32), to: (u32, u32)) -> u64 {
    let samples = match format {
        PictureFormat::Jpeg => 3,
        PictureFormat::Png => 4,
    };
    pixels(from)
        .saturating_add(pixels(to))
        .saturating_mul(samples)
}

fn pixels((width, height): (u32, u32)) -> u64 {
    u64::from(width) * u64::from(height)
}

impl From<QueueError> for RenditionError {
    fn from(error: QueueError) -> Self {
        match error {
            QueueError::Full | QueueError::NotStarted | QueueError::NotAnswered => Self::Busy,
            QueueError::Panicked => Self::Damaged(PictureError::Unreadable),
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
