//! Sample pictures, and checks of returned ones.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{
    DynamicImage, GenericImageView, ImageEncoder, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage,
};
use wayfare_testkit::Reply;

/// The supported types of pictures, with file names.
pub(crate) const FORMATS: [(ImageFormat, &str); 4] = [
    (ImageFormat::Jpeg, "a.jpg"),
    (ImageFormat::Png, "a.png"),
    (ImageFormat::WebP, "a.webp"),
    (ImageFormat::Gif, "a.gif"),
];

/// A picture like a photograph, in a given tint.
pub(crate) fn photo(width: u32, height: u32, tint: u8) -> DynamicImage {
    let shade = |part: u32, whole: u32| u8::try_from(part * 200 / whole).unwrap();
    let grain = |x: u32, y: u32| u8::try_from((x * 7 + y * 13) % 23).unwrap();
    RgbImage::from_fn(width, height, |x, y| {
        Rgb([shade(x, width) + grain(x, y), shade(y, height), tint])
    })
    .into()
}

pub(crate) fn file(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    picture.write_to(&mut file, format).unwrap();
    file.into_inner()
}

/// A JPEG file of this size, in a given tint.
pub(crate) fn jpeg(width: u32, height: u32, tint: u8) -> Vec<u8> {
    file(&photo(width, height, tint), ImageFormat::Jpeg)
}

/// A red dot on a transparent background.
pub(crate) fn transparent_png(width: u32, height: u32) -> Vec<u8> {
    let dot =
        |x: u32, y: u32| x.abs_diff(width / 2) + y.abs_diff(height / 2) < width.min(height) / 4;
    let picture = RgbaImage::from_fn(width, height, |x, y| {
        if dot(x, y) {
            Rgba([255, 0, 0, 255])
        } else {
            Rgba([0; 4])
        }
    });
    file(&picture.into(), ImageFormat::Png)
}

/// A rotated JPEG whose metadata has a description and a location, both with `canary`.
pub(crate) fn telling_jpeg(width: u32, height: u32, canary: &str) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = JpegEncoder::new(&mut file);
    encoder.set_exif_metadata(exif(canary)).unwrap();
    let picture = photo(width, height, 90);
    encoder
        .write_image(
            picture.as_bytes(),
            width,
            height,
            image::ExtendedColorType::Rgb8,
        )
        .unwrap();
    file
}

/// TIFF metadata with three entries: a description, a rotation to the right, and a location.
fn exif(canary: &str) -> Vec<u8> {
    let text = format!("{canary}\0");
    let length = u32::try_from(text.len()).unwrap();
    let (place_at, text_at) = (8 + 2 + 3 * 12 + 4, 8 + 2 + 3 * 12 + 4 + 2 + 12 + 4);
    let entry = |tag: u16, kind: u16, count: u32, value: u32| {
        [
            &tag.to_le_bytes()[..],
            &kind.to_le_bytes(),
            &count.to_le_bytes(),
            &value.to_le_bytes(),
        ]
        .concat()
    };
    let head = [&b"II*\0\x08\0\0\0"[..], &3_u16.to_le_bytes()].concat();
    let entries = [
        entry(0x010E, 2, length, text_at),
        entry(0x0112, 3, 1, 6),
        entry(0x8825, 4, 1, place_at),
    ]
    .concat();
    let place = [
        &1_u16.to_le_bytes()[..],
        &entry(0x001C, 2, length, text_at),
        &[0; 4],
    ]
    .concat();
    [head, entries, vec![0; 4], place, text.into_bytes()].concat()
}

/// A PNG of 20,000 by 20,000 pixels in a hundred bytes.
pub(crate) fn bomb() -> Vec<u8> {
    let mut file = file(&photo(8, 8, 0), ImageFormat::Png);
    let side = 20_000_u32.to_be_bytes();
    file[16..20].copy_from_slice(&side);
    file[20..24].copy_from_slice(&side);
    let sum = crc(&file[12..29]);
    file[29..33].copy_from_slice(&sum.to_be_bytes());
    file
}

fn crc(bytes: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            if sum & 1 == 1 {
                (sum >> 1) ^ 0xEDB8_8320
            } else {
                sum >> 1
            }
        })
    };
    !bytes.iter().fold(u32::MAX, step)
}

/// Decodes the picture of an answer.
#[track_caller]
pub(crate) fn shown<T>(reply: &Reply<T>) -> DynamicImage {
    assert_eq!(reply.status, 200, "{reply:?}");
    let format = ImageFormat::from_mime_type(reply.header("content-type").unwrap()).unwrap();
    image::load_from_memory_with_format(&reply.body, format).unwrap()
}

/// The width and height of the picture of an answer.
#[track_caller]
pub(crate) fn size<T>(reply: &Reply<T>) -> (u32, u32) {
    shown(reply).dimensions()
}

/// Whether a pixel has approximately this colour.
pub(crate) fn is_about(picture: &DynamicImage, (x, y): (u32, u32), colour: [u8; 3]) -> bool {
    let Rgba([red, green, blue, _]) = picture.get_pixel(x, y);
    [red, green, blue]
        .iter()
        .zip(colour)
        .all(|(is, wanted)| is.abs_diff(wanted) < 30)
}
