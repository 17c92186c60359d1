//! Finds the programs of the PostgreSQL server.

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

use crate::Error;

/// Folders in which packages install the programs of each release:
/// `<parent>/<prefix><release>/<rest>`.
const RELEASES: [(&str, &str, &str); 5] = [
    ("/usr/lib/postgresql", "", "bin"),
    ("/usr/lib", "postgresql", "bin"),
    ("/usr/libexec", "postgresql", ""),
    ("/opt/homebrew/opt", "postgresql@", "bin"),
    ("/usr/local/opt", "postgresql@", "bin"),
];

/// A folder that holds `initdb` and `postgres`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binaries {
    folder: PathBuf,
}

impl Binaries {
    /// Searches `PG_BIN`, `PATH` (following links), then the folders of packages, newest release
    /// first.
    ///
    /// # Errors
    /// [`Error::WrongBin`] if `PG_BIN` is set and wrong, [`Error::NoServer`] if no server is found.
    pub fn find() -> Result<Self, Error> {
        if let Some(folder) = std::env::var_os("PG_BIN") {
            let folder = PathBuf::from(folder);
            return Self::at(&folder).ok_or(Error::WrongBin(folder));
        }
        let path = std::env::var_os("PATH").unwrap_or_default();
        Self::on_path(&path)
            .or_else(|| RELEASES.iter().find_map(newest))
            .ok_or(Error::NoServer)
    }

    /// Returns the path of the folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn initdb(&self) -> PathBuf {
        self.folder.join("initdb")
    }

    pub(crate) fn postgres(&self) -> PathBuf {
        self.folder.join("postgres")
    }

    fn at(folder: &Path) -> Option<Self> {
        let whole = ["initdb", "postgres"]
            .iter()
            .all(|name| folder.join(name).is_file());
        whole.then(|| Self {
            folder: folder.to_owned(),
        })
    }

    /// Follows links: only the target folder is sure to hold both programs and their libraries.
    fn on_path(path: &OsStr) -> Option<Self> {
        std::env::split_paths(path).find_map(|folder| {
            let initdb = folder.join("initdb").canonicalize().ok()?;
            Self::at(initdb.parent()?)
        })
    }
}

fn newest((parent, prefix, rest): &(&str, &str, &str)) -> Option<Binaries> {
    let mut found: Vec<(u32, Binaries)> = fs::read_dir(parent)
        .ok()?
        .flatten()
        .filter_map(|entry| {
            let release = entry
                .file_name()
                .to_str()?
                .strip_prefix(prefix)?
                .parse()
                .ok()?;
            Some((release, Binaries::at(&entry.path().join(rest))?))
        })
        .collect();
    found.sort_by_key(|(release, _)| *release);
    found.pop().map(|(_, binaries)| binaries)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn programs(folder: &Path) {
        fs::create_dir_all(folder).unwrap();
        fs::write(folder.join("initdb"), "").unwrap();
        fs::write(folder.join("postgres"), "").unwrap();
    }

    #[test]
    fn finds_the_newest_release_by_number() {
        let parent = tempfile::tempdir().unwrap();
        for release in ["9", "16", "15"] {
            programs(&parent.path().join(release).join("bin"));
        }
        fs::create_dir_all(parent.path().join("17/bin")).unwrap();
        let found = newest(&(parent.path().to_str().unwrap(), "", "bin")).unwrap();
        assert_eq!(found.folder(), parent.path().join("16/bin"));
    }

    #[test]
    fn follows_links_in_path() {
        let parent = tempfile::tempdir().unwrap();
        let real = parent.path().canonicalize().unwrap().join("real");
        programs(&real);
        let links = parent.path().join("links");
        fs::create_dir(&links).unwrap();
        symlink(real.join("initdb"), links.join("initdb")).unwrap();
        assert_eq!(Binaries::on_path(links.as_os_str()).unwrap().folder(), real);
    }

    #[test]
    fn finds_nothing_in_a_folder_without_a_server() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("initdb"), "").unwrap();
        assert_eq!(Binaries::at(folder.path()), None);
    }
}
