//! Running one test case on one backend.

use std::future::Future;

use tokio::runtime;

use crate::{Backend, Builder, TestServer};

/// The argument of a test case: a running server, or a builder of one.
pub trait Subject: Sized {
    /// Creates one on `backend`; fails the test on an error.
    fn on(backend: Backend) -> Self;
}

impl Subject for TestServer {
    fn on(backend: Backend) -> Self {
        Self::start(backend).unwrap_or_else(|error| fail(&error.to_string()))
    }
}

impl Subject for Builder {
    fn on(backend: Backend) -> Self {
        TestServer::builder().backend(backend)
    }
}

/// Runs a test case in a new async runtime, on PostgreSQL only if that is available (see the
/// documentation of this crate).
pub fn run<S: Subject, F: Future<Output = ()>>(backend: Backend, case: impl FnOnce(S) -> F) {
    if backend == Backend::Postgres && !wayfare_test_postgres::is_available() {
        return;
    }
    let subject = S::on(backend);
    match runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime.block_on(case(subject)),
        Err(error) => fail(&format!("no async runtime: {error}")),
    }
}

/// Fails the test.
#[track_caller]
#[expect(clippy::panic, reason = "a panic is how a test fails")]
pub(crate) fn fail(why: &str) -> ! {
    panic!("{why}")
}
