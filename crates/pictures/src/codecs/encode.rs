//! Encodes pixels to the bytes that are stored and served. Encoders never get metadata.

mod jpeg;

use std::io;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{DynamicImage, ImageEncoder};

use crate::PictureFormat;

/// JPEG quality of stored pictures, the source of all renditions.
const STORED_QUALITY: u8 = 90;
/// JPEG quality of renditions.
const SERVED_QUALITY: u8 = 85;
/// A rendition with more pixels becomes a PNG of fast compression: the default one takes more than
/// half a second.
const FAST_PNG_PIXELS: u64 = 1 << 20;

/// Encodes a picture to store. See [`encode`].
pub(crate) fn stored(pixels: &DynamicImage, format: PictureFormat) -> io::Result<Vec<u8>> {
    encode(pixels, format, STORED_QUALITY, CompressionType::Default)
}

/// Encodes a rendition. See [`encode`].
pub(crate) fn served(pixels: &DynamicImage, format: PictureFormat) -> io::Result<Vec<u8>> {
    let compression = if u64::from(pixels.width()) * u64::from(pixels.height()) > FAST_PNG_PIXELS {
        CompressionType::Fast
    } else {
        CompressionType::Default
    };
    encode(pixels, format, SERVED_QUALITY, compression)
}

/// Encodes 8-bit RGB or RGBA pixels. The same pixels give the same bytes. JPEG requires opaque
/// pixels and sides up to 65,535.
fn encode(
    pixels: &DynamicImage,
    format: PictureFormat,
    quality: u8,
    compression: CompressionType,
) -> io::Result<Vec<u8>> {
    match format {
        PictureFormat::Jpeg => jpeg::encode(
            pixels.as_bytes(),
            jpeg_side(pixels.width())?,
            jpeg_side(pixels.height())?,
            quality,
        ),
        PictureFormat::Png => {
            let mut bytes = Vec::new();
            PngEncoder::new_with_quality(&mut bytes, compression, FilterType::Adaptive)
                .write_image(
                    pixels.as_bytes(),
                    pixels.width(),
                    pixels.height(),
                    pixels.color().into(),
                )
                .map_err(io::Error::other)?;
            Ok(bytes)
        }
    }
}

fn jpeg_side(side: u32) -> io::Result<u16> {
    u16::try_from(side).map_err(io::Error::other)
}
