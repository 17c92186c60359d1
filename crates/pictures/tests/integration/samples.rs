//! Sample pictures for the tests, generated in memory.

use std::io::Cursor;

use image::codecs::gif::GifEncoder;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::codecs::webp::WebPEncoder;
use image::{DynamicImage, ImageEncoder, Rgb, RgbImage, Rgba, RgbaImage};

pub(crate) const FORMATS: [&str; 4] = ["jpeg", "png", "webp", "gif"];

/// The four colours of [`quarters`], from the top left clockwise.
pub(crate) const QUARTERS: [[u8; 3]; 4] =
    [[200, 40, 40], [40, 160, 60], [50, 60, 190], [220, 200, 60]];

/// Each quarter in a colour of its own.
pub(crate) fn quarters(width: u32, height: u32) -> DynamicImage {
    let colour = |x, y| match (x < width / 2, y < height / 2) {
        (true, true) => QUARTERS[0],
        (false, true) => QUARTERS[1],
        (false, false) => QUARTERS[2],
        (true, false) => QUARTERS[3],
    };
    RgbImage::from_fn(width, height, |x, y| Rgb(colour(x, y))).into()
}

/// Like a photograph: many colours and fine grain.
pub(crate) fn photo(width: u32, height: u32) -> DynamicImage {
    let mut state = 12345u32;
    RgbImage::from_fn(width, height, |x, y| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let grain = (state >> 28) as u8;
        let (x, y) = ((x * 200 / width) as u8, (y * 200 / height) as u8);
        Rgb([x + grain, y + grain, 100 + (x ^ y) / 4 + grain])
    })
    .into()
}

/// Random samples, which no format compresses; with alpha if `transparent`.
pub(crate) fn noise(width: u32, height: u32, transparent: bool) -> DynamicImage {
    let mut state = 1_u32;
    let mut next = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    if transparent {
        RgbaImage::from_fn(width, height, |_, _| Rgba([next(), next(), next(), next()])).into()
    } else {
        RgbImage::from_fn(width, height, |_, _| Rgb([next(), next(), next()])).into()
    }
}

/// A disc on a ground that is wholly transparent, half transparent around the rim.
pub(crate) fn disc(width: u32, height: u32) -> DynamicImage {
    RgbaImage::from_fn(width, height, |x, y| {
        let (dx, dy) = (x.abs_diff(width / 2), y.abs_diff(height / 2));
        let radius = width.min(height) / 3;
        let distance = dx * dx + dy * dy;
        let alpha = match distance {
            d if d < radius * radius => 255,
            d if d < (radius + 8) * (radius + 8) => 128,
            _ => 0,
        };
        Rgba([250, (x % 256) as u8, (y % 256) as u8, alpha])
    })
    .into()
}

/// Metadata to plant into a file.
#[derive(Default)]
pub(crate) struct Extras {
    pub(crate) exif: Option<Vec<u8>>,
    pub(crate) icc: Option<Vec<u8>>,
}

pub(crate) fn encode(picture: &DynamicImage, format: &str) -> Vec<u8> {
    encode_with(picture, format, Extras::default())
}

pub(crate) fn encode_with(picture: &DynamicImage, format: &str, extras: Extras) -> Vec<u8> {
    let mut file = Vec::new();
    match format {
        "jpeg" => write(
            JpegEncoder::new_with_quality(&mut file, 92),
            picture,
            extras,
        ),
        "png" => write(PngEncoder::new(&mut file), picture, extras),
        "webp" => write(WebPEncoder::new_lossless(&mut file), picture, extras),
        "gif" => GifEncoder::new(&mut file)
            .encode_frame(image::Frame::new(picture.to_rgba8()))
            .unwrap(),
        other => panic!("{other}"),
    }
    file
}

fn write(mut encoder: impl ImageEncoder, picture: &DynamicImage, extras: Extras) {
    if let Some(exif) = extras.exif {
        encoder.set_exif_metadata(exif).unwrap();
    }
    if let Some(icc) = extras.icc {
        encoder.set_icc_profile(icc).unwrap();
    }
    picture.write_with_encoder(encoder).unwrap();
}

