//! Bounds of JSON that is parsed: nesting, in proportion to which the parser keeps memory, and no
//! NUL characters.

use std::io::{self, Read};

/// How deep lists and objects may nest.
const MAX_DEPTH: usize = 64;
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
}

impl<R: Read> BoundedJson<R> {
    pub(crate) fn new(inner: R) -> Self {
        Self {
            inner,
            depth: 0,
            is_text: false,
            escape: None,
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
        let read = self.inner.read(into)?;
        let bytes = into.get(..read).unwrap_or_default();
        match bytes.iter().find_map(|byte| self.check(*byte)) {
            Some(fault) => Err(io::Error::new(io::ErrorKind::InvalidData, fault)),
            None => Ok(read),
        }
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

    #[test]
    fn reads_long_texts_and_numbers() {
        let long = "1".repeat(5 << 20);
        assert!(is_read(&long));
        assert!(is_read(&format!("\"{long}\"")));
    }
}
