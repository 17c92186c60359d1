//! `wayfare export`, `wayfare export-account` and `wayfare import`: the trips of an account as
//! archives, a whole account as one, and files as its trips.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::pin::pin;

use anyhow::{Context, anyhow};
use clap::Subcommand;
use futures_util::TryStreamExt;
use tempfile::NamedTempFile;
use wayfare_service::{AuditAction, Error, ImportFile, ImportLimits, ImportSource, Service, audit};

use super::backup::files::give_to_owner_of_folder;
use super::console::{print, runtime};
use crate::{Failure, Server, Settings};

/// How large an operator's file may be unpacked.
const LIMITS: ImportLimits = ImportLimits {
    unpacked: 1 << 30,
    entries: 200,
    archive_unpacked: 1 << 30,
    archive_entries: 5_000,
};

/// A command for the trips of an account.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Write an archive of each trip that an account owns or is a member of
    Export {
        /// Username of the account, in any case
        #[arg(long, value_name = "NAME")]
        user: String,
        /// Folder for the archives, created if missing
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
    /// Write an account with its trips and pictures to a zip file
    ExportAccount {
        /// Username, in any case
        #[arg(value_name = "NAME")]
        user: String,
        /// The file, which must not exist
        #[arg(long, value_name = "FILE")]
        to: PathBuf,
    },
    /// Make a new private trip of an account from a file
    Import {
        /// Username of the account, in any case
        #[arg(long, value_name = "NAME")]
        user: String,
        /// Archive of wayfare export, GPX, KML, KMZ, GeoJSON, iCalendar, or costs of Splitwise,
        /// Spliit, ihatemoney, Cospend or Tricount, by its content
        file: PathBuf,
    },
}

/// Runs a command.
///
/// # Errors
/// [`Failure::Setting`] for unusable settings, else [`Failure::Run`]: there is no such account, the
/// file is refused, or a store can't be reached.
pub(crate) fn run(settings: &Settings, command: Command) -> Result<(), Failure> {
    let runtime = runtime()?;
    let service = Server::service(settings)?;
    runtime.block_on(async {
        match command {
            Command::Export { user, out } => export(&service, &user, &out).await,
            Command::ExportAccount { user, to } => export_account(&service, &user, &to).await,
            Command::Import { user, file } => import(&service, &user, file).await,
        }
    })
}

async fn export(service: &Service, username: &str, folder: &Path) -> Result<(), Failure> {
    let caller = service.administration.caller(username).await;
    let caller = caller.map_err(|error| failed(error, username))?;
    std::fs::create_dir_all(folder)
        .with_context(|| format!("can't create {}", folder.display()))?;
    let trips = service.trips.ids(caller).await;
    let trips = trips.context("can't list the trips")?;
    for trip in &trips {
        let path = folder.join(format!("{trip}.zip"));
        let view = service.trips.read(caller, *trip).await;
        let view = view.with_context(|| format!("can't read trip {trip}"))?;
        let archive = service.trips.archive(caller, &view).await;
        let archive = archive.with_context(|| format!("can't export trip {trip}"))?;
        // In its place at once: neither a part of it, nor where a link there leads.
        let write = async {
            let mut draft = NamedTempFile::new_in(folder)?;
            let mut pieces = pin!(archive.into_stream());
            while let Some(piece) = pieces.try_next().await? {
                draft.write_all(&piece)?;
            }
            draft.as_file().sync_all()?;
            draft.persist(&path)?;
            give_to_owner_of_folder(&path)?;
            anyhow::Ok(())
        };
        write
            .await
            .with_context(|| format!("can't write {}", path.display()))?;
    }
    audit(AuditAction::AccountExport, None, &caller.user, None);
    print(&format!("{} trips in {}\n", trips.len(), folder.display()))
}

async fn export_account(service: &Service, username: &str, path: &Path) -> Result<(), Failure> {
    let caller = service.administration.caller(username).await;
    let caller = caller.map_err(|error| failed(error, username))?;
    let shown = path.display();
    let mut options = OpenOptions::new();
    // Only its owner may read it.
    let file = options.write(true).create_new(true).mode(0o600).open(path);
    let mut file = file.with_context(|| format!("can't create {shown}"))?;
    let write = async {
        let archive = service.trips.archive_account(caller, username).await?;
        let mut pieces = pin!(archive.into_stream());
        while let Some(piece) = pieces.try_next().await? {
            file.write_all(&piece)?;
        }
        file.sync_all()?;
        anyhow::Ok(())
    };
    if let Err(error) = write.await {
        // What is there is no archive. If it can't be removed, either, the error says where it is.
        let _ = std::fs::remove_file(path);
        return Err(error.context(format!("can't write {shown}")).into());
    }
    print(&format!("{username} in {shown}\n"))
}

async fn import(service: &Service, username: &str, path: PathBuf) -> Result<(), Failure> {
    let caller = service.administration.caller(username).await;
    let caller = caller.map_err(|error| failed(error, username))?;
    let shown = path.display().to_string();
    File::open(&path).with_context(|| format!("can't read {shown}"))?;
    let upload = service.pictures.begin_import(caller.client());
    let file = ImportFile {
        upload: upload.context("can't import")?,
        source: ImportSource::Path(path),
        limits: LIMITS,
        key: None,
    };
    let imported = service.trips.import(caller, file, false).await;
    let imported = imported.map_err(|error| {
        let reason = match &error {
            Error::Invalid(violations) => violations
                .iter()
                .next()
                .map(|violation| violation.reason.to_string()),
            _ => None,
        };
        let error = reason.map_or_else(|| anyhow::Error::from(error), |reason| anyhow!(reason));
        error.context(format!("{shown} is not imported"))
    })?;
    for trip in &imported.trips {
        audit(AuditAction::TripImport, None, &caller.user, Some(*trip));
    }
    for warning in &imported.warnings {
        tracing::warn!(file = shown, "{warning}");
    }
    let trips: Vec<String> = imported.trips.iter().map(ToString::to_string).collect();
    print(&format!(
        "{shown}: trip {} with {} items, {} places and {} pictures\n",
        trips.join(", "),
        imported.items,
        imported.places,
        imported.pictures
    ))
}

fn failed(error: Error, username: &str) -> Failure {
    Failure::Run(match error {
        Error::NotFound => anyhow!("there is no account {username}"),
        error => anyhow::Error::from(error).context(format!("account {username}")),
    })
}
