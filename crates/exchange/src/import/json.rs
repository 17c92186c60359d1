//! Bounds of JSON that is parsed: nesting, and the length of texts and numbers. The parser keeps
//! memory in proportion to both, also for what is ignored.

use std::io::{self, Read};

/// How deep lists and objects may nest.
const MAX_DEPTH: usize = 64;
/// The longest text or number, in bytes.
const MAX_TOKEN: usize = 1 << 20;

/// Reads JSON; what passes a bound is an error.
#[derive(Debug)]
pub(crate) struct BoundedJson<R> {
    inner: R,
    depth: usize,
    /// The bytes of the present text, number or word.
    token: usize,
    is_text: bool,
    is_escaped: bool,
}

impl<R: Read> BoundedJson<R> {
    pub(crate) fn new(inner: R) -> Self {
        Self {
            inner,
            depth: 0,
            token: 0,
            is_text: false,
            is_escaped: false,
        }
    }

    /// Counts a byte; returns what is wrong with it.
    fn count(&mut self, byte: u8) -> Option<&'static str> {
        self.token += 1;
        if self.is_text {
            let is_escaped = std::mem::take(&mut self.is_escaped);
            match byte {
                b'\\' => self.is_escaped = !is_escaped,
                b'"' if !is_escaped => self.is_text = false,
                _ => {}
            }
        } else {
            match byte {
                b'"' => (self.is_text, self.token) = (true, 0),
                b'[' | b'{' => (self.depth, self.token) = (self.depth + 1, 0),
                b']' | b'}' => (self.depth, self.token) = (self.depth.saturating_sub(1), 0),
                b',' | b':' => self.token = 0,
                byte if byte.is_ascii_whitespace() => self.token = 0,
                _ => {}
            }
        }
        if self.depth > MAX_DEPTH {
            Some("lists and objects nest too deep")
        } else if self.token > MAX_TOKEN {
            Some("a text is too long")
        } else {
            None
        }
    }
}

impl<R: Read> Read for BoundedJson<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(into)?;
        let bytes = into.get(..read).unwrap_or_default();
        match bytes.iter().find_map(|byte| self.count(*byte)) {
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
    fn bounds_texts_and_numbers() {
        let long = |length: usize| "1".repeat(length);
        assert!(is_read(&long(MAX_TOKEN)));
        assert!(!is_read(&long(MAX_TOKEN + 1)));
        assert!(!is_read(&format!("\"{}\"", long(MAX_TOKEN + 1))));
        assert!(is_read(&format!(
            "[{},\"1\"]",
            "\"1\", ".repeat(MAX_TOKEN / 2)
        )));
    }
}
