//! `wayfare serve`: serves until SIGTERM or SIGINT.

use anyhow::Context;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use tokio::signal::unix::{SignalKind, signal};
use tokio::task::spawn_blocking;

use super::console::runtime;
use crate::{Failure, Overrides, Server, Settings};

/// Serves until SIGTERM or SIGINT, then finishes the requests in flight.
///
/// # Errors
/// The server does not start, or fails.
pub(crate) fn run(settings: Settings) -> Result<(), Failure> {
    allow_many_files();
    let runtime = runtime()?;
    let served = runtime.block_on(serve(settings));
    // A start that waits for its database does not keep the process.
    runtime.shutdown_background();
    served
}

async fn serve(settings: Settings) -> Result<(), Failure> {
    // Installed first, so that no signal is lost while the server starts.
    let mut terminate = signal(SignalKind::terminate()).context("can't listen to SIGTERM")?;
    let mut interrupt = signal(SignalKind::interrupt()).context("can't listen to SIGINT")?;
    let start = spawn_blocking(|| Server::start(settings, Overrides::default()));
    let mut running = tokio::select! {
        running = start => running.context("the start was given up")??,
        _ = terminate.recv() => return Ok(()),
        _ = interrupt.recv() => return Ok(()),
    };
    tokio::select! {
        ended = running.ended() => return ended,
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    tracing::info!("stopping");
    running.stop().await
}

/// Raises the soft limit of open files to the hard limit: each connection is a file, and the usual
/// soft limit is low.
fn allow_many_files() {
    let raised = getrlimit(Resource::RLIMIT_NOFILE).and_then(|(now, most)| match now < most {
        true => setrlimit(Resource::RLIMIT_NOFILE, most, most),
        false => Ok(()),
    });
    if let Err(error) = raised {
        tracing::warn!(%error, "can't raise the limit of open files");
    }
}
