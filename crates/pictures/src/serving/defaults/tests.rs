use std::io::Cursor;

use super::*;
use crate::codecs::decode;

#[test]
fn info_matches_the_files() {
    for default in [DefaultPicture::User, DefaultPicture::Trip] {
        let (info, bytes) = (default.info(), default.bytes());
        let header = decode::probe(Cursor::new(&bytes), u64::MAX).unwrap();
        assert_eq!((header.width, header.height), (info.width, info.height));
        assert_eq!(header.format.to_mime_type(), info.format.mime());
        assert!(decode::decode(&bytes, &header).is_ok());
        assert!(info.size < 200_000, "{default:?} has {} bytes", info.size);
    }
}
