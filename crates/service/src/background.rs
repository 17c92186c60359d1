//! Work that is finished once it has begun, also where its caller has gone.

use tracing::Instrument;

use crate::Error;

/// Does the work as a task of its own, so that what it has put outside of the database is cleared
/// away by the same code in any case.
///
/// # Errors
/// The work's own; [`Error::Internal`] where it panicked.
pub(crate) async fn to_the_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, Error>> + Send + 'static,
) -> Result<T, Error> {
    tokio::spawn(work.in_current_span())
        .await
        .map_err(Error::internal)?
}
