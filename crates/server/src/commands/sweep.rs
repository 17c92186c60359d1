//! `wayfare pictures sweep`: removes orphaned picture files.

use anyhow::{Context, anyhow};
use clap::Subcommand;
use wayfare_service::{AuditAction, audit};

use super::console::runtime;
use crate::{Failure, Server, Settings};

/// A command for the picture store.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Remove picture files that are over an hour old and that the database does not name
    Sweep {
        /// Remove them even if the database names no picture of the store
        #[arg(long)]
        all: bool,
    },
}

/// Removes the files that are over an hour old and that the database does not name, or that were
/// never completed. If the database names none of the store's pictures, it may be the wrong one:
/// then nothing is removed, unless `all` is set.
///
/// # Errors
/// The database or the picture store can't be reached, or the database names none of the pictures.
pub fn run(settings: &Settings, all: bool) -> Result<(), Failure> {
    let runtime = runtime()?;
    let pictures = Server::pictures(settings)?;
    runtime.block_on(async {
        let orphans = pictures
            .find_orphans()
            .await
            .context("can't list the pictures")?;
        let count = orphans.objects.len();
        if count > 0 && orphans.named == 0 && !all {
            let refusal = format!(
                "the database names none of the {count} pictures: is it the right one? \
                    (--all removes them)"
            );
            return Err(Failure::Run(anyhow!(refusal)));
        }
        let unfinished = pictures.remove_orphans(&orphans).await.context(
            "can't remove all \
            orphaned pictures",
        )?;
        let swept = AuditAction::PicturesSweep;
        audit(swept, None, &format_args!("{count} pictures"), None);
        tracing::info!(
            count,
            unfinished,
            bytes = orphans.bytes,
            named = orphans.named,
            "removed {count} orphaned pictures"
        );
        Ok(())
    })
}
