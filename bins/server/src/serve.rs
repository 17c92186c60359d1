//! Serving until the operator asks to stop.

use anyhow::Context;
use tokio::runtime::Builder;
use tokio::signal::unix::{SignalKind, signal};

use crate::{Failure, Overrides, Server, Settings};

/// Serves until SIGTERM or SIGINT, then finishes what is in flight. `unknown` are the names in the environment to warn of.
///
/// # Errors
/// The server does not start, or fails.
pub fn run(settings: Settings, unknown: &[String]) -> Result<(), Failure> {
    let runtime = Builder::new_current_thread().enable_all().build().context("can't start a runtime")?;
    runtime.block_on(async {
        // Listened to from the start, so that none is lost while the server starts.
        let mut terminate = signal(SignalKind::terminate()).context("can't listen to SIGTERM")?;
        let mut interrupt = signal(SignalKind::interrupt()).context("can't listen to SIGINT")?;
        let mut running = Server::start(settings, Overrides::default())?;
        for name in unknown {
            tracing::warn!(name, "{name} in the environment is no setting");
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
