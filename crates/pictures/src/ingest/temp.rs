//! Temporary files for uploads, bounded for each file and in total.

use std::io::{self, Seek};
use std::path::PathBuf;
use std::sync::Arc;

use tokio::fs::File;
use tokio::io::AsyncWriteExt;
use wayfare_bounds::{Client, Exceeded, Quota, QuotaMetrics, Reservation};

/// How a zip file begins.
const ZIP: &[u8] = b"PK\x03\x04";

/// Why a file could not be received.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReceiveError {
    /// The file is larger than allowed.
    #[error("the file is larger than {limit} bytes")]
    TooManyBytes {
        /// The largest file size, in bytes.
        limit: u64,
    },
    /// The files being received have reached their limit, in total or for the client; the request
    /// may be retried later.
    #[error("the temporary space for uploads is full")]
    NoRoom(#[from] Exceeded),
    /// The temporary folder is not writable.
    #[error("a temporary file could not be written")]
    Io(#[from] io::Error),
}

/// A folder for files being received, with a size limit for each file and for their total. Clones
/// share the limit.
#[derive(Debug, Clone)]
pub struct TempSpace {
    folder: PathBuf,
    file_limit: u64,
    quota: Arc<Quota>,
}

impl TempSpace {
    /// Creates a space in `folder`, which exists. Each file may have `file_limit` bytes, all files
    /// together `total_limit` bytes, and those of one client or network a half of that.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>, file_limit: u64, total_limit: u64) -> Self {
        Self {
            folder: folder.into(),
            file_limit,
            quota: Quota::new(total_limit, total_limit / 2, QuotaMetrics::default()),
        }
    }

    /// Starts to receive a file of a client.
    ///
    /// # Errors
    /// `Io` if the folder is not writable.
    pub async fn create(&self, client: Client) -> Result<IncomingFile, ReceiveError> {
        let folder = self.folder.clone();
        // The file has no name, so nothing remains if the process is killed.
        let file = tokio::task::spawn_blocking(move || tempfile::tempfile_in(folder))
            .await
            .map_err(io::Error::other)??;
        Ok(IncomingFile {
            file: File::from_std(file),
            limit: self.file_limit,
            archive_limit: None,
            begin: Vec::with_capacity(ZIP.len()),
            reservation: self.quota.reserve(client),
        })
    }
}

/// A file that is being received. Dropping it removes it.
#[derive(Debug)]
pub struct IncomingFile {
    file: File,
    limit: u64,
    /// That of a zip file, if it is another.
    archive_limit: Option<u64>,
    /// Its first bytes.
    begin: Vec<u8>,
    reservation: Reservation,
}

impl IncomingFile {
    /// Lets a zip file have another number of bytes.
    #[must_use]
    pub fn with_archive_limit(mut self, limit: u64) -> Self {
        self.archive_limit = Some(limit);
        self
    }

    /// Appends a chunk.
    ///
    /// # Errors
    /// `TooManyBytes` if the file exceeds its limit, `NoRoom` if all files together, or the
    /// client's, exceed theirs, `Io`. After an error the file is unusable.
    pub async fn write(&mut self, chunk: &[u8]) -> Result<(), ReceiveError> {
        let missing = ZIP.len().saturating_sub(self.begin.len());
        self.begin.extend(chunk.iter().take(missing));
        let limit = self.archive_limit.filter(|_| self.begin == ZIP);
        let limit = limit.unwrap_or(self.limit);
        let added = u64::try_from(chunk.len()).unwrap_or(u64::MAX);
        if self.reservation.amount().saturating_add(added) > limit {
            return Err(ReceiveError::TooManyBytes { limit });
        }
        self.reservation.grow_by(added)?;
        Ok(self.file.write_all(chunk).await?)
    }

    /// Completes the file.
    ///
    /// # Errors
    /// `Io` if the last bytes can't be written.
    pub async fn finish(mut self) -> Result<ReceivedFile, ReceiveError> {
        self.file.flush().await?;
        Ok(ReceivedFile {
            file: self.file.into_std().await,
            reservation: self.reservation,
        })
    }
}

/// A file received completely. Dropping it removes it and releases its space.
#[derive(Debug)]
pub struct ReceivedFile {
    file: std::fs::File,
    reservation: Reservation,
}

impl ReceivedFile {
    /// Returns its content, from the start. Handles share a position: read one at a time.
    ///
    /// # Errors
    /// `Io` of the operating system.
    pub fn open(&self) -> io::Result<std::fs::File> {
        let mut file = self.file.try_clone()?;
        file.rewind()?;
        Ok(file)
    }

    /// Returns its size in bytes.
    #[must_use]
    pub const fn size(&self) -> u64 {
        self.reservation.amount()
    }
}

#[cfg(test)]
mod tests;
