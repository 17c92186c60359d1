//! JPEG: whole and scaled decoding, and the checks that keep a small file from costing minutes.

use std::io::Read;

use image::metadata::Orientation;
use image::{DynamicImage, RgbImage};
use jpeg_decoder::{Decoder, ImageInfo, PixelFormat};

use super::{Decoded, colour};
use crate::PictureError;

/// Progressive pictures have about ten scans. Each scan may visit every block of the picture while costing the sender only some bytes, so a
/// file with very many of them is an attack.
const MAX_SCANS: usize = 100;

/// Width and height from the header.
pub(super) fn size<R: Read>(source: R) -> Result<(u32, u32), PictureError> {
    let mut decoder = Decoder::new(source);
    decoder.read_info().map_err(unreadable)?;
    let info = decoder.info().ok_or(PictureError::Unreadable)?;
    Ok((info.width.into(), info.height.into()))
}

/// The whole picture at full size.
pub(super) fn decode(bytes: &[u8]) -> Result<Decoded, PictureError> {
    if scans(bytes) > MAX_SCANS {
        return Err(PictureError::Unreadable);
    }
    let mut decoder = Decoder::new(bytes);
    let samples = decoder.decode().map_err(unreadable)?;
    let info = decoder.info().ok_or(PictureError::Unreadable)?;
    let icc = decoder.icc_profile();
    let orientation = decoder.exif_data().and_then(Orientation::from_exif_chunk).unwrap_or(Orientation::NoTransforms);
    if info.pixel_format == PixelFormat::CMYK32 {
        return Ok(Decoded {
            pixels: rgb(info, colour::cmyk_to_rgb(&samples, icc.as_deref()))?,
            orientation,
            icc: None,
        });
    }
    Ok(Decoded { pixels: pixels(info, samples)?, orientation, icc })
}

/// A kept picture, decoded at an eighth, a quarter, a half or the whole of its size: the smallest that is not below `wanted`.
pub(crate) fn decode_scaled(bytes: &[u8], wanted: (u32, u32)) -> Result<DynamicImage, PictureError> {
    let side = |side| u16::try_from(side).map_err(|_| PictureError::Unreadable);
    let mut decoder = Decoder::new(bytes);
    decoder.scale(side(wanted.0)?, side(wanted.1)?).map_err(unreadable)?;
    let samples = decoder.decode().map_err(unreadable)?;
    let info = decoder.info().ok_or(PictureError::Unreadable)?;
    pixels(info, samples)
}

fn pixels(info: ImageInfo, samples: Vec<u8>) -> Result<DynamicImage, PictureError> {
    match info.pixel_format {
        PixelFormat::RGB24 => rgb(info, samples),
        PixelFormat::L8 => rgb(info, samples.iter().flat_map(|&grey| [grey, grey, grey]).collect()),
        PixelFormat::L16 | PixelFormat::CMYK32 => Err(PictureError::Unreadable),
    }
}

fn rgb(info: ImageInfo, samples: Vec<u8>) -> Result<DynamicImage, PictureError> {
    RgbImage::from_raw(info.width.into(), info.height.into(), samples)
        .map(DynamicImage::ImageRgb8)
        .ok_or(PictureError::Unreadable)
}

/// How many scans the file has, counted by walking its markers: within a scan, 0xFF is always followed by 0 or a restart marker.
fn scans(bytes: &[u8]) -> usize {
    const START_OF_SCAN: u8 = 0xDA;
    let (mut rest, mut scans) = (bytes, 0);
    while let Some(at) = rest.iter().position(|&byte| byte == 0xFF) {
        let Some((marker, after)) = rest.get(at + 1..).and_then(<[u8]>::split_first) else {
            break;
        };
        rest = match *marker {
            0xD9 => break,
            // Fill byte: the marker itself is still to come.
            0xFF => rest.get(at + 1..).unwrap_or_default(),
            0x00 | 0x01 | 0xD0..=0xD8 => after,
            marker => {
                scans += usize::from(marker == START_OF_SCAN);
                let length = after.first_chunk().map_or(0, |two| u16::from_be_bytes(*two));
                after.get(usize::from(length)..).unwrap_or_default()
            }
        };
    }
    scans
}

fn unreadable(_: jpeg_decoder::Error) -> PictureError {
    PictureError::Unreadable
}
