//! JPEG: full decoding of uploads, and scaled decoding of stored pictures.

use std::io::{BufRead, Seek};

use image::metadata::Orientation;
use image::{DynamicImage, RgbImage};
use jpeg_decoder::{Decoder, PixelFormat};
use zune_core::bytestream::ZCursor;
use zune_core::colorspace::ColorSpace;
use zune_core::options::DecoderOptions;
use zune_jpeg::JpegDecoder;

use super::{Decoded, Header};
use crate::PictureError;

/// Progressive pictures have about ten scans. Each scan may visit every block of the picture at the
/// cost of a few bytes, so a file with very many scans is an attack.
const MAX_SCANS: usize = 100;

/// Reads width and height from the header.
pub(super) fn size<R: BufRead + Seek>(source: R) -> Result<(u32, u32), PictureError> {
    let options = DecoderOptions::default()
        .set_max_width(usize::from(u16::MAX))
        .set_max_height(usize::from(u16::MAX));
    let mut decoder = JpegDecoder::new_with_options(source, options);
    let read = decoder.decode_headers();
    read.map_err(|_| PictureError::Unreadable)?;
    let (width, height) = decoder.dimensions().ok_or(PictureError::Unreadable)?;
    let side = |side| u32::try_from(side).map_err(|_| PictureError::Unreadable);
    Ok((side(width)?, side(height)?))
}

/// Decodes the whole picture at full size, straight into RGB, without an intermediate copy.
pub(super) fn decode(bytes: &[u8], header: &Header) -> Result<Decoded, PictureError> {
    let side = |side| usize::try_from(side).map_err(|_| PictureError::Unreadable);
    // Strict: missing data is an error, not grey. A later header must not exceed the one that was
    // checked.
    let options = DecoderOptions::default()
        .set_strict_mode(true)
        .set_max_width(side(header.width)?)
        .set_max_height(side(header.height)?)
        .jpeg_set_max_scans(MAX_SCANS)
        .jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    let samples = decoder.decode().map_err(|_| PictureError::Unreadable)?;
    let orientation = decoder
        .exif()
        .and_then(|exif| Orientation::from_exif_chunk(exif))
        .unwrap_or(Orientation::NoTransforms);
    Ok(Decoded {
        pixels: rgb(header.width, header.height, samples)?,
        orientation,
        icc: decoder.icc_profile(),
    })
}

/// Decodes a stored picture at an eighth, a quarter, a half or the whole of its size: the smallest
/// that is not below `wanted`.
pub(crate) fn decode_scaled(
    bytes: &[u8],
    wanted: (u32, u32),
) -> Result<DynamicImage, PictureError> {
    let side = |side| u16::try_from(side).map_err(|_| PictureError::Unreadable);
    let mut decoder = Decoder::new(bytes);
    decoder
        .scale(side(wanted.0)?, side(wanted.1)?)
        .map_err(|_| PictureError::Unreadable)?;
    let samples = decoder.decode().map_err(|_| PictureError::Unreadable)?;
    match decoder.info() {
        Some(info) if info.pixel_format == PixelFormat::RGB24 => {
            rgb(info.width.into(), info.height.into(), samples)
        }
        _ => Err(PictureError::Unreadable),
    }
}

fn rgb(width: u32, height: u32, samples: Vec<u8>) -> Result<DynamicImage, PictureError> {
    RgbImage::from_raw(width, height, samples)
        .map(DynamicImage::ImageRgb8)
        .ok_or(PictureError::Unreadable)
}
