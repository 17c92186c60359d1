//! What a file is, by its content.

use std::io::{Read, Seek, SeekFrom};

use wayfare_domain::trip::FileType;

use crate::archive::zip_file::Unpacked;
use crate::import::Limits;

/// The bytes of a file that are looked at.
const HEAD: u64 = 64 << 10;
/// The document of a pass.
const PASS: &str = "pass.json";

/// What a file is, whatever it is called. Only text without markup counts as text, so that no
/// browser takes it for a page.
pub fn file_type<R: Read + Seek>(mut file: R) -> FileType {
    let mut head = Vec::new();
    let read = file.by_ref().take(HEAD).read_to_end(&mut head);
    if read.is_err() || file.seek(SeekFrom::Start(0)).is_err() {
        return FileType::Other;
    }
    match head.as_slice() {
        [b'%', b'P', b'D', b'F', b'-', ..] => FileType::Pdf,
        [0xff, 0xd8, 0xff, ..] => FileType::Jpeg,
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => FileType::Png,
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => FileType::Gif,
        [
            b'R',
            b'I',
            b'F',
            b'F',
            _,
            _,
            _,
            _,
            b'W',
            b'E',
            b'B',
            b'P',
            ..,
        ] => FileType::Webp,
        [_, _, _, _, b'f', b't', b'y', b'p', brand @ ..] => of_brand(brand),
        [b'P', b'K', 3, 4, ..] => {
            let unpacked = Unpacked::open(file, Limits::default());
            let is_pass = unpacked.is_ok_and(|it| it.names().iter().any(|name| name == PASS));
            if is_pass {
                FileType::Pass
            } else {
                FileType::Other
            }
        }
        _ => of_text(&head),
    }
}

/// That of a file of ISO/IEC 14496-12, by its major brand.
fn of_brand(brand: &[u8]) -> FileType {
    match brand.get(..4) {
        Some(b"heic" | b"heix" | b"mif1") => FileType::Heic,
        Some(b"avif") => FileType::Avif,
        _ => FileType::Other,
    }
}

fn of_text(head: &[u8]) -> FileType {
    // The last character may be cut.
    let text = match str::from_utf8(head) {
        Ok(text) => text,
        Err(error) if error.error_len().is_none() => {
            let valid = head.get(..error.valid_up_to()).unwrap_or_default();
            str::from_utf8(valid).unwrap_or_default()
        }
        Err(_) => return FileType::Other,
    };
    let is_binary = |character: char| character.is_control() && !character.is_whitespace();
    let text = text.trim_start_matches('\u{feff}');
    if text.trim().is_empty() || text.chars().any(is_binary) {
        return FileType::Other;
    }
    let begin = text.trim_start();
    let calendar = "BEGIN:VCALENDAR";
    let is_calendar = begin.get(..calendar.len());
    if is_calendar.is_some_and(|begin| begin.eq_ignore_ascii_case(calendar)) {
        FileType::Calendar
    } else if text.contains('<') {
        FileType::Other
    } else {
        FileType::Text
    }
}

#[cfg(test)]
mod tests;
