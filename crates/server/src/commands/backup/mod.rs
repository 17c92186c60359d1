//! `wayfare backup` and `wayfare restore`: the database, the pictures of a folder and the generated
//! secret, in a folder with a manifest.

pub(crate) mod files;
mod manifest;
mod postgres;
mod restore;

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::Subcommand;
use wayfare_service::{Clock, SystemClock};

use super::console::print;
use crate::database::open_existing;
use crate::server::pictures_url;
use crate::{Failure, Settings, auth_secret};
use manifest::{Kind, Manifest, SECRET};
use postgres::Tools;

/// A command for backups.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Back up the database, the pictures of a folder and the generated secret, also while servers
    /// run
    Backup {
        /// Folder that is new or empty
        #[arg(long, value_name = "FOLDER")]
        to: PathBuf,
    },
    /// Restore a backup into an empty store, while no server runs
    Restore {
        /// Folder of the backup
        #[arg(long, value_name = "FOLDER")]
        from: PathBuf,
        /// Replace the accounts, trips and pictures that the store has
        #[arg(long)]
        replace: bool,
    },
}

/// Runs a command.
///
/// # Errors
/// The folder can't be used, a store can't be reached, or it is not as the command needs it.
pub(crate) fn run(settings: &Settings, command: &Command) -> Result<(), Failure> {
    match command {
        Command::Backup { to } => back_up(settings, to),
        Command::Restore { from, replace } => restore::run(settings, from, *replace),
    }
}

fn back_up(settings: &Settings, folder: &Path) -> Result<(), Failure> {
    // It must be there, and is not migrated: a backup comes before an upgrade.
    drop(open_existing(settings)?);
    let database = Database::of(settings, &["pg_dump"])?;
    let is_new = prepare(folder)?;
    match write(settings, &database, folder) {
        Ok(text) => print(&text),
        Err(failure) => {
            // What is left of it has no manifest, so that nobody takes it for a backup.
            discard(folder, is_new);
            Err(failure)
        }
    }
}

/// The database of the settings, and what reads and writes it.
enum Database<'a> {
    Sqlite(PathBuf),
    Postgres(&'a str, Tools),
}

impl<'a> Database<'a> {
    /// Finds PostgreSQL's tools that are needed.
    fn of(settings: &'a Settings, tools: &[&'static str]) -> Result<Self, Failure> {
        Ok(match settings.database_url.sqlite_file() {
            Some(file) => Self::Sqlite(file),
            None => Self::Postgres(settings.database_url.expose(), Tools::find(tools)?),
        })
    }

    fn kind(&self) -> Kind {
        match self {
            Self::Sqlite(_) => Kind::Sqlite,
            Self::Postgres(..) => Kind::Postgres,
        }
    }
}

/// Makes the folder, unless it is there and empty. Returns whether it is new.
fn prepare(folder: &Path) -> Result<bool, Failure> {
    let shown = folder.display();
    match fs::read_dir(folder).map(|mut entries| entries.next().is_none()) {
        Ok(true) => Ok(false),
        Ok(false) => Err(anyhow!("{shown} is not empty: a backup needs a new folder").into()),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            files::make_folder(folder).with_context(|| format!("can't create {shown}"))?;
            Ok(true)
        }
        Err(error) => Err(anyhow!(error)
            .context(format!("can't read the folder {shown}"))
            .into()),
    }
}

fn discard(folder: &Path, is_new: bool) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        // The failure that is reported is why the backup failed.
        let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
    }
    if is_new {
        let _ = fs::remove_dir(folder);
    }
}

/// Writes all files, and the manifest last. Returns what is to be printed.
fn write(settings: &Settings, database: &Database<'_>, folder: &Path) -> Result<String, Failure> {
    let kind = database.kind();
    let mut manifest = Manifest::new(kind, SystemClock.now());
    let pictures = picture_folder(settings)?;
    // Twice: most of them before the database, so that those that it names and that are deleted
    // meanwhile are here too, and those that came since.
    let add_pictures = |manifest: &mut Manifest| {
        let copied = pictures
            .as_ref()
            .map_or(Ok(()), |store| manifest.add_pictures(store, folder));
        copied.context("can't copy the pictures")
    };
    add_pictures(&mut manifest)?;
    let copy = folder.join(kind.file());
    match database {
        Database::Sqlite(file) => copy_sqlite(file, &copy)?,
        Database::Postgres(url, tools) => tools.dump(url, &copy)?,
    }
    let added = files::secure(&copy).and_then(|()| manifest.add(folder, kind.file()));
    added.with_context(|| format!("can't read {}", copy.display()))?;
    add_pictures(&mut manifest)?;
    let mut notes = String::new();
    let generated = auth_secret::file(settings).ok();
    match generated.filter(|_| settings.auth_secret.is_none()) {
        Some(secret) if secret.exists() => {
            files::copy(&secret, &folder.join(SECRET))
                .and_then(|()| manifest.add(folder, SECRET))
                .context("can't copy the auth secret")?;
        }
        Some(_) => {}
        None => notes.push_str("The auth secret is in the settings, and not in the backup.\n"),
    }
    if pictures.is_none() {
        notes.push_str(&left_pictures(settings)?);
    }
    manifest.write(folder).context("can't write the manifest")?;
    let (url, shown) = (&settings.database_url, folder.display());
    let count = manifest.pictures().count();
    Ok(format!(
        "Backed up {url} to {shown}, picture files: {count}.\n{notes}"
    ))
}

#[cfg(feature = "sqlite")]
fn copy_sqlite(file: &Path, to: &Path) -> Result<(), Failure> {
    Ok(wayfare_storage::copy_sqlite_file(file, to)
        .with_context(|| format!("can't copy {}", file.display()))?)
}

#[cfg(not(feature = "sqlite"))]
fn copy_sqlite(_: &Path, _: &Path) -> Result<(), Failure> {
    Err(crate::server::lacks("sqlite://", "sqlite"))
}

/// The folder of the picture store, if it is one.
fn picture_folder(settings: &Settings) -> Result<Option<PathBuf>, Failure> {
    let url = pictures_url(settings)?;
    Ok(match url.scheme() {
        "file" => Some(
            url.to_file_path()
                .map_err(|()| anyhow!("{url} is no folder"))?,
        ),
        _ => None,
    })
}

/// Says that the pictures of another store are no part of a backup.
fn left_pictures(settings: &Settings) -> Result<String, Failure> {
    let url = pictures_url(settings)?;
    Ok(format!(
        "The pictures in {url} are left there: use the versioning or replication of that store.\n"
    ))
}
