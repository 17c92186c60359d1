//! What awaiting a call gives.

use crate::{Error, Reply};

/// What awaiting a [`crate::Call`] gives. [`Results`] by default; a test harness can have answers
/// that fail the test instead.
pub trait Mode: 'static {
    /// What awaiting a call gives whose answer is a `T`.
    type Output<T>;
    /// Whether the calls of routes prefer the whole answer to an update that changes nothing, which
    /// is else a 304 without a body (`Prefer: return=representation`).
    const PREFERS_REPRESENTATION: bool = true;

    /// Turns the outcome of a call into it.
    fn finish<T>(outcome: Result<Reply<T>, Error>) -> Self::Output<T>;
}

/// Awaiting a call gives a `Result`.
#[derive(Debug, Clone, Copy)]
pub struct Results;

impl Mode for Results {
    type Output<T> = Result<Reply<T>, Error>;

    fn finish<T>(outcome: Result<Reply<T>, Error>) -> Self::Output<T> {
        outcome
    }
}
