//! From pixels to the bytes that are kept and served. No encoder here is ever given metadata.

mod jpeg;

use std::io;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{DynamicImage, ImageEncoder};

use crate::PictureFormat;

/// JPEG quality of kept pictures: they are the source of all that is served.
pub(crate) const KEPT_QUALITY: u8 = 90;
/// JPEG quality of pictures made smaller for one request.
pub(crate) const SERVED_QUALITY: u8 = 85;

/// Encodes 8-bit RGB or RGBA pixels; the same pixels give the same bytes. JPEG takes opaque pixels
/// alone and sides up to 65,535.
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
