//! Documents in other encodings than UTF-8.

use std::io::{BufRead, BufReader, Read};

use encoding_rs::Encoding;
use encoding_rs_io::{DecodeReaderBytes, DecodeReaderBytesBuilder};

use super::ImportError;

/// The byte order mark that a document may begin with.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// How far an XML declaration is looked for.
const MAX_DECLARATION: usize = 200;

/// A document in UTF-8, of one that begins with the mark of UTF-16 or is XML that declares another
/// encoding.
pub(crate) type Decoded<R> = DecodeReaderBytes<BufReader<R>, Vec<u8>>;

/// Decodes a document.
///
/// # Errors
/// Its encoding is not known, or it can't be read.
pub(crate) fn decode<R: Read>(document: R) -> Result<Decoded<R>, ImportError> {
    let mut document = BufReader::new(document);
    let encoding =
        match declared(document.fill_buf()?) {
            Some(label) => Some(Encoding::for_label_no_replacement(label).ok_or_else(|| {
                ImportError::malformed("the encoding of the document is not known")
            })?),
            None => None,
        };
    // A declaration that can be read as ASCII is not in UTF-16, whatever it says.
    let encoding = encoding.filter(|it| it.output_encoding() != encoding_rs::UTF_8);
    let mut decoder = DecodeReaderBytesBuilder::new();
    decoder.utf8_passthru(true).encoding(encoding);
    Ok(decoder.build(document))
}

/// The encoding that an XML declaration names.
fn declared(document: &[u8]) -> Option<&[u8]> {
    let begin = document.get(..MAX_DECLARATION).unwrap_or(document);
    let begin = begin.strip_prefix(b"<?xml")?;
    let name = b"encoding";
    let end = begin.iter().position(|byte| *byte == b'>')?;
    let declaration = begin.get(..end)?;
    let at = declaration.windows(name.len()).position(|it| it == name)?;
    let value = declaration.get(at + name.len()..)?.trim_ascii_start();
    let value = value.strip_prefix(b"=")?.trim_ascii_start();
    let (quote, value) = value.split_first()?;
    value.split(|byte| byte == quote).next()
}
/// The first byte after the mark and white space, which are skipped.
pub(crate) fn first_byte(document: &mut impl BufRead) -> Result<Option<u8>, ImportError> {
    loop {
        let bytes = document.fill_buf()?;
        let is_blank = |byte: &&u8| byte.is_ascii_whitespace() || MARK.contains(byte);
        match bytes.iter().take_while(is_blank).count() {
            0 => return Ok(bytes.first().copied()),
            length => document.consume(length),
        }
    }
}
