//! Cleaning: an upload is decoded and encoded again, which makes it safe to store and serve.

use std::collections::HashSet;
use std::io::{BufReader, Cursor, Read};
use std::time::Duration;

use bytes::Bytes;
use image::{DynamicImage, ImageFormat};
use prometheus_client::metrics::counter::Counter;
use wayfare_bounds::{Client, Error as QueueError, QueueMetrics, WorkPool};

use crate::codecs::decode::{Header, decode, probe};
use crate::codecs::encode;
use crate::pixel_pool::{memory_pool, memory_weight};
use crate::resize::shrink;
use crate::{Bounds, CleanPicture, PictureError, PictureFormat, ReceivedFile, clean_or_keep, fit};

/// The largest side of a stored picture, in pixels.
pub const MAX_STORED_SIDE: u32 = 4_096;
/// The largest file of a stored picture, in bytes.
pub const MAX_STORED_BYTES: u64 = 8 << 20;
/// Attempts to scale a picture down by the size of its file. The last one leaves as few pixels as
/// fit without any compression.
const SCALE_ATTEMPTS: u32 = 3;
/// The number of pixels that fit into [`MAX_STORED_BYTES`] without any compression: four bytes
/// each, and a filter byte for each row.
const INCOMPRESSIBLE_PIXELS: u64 = MAX_STORED_BYTES / 4 * 31 / 32;

/// The memory of cleaning, in bytes a pixel: the decoded samples, and those of a conversion or of a
/// progressive scan.
const BYTES_PER_PIXEL: u64 = 9;
/// The capacity of the cleaner in MiB: one picture of the largest size with an ordinary one of
/// another client, or four ordinary ones.
const CAPACITY: u32 = 600;
/// How long a picture waits to be cleaned.
const MAX_WAIT: Duration = Duration::from_secs(30);
/// An opaque picture with at most this many colours is a graphic, which JPEG would blur.
const GRAPHIC_COLOURS: usize = 256;

/// The limits of an upload (`Pictures`: 20 MiB a file, 50 Mpixel).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UploadLimits {
    /// The largest file size, in bytes.
    pub bytes: u64,
    /// The largest width times height.
    pub pixels: u64,
}

impl Default for UploadLimits {
    fn default() -> Self {
        Self {
            bytes: 20 << 20,
            pixels: 50_000_000,
        }
    }
}

/// Cleans an upload. This is CPU-bound: async code calls [`Cleaner`] instead.
///
/// The content determines the type. Size limits are checked on the header, before any pixel is
/// decoded. Of an animation only the first frame remains. The orientation is applied, colours are
/// converted to sRGB, and all metadata is removed. A picture above [`MAX_STORED_SIDE`] or
/// [`MAX_STORED_BYTES`] is scaled down. Opaque pictures become JPEG; those with transparency and
/// opaque graphics of few colours become PNG. The same upload gives the same bytes.
///
/// # Errors
/// `UnsupportedType`, `Unreadable` (also for a truncated file), `TooManyBytes`, `TooManyPixels`.
pub fn clean(upload: &[u8], limits: UploadLimits) -> Result<CleanPicture, PictureError> {
    if u64::try_from(upload.len()).map_or(true, |size| size > limits.bytes) {
        return Err(PictureError::TooManyBytes {
            limit: limits.bytes,
        });
    }
    let header = probe(Cursor::new(upload), limits.pixels)?;
    let mut pixels = decode(upload, &header)?;
    let format = output_format(header.format, &pixels);
    let wanted = within_side(size(&pixels), MAX_STORED_SIDE);
    if wanted != size(&pixels) {
        pixels = shrink(pixels, wanted)?;
    }
    let mut bytes = encode::stored(&pixels, format)?;
    let mut attempts = 0..=SCALE_ATTEMPTS;
    while let (excess @ 1.., Some(attempt)) = (excess(&bytes), attempts.next()) {
        let wanted = smaller(size(&pixels), excess, attempt == SCALE_ATTEMPTS);
        pixels = shrink(pixels, wanted)?;
        bytes = encode::stored(&pixels, format)?;
    }
    Ok(CleanPicture::new(format, size(&pixels), Bytes::from(bytes)))
}

