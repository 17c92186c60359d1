use image::{ImageFormat, RgbImage};

use super::*;

fn picture(width: u16, height: u16) -> RgbImage {
    let shade = |value: u32| u8::try_from(value % 256).unwrap();
    RgbImage::from_fn(width.into(), height.into(), |x, y| {
        image::Rgb([shade(x / 7), shade(y / 5), shade((x ^ y) / 3)])
    })
}

/// The decoded pixels are those of a file that was encoded in one piece, whatever the number of
/// bands.
fn assert_same_pixels(width: u16, height: u16) -> usize {
    let picture = picture(width, height);
    let banded = encode(&picture, width, height, 90).unwrap();
    let whole = band(&picture, width, height, 90, None).unwrap();
    let load = |file: &[u8]| {
        image::load_from_memory_with_format(file, ImageFormat::Jpeg)
            .unwrap()
            .into_rgb8()
    };
    assert!(load(&banded) == load(&whole), "{width} by {height}");
    let scaled = jpeg_decoder::Decoder::new(banded.as_slice())
        .decode()
        .unwrap();
    assert_eq!(scaled.len(), picture.as_raw().len());
    assert_eq!(
        encode(&picture, width, height, 90).unwrap(),
        banded,
        "the bytes are deterministic"
    );
    let markers = banded
        .windows(2)
        .filter(|pair| pair[0] == 0xFF && (0xD0..=0xD7).contains(&pair[1]));
    markers.count()
}

#[test]
fn bands_of_large_pictures_do_not_change_the_pixels() {
    for (width, height) in [
        (1_024, 1_024),
        (1_500, 701),
        (32, 65_535),
        (17, 65_000),
        (65_535, 17),
        (4_001, 3_007),
    ] {
        assert_eq!(assert_same_pixels(width, height), 1, "{width} by {height}");
    }
}

#[test]
fn bands_are_no_larger_than_a_restart_interval() {
    // 524 by 524 blocks: more than twice what an interval holds.
    assert_eq!(assert_same_pixels(8_384, 8_384), 4);
}

#[test]
fn small_pictures_have_one_band() {
    for (width, height) in [(1, 1), (640, 480), (65_535, 16)] {
        assert_eq!(assert_same_pixels(width, height), 0, "{width} by {height}");
    }
}
