//! The size of stored pictures: larger uploads are scaled down.

use image::{DynamicImage, GenericImageView, Pixel};
use wayfare_bounds::Client;
use wayfare_pictures::{
    CleanPicture, Cleaner, MAX_STORED_BYTES, MAX_STORED_SIDE, PictureFormat, TempSpace,
    UploadLimits, clean,
};

use crate::samples::{disc, encode, load, noise, photo};

/// Without a limit of the file size, which noise in the formats of these tests exceeds.
const ANY_BYTES: UploadLimits = UploadLimits {
    bytes: u64::MAX,
    pixels: 50_000_000,
};

/// Cleans a file, and checks the bounds and proportions of the result.
fn stored(upload: &DynamicImage, format: &str) -> (CleanPicture, DynamicImage) {
    let picture = clean(&encode(upload, format), ANY_BYTES).unwrap();
    let info = picture.info;
    assert!(info.size <= MAX_STORED_BYTES, "{info:?}");
    assert!(info.width.max(info.height) <= MAX_STORED_SIDE, "{info:?}");
    let pixels = load(&picture.bytes);
    assert_eq!(pixels.dimensions(), (info.width, info.height));
    // The proportions are kept to the nearest pixel of the shorter side.
    let [width, height, stored_width, stored_height] =
        [upload.width(), upload.height(), info.width, info.height].map(u64::from);
    let difference = (stored_width * height).abs_diff(stored_height * width);
    assert!(difference <= width.max(height), "{info:?}");
    (picture, pixels)
}

#[test]
fn long_sides_are_scaled_down() {
    for (upload, size) in [
        (photo(5_000, 2_500), (4_096, 2_048)),
        (photo(30, 6_000), (20, 4_096)),
        (photo(20_000, 3), (4_096, 1)),
        (photo(4_096, 30), (4_096, 30)),
    ] {
        let (picture, _) = stored(&upload, "png");
        assert_eq!((picture.info.width, picture.info.height), size);
        assert_eq!(picture.info.format, PictureFormat::Jpeg);
    }
}

#[test]
fn large_files_are_scaled_down_and_stay_transparent() {
    let upload = noise(2_000, 1_300, true);
    let (picture, pixels) = stored(&upload, "webp");
    assert_eq!(picture.info.format, PictureFormat::Png);
    let is_transparent = |pixel: &image::Rgba<u8>| pixel.channels().last() < Some(&u8::MAX);
    assert!(pixels.to_rgba8().pixels().any(is_transparent));
    // No smaller than need be.
    assert!(
        picture.info.size > MAX_STORED_BYTES / 2,
        "{:?}",
        picture.info
    );

    let (picture, _) = stored(&noise(2_900, 2_700, false), "png");
    assert_eq!(picture.info.format, PictureFormat::Jpeg);
    assert!(
        picture.info.size > MAX_STORED_BYTES / 2,
        "{:?}",
        picture.info
    );
}

#[test]
fn scaling_down_is_deterministic_and_needed_once() {
    let upload = encode(&noise(1_600, 1_400, true), "png");
    let picture = clean(&upload, ANY_BYTES).unwrap();
    assert_eq!(clean(&upload, ANY_BYTES).unwrap(), picture);
    let again = clean(&picture.bytes, ANY_BYTES).unwrap();
    assert_eq!(again.info, picture.info);
}

#[tokio::test]
async fn a_cleaner_counts_pictures_that_it_scales_down() {
    let folder = tempfile::tempdir().unwrap();
    let space = TempSpace::new(folder.path(), 20 << 20, 100 << 20);
    let cleaner = Cleaner::new(UploadLimits::default(), 2, 2);
    for (width, scaled_down) in [(300, 0), (4_100, 1)] {
        let mut file = space.create(Client::new(1)).await.unwrap();
        let upload = encode(&disc(width, 20), "png");
        file.write(&upload).await.unwrap();
        let file = file.finish().await.unwrap();
        cleaner.clean_file(Client::new(1), file).await.unwrap();
        assert_eq!(cleaner.scaled_down().get(), scaled_down);
    }
}
