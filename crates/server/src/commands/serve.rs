//! `wayfare serve`: serves until SIGTERM or SIGINT.

use anyhow::Context;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use tokio::signal::unix::{SignalKind, signal};

use super::console::runtime;
use crate::{Failure, Overrides, Server, Settings};

/// Serves until SIGTERM or SIGINT, then finishes the requests in flight. Warns of the `unknown`
/// environment names.
///
/// # Errors
/// The server does not start, or fails.
pub(crate) fn run(settings: Settings, unknown: &[String]) -> Result<(), Failure> {
    allow_many_files();
    let runtime = runtime()?;
    runtime.block_on(async {
        // Installed first, so that no signal is lost while the server starts.
        let mut terminate = signal(SignalKind::terminate()).context("can't listen to SIGTERM")?;
        let mut interrupt = signal(SignalKind::interrupt()).context("can't listen to SIGINT")?;
        let mut running = Server::start(settings, Overrides::default())?;
        for name in unknown {
            tracing::warn!(name, "unknown environment name {name}: no such setting");
        }
        tokio::select! {
            ended = running.ended() => return ended,
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tracing::info!("stopping");
        running.stop().await
    })
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
