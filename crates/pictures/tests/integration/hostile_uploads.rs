//! Hostile uploads: wrong types, damaged files, and files made to exhaust the service.

use std::time::{Duration, Instant};

use jpeg_encoder::{ColorType, Encoder};
use wayfare_bounds::Client;
use wayfare_pictures::{Cleaner, PictureError, TempSpace, UploadLimits};

use crate::samples::{
    FORMATS, disc, encode, insert, jpeg_segment, marker_at, photo, png_chunk, riff_chunk, webp_of,
};

const CLIENT: Client = Client::new(1);

fn rejection(file: &[u8]) -> PictureError {
    let began = Instant::now();
    let error = wayfare_pictures::clean(file, UploadLimits::default()).unwrap_err();
    assert!(
        began.elapsed() < Duration::from_secs(5),
        "took {:?}",
        began.elapsed()
    );
    error
}

macro_rules! assert_rejected {
    ($file:expr, $kind:pat, $name:expr) => {
        let error = rejection($file);
        assert!(matches!(error, $kind), "{}: {error:?}", $name);
    };
}

#[test]
fn accepts_only_the_four_types() {
    let svg = "<?xml version=\"1.0\"?><svg \
        xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";
    let html = "<!DOCTYPE html><html><body>hello</body></html>";
    for (name, file) in [
        ("nothing", &b""[..]),
        ("text", b"hello, I am called holiday.png"),
        ("svg", svg.as_bytes()),
        ("html", html.as_bytes()),
        (
            "bmp",
            b"BM\x1e\0\0\0\0\0\0\0\x1a\0\0\0\x0c\0\0\0\x01\0\x01\0\x01\0\x18\0\0\0\xff\0",
        ),
        ("tiff", b"II*\0\x08\0\0\0\0\0\0\0"),
        ("avif", b"\0\0\0\x1cftypavif\0\0\0\0avifmif1"),
        ("pdf", b"%PDF-1.7\n"),
        ("zip", b"PK\x03\x04\x14\0\0\0"),
        ("riff that is no webp", b"RIFF\x24\0\0\0WAVEfmt "),
        ("half a signature", b"\x89PN"),
    ] {
        assert_rejected!(file, PictureError::UnsupportedType, name);
    }
    let heic = b"\0\0\0\x18ftypheic\0\0\0\0heicmif1";
    assert_rejected!(heic, PictureError::Heif, "heic");
}

#[test]
fn rejects_signatures_without_a_picture() {
    for (name, file) in [
        ("jpeg", &b"\xFF\xD8\xFF\xE0hello"[..]),
        ("png", b"\x89PNG\r\n\x1a\nhello, there is nothing here"),
        ("gif", b"GIF89a"),
        ("webp", b"RIFF\x10\0\0\0WEBPVP8 \x04\0\0\0abcd"),
    ] {
        assert_rejected!(file, PictureError::Unreadable, name);
    }
}

#[test]
fn rejects_truncated_files() {
    let mut files: Vec<_> = FORMATS
        .iter()
        .map(|format| (*format, encode(&photo(300, 200), format)))
        .collect();
    files.push(("png with alpha", encode(&disc(300, 200), "png")));
    let mut progressive = Vec::new();
    let mut encoder = Encoder::new(&mut progressive, 90);
    encoder.set_progressive(true);
    encoder
        .encode(photo(300, 200).as_bytes(), 300, 200, ColorType::Rgb)
        .unwrap();
    files.push(("progressive jpeg", progressive));
    for (name, file) in files {
        assert!(
            wayfare_pictures::clean(&file, UploadLimits::default()).is_ok(),
            "{name}"
        );
        for percent in [5, 20, 40, 60, 80, 90, 97] {
            let cut = &file[..file.len() * percent / 100];
            assert_rejected!(
                cut,
                PictureError::Unreadable,
                format!("{name} at {percent} %")
            );
        }
    }
}

#[test]
fn damaged_files_cause_no_panic() {
    for format in FORMATS {
        let file = encode(&photo(60, 40), format);
        for at in (0..file.len()).step_by(1 + file.len() / 150) {
            for value in [0x00, 0xFF, file[at] ^ 0x10] {
                let mut damaged = file.clone();
                damaged[at] = value;
                // Either result is right; a panic or an endless loop is not.
                let _ = wayfare_pictures::clean(&damaged, UploadLimits::default());
            }
        }
    }
}

fn png_claiming(width: u32, height: u32) -> Vec<u8> {
    let header = [
        &width.to_be_bytes()[..],
        &height.to_be_bytes(),
        &[8, 6, 0, 0, 0],
    ]
    .concat();
    [
        b"\x89PNG\r\n\x1a\n".to_vec(),
        png_chunk(b"IHDR", &header),
        png_chunk(b"IDAT", b"\x78\x9c\x63\x00\x00\x00\x01\x00\x01"),
        png_chunk(b"IEND", b""),
    ]
    .concat()
}

#[test]
fn rejects_huge_declared_sizes_on_the_header() {
    let mut gif = encode(&photo(8, 8), "gif");
    gif[6..10].copy_from_slice(&[0xFF; 4]);
    let mut jpeg = encode(&photo(8, 8), "jpeg");
    let frame = marker_at(&jpeg, 0xC0);
    jpeg[frame + 5..frame + 9].copy_from_slice(&[0xFF, 0x00, 0xFF, 0x00]);
    // A canvas of 16,384 by 16,384: each side less one in three bytes.
    let canvas = riff_chunk(b"VP8X", b"\0\0\0\0\xFF\x3F\0\xFF\x3F\0");
    let lossless = encode(&photo(8, 8), "webp");
    let webp = webp_of(&[&canvas, &lossless[12..]].concat());
    for (name, file) in [
        ("png", png_claiming(100_000, 100_000)),
        (
            "png of the largest sides",
            png_claiming(0x7FFF_FFFF, 0x7FFF_FFFF),
        ),
        ("png of just too much", png_claiming(10_000, 5_001)),
        ("gif", gif),
        ("jpeg", jpeg),
        ("webp", webp),
    ] {
        assert_rejected!(&file, PictureError::TooManyPixels { .. }, name);
    }
}

