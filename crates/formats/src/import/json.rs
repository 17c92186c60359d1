//! Bounds of JSON that is parsed: nesting, in proportion to which the parser keeps memory, and no
//! NUL characters.

use std::io::{self, BufReader, Read};

/// How deep lists and objects may nest.
const MAX_DEPTH: usize = 64;
/// How many bytes are read at once.
const BUFFER: usize = 64 << 10;
/// The escape of a NUL character, without its backslash.
const NUL: &[u8] = b"u0000";

/// Reads JSON; what passes a bound is an error.
#[derive(Debug)]
pub(crate) struct BoundedJson<R> {
    inner: R,
    depth: usize,
    is_text: bool,
    /// How many characters of an escape may be those of [`NUL`].
    escape: Option<usize>,
    /// What is wrong with the byte after those that were read.
    fault: Option<&'static str>,
}

impl<R: Read> BoundedJson<R> {
    /// With a buffer: parsers read byte by byte.
    pub(crate) fn buffered(inner: R) -> BufReader<Self> {
        BufReader::with_capacity(BUFFER, Self::new(inner))
    }

    fn new(inner: R) -> Self {
        Self {
            inner,
            depth: 0,
            is_text: false,
            escape: None,
            fault: None,
        }
    }

    /// Checks a byte; returns what is wrong with it.
    fn check(&mut self, byte: u8) -> Option<&'static str> {
        match (byte, self.escape.take()) {
            (_, Some(matched)) if NUL.get(matched) == Some(&byte) => {
                self.escape = Some(matched + 1);
            }
            // The character after a backslash ends no text.
            (_, Some(0)) => {}
            (b'\\', _) if self.is_text => self.escape = Some(0),
            (b'"', _) => self.is_text = !self.is_text,
            (b'[' | b'{', _) if !self.is_text => self.depth += 1,
            (b']' | b'}', _) if !self.is_text => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        if self.depth > MAX_DEPTH {
            Some("lists and objects nest too deep")
        } else if self.escape == Some(NUL.len()) {
            Some("must not hold a NUL character")
        } else {
            None
        }
    }
}

impl<R: Read> Read for BoundedJson<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let fault = |fault| Err(io::Error::new(io::ErrorKind::InvalidData, fault));
        if let Some(found) = self.fault {
            return fault(found);
        }
        let read = self.inner.read(into)?;
        for (place, byte) in into.iter().take(read).enumerate() {
            if let Some(found) = self.check(*byte) {
                self.fault = Some(found);
                // What comes before it counts as if it was read byte by byte.
                return if place > 0 { Ok(place) } else { fault(found) };
            }
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_read(json: &str) -> bool {
        io::copy(&mut BoundedJson::new(json.as_bytes()), &mut io::sink()).is_ok()
    }

    #[test]
    fn bounds_nesting() {
        let nested = |depth: usize| "[{".repeat(depth / 2) + &"}]".repeat(depth / 2);
        assert!(is_read(&nested(MAX_DEPTH)));
        assert!(!is_read(&nested(MAX_DEPTH + 2)));
        assert!(is_read(&nested(2).repeat(MAX_DEPTH)));
        // Within texts nothing nests, and a quote may be escaped.
        assert!(is_read(&format!("\"{}\"", "[".repeat(MAX_DEPTH + 1))));
        assert!(is_read(&format!(r#""\\\"{}""#, "[".repeat(MAX_DEPTH + 1))));
        assert!(!is_read(&format!(r#""\\"{}"#, "[".repeat(MAX_DEPTH + 1))));
    }

    #[test]
    fn refuses_escaped_nul_characters() {
        assert!(is_read(r#""\\u0000 \u0001 \n0000 u0000""#));
        assert!(!is_read(r#""\u0000""#));
        assert!(!is_read(r#""\n\\\u0000""#));
    }

    /// Counts how often it is read.
    struct Counted<'c, R>(R, &'c mut usize);

    impl<R: Read> Read for Counted<'_, R> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            *self.1 += 1;
            self.0.read(into)
        }
    }

    #[test]
    fn reads_many_bytes_at_once() {
        let (blank, mut reads) = (vec![b' '; 1 << 20], 0);
        let document = Counted(blank.as_slice().chain(&b"1"[..]), &mut reads);
        let value: u8 = serde_json::from_reader(BoundedJson::buffered(document)).unwrap();
        assert_eq!(value, 1);
        assert!(reads < 100, "{reads}");
    }

    #[test]
    fn what_comes_before_a_fault_is_read() {
        let deep = format!("12{}", "[".repeat(MAX_DEPTH + 1));
        let mut json = BoundedJson::buffered(deep.as_bytes());
        let mut read = Vec::new();
        let error = json.read_to_end(&mut read).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        assert_eq!(read.len(), 2 + MAX_DEPTH);
    }

    #[test]
    fn reads_long_texts_and_numbers() {
        let long = "1".repeat(5 << 20);
        assert!(is_read(&long));
        assert!(is_read(&format!("\"{long}\"")));
    }
}
