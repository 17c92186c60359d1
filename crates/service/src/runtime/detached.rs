//! Work that finishes even if its caller goes away.

use tracing::Instrument;

use crate::Error;
use crate::audit::in_current_origin;

/// Runs the work as its own task, so that it always cleans up what it stored outside the database.
///
/// # Errors
/// The work's own; [`Error::Internal`] if it panics.
pub(crate) async fn run_detached<T: Send + 'static>(
    work: impl Future<Output = Result<T, Error>> + Send + 'static,
) -> Result<T, Error> {
    tokio::spawn(in_current_origin(work).in_current_span())
        .await
        .map_err(Error::internal)?
}
