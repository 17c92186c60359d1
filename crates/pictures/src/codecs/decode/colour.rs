//! Applies embedded colour profiles to the pixels, so that the profiles can be removed.

use image::DynamicImage;
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

/// How many samples are converted at a time.
const BLOCK: usize = 1 << 16;

/// Converts pixels from the colours of `icc` to sRGB. A damaged profile, or one that is not for
/// RGB, has no effect.
pub(super) fn to_srgb(pixels: &mut DynamicImage, icc: &[u8]) {
    let Ok(profile) = ColorProfile::new_from_slice(icc) else {
        return;
    };
    if profile.color_space != DataColorSpace::Rgb {
        return;
    }
    match pixels {
        DynamicImage::ImageRgb8(rgb) => convert(&profile, Layout::Rgb, rgb, 3),
        DynamicImage::ImageRgba8(rgba) => convert(&profile, Layout::Rgba, rgba, 4),
        _ => {}
    }
}

fn convert(profile: &ColorProfile, layout: Layout, samples: &mut [u8], channels: usize) {
    let srgb = ColorProfile::new_srgb();
    let Ok(transform) =
        profile.create_transform_8bit(layout, &srgb, layout, TransformOptions::default())
    else {
        return;
    };
    // A block of whole pixels at a time, which avoids a second picture in memory.
    let mut source = Vec::new();
    for block in samples.chunks_mut(BLOCK / channels * channels) {
        source.clear();
        source.extend_from_slice(block);
        if transform.transform(&source, block).is_err() {
            block.copy_from_slice(&source);
        }
    }
}
