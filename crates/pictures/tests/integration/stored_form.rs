//! Pictures in stored form are kept byte for byte, all others are cleaned.

use wayfare_pictures::{PictureError, UploadLimits, clean, clean_or_keep};

use crate::samples::{encode, jpeg_segment, photo, quarters};

const LIMITS: UploadLimits = UploadLimits {
    bytes: 20 << 20,
    pixels: 50_000_000,
};

/// A photograph, a large one that is encoded in bands, and a graphic, as stored.
fn stored() -> [Vec<u8>; 3] {
    let files = [
        encode(&photo(400, 300), "jpeg"),
        encode(&photo(1_300, 1_000), "jpeg"),
        encode(&quarters(64, 48), "png"),
    ];
    files.map(|file| clean(&file, LIMITS).unwrap().bytes.to_vec())
}

#[test]
fn stored_pictures_keep_their_bytes() {
    for file in stored() {
        let kept = clean_or_keep(file.clone().into(), LIMITS).unwrap();
        assert_eq!(kept.bytes, file);
        assert_eq!(kept.info, clean_or_keep(kept.bytes, LIMITS).unwrap().info);
    }
}

#[test]
fn anything_added_is_removed() {
    let [photo, _, graphic] = stored();
    let comment = jpeg_segment(0xFE, b"a comment");
    let mut commented = photo.clone();
    commented.splice(2..2, comment);
    let mut after = photo.clone();
    after.extend(b"<script>");
    let mut after_png = graphic.clone();
    after_png.extend(b"<script>");
    for file in [commented, after, after_png] {
        let kept = clean_or_keep(file.clone().into(), LIMITS).unwrap();
        assert_ne!(kept.bytes, file);
        assert!(!kept.bytes.windows(8).any(|window| window == b"<script>"));
    }
}

#[test]
fn bytes_between_the_pixels_and_the_end_are_removed() {
    let [photo, large, graphic] = stored();
    let kept = clean_or_keep(with_surplus_data(&graphic).into(), LIMITS);
    assert_eq!(kept.unwrap().bytes, graphic);
    let flat = encode(
        &image::RgbImage::from_pixel(40, 40, image::Rgb([128; 3])).into(),
        "jpeg",
    );
    let flat = clean(&flat, LIMITS).unwrap().bytes.to_vec();
    assert_eq!(
        clean_or_keep(flat.clone().into(), LIMITS).unwrap().bytes,
        flat
    );
    for mut file in [photo, large, flat] {
        let end = file.len() - 2;
        file.splice(end..end, *b"<script>hidden</script>");
        let kept = clean_or_keep(file.into(), LIMITS).unwrap();
        assert!(!kept.bytes.windows(8).any(|window| window == b"<script>"));
    }
}

/// A PNG whose pixels have bytes after the end of their compressed data.
fn with_surplus_data(png: &[u8]) -> Vec<u8> {
    let place = png.windows(4).position(|kind| kind == b"IDAT").unwrap();
    let (before, rest) = png.split_at(place - 4);
    let (length, rest) = rest.split_first_chunk::<4>().unwrap();
    let (chunk, rest) = rest.split_at(4 + u32::from_be_bytes(*length) as usize);
    let chunk = [chunk, b"<script>hidden</script>"].concat();
    let mut sum = flate2::Crc::new();
    sum.update(&chunk);
    let length = u32::try_from(chunk.len() - 4).unwrap().to_be_bytes();
    let sum = sum.sum().to_be_bytes();
    [before, &length, &chunk, &sum, rest.split_at(4).1].concat()
}

#[test]
fn truncated_pictures_are_refused() {
    for file in stored() {
        let half = file.get(..file.len() / 2).unwrap().to_vec();
        let refused = clean_or_keep(half.into(), LIMITS);
        assert!(
            matches!(refused, Err(PictureError::Unreadable)),
            "{refused:?}"
        );
    }
}
