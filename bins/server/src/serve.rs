//! Serving until the operator asks to stop.

use anyhow::Context;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use tokio::runtime::Builder;
use tokio::signal::unix::{SignalKind, signal};

use crate::{Failure, Overrides, Server, Settings};

/// Serves until SIGTERM or SIGINT, then finishes what is in flight. `unknown` are the names in the
/// environment to warn of.
///
/// # Errors
/// The server does not start, or fails.
pub fn run(settings: Settings, unknown: &[String]) -> Result<(), Failure> {
    allow_many_files();
    let runtime = Builder::new_current_thread()
        .enable_all()
        .build()
        .context("can't start a runtime")?;
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

/// Lets the process have as many open files as the system allows it: each connection is one, and
/// what a shell allows by itself is soon used up.
fn allow_many_files() {
    let raised = getrlimit(Resource::RLIMIT_NOFILE).and_then(|(now, most)| match now < most {
        true => setrlimit(Resource::RLIMIT_NOFILE, most, most),
        false => Ok(()),
    });
    if let Err(error) = raised {
        tracing::warn!(%error, "the number of open files stays limited as it was");
    }
}
