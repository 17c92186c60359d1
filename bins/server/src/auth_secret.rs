//! The signing secret that is made once and kept beside an SQLite database.

use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use anyhow::Context;
use wayfare_service::Secret;
use zeroize::Zeroizing;

use crate::settings::table;
use crate::{Failure, Settings};

/// The name of the file.
const FILE: &str = "auth_secret";
/// How many random bytes a new secret has.
const BYTES: usize = 32;
/// Its owner alone reads and writes it.
const MODE: u32 = 0o600;

/// The secret that was set, else the one that is kept beside the database, made now where there is
/// none yet.
///
/// # Errors
/// None was set and the database is no file; or the kept one can't be read, or is too short.
pub(crate) fn of(settings: &Settings) -> Result<Secret, Failure> {
    if let Some(secret) = &settings.auth_secret {
        return Ok(secret.clone());
    }
    let Some(path) = settings
        .database
        .sqlite_file()
        .map(|file| file.with_file_name(FILE))
    else {
        return Err(Failure::setting(
            table::AUTH_SECRET.environment(),
            "must be set with PostgreSQL",
        ));
    };
    let text = kept(&path)
        .with_context(|| format!("can't keep the signing secret in {}", path.display()))?;
    Secret::new(text.trim()).map_err(|reason| Failure::setting(path.display(), reason))
}

/// What the file holds. Of several processes that make it at once all get the one that was there
/// first.
fn kept(path: &Path) -> std::io::Result<Zeroizing<String>> {
    loop {
        match fs::read_to_string(path) {
            Ok(text) => return Ok(Zeroizing::new(text)),
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            Err(_) => make(path)?,
        }
    }
}

/// Makes the file, whole or not at all, unless it is there by now.
fn make(path: &Path) -> std::io::Result<()> {
    let draft = draft_of(path);
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(MODE)
        .open(&draft)?;
    let written = file
        .write_all(random().as_bytes())
        .and_then(|()| file.sync_all());
    // A link, unlike a rename, does not replace what another process made meanwhile.
    let linked = written.and_then(|()| fs::hard_link(&draft, path));
    fs::remove_file(&draft)?;
    match linked {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// A name that no other draft has, so that one a crash left behind is in nobody's way.
fn draft_of(path: &Path) -> PathBuf {
    path.with_file_name(format!(".{FILE}.{:016x}", rand::random::<u64>()))
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
mod tests {
    use std::os::unix::fs::PermissionsExt;
    use std::thread;

    use super::*;

    #[test]
    fn many_starts_at_once_agree_on_one_secret() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let starts: Vec<_> = (0..16)
            .map(|_| {
                let path = path.clone();
                thread::spawn(move || kept(&path).unwrap())
            })
            .collect();
        let secrets: Vec<_> = starts
            .into_iter()
            .map(|start| start.join().unwrap())
            .collect();
        assert!(secrets.iter().all(|secret| secret == &secrets[0]));
        assert_eq!(secrets[0].trim().len(), 64);
        assert_eq!(
            fs::metadata(&path).unwrap().permissions().mode() & 0o777,
            MODE
        );
        assert_eq!(
            fs::read_dir(folder.path()).unwrap().count(),
            1,
            "no draft is left behind"
        );
    }

    #[test]
    fn it_is_made_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        assert_eq!(kept(&path).unwrap(), kept(&path).unwrap());
    }
}
