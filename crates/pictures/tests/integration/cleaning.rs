//! Cleaning: accepts every kind of upload, returns upright pictures without metadata.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::codecs::gif::GifEncoder;
use image::{DynamicImage, Frame, GenericImageView, Rgb, RgbImage, Rgba, RgbaImage};
use jpeg_encoder::{ColorType, Encoder};
use wayfare_bounds::Client;
use wayfare_pictures::{
    CleanPicture, Cleaner, ContentHash, PictureFormat, TempSpace, UploadLimits,
};

use crate::samples::{
    Extras, FORMATS, contains, disc, encode, encode_with, exif, insert, jpeg_segment, load, photo,
    png_chunk, quarters, riff_chunk, shows_quarters, webp_of,
};

const CLIENT: Client = Client::new(1);

fn clean(file: &[u8]) -> CleanPicture {
    wayfare_pictures::clean(file, UploadLimits::default()).unwrap()
}

#[test]
fn photographs_of_every_type_become_jpeg() {
    for format in ["jpeg", "png", "webp"] {
        let picture = clean(&encode(&photo(400, 300), format));
        assert_eq!(picture.info.format, PictureFormat::Jpeg, "{format}");
        assert!(picture.bytes.starts_with(b"\xFF\xD8\xFF"));
        assert_eq!(load(&picture.bytes).dimensions(), (400, 300));
    }
}

#[test]
fn info_matches_the_bytes() {
    let picture = clean(&encode(&photo(401, 299), "png"));
    assert_eq!((picture.info.width, picture.info.height), (401, 299));
    assert_eq!(
        picture.info.size,
        u64::try_from(picture.bytes.len()).unwrap()
    );
    assert_eq!(picture.info.hash, ContentHash::of(&picture.bytes));
}

#[test]
fn opaque_graphics_become_png() {
    for format in ["png", "webp", "gif"] {
        let picture = clean(&encode(&quarters(64, 48), format));
        assert_eq!(picture.info.format, PictureFormat::Png, "{format}");
        assert!(shows_quarters(&load(&picture.bytes)), "{format}");
    }
    let jpeg = clean(&encode(&quarters(64, 48), "jpeg"));
    assert_eq!(jpeg.info.format, PictureFormat::Jpeg);
}

#[test]
fn preserves_transparency() {
    for format in ["png", "webp"] {
        let source = disc(120, 90);
        let picture = clean(&encode(&source, format));
        assert_eq!(picture.info.format, PictureFormat::Png, "{format}");
        assert_eq!(
            load(&picture.bytes).to_rgba8(),
            source.to_rgba8(),
            "{format}"
        );
    }
    let gif = clean(&encode(&disc(120, 90), "gif"));
    assert_eq!(load(&gif.bytes).to_rgba8().get_pixel(0, 0).0[3], 0);
}

#[test]
fn drops_an_opaque_alpha_channel() {
    let source = DynamicImage::from(photo(200, 100).to_rgba8());
    let picture = clean(&encode(&source, "png"));
    assert_eq!(picture.info.format, PictureFormat::Jpeg);
}

#[test]
fn accepts_grey_and_16_bit_pictures() {
    let grey = DynamicImage::from(photo(100, 80).to_luma8());
    let deep = DynamicImage::from(photo(100, 80).to_rgb16());
    let deep_alpha = DynamicImage::from(disc(100, 80).to_rgba16());
    for (picture, format, expected) in [
        (&grey, "jpeg", PictureFormat::Jpeg),
        (&grey, "png", PictureFormat::Png),
        (&deep, "png", PictureFormat::Jpeg),
        (&deep_alpha, "png", PictureFormat::Png),
    ] {
        let cleaned = clean(&encode(picture, format));
        assert_eq!(cleaned.info.format, expected);
        assert_eq!(load(&cleaned.bytes).dimensions(), (100, 80));
    }
}

/// Weights of an average along a side of millions of pixels would take gigabytes.
#[test]
fn a_line_of_pixels_is_not_averaged() {
    let stripes = |size: (u32, u32)| {
        let line = RgbImage::from_fn(size.0, size.1, |x, y| {
            Rgb([if (x + y) % 2 == 0 { 0 } else { 255 }; 3])
        });
        encode(&DynamicImage::from(line), "png")
    };
    let of_two_colours = |file: &[u8]| {
        load(file)
            .to_rgb8()
            .pixels()
            .all(|pixel| [0, 255].contains(&pixel[0]))
    };
    let longer = clean(&stripes((1, 70_001)));
    assert_eq!((longer.info.width, longer.info.height), (1, 4_096));
    assert!(of_two_colours(&longer.bytes));
    assert!(!of_two_colours(&clean(&stripes((1, 60_001))).bytes));
}

