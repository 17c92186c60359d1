//! The manifest of a backup: what it holds, with hashes. A folder without one is no backup.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};
use serde::{Deserialize, Serialize};
use wayfare_domain::Instant;

use super::files::{self, FileRecord, is_picture};

/// The name of the manifest.
const MANIFEST: &str = "manifest.json";
/// The name of the generated secret.
pub(super) const SECRET: &str = "auth_secret";
/// The form of backups that this program writes and reads.
const FORMAT: u32 = 1;

/// The kind of a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    Sqlite,
    Postgres,
}

impl Kind {
    /// The name of the database's file in a backup.
    pub(super) fn file(self) -> &'static str {
        match self {
            Self::Sqlite => "wayfare.db",
            Self::Postgres => "wayfare.dump",
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "PostgreSQL",
        }
    }
}

/// The manifest.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Manifest {
    format: u32,
    /// The version of the program that wrote it.
    version: String,
    created: String,
    pub(super) database: Kind,
    /// By their paths.
    files: BTreeMap<String, FileRecord>,
}

impl Manifest {
    pub(super) fn new(database: Kind, now: Instant) -> Self {
        Self {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            created: now.to_string(),
            database,
            files: BTreeMap::new(),
        }
    }

    /// Records a file that is in the folder.
    pub(super) fn add(&mut self, folder: &Path, name: &str) -> io::Result<()> {
        let record = FileRecord::of(&folder.join(name))?;
        self.files.insert(name.to_owned(), record);
        Ok(())
    }

    /// Copies the pictures of a store that are not recorded yet.
    pub(super) fn add_pictures(&mut self, store: &Path, folder: &Path) -> io::Result<()> {
        for path in files::pictures(store)? {
            let name = path.to_string_lossy();
            if self.files.contains_key(&*name) {
                continue;
            }
            match files::copy(&store.join(&path), &folder.join(&path)) {
                // It was deleted since it was listed.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                copied => copied.and_then(|()| self.add(folder, &name))?,
            }
        }
        Ok(())
    }

    /// The paths of the pictures.
    pub(super) fn pictures(&self) -> impl Iterator<Item = &Path> {
        self.files
            .keys()
            .map(Path::new)
            .filter(|path| is_picture(path))
    }

    /// The path of the secret, if the backup has one.
    pub(super) fn secret(&self, folder: &Path) -> Option<PathBuf> {
        self.files.contains_key(SECRET).then(|| folder.join(SECRET))
    }

    /// Writes the manifest, which makes the folder a backup.
    pub(super) fn write(&self, folder: &Path) -> io::Result<()> {
        let draft = tempfile::NamedTempFile::new_in(folder)?;
        fs::write(draft.path(), serde_json::to_vec_pretty(self)?)?;
        files::secure(draft.path())?;
        files::place(draft, &folder.join(MANIFEST))
    }

    /// Reads the manifest of a folder, and checks all files against it.
    ///
    /// # Errors
    /// It is no whole backup, or one of a later version of the form.
    pub(super) fn check(folder: &Path) -> anyhow::Result<Self> {
        let shown = folder.display();
        let text = match files::open(&folder.join(MANIFEST)).and_then(io::read_to_string) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                bail!("{shown} holds no whole backup: it has no {MANIFEST}")
            }
            text => text.with_context(|| format!("can't read {MANIFEST} of {shown}"))?,
        };
        let manifest: Self = serde_json::from_str(&text)
            .map_err(|_| anyhow!("{MANIFEST} of {shown} is not one of wayfare backup"))?;
        let format = manifest.format;
        ensure!(
            format == FORMAT,
            "{shown} is a backup of form {format}, which this version can't read"
        );
        let database = manifest.database.file();
        ensure!(
            manifest.files.contains_key(database),
            "{shown} is damaged: {database} is missing"
        );
        for (name, record) in &manifest.files {
            let is_known = [database, SECRET].contains(&&**name) || is_picture(Path::new(name));
            ensure!(
                is_known,
                "{shown} is damaged: {name:?} is no part of a backup"
            );
            let found = FileRecord::of(&folder.join(name))
                .with_context(|| format!("{shown} is damaged: {name} can't be read"))?;
            ensure!(
                found == *record,
                "{shown} is damaged: {name} is not the file of the manifest"
            );
        }
        Ok(manifest)
    }
}
