//! Pictures, `data:` URLs and signed URLs.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use time::OffsetDateTime;
use time::macros::datetime;
use wayfare_pictures::{Bounds, SIGNING_PERIOD, UploadLimits, clean, sign, verify};
use wayfare_service::PictureInput;

/// Small limits, which allow more runs.
const LIMITS: UploadLimits = UploadLimits {
    bytes: 1 << 20,
    pixels: 250_000,
};
/// The start of metadata in any of the formats.
const METADATA: [&[u8]; 5] = [
    b"Exif\0\0",
    b"eXIf",
    b"EXIF",
    b"http://ns.adobe.com/xap",
    b"iTXt",
];

/// An accepted picture is cleaned to one within the limits, without metadata, that can be decoded
/// again.
pub(crate) fn file(bytes: &[u8]) {
    let Ok(cleaned) = clean(bytes, LIMITS) else {
        return;
    };
    let (width, height) = (
        u64::from(cleaned.info.width),
        u64::from(cleaned.info.height),
    );
    assert!(
        (1..=LIMITS.pixels).contains(&(width * height)),
        "{width} x {height}"
    );
    for mark in METADATA {
        assert!(
            !cleaned
                .bytes
                .windows(mark.len())
                .any(|window| window == mark),
            "{}",
            mark.escape_ascii()
        );
    }
    let again = clean(
        &cleaned.bytes,
        UploadLimits {
            bytes: u64::MAX,
            ..LIMITS
        },
    );
    let again = again.unwrap_or_else(|error| panic!("the cleaned picture can't be read: {error}"));
    assert_eq!(
        (again.info.width, again.info.height),
        (cleaned.info.width, cleaned.info.height)
    );
}

/// A `data:` URL and its canonical form have the same bytes.
pub(crate) fn data_url(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    if let Ok(PictureInput::Data(picture)) = PictureInput::from_data_url(text) {
        let canonical = format!("data:;base64,{}", STANDARD.encode(&picture));
        assert_eq!(
            PictureInput::from_data_url(&canonical),
            Ok(PictureInput::Data(picture))
        );
    }
}

/// Only a signed query is accepted.
pub(crate) fn signed_url(bytes: &[u8]) {
    const NOW: OffsetDateTime = datetime!(2026-05-01 12:34:56 UTC);
    let Ok(query) = std::str::from_utf8(bytes) else {
        return;
    };
    let code = |signed: &str| format!("code-of-{signed}");
    // Those signed now, and the oldest that are still valid.
    let signed = |bounds: Bounds| [NOW, NOW - SIGNING_PERIOD].map(|at| sign(bounds, at, code));
    if let Ok(bounds) = verify(query, NOW, |signed, sent| code(signed) == sent) {
        assert!(
            signed(bounds).iter().any(|expected| expected == query),
            "{query}"
        );
    }
}