#[test]
fn accepts_lossy_and_animated_webp() {
    for sample in [
        "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA",
        "UklGRkoAAABXRUJQVlA4WAoAAAAQAAAAAAAAAAAAQUxQSAwAAAARBxAR/\
            Q9ERP8DAABWUDggGAAAABQBAJ0BKgEAAQAAAP4AAA3AAP7mtQAAAA==",
        "UklGRlIAAABXRUJQVlA4WAoAAAASAAAAAAAAAAAAQU5JTQYAAAD/////\
            AABBTk1GJgAAAAAAAAAAAAAAAAAAAGQAAABWUDhMDQAAAC8AAAAQBxAREYiI/gcA",
    ] {
        let picture = clean(&STANDARD.decode(sample).unwrap());
        assert_eq!((picture.info.width, picture.info.height), (1, 1));
    }
}

#[test]
fn keeps_the_first_frame_of_an_animation() {
    let frame = |colour| Frame::new(RgbaImage::from_pixel(20, 10, Rgba(colour)));
    let mut gif = Vec::new();
    let mut encoder = GifEncoder::new(&mut gif);
    encoder.encode_frame(frame([255, 0, 0, 255])).unwrap();
    encoder.encode_frame(frame([0, 0, 255, 255])).unwrap();
    drop(encoder);
    let picture = clean(&gif);
    assert_eq!(
        load(&picture.bytes).to_rgb8().get_pixel(3, 3).0,
        [255, 0, 0]
    );
    assert!(!contains(&picture.bytes, b"NETSCAPE"));
}

#[test]
fn applies_every_orientation() {
    let upright = quarters(64, 48);
    for (orientation, stored) in [
        (1, upright.clone()),
        (2, upright.fliph()),
        (3, upright.rotate180()),
        (4, upright.flipv()),
        (5, upright.rotate90().fliph()),
        (6, upright.rotate270()),
        (7, upright.rotate270().fliph()),
        (8, upright.rotate90()),
    ] {
        for format in ["jpeg", "png", "webp"] {
            let extras = Extras {
                exif: Some(exif(orientation, "x")),
                icc: None,
            };
            let picture = clean(&encode_with(&stored, format, extras));
            assert_eq!(
                (picture.info.width, picture.info.height),
                (64, 48),
                "{orientation} {format}"
            );
            assert!(
                shows_quarters(&load(&picture.bytes)),
                "{orientation} {format}"
            );
        }
    }
}

#[test]
fn ignores_invalid_orientations() {
    for orientation in [0, 9, u16::MAX] {
        let extras = Extras {
            exif: Some(exif(orientation, "x")),
            icc: None,
        };
        let picture = clean(&encode_with(&quarters(64, 48), "jpeg", extras));
        assert!(shows_quarters(&load(&picture.bytes)));
    }
}

const CANARY: &str = "CANARY-48.2082N-16.3738E";

fn assert_no_metadata(file: &[u8], name: &str) {
    for trace in [
        "CANARY",
        "Exif",
        "eXIf",
        "xmpmeta",
        "ns.adobe.com",
        "ICC_PROFILE",
        "iCCP",
        "iTXt",
        "tEXt",
        "zTXt",
        "Photoshop",
    ] {
        assert!(!contains(file, trace.as_bytes()), "{name}: {trace}");
    }
    if !file.starts_with(b"\xFF\xD8") {
        return;
    }
    // Up to the first scan there are only segments that a decoder needs.
    let mut rest = &file[2..];
    while rest[1] != 0xDA {
        assert!(
            matches!(rest[1], 0xE0 | 0xDB | 0xC0 | 0xC4),
            "{name}: marker {:x}",
            rest[1]
        );
        let length = usize::from(u16::from_be_bytes([rest[2], rest[3]]));
        rest = &rest[2 + length..];
    }
}

#[test]
fn removes_metadata_from_jpeg() {
    let place = Extras {
        exif: Some(exif(1, CANARY)),
        icc: None,
    };
    let mut file = encode_with(&photo(200, 100), "jpeg", place);
    let xmp = format!("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>{CANARY}</x:xmpmeta>");
    let iptc = format!("Photoshop 3.0\08BIM{CANARY}");
    for segment in [
        jpeg_segment(0xE1, xmp.as_bytes()),
        jpeg_segment(0xED, iptc.as_bytes()),
        jpeg_segment(0xFE, CANARY.as_bytes()),
        jpeg_segment(0xEB, CANARY.as_bytes()),
    ] {
        file = insert(&file, 2, &segment);
    }
    file.extend(CANARY.as_bytes());
    assert!(contains(&file, b"Exif"));
    assert_no_metadata(&clean(&file).bytes, "jpeg");
}

#[test]
fn removes_metadata_from_png() {
    for source in [photo(200, 100), disc(200, 100)] {
        let place = Extras {
            exif: Some(exif(1, CANARY)),
            icc: None,
        };
        let mut file = encode_with(&source, "png", place);
        let itxt = format!("XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta>{CANARY}</x:xmpmeta>");
        for chunk in [
            png_chunk(b"tEXt", format!("Comment\0{CANARY}").as_bytes()),
            png_chunk(b"iTXt", itxt.as_bytes()),
            png_chunk(b"prVt", CANARY.as_bytes()),
        ] {
            // After the signature and IHDR.
            file = insert(&file, 8 + 25, &chunk);
        }
        file.extend(CANARY.as_bytes());
        assert!(contains(&file, b"eXIf"));
        assert_no_metadata(&clean(&file).bytes, "png");
    }
}

