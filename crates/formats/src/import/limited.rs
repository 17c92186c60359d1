//! A reader that fails after so many bytes.

use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Reads so many bytes at most, wherever they are, until the limit is lifted; one more is an error.
#[derive(Debug)]
pub(crate) struct Limited<R> {
    inner: R,
    left: Limit,
}

/// The bytes that may yet be read.
#[derive(Debug, Clone)]
pub(crate) struct Limit(Arc<AtomicU64>);

impl Limit {
    /// Lets the rest be read.
    pub(crate) fn lift(&self) {
        self.0.store(u64::MAX, Ordering::Relaxed);
    }
}

impl<R> Limited<R> {
    pub(crate) fn new(inner: R, limit: u64) -> Self {
        let left = Limit(Arc::new(AtomicU64::new(limit)));
        Self { inner, left }
    }

    pub(crate) fn limit(&self) -> Limit {
        self.left.clone()
    }
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(into)?;
        let length = u64::try_from(read).unwrap_or(u64::MAX);
        let left = self.left.0.load(Ordering::Relaxed);
        if left < u64::MAX {
            let left = left.checked_sub(length).ok_or_else(|| {
                io::Error::new(io::ErrorKind::FileTooLarge, "the file is too large")
            })?;
            self.left.0.store(left, Ordering::Relaxed);
        }
        Ok(read)
    }
}

/// A document of text, which has no NUL characters.
pub(crate) struct TextFile<R>(pub(crate) R);

impl<R: Read> Read for TextFile<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(into)?;
        if into.get(..read).is_some_and(|bytes| bytes.contains(&0)) {
            let reason = "must not hold a NUL character";
            return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
        }
        Ok(read)
    }
}

impl<R: Seek> Seek for Limited<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.inner.seek(to)
    }
}
