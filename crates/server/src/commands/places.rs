//! `wayfare places refresh`: looks up the places of all trips.

use anyhow::Context;
use clap::Subcommand;
use wayfare_service::{AuditAction, audit};

use super::console::{print, runtime};
use crate::{Failure, Server, Settings};

/// A command for the places of trips.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Look up the places of all trips anew, except those that people have set
    Refresh,
}

/// Runs a command.
///
/// # Errors
/// The database can't be reached.
pub(crate) fn run(settings: &Settings, Command::Refresh: Command) -> Result<(), Failure> {
    let service = Server::service(settings)?;
    let progress = |count| tracing::info!(count, "looked up the places of {count} trips");
    let count = runtime()?.block_on(service.trips.relocate_all(progress));
    let count = count.context("can't look up the places of all trips")?;
    let refreshed = AuditAction::PlacesRefresh;
    audit(refreshed, None, &format_args!("{count} trips"), None);
    print(&format!("{count} trips\n"))
}
