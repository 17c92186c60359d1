//! Which error comes first: that of who may not do it, or that of what was sent.

use std::future::Future;

use wayfare_service::Error;

use crate::Problem;

/// Returns what was read. If that failed, runs `refuse` first, so that a caller without permission
/// gets its error instead of the violations.
///
/// # Errors
/// That of `refuse`, else that of `read`.
pub async fn or_refuse<T, U, F>(
    read: Result<T, Problem>,
    refuse: impl FnOnce() -> F,
) -> Result<T, Problem>
where
    F: Future<Output = Result<U, Error>>,
{
    match read {
        Ok(value) => Ok(value),
        Err(problem) => {
            refuse().await?;
            Err(problem)
        }
    }
}