#[test]
fn removes_metadata_from_webp_and_gif() {
    for source in [photo(200, 100), disc(200, 100)] {
        let place = Extras {
            exif: Some(exif(1, CANARY)),
            icc: None,
        };
        let file = encode_with(&source, "webp", place);
        let xmp = riff_chunk(
            b"XMP ",
            format!("<x:xmpmeta>{CANARY}</x:xmpmeta>").as_bytes(),
        );
        let file = webp_of(&[&file[12..], &xmp].concat());
        assert!(contains(&file, b"EXIF"));
        let cleaned = clean(&file);
        assert_no_metadata(&cleaned.bytes, "webp");
        assert!(!contains(&cleaned.bytes, b"EXIF"));
    }
    let gif = encode(&quarters(20, 20), "gif");
    let comment = [b"\x21\xFE\x18", CANARY.as_bytes(), b"\0"].concat();
    // Before the frame: after the header, the screen descriptor and its colour table.
    let at = gif.windows(2).position(|two| two == [0x21, 0xF9]).unwrap();
    let gif = insert(&gif, at, &comment);
    assert_no_metadata(&clean(&gif).bytes, "gif");
}

#[test]
fn cleaning_is_deterministic() {
    for format in FORMATS {
        let file = encode(&photo(300, 200), format);
        assert_eq!(clean(&file), clean(&file), "{format}");
    }
}

#[test]
fn metadata_does_not_change_the_bytes() {
    let place = |canary| Extras {
        exif: Some(exif(1, canary)),
        icc: None,
    };
    let here = encode_with(&photo(200, 100), "jpeg", place("here"));
    let there = encode_with(&photo(200, 100), "jpeg", place("there"));
    assert_ne!(here, there);
    assert_eq!(clean(&here).info.hash, clean(&there).info.hash);
}

#[test]
fn converts_embedded_colour_profiles() {
    let source = DynamicImage::from(RgbImage::from_pixel(8, 8, Rgb([200, 100, 50])));
    let p3 = moxcms::ColorProfile::new_display_p3().encode().unwrap();
    let colour = |icc| {
        let file = encode_with(&source, "png", Extras { exif: None, icc });
        load(&clean(&file).bytes).to_rgb8().get_pixel(4, 4).0
    };
    assert_eq!(colour(None), [200, 100, 50]);
    let [red, green, blue] = colour(Some(p3));
    // Display P3 is wider than sRGB, so the same colour has larger numbers in sRGB.
    assert!(
        (208..=218).contains(&red) && (92..=99).contains(&green) && (28..=44).contains(&blue),
        "{red} {green} {blue}"
    );
    assert_eq!(colour(Some(b"no profile".to_vec())), [200, 100, 50]);
}

#[test]
fn accepts_cmyk() {
    // Cyan, magenta, yellow and black, where 0 is none. The encoder writes them inverted, as Adobe
    // does.
    for (inks, expected) in [
        ([0, 0, 0, 0], [255, 255, 255]),
        ([0, 255, 255, 0], [255, 0, 0]),
        ([0, 0, 0, 255], [0, 0, 0]),
    ] {
        for colours in [ColorType::Cmyk, ColorType::CmykAsYcck] {
            let mut file = Vec::new();
            let samples: Vec<u8> = inks.into_iter().cycle().take(16 * 16 * 4).collect();
            Encoder::new(&mut file, 95)
                .encode(&samples, 16, 16, colours)
                .unwrap();
            let shown = load(&clean(&file).bytes).to_rgb8().get_pixel(8, 8).0;
            let close = shown
                .into_iter()
                .zip(expected)
                .all(|(a, b): (u8, u8)| a.abs_diff(b) < 12);
            assert!(close, "{inks:?} as {colours:?} is {shown:?}");
        }
    }
}

#[tokio::test]
async fn cleans_files_like_bytes_and_removes_them() {
    let folder = tempfile::tempdir().unwrap();
    let upload = encode(&photo(400, 300), "jpeg");
    let space = TempSpace::new(folder.path(), 20 << 20, 40 << 20);
    let mut receiving = space.create(Client::new(1)).await.unwrap();
    for chunk in upload.chunks(1000) {
        receiving.write(chunk).await.unwrap();
    }
    let file = receiving.finish().await.unwrap();
    let cleaner = Cleaner::new(UploadLimits::default(), 2, 8);
    let from_file = cleaner.clean_file(CLIENT, file).await.unwrap();
    let from_bytes = cleaner
        .clean_bytes(CLIENT, upload.clone().into())
        .await
        .unwrap();
    assert_eq!(from_file, from_bytes);
    assert_eq!(from_file, clean(&upload));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
