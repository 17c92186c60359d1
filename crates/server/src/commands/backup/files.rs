//! Files of backups and stores: hashed, synced, for their owner alone, who is that of the folder.

use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt, lchown};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

const OWNER_ALONE: u32 = 0o600;
const FOLDER_OF_OWNER: u32 = 0o700;

/// The size and the SHA-256 of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FileRecord {
    bytes: u64,
    sha256: String,
}

/// Opens a file. Anything else, such as a pipe, which would be waited for, is refused.
pub(super) fn open(path: &Path) -> io::Result<File> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is no regular file"));
    }
    File::open(path)
}

impl FileRecord {
    /// Reads a file.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let mut hasher = Hasher(Sha256::new());
        let bytes = io::copy(&mut open(path)?, &mut hasher)?;
        let hash = hasher.0.finalize();
        Ok(Self {
            bytes,
            sha256: hash.iter().map(|byte| format!("{byte:02x}")).collect(),
        })
    }
}

struct Hasher(Sha256);

impl Write for Hasher {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The folder of a path.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Gives what root has made to the owner of the folder that it is in: a service that is not root
/// could not open it. The owner of the folder may have put a link there: what it leads to stays.
pub(crate) fn give_to_owner_of_folder(path: &Path) -> io::Result<()> {
    let (made, folder) = (fs::symlink_metadata(path)?, fs::metadata(folder_of(path))?);
    if made.uid() == 0 && folder.uid() != 0 {
        lchown(path, Some(folder.uid()), Some(folder.gid()))?;
    }
    Ok(())
}

/// Creates a folder, and those that it is in.
pub(super) fn make_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    make_folder(folder_of(folder))?;
    fs::DirBuilder::new().mode(FOLDER_OF_OWNER).create(folder)?;
    give_to_owner_of_folder(folder)
}

/// Makes a file that is in place its owner's alone, and durable.
pub(super) fn secure(path: &Path) -> io::Result<()> {
    fs::set_permissions(path, Permissions::from_mode(OWNER_ALONE))?;
    give_to_owner_of_folder(path)?;
    File::open(path)?.sync_all()
}

/// Copies a file to a draft beside `to`, whose folder is made, to put into its place at once.
pub(super) fn stage(from: &Path, to: &Path) -> io::Result<NamedTempFile> {
    let folder = folder_of(to);
    make_folder(folder)?;
    let mut draft = NamedTempFile::new_in(folder)?;
    io::copy(&mut open(from)?, &mut draft)?;
    secure(draft.path())?;
    Ok(draft)
}

/// Puts a draft into its place.
pub(super) fn place(draft: NamedTempFile, to: &Path) -> io::Result<()> {
    draft.persist(to).map_err(|error| error.error)?;
    File::open(folder_of(to))?.sync_all()
}

/// Copies a file, and replaces the one that is there.
pub(super) fn copy(from: &Path, to: &Path) -> io::Result<()> {
    place(stage(from, to)?, to)
}

/// The picture files of a store, by their paths in it. None if there is no such folder yet.
pub(super) fn pictures(store: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from(PICTURES)];
    while let Some(folder) = folders.pop() {
        let entries = match fs::read_dir(store.join(&folder)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            entries => entries?,
        };
        for entry in entries {
            let entry = entry?;
            let path = folder.join(entry.file_name());
            if is_picture(&path) {
                match entry.file_type()?.is_dir() {
                    true => folders.push(path),
                    false => found.push(path),
                }
            }
        }
    }
    Ok(found)
}

/// The folder of a picture store and of a backup that has all pictures.
const PICTURES: &str = "pictures";

/// Whether a path is one of a picture, or of a folder with its versions: ids and hashes. The files
/// of interrupted uploads have other names.
pub(super) fn is_picture(path: &Path) -> bool {
    let is_id = |name: &str| {
        !name.is_empty()
            && name
                .bytes()
                .all(|byte| byte == b'-' || byte.is_ascii_hexdigit())
    };
    let names: Option<Vec<&str>> = path.iter().map(OsStr::to_str).collect();
    match names.as_deref() {
        Some([PICTURES, ids @ ..]) => matches!(ids.len(), 1 | 2) && ids.iter().all(|id| is_id(id)),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
