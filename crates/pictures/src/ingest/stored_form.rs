//! Recognises pictures that are in the form in which they are stored, so that they need not be
//! encoded again.

use std::io::Cursor;

use bytes::Bytes;
use image::DynamicImage;

use crate::codecs::decode::{decode, probe};
use crate::ingest::clean::{MAX_STORED_BYTES, MAX_STORED_SIDE, UploadLimits, clean};
use crate::{CleanPicture, PictureError, PictureFormat};

/// The chunks of a stored PNG.
const PNG_SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// Bytes of a chunk besides its data: length, type, checksum.
const CHUNK: usize = 12;
/// The marker at the end of a JPEG.
const JPEG_END: [u8; 2] = [0xFF, 0xD9];
/// More bytes than these between scan and end of a JPEG are noticed.
const MAX_SURPLUS: usize = 8;

/// Keeps a picture byte for byte if it is in stored form: no metadata, nothing before, within or
/// after it, decodable, within the limits. Cleans any other.
///
/// # Errors
/// Those of [`clean`].
pub fn clean_or_keep(upload: Bytes, limits: UploadLimits) -> Result<CleanPicture, PictureError> {
    match stored_format(&upload) {
        Some(format) => match keep(&upload, format, limits)? {
            Some((width, height)) => Ok(CleanPicture::new(format, (width, height), upload)),
            None => clean(&upload, limits),
        },
        None => clean(&upload, limits),
    }
}

/// Returns the size of a picture that can be kept, after decoding it as a whole.
fn keep(
    upload: &Bytes,
    format: PictureFormat,
    limits: UploadLimits,
) -> Result<Option<(u32, u32)>, PictureError> {
    if u64::try_from(upload.len()).map_or(true, |size| size > MAX_STORED_BYTES) {
        return Ok(None);
    }
    let header = probe(Cursor::new(upload), limits.pixels)?;
    if header.width.max(header.height) > MAX_STORED_SIDE {
        return Ok(None);
    }
    let pixels = decode(upload, &header)?;
    let fits = match format {
        PictureFormat::Jpeg => matches!(pixels, DynamicImage::ImageRgb8(_)),
        PictureFormat::Png => matches!(
            pixels,
            DynamicImage::ImageRgb8(_) | DynamicImage::ImageRgba8(_)
        ),
    };
    let has_surplus = match format {
        PictureFormat::Jpeg => {
            decode(&shortened(upload), &header).is_ok_and(|shortened| shortened == pixels)
        }
        PictureFormat::Png => has_surplus_data(upload),
    };
    let is_kept = fits && !has_surplus;
    Ok(is_kept.then(|| (pixels.width(), pixels.height())))
}

/// A JPEG without the last bytes of its scan. One that shows the same has bytes between the scan
/// and the end.
fn shortened(file: &[u8]) -> Vec<u8> {
    let (scan, end) = file.split_at(file.len().saturating_sub(JPEG_END.len()));
    let kept = scan.len().saturating_sub(MAX_SURPLUS);
    [scan.get(..kept).unwrap_or_default(), end].concat()
}

/// Whether the chunks of pixels of a plain PNG have bytes after the end of their compressed data.
fn has_surplus_data(file: &[u8]) -> bool {
    let mut inflate = flate2::Decompress::new(true);
    let mut pixels = [0; 1 << 15];
    for mut data in png_chunks(file).filter_map(|(kind, data)| (kind == b"IDAT").then_some(data)) {
        while !data.is_empty() {
            let before = inflate.total_in();
            match inflate.decompress(data, &mut pixels, flate2::FlushDecompress::None) {
                Ok(flate2::Status::Ok) => {}
                // At the end, and at every byte after it.
                Ok(flate2::Status::StreamEnd) if inflate.total_in() > before => {}
                _ => return true,
            }
            let read = usize::try_from(inflate.total_in() - before).unwrap_or(usize::MAX);
            data = data.get(read..).unwrap_or_default();
        }
    }
    false
}

/// The format of a file that has the parts of a stored picture and no others.
fn stored_format(file: &[u8]) -> Option<PictureFormat> {
    if is_plain_jpeg(file).unwrap_or(false) {
        Some(PictureFormat::Jpeg)
    } else if is_plain_png(file) {
        Some(PictureFormat::Png)
    } else {
        None
    }
}

/// Whether a file is a JPEG of one baseline scan, with no segments but tables and the JFIF header.
fn is_plain_jpeg(file: &[u8]) -> Option<bool> {
    let mut rest = file.strip_prefix(&[0xFF, 0xD8])?;
    let mut is_first = true;
    loop {
        let [0xFF, marker, high, low, ..] = rest else {
            return None;
        };
        let length = usize::from(u16::from_be_bytes([*high, *low]));
        let segment = rest.get(4..2_usize.checked_add(length)?)?;
        let is_expected = match marker {
            0xE0 => is_first && segment.starts_with(b"JFIF\0") && segment.len() == 14,
            0xDB | 0xC4 | 0xDD | 0xDA => true,
            // Eight bits, three components.
            0xC0 => segment.first() == Some(&8) && segment.get(5) == Some(&3),
            _ => false,
        };
        if !is_expected {
            return Some(false);
        }
        is_first = false;
        let is_scan = *marker == 0xDA;
        rest = rest.get(2 + length..)?;
        if is_scan {
            return Some(ends_after_scan(rest));
        }
    }
}

/// Whether the data of the scan reaches to the end of the file.
fn ends_after_scan(data: &[u8]) -> bool {
    let mut bytes = data.iter().enumerate();
    while let Some((_, byte)) = bytes.next() {
        if *byte != 0xFF {
            continue;
        }
        match bytes.next() {
            Some((_, 0x00 | 0xD0..=0xD7)) => {}
            Some((place, 0xD9)) => return place + 1 == data.len(),
            _ => return false,
        }
    }
    false
}

/// Whether a file is a PNG of eight bits that has header, data and end, and nothing else.
fn is_plain_png(file: &[u8]) -> bool {
    let chunks: Vec<_> = png_chunks(file).collect();
    let read: usize = chunks.iter().map(|(_, data)| CHUNK + data.len()).sum();
    let [(b"IHDR", header), data @ .., (b"IEND", [])] = chunks.as_slice() else {
        return false;
    };
    // Depth, colour type, compression, filter, interlacing.
    let is_plain = matches!(header.get(8..), Some([8, 2 | 6, 0, 0, 0]));
    let is_whole = PNG_SIGNATURE.len() + read == file.len();
    is_plain && is_whole && data.iter().all(|(kind, _)| *kind == b"IDAT")
}

/// The kinds and data of the chunks of a PNG, as far as it is whole.
fn png_chunks(file: &[u8]) -> impl Iterator<Item = (&[u8; 4], &[u8])> {
    let mut rest = file.strip_prefix(PNG_SIGNATURE).unwrap_or_default();
    std::iter::from_fn(move || {
        let length = u32::from_be_bytes(*rest.first_chunk::<4>()?);
        let length = usize::try_from(length).ok()?;
        let kind = rest.get(4..)?.first_chunk::<4>()?;
        let data = rest.get(8..8_usize.checked_add(length)?)?;
        rest = rest.get(CHUNK.checked_add(length)?..)?;
        Some((kind, data))
    })
}
