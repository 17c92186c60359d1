//! Sample pictures, as hard to compress as photographs.

use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, RgbImage};

/// The size of a common camera's pictures: 12 Mpixel.
const SIDES: (u32, u32) = (4_000, 3_000);
/// The JPEG quality of cameras.
const QUALITY: u8 = 92;

/// A JPEG of 12 Mpixel with gradients, edges and grain; deterministic.
pub(crate) fn jpeg() -> anyhow::Result<Vec<u8>> {
    encode(SIDES)
}

/// A JPEG of a size that is common on the web.
pub(crate) fn photo() -> anyhow::Result<Vec<u8>> {
    encode((1_600, 1_200))
}

/// A PNG of transparent noise, which no format compresses: about 17 MB.
pub(crate) fn noise() -> anyhow::Result<Vec<u8>> {
    const SIDE: u32 = 2_080;
    let mut state = 12_345_u32;
    let picture = image::RgbaImage::from_fn(SIDE, SIDE, |_, _| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        image::Rgba((state ^ (state >> 13)).to_be_bytes())
    });
    let mut file = Vec::new();
    let encoder = image::codecs::png::PngEncoder::new(&mut file);
    picture.write_with_encoder(encoder)?;
    Ok(file)
}

fn encode((width, height): (u32, u32)) -> anyhow::Result<Vec<u8>> {
    let mut state = 12_345_u32;
    let mut samples = Vec::new();
    for y in 0..height {
        for x in 0..width {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let grain = state >> 28;
            let edge = ((x / 90) ^ (y / 70)) % 5 * 18;
            let shades = [
                x * 150 / width + edge,
                y * 150 / height + edge,
                (x + y) * 120 / (width + height) + edge,
            ];
            for shade in shades {
                samples.push(u8::try_from(shade + grain)?);
            }
        }
    }
    let picture = RgbImage::from_raw(width, height, samples)
        .ok_or_else(|| anyhow::anyhow!("too few samples"))?;
    let mut file = Vec::new();
    JpegEncoder::new_with_quality(&mut file, QUALITY).encode(
        &picture,
        width,
        height,
        ExtendedColorType::Rgb8,
    )?;
    Ok(file)
}
