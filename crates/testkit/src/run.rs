//! Running one test case on one backend.

use std::future::Future;

use tokio::runtime;

use crate::{Backend, Builder, TestServer};

/// What a test case is given: a server that runs, or one yet to be set up.
pub trait Subject: Sized {
    /// One on `backend`; fails the test where there can't be one.
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

/// Runs a test case to its end, in an async runtime of its own.
pub fn run<S: Subject, F: Future<Output = ()>>(backend: Backend, case: impl FnOnce(S) -> F) {
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
