//! Pictures, and the addresses that stand for them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use time::OffsetDateTime;
use time::macros::datetime;
use wayfare_pictures::{Bounds, SIGNING_PERIOD, SigningKey, UploadLimits, clean};
use wayfare_service::PictureInput;

/// Small, so that many pictures can be tried.
const LIMITS: UploadLimits = UploadLimits {
    bytes: 1 << 20,
    pixels: 250_000,
};
/// What metadata begins with in any of the formats.
const METADATA: [&[u8]; 5] = [
    b"Exif\0\0",
    b"eXIf",
    b"EXIF",
    b"http://ns.adobe.com/xap",
    b"iTXt",
];

/// What is taken as a picture becomes one that is within the limits, has no metadata, and can be
/// read again.
pub(crate) fn file(bytes: &[u8]) {
    let Ok(kept) = clean(bytes, LIMITS) else {
        return;
    };
    let (width, height) = (u64::from(kept.info.width), u64::from(kept.info.height));
    assert!(
        (1..=LIMITS.pixels).contains(&(width * height)),
        "{width} x {height}"
    );
    for mark in METADATA {
        assert!(
            !kept.bytes.windows(mark.len()).any(|window| window == mark),
            "{}",
            mark.escape_ascii()
        );
    }
    let again = clean(
        &kept.bytes,
        UploadLimits {
            bytes: u64::MAX,
            ..LIMITS
        },
    );
    let again = again.unwrap_or_else(|error| panic!("what was kept can't be read: {error}"));
    assert_eq!(
        (again.info.width, again.info.height),
        (kept.info.width, kept.info.height)
    );
}

/// The bytes of a `data:` URL are those that its canonical form stands for.
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

/// Nothing but what was signed opens an address.
pub(crate) fn signed_url(bytes: &[u8]) {
    const PATH: &str = "/api/v1/trips/01890000-0000-7000-8000-000000000000/picture/x";
    const NOW: OffsetDateTime = datetime!(2026-05-01 12:34:56 UTC);
    let Ok(query) = std::str::from_utf8(bytes) else {
        return;
    };
    let key = SigningKey::derive(b"a secret that is long enough for fuzzing");
    // Those that are signed now and the last that still are good.
    let signed = |bounds: Bounds| [NOW, NOW - SIGNING_PERIOD].map(|at| key.sign(PATH, bounds, at));
    if let Ok(bounds) = key.verify(PATH, query, NOW) {
        assert!(
            signed(bounds).iter().any(|genuine| genuine == query),
            "{query}"
        );
    }
}