/// EXIF that holds an orientation, a description and a place, both with `canary` in them.
pub(crate) fn exif(orientation: u16, canary: &str) -> Vec<u8> {
    let text = format!("{canary}\0");
    let length = (text.len() as u32).to_le_bytes();
    let mut tiff = b"II*\0\x08\0\0\0".to_vec();
    let entry = |tiff: &mut Vec<u8>, tag: u16, kind: u16, count: [u8; 4], value: [u8; 4]| {
        tiff.extend(tag.to_le_bytes());
        tiff.extend(kind.to_le_bytes());
        tiff.extend(count);
        tiff.extend(value);
    };
    let (gps_at, text_at) = (8 + 2 + 3 * 12 + 4, 8 + 2 + 3 * 12 + 4 + 2 + 12 + 4);
    tiff.extend(3u16.to_le_bytes());
    entry(&mut tiff, 0x010E, 2, length, (text_at as u32).to_le_bytes());
    entry(
        &mut tiff,
        0x0112,
        3,
        1u32.to_le_bytes(),
        u32::from(orientation).to_le_bytes(),
    );
    entry(
        &mut tiff,
        0x8825,
        4,
        1u32.to_le_bytes(),
        (gps_at as u32).to_le_bytes(),
    );
    tiff.extend([0; 4]);
    tiff.extend(1u16.to_le_bytes());
    // GPSAreaInformation.
    entry(&mut tiff, 0x001C, 2, length, (text_at as u32).to_le_bytes());
    tiff.extend([0; 4]);
    tiff.extend(text.as_bytes());
    tiff
}

/// The segment of a JPEG with this marker.
pub(crate) fn jpeg_segment(marker: u8, body: &[u8]) -> Vec<u8> {
    let length = u16::try_from(body.len() + 2).unwrap().to_be_bytes();
    [&[0xFF, marker], &length[..], body].concat()
}

/// The chunk of a PNG with this name.
pub(crate) fn png_chunk(name: &[u8; 4], body: &[u8]) -> Vec<u8> {
    let covered = [&name[..], body].concat();
    let crc = covered.iter().fold(u32::MAX, |mut crc, byte| {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 {
                crc >> 1 ^ 0xEDB8_8320
            } else {
                crc >> 1
            };
        }
        crc
    });
    let length = u32::try_from(body.len()).unwrap().to_be_bytes();
    [&length[..], &covered, &(!crc).to_be_bytes()].concat()
}

/// The chunk of a WebP with this name.
pub(crate) fn riff_chunk(name: &[u8; 4], body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len()).unwrap().to_le_bytes();
    let padding = vec![0; body.len() % 2];
    [&name[..], &length, body, &padding].concat()
}

pub(crate) fn webp_of(chunks: &[u8]) -> Vec<u8> {
    riff_chunk(b"RIFF", &[b"WEBP", chunks].concat())
}

/// `file` with `extra` inserted at `at`.
pub(crate) fn insert(file: &[u8], at: usize, extra: &[u8]) -> Vec<u8> {
    [&file[..at], extra, &file[at..]].concat()
}

/// Returns the position of the first segment with this marker in a JPEG.
pub(crate) fn marker_at(jpeg: &[u8], marker: u8) -> usize {
    jpeg.windows(2)
        .position(|two| two == [0xFF, marker])
        .unwrap()
}

pub(crate) fn contains(file: &[u8], part: &[u8]) -> bool {
    file.windows(part.len()).any(|window| window == part)
}

pub(crate) fn load(file: &[u8]) -> DynamicImage {
    image::ImageReader::new(Cursor::new(file))
        .with_guessed_format()
        .unwrap()
        .decode()
        .unwrap()
}

/// Whether each quarter of `picture` shows the colour of that quarter of [`quarters`], give or take
/// what JPEG loses.
pub(crate) fn shows_quarters(picture: &DynamicImage) -> bool {
    let rgb = picture.to_rgb8();
    let (w, h) = rgb.dimensions();
    let places = [
        (w / 4, h / 4),
        (w * 3 / 4, h / 4),
        (w * 3 / 4, h * 3 / 4),
        (w / 4, h * 3 / 4),
    ];
    places.into_iter().zip(QUARTERS).all(|((x, y), colour)| {
        rgb.get_pixel(x, y)
            .0
            .into_iter()
            .zip(colour)
            .all(|(a, b)| a.abs_diff(b) < 16)
    })
}
