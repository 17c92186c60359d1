//! The signing secret: from the settings, else from a file that is made once beside the SQLite
//! database.

use std::fmt::Write as _;
use std::fs::{self, Permissions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::Context;
use wayfare_service::{Secret, Secrets};
use zeroize::Zeroizing;

use crate::commands::backup::files::give_to_owner_of_folder;
use crate::settings::{DatabaseUrl, Sources, environment_name};
use crate::{Failure, Settings};

/// The name of the file.
const FILE: &str = "auth_secret";
/// The random bytes of a new secret.
const BYTES: usize = 32;

/// Returns the secret of the settings, else that of the file, which is made if it does not exist;
/// and the previous one.
///
/// # Errors
/// No secret is set and the database is not a file, or the file can't be read or is too short.
pub(crate) fn of(settings: &Settings) -> Result<Secrets, Failure> {
    Ok(Secrets {
        current: match &settings.auth_secret {
            Some(secret) => secret.clone(),
            None => stored(&file(settings)?)?,
        },
        previous: settings.auth_secret_previous.clone(),
    })
}

/// Checks that a server will find a secret, before the database is reached.
///
/// # Errors
/// No secret is set and the database is not a file.
pub(crate) fn check(sources: &Sources) -> Result<(), Failure> {
    let database: Result<Option<_>, _> = sources.derived("database_url", "", DatabaseUrl::new);
    match database {
        Ok(Some(database)) if !sources.is_set("auth_secret") => file_beside(&database).map(|_| ()),
        // Reading the settings reports a malformed URL.
        _ => Ok(()),
    }
}

/// The file that holds the secret if the settings have none.
///
/// # Errors
/// The database is not a file.
pub(crate) fn file(settings: &Settings) -> Result<PathBuf, Failure> {
    file_beside(&settings.database_url)
}

fn file_beside(database: &DatabaseUrl) -> Result<PathBuf, Failure> {
    let file = database.sqlite_file().map(|file| file.with_file_name(FILE));
    file.ok_or_else(|| {
        Failure::setting(
            environment_name("auth_secret"),
            "must be set with PostgreSQL",
        )
    })
}

fn stored(path: &Path) -> Result<Secret, Failure> {
    let text = load_or_make(path)
        .with_context(|| format!("can't store the signing secret in {}", path.display()))?;
    Secret::new(text.trim()).map_err(|reason| Failure::setting(path.display(), reason))
}

/// Reads the file, and makes it if it does not exist. Processes that do so concurrently all get the
/// secret of the first.
fn load_or_make(path: &Path) -> std::io::Result<Zeroizing<String>> {
    loop {
        match fs::read_to_string(path) {
            Ok(text) => {
                restrict(path);
                return Ok(Zeroizing::new(text));
            }
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            Err(_) => make(path)?,
        }
    }
}

/// Makes the file readable by its owner alone, if it is not.
fn restrict(path: &Path) {
    let shared = fs::metadata(path).is_ok_and(|file| file.permissions().mode() & 0o077 != 0);
    if shared && let Err(error) = fs::set_permissions(path, Permissions::from_mode(0o600)) {
        let file = path.display();
        tracing::warn!(%file, %error, "can't take {file} from other users of the machine");
    }
}

/// Makes the file atomically, unless it exists by now.
fn make(path: &Path) -> std::io::Result<()> {
    // Only its owner reads and writes it.
    let mut draft = tempfile::Builder::new()
        .prefix(&format!(".{FILE}."))
        .tempfile_in(path.parent().unwrap_or(Path::new("")))?;
    draft.write_all(random().as_bytes())?;
    draft.as_file().sync_all()?;
    match draft.persist_noclobber(path) {
        Err(error) if error.error.kind() != ErrorKind::AlreadyExists => Err(error.error),
        _ => give_to_owner_of_folder(path),
    }
}

fn random() -> Zeroizing<String> {
    let bytes = Zeroizing::new(rand::random::<[u8; BYTES]>());
    let mut text = Zeroizing::new(String::with_capacity(2 * BYTES + 1));
    for byte in bytes.iter() {
        // Writing to a string can't fail.
        let _ = write!(text, "{byte:02x}");
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests;
