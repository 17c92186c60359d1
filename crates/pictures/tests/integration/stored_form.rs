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
