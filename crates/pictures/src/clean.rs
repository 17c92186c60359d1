//! Cleaning: an upload is decoded and encoded again, which makes it safe to store and serve.

use std::collections::HashSet;
use std::io::{BufReader, Cursor, Read};

use bytes::Bytes;
use image::{DynamicImage, ImageFormat};

use crate::decode::{Header, decode, probe};
use crate::pixel_pool::{pixel_pool, pixel_weight};
use crate::{
    CleanPicture, PictureError, PictureFormat, ReceivedFile, WorkError, WorkLoad, WorkPool, encode,
};

/// The largest side a JPEG can have.
const MAX_JPEG_SIDE: u32 = 65_535;
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
/// converted to sRGB, and all metadata is removed. Opaque pictures become JPEG; those with
/// transparency and opaque graphics of few colours become PNG. The same upload gives the same
/// bytes.
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
    let pixels = decode(upload, &header)?;
    let format = output_format(header.format, &pixels);
    let bytes = encode::encode(&pixels, format, encode::STORED_QUALITY)?;
    Ok(CleanPicture::new(
        format,
        (pixels.width(), pixels.height()),
        Bytes::from(bytes),
    ))
}

fn output_format(uploaded: ImageFormat, pixels: &DynamicImage) -> PictureFormat {
    let DynamicImage::ImageRgb8(opaque) = pixels else {
        return PictureFormat::Png;
    };
    let too_long = opaque.width().max(opaque.height()) > MAX_JPEG_SIDE;
    if too_long || (uploaded != ImageFormat::Jpeg && is_graphic(opaque)) {
        PictureFormat::Png
    } else {
        PictureFormat::Jpeg
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
}

impl Cleaner {
    /// Creates a cleaner. At most `max_running` ordinary pictures (fewer large ones) are cleaned at
    /// the same time; `max_waiting` more may wait.
    #[must_use]
    pub fn new(limits: UploadLimits, max_running: u32, max_waiting: u32) -> Self {
        Self {
            limits,
            pool: pixel_pool("clean-pictures", max_running, max_waiting),
        }
    }

    /// Returns how many pictures are being cleaned and how many wait.
    #[must_use]
    pub fn load(&self) -> WorkLoad {
        self.pool.load()
    }

    /// Returns the limits of an upload.
    #[must_use]
    pub const fn limits(&self) -> UploadLimits {
        self.limits
    }

    /// Cleans a received file and removes it. The file is read when its job starts, so a waiting
    /// job needs no memory.
    ///
    /// # Errors
    /// Those of [`clean`]; `Busy` if too many pictures are waiting; `Io` if the file can't be read.
    pub async fn clean_file(&self, file: ReceivedFile) -> Result<CleanPicture, PictureError> {
        let limits = self.limits;
        self.probe_and_clean(
            file,
            move |file| probe_file(file, limits),
            move |file| {
                let mut bytes =
                    Vec::with_capacity(usize::try_from(file.size()).unwrap_or_default());
                file.open()?.read_to_end(&mut bytes)?;
                drop(file);
                clean(&bytes, limits)
            },
        )
        .await
    }

    /// Cleans a picture in memory, such as one from a `data:` URL.
    ///
    /// # Errors
    /// Those of [`clean`]; `Busy` if too many pictures are waiting.
    pub async fn clean_bytes(&self, upload: Bytes) -> Result<CleanPicture, PictureError> {
        let limits = self.limits;
        self.probe_and_clean(
            upload,
            move |upload| probe(Cursor::new(upload), limits.pixels),
            move |upload| clean(&upload, limits),
        )
        .await
    }

    /// Reads the header for the weight of the job, then runs the job. The slot is reserved first,
    /// which bounds the number of headers that are read.
    async fn probe_and_clean<U: Send + 'static>(
        &self,
        upload: U,
        probe: impl FnOnce(&U) -> Result<Header, PictureError> + Send + 'static,
        work: impl FnOnce(U) -> Result<CleanPicture, PictureError> + Send + 'static,
    ) -> Result<CleanPicture, PictureError> {
        let slot = self.pool.reserve()?;
        let (header, upload) =
            tokio::task::spawn_blocking(move || probe(&upload).map(|header| (header, upload)))
                .await
                .map_err(|_| PictureError::Unreadable)??;
        slot.run(pixel_weight(header.pixels()), move || work(upload))
            .await?
    }
}

fn probe_file(file: &ReceivedFile, limits: UploadLimits) -> Result<Header, PictureError> {
    if file.size() > limits.bytes {
        return Err(PictureError::TooManyBytes {
            limit: limits.bytes,
        });
    }
    probe(BufReader::new(file.open()?), limits.pixels)
}

impl From<WorkError> for PictureError {
    fn from(error: WorkError) -> Self {
        match error {
            WorkError::Busy => Self::Busy,
            // A decoder panics on content that it can't read.
            WorkError::Panicked => Self::Unreadable,
        }
    }
}
