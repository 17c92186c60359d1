//! Embedded colour profiles: applied to the pixels, so that the profile itself can be dropped.

use image::DynamicImage;
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

/// How many samples are converted in one go.
const BLOCK: usize = 1 << 16;

/// Converts pixels from the colours of `icc` to sRGB. A profile that is damaged or not meant for RGB changes nothing.
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
    let Ok(transform) = profile.create_transform_8bit(layout, &srgb, layout, TransformOptions::default()) else {
        return;
    };
    // A block of whole pixels at a time, so that no second picture is held in memory.
    let mut source = Vec::new();
    for block in samples.chunks_mut(BLOCK / channels * channels) {
        source.clear();
        source.extend_from_slice(block);
        if transform.transform(&source, block).is_err() {
            block.copy_from_slice(&source);
        }
    }
}

/// RGB samples of CMYK samples (0 is no ink), by the profile where it is one for CMYK, else by the plain formula.
pub(super) fn cmyk_to_rgb(cmyk: &[u8], icc: Option<&[u8]>) -> Vec<u8> {
    by_profile(cmyk, icc).unwrap_or_else(|| {
        let (pixels, _) = cmyk.as_chunks::<4>();
        pixels.iter().flat_map(|&pixel| plain(pixel)).collect()
    })
}

fn by_profile(cmyk: &[u8], icc: Option<&[u8]>) -> Option<Vec<u8>> {
    let profile = ColorProfile::new_from_slice(icc?).ok()?;
    if profile.color_space != DataColorSpace::Cmyk {
        return None;
    }
    let srgb = ColorProfile::new_srgb();
    // Four inks are laid out like four channels of RGBA.
    let transform =
        profile.create_transform_8bit(Layout::Rgba, &srgb, Layout::Rgb, TransformOptions::default()).ok()?;
    let mut rgb = vec![0; cmyk.len() / 4 * 3];
    transform.transform(cmyk, &mut rgb).ok()?;
    Some(rgb)
}

fn plain([cyan, magenta, yellow, black]: [u8; 4]) -> [u8; 3] {
    let light = |ink: u8| {
        let product = u16::from(u8::MAX - ink) * u16::from(u8::MAX - black);
        u8::try_from((product + 127) / 255).unwrap_or(u8::MAX)
    };
    [light(cyan), light(magenta), light(yellow)]
}
