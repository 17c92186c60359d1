//! `wayfare pictures sweep`: removes files of pictures that the database does not name.

use anyhow::{Context, anyhow};
use tokio::runtime::Builder;

use crate::{Failure, Server, Settings};

/// Removes the files of the picture store that nobody names, or that were never written whole, and
/// that are older than an hour. Where the database names none of the store's pictures it may be the
/// wrong one: nothing is removed then, unless `all` says so.
///
/// # Errors
/// The database or the picture store can't be reached; the database names none of the pictures.
pub fn run(settings: &Settings, all: bool) -> Result<(), Failure> {
    let runtime = Builder::new_current_thread()
        .enable_all()
        .build()
        .context("can't start a runtime")?;
    let pictures = Server::pictures(settings)?;
    runtime.block_on(async {
        let orphans = pictures.find_orphans().await.context("can't look through the pictures")?;
        let count = orphans.ids.len();
        if count > 0 && orphans.named == 0 && !all {
            let refusal =
                format!("the database names none of the {count} pictures: is it the right one? (--all removes them)");
            return Err(Failure::Run(anyhow!(refusal)));
        }
        let unfinished = pictures.remove_orphans(&orphans).await.context("can't remove all of them")?;
        tracing::info!(
            count,
            unfinished,
            bytes = orphans.bytes,
            named = orphans.named,
            "removed {count} pictures that nobody names"
        );
        Ok(())
    })
}
