//! Resizing of stored pictures.

use bytes::Bytes;
use image::{DynamicImage, GenericImageView};
use wayfare_pictures::{
    Bounds, CleanPicture, PictureError, PictureFormat, UploadLimits, clean, resize,
};

use crate::samples::{disc, encode, load, photo, quarters, shows_quarters};

fn stored(picture: &DynamicImage, format: &str) -> CleanPicture {
    clean(&encode(picture, format), UploadLimits::default()).unwrap()
}

fn within(max_width: u32, max_height: u32) -> Bounds {
    Bounds {
        max_width: Some(max_width),
        max_height: Some(max_height),
    }
}

#[test]
fn shrinks_jpegs_to_every_size() {
    let picture = stored(&quarters(643, 481), "jpeg");
    for (bounds, expected) in [
        (within(642, 1000), (642, 480)),
        (within(320, 320), (320, 239)),
        (within(80, 80), (80, 60)),
        (within(1000, 50), (67, 50)),
        (within(9, 9), (9, 7)),
        (within(1, 1), (1, 1)),
    ] {
        let smaller = resize(&picture.bytes, bounds).unwrap();
        assert_eq!((smaller.info.width, smaller.info.height), expected);
        assert_eq!(smaller.info.format, PictureFormat::Jpeg);
        let shown = load(&smaller.bytes);
        assert_eq!(shown.dimensions(), expected);
        assert!(expected.0 < 60 || shows_quarters(&shown), "{expected:?}");
    }
}

#[test]
fn preserves_alpha_of_pngs() {
    let picture = stored(&disc(300, 200), "png");
    let smaller = resize(&picture.bytes, within(100, 100)).unwrap();
    assert_eq!(smaller.info.format, PictureFormat::Png);
    let shown = load(&smaller.bytes).to_rgba8();
    assert_eq!(shown.dimensions(), (100, 67));
    assert_eq!(shown.get_pixel(0, 0).0[3], 0);
    assert_eq!(shown.get_pixel(50, 33).0[3], 255);
    assert!(shown.pixels().any(|pixel| (1..255).contains(&pixel.0[3])));
    // Transparent pixels do not bleed into visible ones.
    assert!(
        shown
            .pixels()
            .all(|pixel| pixel.0[3] < 32 || pixel.0[0] > 240)
    );
}

#[test]
fn opaque_graphics_stay_png() {
    let smaller = resize(&stored(&quarters(300, 200), "png").bytes, within(30, 30)).unwrap();
    assert_eq!(smaller.info.format, PictureFormat::Png);
    assert!(shows_quarters(&load(&smaller.bytes)));
}

#[test]
fn returns_pictures_that_fit_unchanged() {
    for picture in [
        stored(&photo(120, 80), "jpeg"),
        stored(&disc(120, 80), "png"),
    ] {
        for bounds in [Bounds::default(), within(120, 80), within(5000, 5000)] {
            assert_eq!(resize(&picture.bytes, bounds).unwrap(), picture);
        }
    }
}

#[test]
fn keeps_a_minimum_side_of_one() {
    let long = stored(&photo(3000, 2), "jpeg");
    let smaller = resize(&long.bytes, within(30, 30)).unwrap();
    assert_eq!((smaller.info.width, smaller.info.height), (30, 1));
}

#[test]
fn rejects_files_that_are_not_stored_pictures() {
    let refused = |file: Vec<u8>| resize(&Bytes::from(file), within(4, 4)).unwrap_err();
    assert!(matches!(
        refused(b"text".to_vec()),
        PictureError::UnsupportedType
    ));
    assert!(matches!(
        refused(encode(&photo(8, 8), "gif")),
        PictureError::UnsupportedType
    ));
    let cut = encode(&photo(80, 80), "jpeg")[..900].to_vec();
    assert!(matches!(refused(cut), PictureError::Unreadable));
}
