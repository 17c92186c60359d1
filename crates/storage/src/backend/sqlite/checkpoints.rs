//! Checkpoints that leave nothing of deleted rows in the write-ahead log.
//!
//! SQLite overwrites deleted content of the database (`secure_delete`), but the log keeps earlier
//! pages until it is truncated.

use std::fs;
use std::io;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use diesel::Connection as _;
use diesel::connection::SimpleConnection;

use super::Connection;

/// The time between two checkpoints of a log that is not empty.
const INTERVAL: Duration = Duration::from_secs(10);
/// Waits for readers of the log at most this long, during which writes wait too. The next attempt
/// follows an interval later.
const CHECKPOINT: &str = "PRAGMA busy_timeout = 250; PRAGMA wal_checkpoint(TRUNCATE)";

/// Truncates the log of a file regularly, until the handle is dropped.
pub(super) fn start(path: &str) -> io::Result<Sender<()>> {
    let (handle, is_over) = mpsc::channel();
    let path = path.to_owned();
    thread::Builder::new()
        .name("checkpoints".to_owned())
        .spawn(move || {
            while is_over.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                truncate(&path);
            }
        })?;
    Ok(handle)
}

fn truncate(path: &str) {
    if fs::metadata(format!("{path}-wal")).is_ok_and(|log| log.len() > 0) {
        let done = Connection::establish(path)
            .map_err(|error| error.to_string())
            .and_then(|mut link| {
                let done = link.batch_execute(CHECKPOINT);
                done.map_err(|error| error.to_string())
            });
        if let Err(error) = done {
            tracing::debug!(error, "can't truncate the write-ahead log now");
        }
    }
}
