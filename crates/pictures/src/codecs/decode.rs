//! Decodes uploads to pixels: the type from the content, the size checked on the header, the
//! decoders' memory bounded.

mod colour;
mod jpeg;
mod webp;

use std::io::{BufRead, Cursor, Read, Seek, SeekFrom};

use image::error::{DecodingError, LimitError, LimitErrorKind};
use image::metadata::Orientation;
use image::{
    DynamicImage, GrayAlphaImage, GrayImage, ImageDecoder, ImageError, ImageFormat, ImageReader,
    Limits, RgbImage, RgbaImage,
};
use png::Transformations;

pub(crate) use jpeg::decode_scaled as jpeg_scaled;

use crate::PictureError;

/// Memory for the tables of a decoder, in addition to its pixels.
const WORKING_MEMORY: u64 = 32 << 20;

/// How many leading bytes identify the type of a picture.
const MAGIC_LEN: u64 = 16;

/// The header of a picture, read before any pixel is decoded.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Header {
    pub(crate) format: ImageFormat,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

impl Header {
    pub(crate) fn pixels(&self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }
}

/// Decoded pixels, with their orientation and colour profile.
struct Decoded {
    pixels: DynamicImage,
    orientation: Orientation,
    icc: Option<Vec<u8>>,
}

/// Whether a file begins as HEIC or another kind of HEIF does.
fn is_heif(magic: &[u8]) -> bool {
    let brand = magic.get(4..12).and_then(|kind| kind.strip_prefix(b"ftyp"));
    let heif: [&[u8]; 8] = [
        b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1",
    ];
    brand.is_some_and(|brand| heif.contains(&brand))
}

/// Reads type and size. Fails if the picture has more than `max_pixels`.
pub(crate) fn probe<R: BufRead + Seek>(
    mut source: R,
    max_pixels: u64,
) -> Result<Header, PictureError> {
    let mut magic = Vec::new();
    source.by_ref().take(MAGIC_LEN).read_to_end(&mut magic)?;
    source.seek(SeekFrom::Start(0))?;
    let Ok(format @ (ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP | ImageFormat::Gif)) =
        image::guess_format(&magic)
    else {
        return Err(if is_heif(&magic) {
            PictureError::Heif
        } else {
            PictureError::UnsupportedType
        });
    };
    let (width, height) = if format == ImageFormat::Jpeg {
        jpeg::size(source)?
    } else {
        let mut reader = ImageReader::with_format(source, format);
        reader.limits(decoder_limits(max_pixels.saturating_mul(8)));
        reader
            .into_decoder()
            .map_err(|error| content_error(&error, max_pixels))?
            .dimensions()
    };
    let header = Header {
        format,
        width,
        height,
    };
    if header.pixels() == 0 {
        return Err(PictureError::Unreadable);
    }
    if header.pixels() > max_pixels {
        return Err(PictureError::TooManyPixels { limit: max_pixels });
    }
    Ok(header)
}

/// Decodes the whole picture (of an animation: its first frame) as 8-bit sRGB, upright, with an
/// alpha channel only if some pixel is transparent.
///
/// `header` is the result of [`probe`] for the same bytes.
pub(crate) fn decode(bytes: &[u8], header: &Header) -> Result<DynamicImage, PictureError> {
    let decoded = match header.format {
        ImageFormat::Jpeg => jpeg::decode(bytes, header)?,
        _ => decode_other(bytes, header)?,
    };
    let mut pixels = to_8_bit(decoded.pixels);
    if let Some(icc) = decoded.icc {
        colour::to_srgb(&mut pixels, &icc);
    }
    pixels.apply_orientation(decoded.orientation);
    Ok(pixels)
}

fn decode_other(bytes: &[u8], header: &Header) -> Result<Decoded, PictureError> {
    let limit = header.pixels();
    if header.format == ImageFormat::WebP && webp::largest_lossy_frame(bytes) > limit {
        return Err(PictureError::Unreadable);
    }
    let mut reader = ImageReader::with_format(Cursor::new(bytes), header.format);
    reader.limits(decoder_limits(limit.saturating_mul(8)));
    let read = || -> Result<Decoded, ImageError> {
        let mut decoder = reader.into_decoder()?;
        let icc = decoder.icc_profile()?;
        let orientation = decoder.orientation()?;
        let pixels = read_8_bit(bytes, decoder)?;
        Ok(Decoded {
            pixels,
            orientation,
            icc,
        })
    };
    read().map_err(|error| content_error(&error, limit))
}

/// Reads all samples with 8 bits each. PNG alone has 16: its decoder narrows them row by row, since
/// those of a large picture would be hundreds of megabytes.
fn read_8_bit(bytes: &[u8], decoder: impl ImageDecoder) -> Result<DynamicImage, ImageError> {
    let colour = decoder.color_type();
    if colour.bytes_per_pixel() != 2 * colour.channel_count() {
        return DynamicImage::from_decoder(decoder);
    }
    let (width, height) = decoder.dimensions();
    drop(decoder);
    let read = || -> Result<Vec<u8>, png::DecodingError> {
        let mut decoder = png::Decoder::new(Cursor::new(bytes));
        decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
        let mut reader = decoder.read_info()?;
        let length = reader.output_buffer_size();
        let mut samples = vec![0; length.ok_or(png::DecodingError::LimitsExceeded)?];
        reader.next_frame(&mut samples)?;
        Ok(samples)
    };
    let unreadable = |error| DecodingError::new(ImageFormat::Png.into(), error);
    let samples = read().map_err(|error| ImageError::Decoding(unreadable(error)))?;
    let pixels = match colour.channel_count() {
        1 => GrayImage::from_raw(width, height, samples).map(DynamicImage::ImageLuma8),
        2 => GrayAlphaImage::from_raw(width, height, samples).map(DynamicImage::ImageLumaA8),
        3 => RgbImage::from_raw(width, height, samples).map(DynamicImage::ImageRgb8),
        _ => RgbaImage::from_raw(width, height, samples).map(DynamicImage::ImageRgba8),
    };
    pixels.ok_or_else(too_large)
}

fn too_large() -> ImageError {
    ImageError::Limits(LimitError::from_kind(LimitErrorKind::DimensionError))
}

fn decoder_limits(pixel_bytes: u64) -> Limits {
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(pixel_bytes.saturating_add(WORKING_MEMORY));
    limits
}

fn content_error(error: &ImageError, limit: u64) -> PictureError {
    match error {
        ImageError::Limits(_) => PictureError::TooManyPixels { limit },
        _ => PictureError::Unreadable,
    }
}

fn to_8_bit(pixels: DynamicImage) -> DynamicImage {
    if !pixels.color().has_alpha() {
        return DynamicImage::ImageRgb8(pixels.into_rgb8());
    }
    let pixels = pixels.into_rgba8();
    if pixels.pixels().all(|pixel| pixel.0[3] == u8::MAX) {
        return DynamicImage::ImageRgb8(DynamicImage::ImageRgba8(pixels).into_rgb8());
    }
    DynamicImage::ImageRgba8(pixels)
}
