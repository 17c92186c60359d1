//! Encodes pixels to the bytes that are stored and served. Encoders never get metadata.

mod jpeg;

use std::io;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{DynamicImage, ImageEncoder};

use crate::PictureFormat;

/// JPEG quality of stored pictures, the source of all renditions.
pub(crate) const STORED_QUALITY: u8 = 90;
/// JPEG quality of renditions.
pub(crate) const SERVED_QUALITY: u8 = 85;

/// Encodes 8-bit RGB or RGBA pixels. The same pixels give the same bytes. JPEG requires opaque
/// pixels and sides up to 65,535.
pub(crate) fn encode(
    pixels: &DynamicImage,
    format: PictureFormat,
    quality: u8,
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
            PngEncoder::new_with_quality(
                &mut bytes,
                CompressionType::Default,
                FilterType::Adaptive,
            )
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
