use std::io::{Cursor, Write};

use wayfare_domain::trip::FileType;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::file_type;

fn of(bytes: &[u8]) -> FileType {
    file_type(Cursor::new(bytes))
}

fn zip_of(name: &str) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file(name, SimpleFileOptions::default()).unwrap();
    zip.write_all(b"{}").unwrap();
    zip.finish().unwrap().into_inner()
}

#[test]
fn the_content_tells_what_a_file_is() {
    for (bytes, kind) in [
        (&b"%PDF-1.7\n"[..], FileType::Pdf),
        (b"\xff\xd8\xff\xe1\0\x10Exif", FileType::Jpeg),
        (b"\x89PNG\r\n\x1a\n\0\0", FileType::Png),
        (b"GIF89a\x01\0", FileType::Gif),
        (b"RIFF\x10\0\0\0WEBPVP8 ", FileType::Webp),
        (b"\0\0\0\x18ftypheic\0\0", FileType::Heic),
        (b"\0\0\0\x18ftypavif\0\0", FileType::Avif),
        (b"\0\0\0\x18ftypisom\0\0", FileType::Other),
        (b"\r\nbegin:vcalendar\r\n", FileType::Calendar),
        ("Gate öffnet 10:40\n".as_bytes(), FileType::Text),
        (b"", FileType::Other),
        (b"\0\x01\x02", FileType::Other),
        (b"caf\xe9 in another encoding", FileType::Other),
    ] {
        assert_eq!(of(bytes), kind, "{:?}", String::from_utf8_lossy(bytes));
    }
    assert_eq!(of(&zip_of("pass.json")), FileType::Pass);
    assert_eq!(of(&zip_of("trip.json")), FileType::Other);
}

#[test]
fn markup_is_never_text() {
    for text in [
        "<!doctype html><p>a",
        "  <svg xmlns='http://www.w3.org/2000/svg'/>",
        "\u{feff}<?xml version='1.0'?>",
        "a note\n<b>bold</b>",
    ] {
        assert_eq!(of(text.as_bytes()), FileType::Other, "{text}");
    }
}

#[test]
fn a_character_that_the_look_cuts_is_no_error() {
    let text = "é".repeat(40_000);
    assert_eq!(of(text.as_bytes()), FileType::Text);
    assert_eq!(of(format!("a{text}").as_bytes()), FileType::Text);
}
