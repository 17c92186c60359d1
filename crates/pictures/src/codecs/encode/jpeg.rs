//! JPEG encoding; large pictures in bands that are encoded in parallel.
//!
//! A band ends at a restart interval, so the concatenated bands are what a single encoder would
//! write for that interval. The division depends on the size of the picture alone: the same pixels
//! give the same bytes on every machine.

use std::io;
use std::thread;

use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

/// A picture with this many pixels is encoded by several threads.
const LARGE: usize = 1 << 20;
/// How many bands a large picture has, unless they would be too large for a restart interval.
const BANDS: usize = 2;
/// The side of the blocks that are encoded as a unit, with chroma at half the resolution.
const UNIT: usize = 16;
/// Bytes of a pixel.
const RGB: usize = 3;

const FRAME: u8 = 0xC0;
const SCAN: u8 = 0xDA;
const FIRST_RESTART: u8 = 0xD0;
/// The length of the end-of-image marker.
const END_LENGTH: usize = 2;

/// Encodes 8-bit RGB pixels, with chroma at half the resolution.
pub(super) fn encode(pixels: &[u8], width: u16, height: u16, quality: u8) -> io::Result<Vec<u8>> {
    let (columns, rows) = (
        usize::from(width).div_ceil(UNIT),
        usize::from(height).div_ceil(UNIT),
    );
    let most = usize::from(u16::MAX) / columns.max(1);
    let rows_each = rows.div_ceil(BANDS).min(most);
    if pixels.len() / RGB < LARGE || rows_each == 0 {
        return band(pixels, width, height, quality, None);
    }
    let interval = u16::try_from(columns * rows_each).map_err(io::Error::other)?;
    let row_length = usize::from(width) * RGB;
    let bands = pixels.chunks(row_length * UNIT * rows_each);
    let encoded = thread::scope(|scope| {
        let bands = bands.map(|pixels| {
            let lines = u16::try_from(pixels.len() / row_length).map_err(io::Error::other)?;
            let work = move || band(pixels, width, lines, quality, Some(interval));
            thread::Builder::new()
                .name("pictures".to_owned())
                .spawn_scoped(scope, work)
        });
        let bands: Vec<_> = bands.collect::<io::Result<_>>()?;
        let ended = bands.into_iter().map(|band| {
            band.join()
                .map_err(|_| io::Error::other("the encoder panicked"))?
        });
        ended.collect::<io::Result<Vec<_>>>()
    });
    join(&encoded?, height)
}

/// Encodes one band as a complete file.
fn band(
    pixels: &[u8],
    width: u16,
    height: u16,
    quality: u8,
    interval: Option<u16>,
) -> io::Result<Vec<u8>> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, quality);
    encoder.set_sampling_factor(SamplingFactor::F_2_2);
    if let Some(interval) = interval {
        encoder.set_restart_interval(interval);
    }
    encoder
        .encode(pixels, width, height, ColorType::Rgb)
        .map_err(io::Error::other)?;
    Ok(file)
}

/// Joins the bands to one file: the first band with the whole height, then the data of the others
/// after restart markers.
fn join(bands: &[Vec<u8>], height: u16) -> io::Result<Vec<u8>> {
    let mut bands = bands.iter().enumerate();
    let (_, first) = bands.next().ok_or_else(malformed)?;
    let mut file = first.clone();
    let frame = segment(&file, FRAME)?.start;
    // After the marker: two bytes of length, one of precision, then the height.
    let place = file.get_mut(frame + 5..frame + 7).ok_or_else(malformed)?;
    place.copy_from_slice(&height.to_be_bytes());
    for (number, band) in bands {
        file.truncate(file.len().saturating_sub(END_LENGTH));
        let restart = u8::try_from((number - 1) % 8).map_err(io::Error::other)?;
        file.extend([0xFF, FIRST_RESTART + restart]);
        file.extend(band.get(segment(band, SCAN)?.end..).ok_or_else(malformed)?);
    }
    Ok(file)
}

/// Returns the range of the first segment of a kind, from its marker to its end.
fn segment(file: &[u8], kind: u8) -> io::Result<std::ops::Range<usize>> {
    // After the start-of-image marker.
    let mut at = 2;
    loop {
        let Some([0xFF, marker, high, low]) = file.get(at..at + 4) else {
            return Err(malformed());
        };
        let end = at + 2 + usize::from(u16::from_be_bytes([*high, *low]));
        if *marker == kind {
            return Ok(at..end);
        }
        at = end;
    }
}

fn malformed() -> io::Error {
    io::Error::other("the encoder wrote no JPEG")
}

#[cfg(test)]
mod tests;
