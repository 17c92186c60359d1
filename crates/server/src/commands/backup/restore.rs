//! `wayfare restore`: puts a backup into the store of the settings.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use tempfile::NamedTempFile;
use wayfare_service::{AuditAction, audit};
use wayfare_storage::{OfflineDatabase, OfflineError};

use super::manifest::Manifest;
use super::{Database, files, left_pictures, picture_folder};
use crate::commands::console::print;
use crate::database::offline_failure;
use crate::{Failure, Settings, auth_secret};

/// Restores a backup.
///
/// # Errors
/// The backup is damaged or of another kind of database; the store is in use, or not empty without
/// `replace`. The store is as before then.
pub(super) fn run(settings: &Settings, from: &Path, replace: bool) -> Result<(), Failure> {
    let manifest = Manifest::check(from)?;
    let database = Database::of(settings, &["pg_restore", "psql"])?;
    if database.kind() != manifest.database {
        let (backup, own) = (manifest.database.name(), database.kind().name());
        return Err(anyhow!(
            "{} is a backup of {backup}, and the database of the settings is {own}: restore it \
             with settings for {backup}, then move it by wayfare database copy",
            from.display()
        )
        .into());
    }
    let pictures = picture_folder(settings)?;
    let offline = open(settings, &database, replace)?;
    let before = match &pictures {
        Some(store) => files::pictures(store).context("can't list the pictures")?,
        None => Vec::new(),
    };
    if !replace && !before.is_empty() {
        return Err(refused("the picture store has pictures"));
    }
    let mut added = Vec::new();
    let restored = copy_pictures(&manifest, from, pictures.as_deref(), &mut added)
        .and_then(|()| restore(settings, &manifest, &database, offline, from));
    if let Err(failure) = restored {
        for path in added {
            // The failure that is reported is why nothing is restored.
            let _ = fs::remove_file(path);
        }
        return Err(failure);
    }
    audit(
        AuditAction::DatabaseRestore,
        None,
        &settings.database_url,
        None,
    );
    if let Some(store) = &pictures {
        remove_others(&manifest, store, &before)
            .context("restored, but can't remove all former pictures")?;
    }
    let (url, count) = (&settings.database_url, manifest.pictures().count());
    let mut text = format!(
        "Restored {url} from {}, picture files: {count}.\n",
        from.display()
    );
    if pictures.is_none() {
        text.push_str(&left_pictures(settings)?);
    }
    if manifest.secret(from).is_none() && settings.auth_secret.is_none() {
        text.push_str(
            "The backup has no auth secret: set the one of before, or all sign in again.\n",
        );
    }
    print(&text)
}

/// Opens the database that is to be replaced; `None` if there is none, or nothing of use.
fn open(
    settings: &Settings,
    database: &Database<'_>,
    replace: bool,
) -> Result<Option<OfflineDatabase>, Failure> {
    let url = &settings.database_url;
    let is_file = match database {
        Database::Sqlite(file) if !file.exists() => return Ok(None),
        Database::Sqlite(_) => true,
        Database::Postgres(..) => false,
    };
    let opened = wayfare_storage::open_offline(url.expose())
        .and_then(|mut offline| Ok((offline.first_with_rows()?, offline)));
    match opened {
        Ok((Some(table), _)) if !replace => {
            Err(refused(&format!("the table {table} of {url} has rows")))
        }
        Ok((_, offline)) => Ok(Some(offline)),
        Err(error) if !is_file || matches!(error, OfflineError::InUse) => {
            Err(offline_failure(url, error))
        }
        // A damaged file is a reason to restore.
        Err(_) if replace => Ok(None),
        Err(error) => Err(Failure::Setting(format!(
            "{url}: {:#}; if it is a damaged store, --replace replaces it",
            anyhow!(error)
        ))),
    }
}

fn refused(why: &str) -> Failure {
    anyhow!("the store is not empty: {why}; --replace replaces all that it has").into()
}

/// Copies the pictures that are not there, and notes them.
fn copy_pictures(
    manifest: &Manifest,
    from: &Path,
    store: Option<&Path>,
    added: &mut Vec<PathBuf>,
) -> Result<(), Failure> {
    let Some(store) = store else {
        return Ok(());
    };
    for path in manifest.pictures() {
        let to = store.join(path);
        if !to.exists() {
            added.push(to.clone());
        }
        files::copy(&from.join(path), &to)
            .with_context(|| format!("can't write {}", to.display()))?;
    }
    Ok(())
}

/// Puts the database and the secret into their places.
fn restore(
    settings: &Settings,
    manifest: &Manifest,
    database: &Database<'_>,
    offline: Option<OfflineDatabase>,
    from: &Path,
) -> Result<(), Failure> {
    let secret = match (manifest.secret(from), &settings.auth_secret) {
        (Some(secret), None) => {
            let to = auth_secret::file(settings)?;
            Some((stage(&secret, &to)?, to))
        }
        // The settings' own is used.
        _ => None,
    };
    let copy = from.join(manifest.database.file());
    match database {
        Database::Sqlite(file) => {
            let draft = stage(&copy, file)?;
            // Closing it writes its log back and removes it. A log that is left is of no use.
            drop(offline);
            for end in ["-wal", "-shm", "-journal"] {
                let mut log = file.clone().into_os_string();
                log.push(end);
                match fs::remove_file(&log) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => {
                        return Err(anyhow!(error).context("can't remove the former log").into());
                    }
                    _ => {}
                }
            }
            place(draft, file)?;
        }
        Database::Postgres(url, tools) => {
            tools.restore(url, &copy)?;
            drop(offline);
        }
    }
    secret.map_or(Ok(()), |(draft, to)| place(draft, &to))
}

fn stage(from: &Path, to: &Path) -> Result<NamedTempFile, Failure> {
    Ok(files::stage(from, to).with_context(|| format!("can't write beside {}", to.display()))?)
}

fn place(draft: NamedTempFile, to: &Path) -> Result<(), Failure> {
    Ok(files::place(draft, to).with_context(|| format!("can't replace {}", to.display()))?)
}

/// Removes the pictures that were there before and are not of the backup.
fn remove_others(manifest: &Manifest, store: &Path, before: &[PathBuf]) -> io::Result<()> {
    let kept: std::collections::HashSet<&Path> = manifest.pictures().collect();
    let mut others = before.iter().filter(|path| !kept.contains(path.as_path()));
    others.try_for_each(|path| fs::remove_file(store.join(path)))
}