fn size(pixels: &DynamicImage) -> (u32, u32) {
    (pixels.width(), pixels.height())
}

fn within_side(size: (u32, u32), side: u32) -> (u32, u32) {
    let bounds = Bounds {
        max_width: Some(side),
        max_height: Some(side),
    };
    fit(size, bounds)
}

/// Returns by how many bytes a file exceeds [`MAX_STORED_BYTES`].
fn excess(file: &[u8]) -> u64 {
    u64::try_from(file.len())
        .unwrap_or(u64::MAX)
        .saturating_sub(MAX_STORED_BYTES)
}

/// Returns a size at which a picture that exceeds [`MAX_STORED_BYTES`] probably fits: its file
/// shrinks about as its pixels do. The last attempt is certain.
fn smaller((width, height): (u32, u32), excess: u64, is_last: bool) -> (u32, u32) {
    let pixels = u64::from(width) * u64::from(height);
    // A twentieth less, since detail makes smaller pictures denser.
    let fitting = u128::from(pixels) * u128::from(MAX_STORED_BYTES) * 19
        / (u128::from(MAX_STORED_BYTES.saturating_add(excess)) * 20);
    let mut fitting = u64::try_from(fitting).unwrap_or(pixels);
    if is_last {
        fitting = fitting.min(INCOMPRESSIBLE_PIXELS);
    }
    let longest = u64::from(width.max(height));
    let side = (u128::from(longest * longest) * u128::from(fitting) / u128::from(pixels)).isqrt();
    within_side((width, height), u32::try_from(side).unwrap_or(1))
}

fn output_format(uploaded: ImageFormat, pixels: &DynamicImage) -> PictureFormat {
    match pixels {
        DynamicImage::ImageRgb8(opaque) if uploaded == ImageFormat::Jpeg || !is_graphic(opaque) => {
            PictureFormat::Jpeg
        }
        _ => PictureFormat::Png,
    }
}

fn is_graphic(picture: &image::RgbImage) -> bool {
    let (mut colours, mut last) = (HashSet::new(), None);
    picture.pixels().all(|pixel| {
        if last != Some(pixel) {
            last = Some(pixel);
            colours.insert(*pixel);
        }
        colours.len() <= GRAPHIC_COLOURS
    })
}

/// Cleans uploads in a work pool, away from the async threads.
#[derive(Debug, Clone)]
pub struct Cleaner {
    limits: UploadLimits,
    pool: WorkPool,
    scaled_down: Counter,
}

impl Cleaner {
    /// Creates a cleaner. At most `max_running` ordinary pictures (fewer large ones) are cleaned at
    /// the same time; `max_waiting` more may wait, each for half a minute.
    #[must_use]
    pub fn new(limits: UploadLimits, max_running: u32, max_waiting: u32) -> Self {
        Self {
            limits,
            pool: memory_pool(
                "clean-pictures",
                max_running,
                max_waiting,
                MAX_WAIT,
                CAPACITY,
                &QueueMetrics::default(),
            ),
            scaled_down: Counter::default(),
        }
    }

    /// Returns what the work pool counts.
    #[must_use]
    pub fn work(&self) -> &QueueMetrics {
        self.pool.metrics()
    }

    /// Returns the counter of pictures that were scaled down to be stored.
    #[must_use]
    pub fn scaled_down(&self) -> &Counter {
        &self.scaled_down
    }

    /// Returns the limits of an upload.
    #[must_use]
    pub const fn limits(&self) -> UploadLimits {
        self.limits
    }

