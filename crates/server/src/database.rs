//! Opening and migrating the database of the settings.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use wayfare_service::{AuditAction, Origin, audit};
use wayfare_storage::{OfflineError, OpenError, OpenOptions, Store};

use crate::commands::backup::files::give_to_owner_of_folder;
use crate::settings::{DatabaseUrl, environment_name};
use crate::{Failure, Settings, memory};

/// How long a start waits for its database, and the pause between two attempts.
const START_TIMEOUT: Duration = Duration::from_secs(60);
const START_PAUSE: Duration = Duration::from_secs(2);

/// The size of the trip cache in bytes, and of the response cache likewise.
pub(crate) fn cache_size(settings: &Settings) -> usize {
    settings.trip_cache.unwrap_or_else(memory::cache_size)
}

pub(crate) fn open(settings: &Settings) -> Result<Arc<dyn Store>, Failure> {
    let options = OpenOptions {
        connections: settings.database_pool,
        trip_cache: cache_size(settings),
        ..OpenOptions::default()
    };
    let made = missing_files(&settings.database_url);
    let opened = wayfare_storage::open(settings.database_url.expose(), &options);
    give_to_owner(&made)?;
    opened.map_err(|error| open_failure(&settings.database_url, &error))
}

fn open_failure(url: &DatabaseUrl, error: &OpenError) -> Failure {
    let text = format!("{url}: {error}");
    match error {
        _ if error.is_missing() => {
            let name = environment_name("database_url");
            Failure::NoDatabase(format!("{text}; set {name}, or create the database"))
        }
        _ if error.is_away() => Failure::Unreachable(text),
        _ => Failure::Setting(text),
    }
}

/// The files of an SQLite database, and its folder, that opening it will make.
pub(crate) fn missing_files(url: &DatabaseUrl) -> Vec<PathBuf> {
    let Some(file) = url.sqlite_file() else {
        return Vec::new();
    };
    let folder = file.parent().map(Path::to_path_buf).unwrap_or_default();
    let beside = ["", "-wal", "-shm"].map(|end| {
        let mut path = file.as_os_str().to_owned();
        path.push(end);
        PathBuf::from(path)
    });
    let files = [folder].into_iter().chain(beside);
    let is_missing = |path: &PathBuf| matches!(path.try_exists(), Ok(false));
    files.filter(is_missing).collect()
}

/// Gives what root has made to the owner of the folder that it is in.
pub(crate) fn give_to_owner(made: &[PathBuf]) -> Result<(), Failure> {
    for path in made.iter().filter(|path| path.exists()) {
        let given = give_to_owner_of_folder(path);
        given.with_context(|| format!("{} is root's", path.display()))?;
    }
    Ok(())
}

/// Opens and migrates the database, for which it waits a minute. Returns the names of the
/// migrations that were applied.
pub(crate) fn migrate_when_reachable(
    settings: &Settings,
) -> Result<(Arc<dyn Store>, Vec<String>), Failure> {
    let start = Instant::now();
    loop {
        let migrated = open(settings).and_then(|store| {
            let names = migrate(store.as_ref())?;
            Ok((store, names))
        });
        match migrated {
            Err(failure @ Failure::Unreachable(_)) if start.elapsed() < START_TIMEOUT => {
                tracing::warn!("{failure}; trying again");
                thread::sleep(START_PAUSE);
            }
            migrated => return migrated,
        }
    }
}

/// The failure of a command, and its exit code.
pub(crate) fn offline_failure(url: &DatabaseUrl, error: OfflineError) -> Failure {
    let kind: fn(String) -> Failure = match &error {
        OfflineError::Open(error) => return open_failure(url, error),
        OfflineError::Missing => Failure::NoDatabase,
        _ => |text| Failure::Run(anyhow!("{text}")),
    };
    kind(format!("{url}: {:#}", anyhow!(error)))
}

/// Opens a database that somebody has made already.
pub(crate) fn open_existing(settings: &Settings) -> Result<Arc<dyn Store>, Failure> {
    let url = &settings.database_url;
    let none = || {
        let name = environment_name("database_url");
        let text = format!("{url}: there is no database; set {name}, or run wayfare migrate");
        Failure::NoDatabase(text)
    };
    let is_missing = wayfare_storage::is_missing(url.expose());
    if is_missing.map_err(|error| open_failure(url, &error))? {
        return Err(none());
    }
    let store = open(settings)?;
    match store.is_new() {
        Ok(false) => Ok(store),
        Ok(true) => Err(none()),
        Err(error) => Err(Failure::Unreachable(format!("{:#}", anyhow!(error)))),
    }
}

pub(crate) fn migrate(store: &dyn Store) -> Result<Vec<String>, Failure> {
    store.migrate().map_err(|error| match error {
        wayfare_storage::Error::Unavailable(_) => {
            Failure::Unreachable(format!("{:#}", anyhow!(error)))
        }
        error => Failure::Run(anyhow!(error).context("can't migrate the database")),
    })
}

pub(crate) fn log_migrations(names: &[String]) {
    if let Some(last) = names.last() {
        Origin::scope_command(|| audit(AuditAction::DatabaseMigrate, None, last, None));
    }
    for name in names {
        tracing::info!(migration = name, "applied migration {name}");
    }
}
