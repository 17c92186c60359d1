//! Readers that fail after so many bytes.

use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

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
            None => Err(too_large()),
        }
    }
}

fn too_large() -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, "the file is too large")
}

/// A file of which at most so many bytes are read, wherever they are, until the limit is lifted.
#[derive(Debug)]
pub(crate) struct Metered<R> {
    inner: R,
    left: Limit,
}

/// The limit of a [`Metered`] file.
#[derive(Debug, Clone)]
pub(crate) struct Limit(Arc<AtomicU64>);

impl Limit {
    /// Lets the rest be read.
    pub(crate) fn lift(&self) {
        self.0.store(u64::MAX, Ordering::Relaxed);
    }
}

impl<R> Metered<R> {
    pub(crate) fn new(inner: R, limit: u64) -> Self {
        let left = Limit(Arc::new(AtomicU64::new(limit)));
        Self { inner, left }
    }

    pub(crate) fn limit(&self) -> Limit {
        self.left.clone()
    }
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(into)?;
        let length = u64::try_from(read).unwrap_or(u64::MAX);
        let left = self.left.0.load(Ordering::Relaxed);
        if left < u64::MAX {
            let left = left.checked_sub(length).ok_or_else(too_large)?;
            self.left.0.store(left, Ordering::Relaxed);
        }
        Ok(read)
    }
}

impl<R: Seek> Seek for Metered<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.inner.seek(to)
    }
}