    /// Cleans a received file for a client and removes it. The file is read when its job starts, so
    /// a waiting job needs no memory.
    ///
    /// # Errors
    /// Those of [`clean`]; `Busy` if too many pictures are waiting, or this one for too long; `Io`
    /// if the file can't be read.
    pub async fn clean_file(
        &self,
        client: Client,
        file: ReceivedFile,
    ) -> Result<CleanPicture, PictureError> {
        let limits = self.limits;
        let size = file.size();
        let probe = move |file: &ReceivedFile| probe_file(file, limits);
        let work = move |file: ReceivedFile| {
            let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or_default());
            file.open()?.read_to_end(&mut bytes)?;
            drop(file);
            clean(&bytes, limits)
        };
        self.probe_and_clean(client, size, file, probe, work).await
    }

    /// Cleans a picture in memory for a client, such as one from a `data:` URL.
    ///
    /// # Errors
    /// Those of [`clean`]; `Busy` if too many pictures are waiting, or this one for too long.
    pub async fn clean_bytes(
        &self,
        client: Client,
        upload: Bytes,
    ) -> Result<CleanPicture, PictureError> {
        let limits = self.limits;
        let work = move |upload: Bytes| clean(&upload, limits);
        self.probe_and_clean_bytes(client, upload, work).await
    }

    /// Keeps a picture that is in stored form, and cleans any other, for a client.
    ///
    /// # Errors
    /// As [`Cleaner::clean_bytes`].
    pub async fn clean_or_keep_bytes(
        &self,
        client: Client,
        upload: Bytes,
    ) -> Result<CleanPicture, PictureError> {
        let limits = self.limits;
        let work = move |upload| clean_or_keep(upload, limits);
        self.probe_and_clean_bytes(client, upload, work).await
    }

    async fn probe_and_clean_bytes(
        &self,
        client: Client,
        upload: Bytes,
        work: impl FnOnce(Bytes) -> Result<CleanPicture, PictureError> + Send + 'static,
    ) -> Result<CleanPicture, PictureError> {
        let max_pixels = self.limits.pixels;
        let size = u64::try_from(upload.len()).unwrap_or(u64::MAX);
        let probe = move |upload: &Bytes| probe_bytes(upload, max_pixels);
        self.probe_and_clean(client, size, upload, probe, work)
            .await
    }

    /// Reads the header of an upload of `size` bytes for the weight of the job, then runs the job.
    async fn probe_and_clean<U: Send + 'static>(
        &self,
        client: Client,
        size: u64,
        upload: U,
        probe: impl FnOnce(&U) -> Result<Header, PictureError> + Send + 'static,
        work: impl FnOnce(U) -> Result<CleanPicture, PictureError> + Send + 'static,
    ) -> Result<CleanPicture, PictureError> {
        let read = move || probe(&upload).map(|header| (header, upload));
        let (header, upload) = self.pool.run(client, 1, read).await??;
        let memory = header.pixels().saturating_mul(BYTES_PER_PIXEL);
        let weight = memory_weight(memory.saturating_add(size));
        let picture = self
            .pool
            .run(client, weight, move || work(upload))
            .await??;
        let stored = u64::from(picture.info.width) * u64::from(picture.info.height);
        if stored < header.pixels() {
            self.scaled_down.inc();
        }
        Ok(picture)
    }
}

/// [`probe`] of bytes. It is not generic: crates that upload would compile the decoders again.
fn probe_bytes(upload: &[u8], max_pixels: u64) -> Result<Header, PictureError> {
    probe(Cursor::new(upload), max_pixels)
}

fn probe_file(file: &ReceivedFile, limits: UploadLimits) -> Result<Header, PictureError> {
    if file.size() > limits.bytes {
        return Err(PictureError::TooManyBytes {
            limit: limits.bytes,
        });
    }
    probe(BufReader::new(file.open()?), limits.pixels)
}

impl From<QueueError> for PictureError {
    fn from(error: QueueError) -> Self {
        match error {
            QueueError::Full | QueueError::NotStarted | QueueError::NotAnswered => Self::Busy,
            // A decoder panics on content that it can't read.
            QueueError::Panicked => Self::Unreadable,
        }
    }
}
