use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::*;

const LIMITS: Limits = Limits {
    entries: 200,
    unpacked: 20 << 20,
    archive_entries: 200,
    archive_unpacked: 20 << 20,
};

#[test]
fn lists_the_entries_of_a_large_archive() {
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    // With signatures of every record.
    let content: Vec<u8> = b"PK\x01\x02 PK\x03\x04 PK\x06\x06 PK\x06\x07 ".repeat(500_000);
    for name in ["manifest.json", "pictures/1"] {
        writer.start_file(name, stored).unwrap();
        writer.write_all(&content[..8 << 20]).unwrap();
    }
    let bytes = writer.finish().unwrap().into_inner();
    let mut unpacked = Unpacked::open(Cursor::new(bytes), LIMITS).unwrap();
    assert!(unpacked.is_archive());
    assert_eq!(
        unpacked.entry("pictures/1", 8 << 20).unwrap().len(),
        8 << 20
    );
}

#[test]
fn lists_no_more_entries_than_it_may_behind_another_end_record() {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for number in 0..50_000 {
        let name = number.to_string();
        writer
            .start_file(name, SimpleFileOptions::default())
            .unwrap();
    }
    let mut bytes = writer.finish().unwrap().into_inner();
    // Its comment is an end record of one entry, which the library skips.
    bytes.truncate(bytes.len() - 2);
    bytes.extend([22, 0]);
    bytes.extend(END_SIGNATURE);
    bytes.extend([1, 0, 0, 0, 1, 0, 1, 0]);
    bytes.extend([0; 10]);
    let refused = Unpacked::open(Cursor::new(bytes), LIMITS).err();
    let reason = format!("{refused:?}");
    assert!(reason.contains("the file is too large"), "{reason}");
}
