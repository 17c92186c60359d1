//! A reader that fails after so many bytes.

use std::io::{self, Read};

/// Reads at most `left` bytes; one more is an error.
#[derive(Debug)]
pub(crate) struct Limited<R> {
    inner: R,
    left: u64,
}

impl<R: Read> Limited<R> {
    pub(crate) fn new(inner: R, limit: u64) -> Self {
        Self { inner, left: limit }
    }
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(into)?;
        let length = u64::try_from(read).unwrap_or(u64::MAX);
        match self.left.checked_sub(length) {
            Some(left) => {
                self.left = left;
                Ok(read)
            }
            None => Err(io::Error::new(
                io::ErrorKind::FileTooLarge,
                "the file is too large",
            )),
        }
    }
}
