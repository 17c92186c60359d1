//! Cleaning: whatever was uploaded becomes a picture that is safe to keep.

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
/// Up to this many colours an opaque picture is a graphic, which JPEG would smear.
const GRAPHIC_COLOURS: usize = 256;

/// The largest upload taken (`Pictures`: 20 MiB a file, 50 Mpixel).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UploadLimits {
    /// The largest file, in bytes.
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

/// Cleans an upload. This takes as long as decoding does: async code calls [`Cleaner`].
///
/// The type is told by content. Size limits are checked on the header before any pixel is decoded.
/// Of an animation the first frame is kept. The orientation is applied, colours are converted to
/// sRGB and all metadata is dropped. Opaque pictures become JPEG, those with transparency and
/// opaque graphics of few colours PNG. The same upload gives the same bytes.
///
/// # Errors
/// `UnsupportedType`, `Unreadable` (also for a file that is cut short), `TooManyBytes`,
/// `TooManyPixels`.
pub fn clean(upload: &[u8], limits: UploadLimits) -> Result<CleanPicture, PictureError> {
    if u64::try_from(upload.len()).map_or(true, |size| size > limits.bytes) {
        return Err(PictureError::TooManyBytes {
            limit: limits.bytes,
        });
    }
    let header = probe(Cursor::new(upload), limits.pixels)?;
    let pixels = decode(upload, &header)?;
    let format = kept_format(header.format, &pixels);
    let bytes = encode::encode(&pixels, format, encode::KEPT_QUALITY)?;
    Ok(CleanPicture::new(
        format,
        (pixels.width(), pixels.height()),
        Bytes::from(bytes),
    ))
}

fn kept_format(uploaded: ImageFormat, pixels: &DynamicImage) -> PictureFormat {
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

/// Cleans uploads off the async threads, a bounded number at once.
#[derive(Debug, Clone)]
pub struct Cleaner {
    limits: UploadLimits,
    pool: WorkPool,
}

impl Cleaner {
    /// `at_once` ordinary pictures (fewer of the largest) are cleaned at the same time; `waiting`
    /// more may wait.
    #[must_use]
    pub fn new(limits: UploadLimits, at_once: u32, waiting: u32) -> Self {
        Self {
            limits,
            pool: pixel_pool("clean-pictures", at_once, waiting),
        }
    }

    /// How many pictures are being cleaned and how many wait for that.
    #[must_use]
    pub fn load(&self) -> WorkLoad {
        self.pool.load()
    }

    /// The limits that uploads are held to.
    #[must_use]
    pub const fn limits(&self) -> UploadLimits {
        self.limits
    }

    /// Cleans a received file and removes it. It is read only once its turn has come, so what waits
    /// takes no memory.
    ///
    /// # Errors
    /// Those of [`clean`]; `Busy` where too many are waiting; `Io` where the file can't be read.
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

    /// Cleans a picture that is in memory, such as one from a `data:` URL.
    ///
    /// # Errors
    /// Those of [`clean`]; `Busy` where too many are waiting.
    pub async fn clean_bytes(&self, upload: Bytes) -> Result<CleanPicture, PictureError> {
        let limits = self.limits;
        self.probe_and_clean(
            upload,
            move |upload| probe(Cursor::new(upload), limits.pixels),
            move |upload| clean(&upload, limits),
        )
        .await
    }

    /// Reads the header for the weight of the job, then runs it. The slot is reserved first, which
    /// bounds the uploads whose headers are read.
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
