//! What use cases run on: database threads, edit locks, detached tasks, time, randomness, and
//! whether the stores answer.

pub(crate) mod clock;
pub(crate) mod detached;
pub(crate) mod edit_locks;
pub(crate) mod executor;
pub(crate) mod random;
pub(crate) mod readiness;
