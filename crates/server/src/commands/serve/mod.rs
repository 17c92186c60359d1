//! `wayfare serve`: serves until SIGTERM, SIGINT or SIGHUP.

mod notify;

use anyhow::Context;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::task::spawn_blocking;

use super::console::runtime;
use crate::{Failure, Overrides, Server, Settings};
use notify::{State, notify};

/// Serves until a signal, then finishes the requests in flight, unless a second signal comes.
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
    let mut signals = Signals::new()?;
    let start = spawn_blocking(|| Server::start(settings, Overrides::default()));
    let mut running = tokio::select! {
        biased;
        running = start => running.context("the start was given up")??,
        () = signals.next() => return Ok(()),
    };
    notify(State::Ready);
    tokio::select! {
        ended = running.ended() => return ended,
        () = signals.next() => {}
    }
    notify(State::Stopping);
    tracing::info!("stopping");
    tokio::select! {
        stopped = running.stop() => stopped,
        () = signals.next() => {
            tracing::warn!("stopped by a second signal: requests in flight are not finished");
            Ok(())
        }
    }
}

/// The signals that stop a server: SIGTERM, SIGINT, and SIGHUP of a terminal that is closed.
struct Signals([Signal; 3]);

impl Signals {
    fn new() -> Result<Self, Failure> {
        let kinds = [
            SignalKind::terminate(),
            SignalKind::interrupt(),
            SignalKind::hangup(),
        ];
        let [terminate, interrupt, hangup] = kinds.map(signal);
        let listen = "can't listen to signals";
        Ok(Self([
            terminate.context(listen)?,
            interrupt.context(listen)?,
            hangup.context(listen)?,
        ]))
    }

    async fn next(&mut self) {
        let [terminate, interrupt, hangup] = &mut self.0;
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
            _ = hangup.recv() => {}
        }
    }
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