#[test]
fn rejects_a_huge_frame_on_a_small_canvas() {
    let mut gif = encode(&photo(8, 8), "gif");
    let descriptor = gif
        .windows(5)
        .position(|window| window == [0x2C, 0, 0, 0, 0])
        .unwrap();
    gif[descriptor + 5..descriptor + 9].copy_from_slice(&[0xFF; 4]);
    assert_rejected!(
        &gif,
        PictureError::TooManyPixels { .. } | PictureError::Unreadable,
        "gif"
    );

    let canvas = riff_chunk(b"VP8X", b"\0\0\0\0\x07\0\0\x07\0\0");
    let frame = [&b"\x10\x02\0\x9d\x01\x2a\xFF\x3F\xFF\x3F"[..], &[0; 600]].concat();
    let lossy = riff_chunk(b"VP8 ", &frame);
    let webp = webp_of(&[&canvas[..], &lossy].concat());
    assert_rejected!(&webp, PictureError::Unreadable, "webp");

    let canvas = riff_chunk(b"VP8X", b"\x02\0\0\0\x07\0\0\x07\0\0");
    let control = riff_chunk(b"ANIM", &[0; 6]);
    let place = [&[0; 6][..], &[7, 0, 0, 7, 0, 0], &[0; 4]].concat();
    let frame = riff_chunk(b"ANMF", &[place, lossy].concat());
    let webp = webp_of(&[canvas, control, frame].concat());
    assert_rejected!(&webp, PictureError::Unreadable, "animated webp");
}

#[test]
fn rejects_a_second_header_with_a_larger_size() {
    let jpeg = encode(&photo(8, 8), "jpeg");
    let frame = marker_at(&jpeg, 0xC0);
    let mut second = jpeg[frame..frame + 19].to_vec();
    second[5..9].copy_from_slice(&[0xFF, 0x00, 0xFF, 0x00]);
    let file = insert(&jpeg, frame + 19, &second);
    assert_rejected!(&file, PictureError::Unreadable, "jpeg");
}

#[test]
fn rejects_very_many_scans() {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, 90);
    encoder.set_progressive(true);
    encoder
        .encode(photo(64, 64).as_bytes(), 64, 64, ColorType::Rgb)
        .unwrap();
    let last = file
        .windows(2)
        .rposition(|two| two == [0xFF, 0xDA])
        .unwrap();
    let scan = file[last..file.len() - 2].to_vec();
    let end = file.len() - 2;
    let file = insert(&file, end, &scan.repeat(100));
    assert_rejected!(&file, PictureError::Unreadable, "scans");
}

#[test]
fn does_not_count_scan_markers_inside_metadata() {
    let thumbnail = jpeg_segment(0xE1, &[0xFF, 0xDA].repeat(1000));
    let file = insert(&encode(&photo(64, 64), "jpeg"), 2, &thumbnail);
    assert!(wayfare_pictures::clean(&file, UploadLimits::default()).is_ok());
}

#[test]
fn rejects_files_above_20_mib() {
    let mut file = encode(&photo(64, 64), "jpeg");
    file.resize(20 << 20, 0);
    assert!(wayfare_pictures::clean(&file, UploadLimits::default()).is_ok());
    file.resize(21 << 20, 0);
    assert_rejected!(
        &file,
        PictureError::TooManyBytes { limit: 20_971_520 },
        "21 MiB"
    );
}

#[tokio::test]
async fn applies_the_limits_to_files() {
    let folder = tempfile::tempdir().unwrap();
    let space = TempSpace::new(folder.path(), 1 << 20, 4 << 20);
    let limits = UploadLimits {
        bytes: 50_000,
        ..UploadLimits::default()
    };
    let cleaner = Cleaner::new(limits, 1, 4);
    for (upload, expected) in [
        (b"just text".to_vec(), "UnsupportedType"),
        (png_claiming(100_000, 100_000), "TooManyPixels"),
        (vec![0; 50_001], "TooManyBytes"),
        (encode(&photo(60, 40), "png")[..400].to_vec(), "Unreadable"),
    ] {
        let mut receiving = space.create(Client::new(1)).await.unwrap();
        receiving.write(&upload).await.unwrap();
        let error = cleaner
            .clean_file(CLIENT, receiving.finish().await.unwrap())
            .await
            .unwrap_err();
        assert!(format!("{error:?}").starts_with(expected), "{error:?}");
    }
}

#[tokio::test]
async fn fails_with_busy_when_the_queue_is_full() {
    let upload = bytes::Bytes::from(encode(&photo(1200, 900), "jpeg"));
    let cleaner = Cleaner::new(UploadLimits::default(), 1, 3);
    let all = (0..20).map(|_| cleaner.clean_bytes(CLIENT, upload.clone()));
    let results = futures_util::future::join_all(all).await;
    let taken = results.iter().filter(|result| result.is_ok()).count();
    let busy = results
        .iter()
        .filter(|result| matches!(result, Err(PictureError::Busy)))
        .count();
    assert_eq!((taken, busy), (4, 16));
}
