//! Zip files that are not trusted: how many entries, how large they are, where they would go.

use std::collections::HashSet;
use std::io::{Read, Seek, SeekFrom};

use zip::ZipArchive;
use zip::read::ZipFile;
use zip::result::ZipError;

use super::MANIFEST;
use crate::import::limited::Limited;
use crate::import::{ImportError, Limits};

/// The length of the end record without its comment, and of the longest comment.
const END_RECORD: u64 = 22;
const MAX_COMMENT: u64 = 65_535;
/// The most bytes that are read to list the entries.
const MAX_LISTED: u64 = 2 << 20;
/// The signature of the end record.
const END_SIGNATURE: &[u8] = b"PK\x05\x06";
/// The signature of the record of larger archives, before the end record.
const ZIP64_SIGNATURE: &[u8] = b"PK\x06\x07";

/// A zip file that stays within the limits.
pub(crate) struct Unpacked<R> {
    archive: ZipArchive<Limited<R>>,
    /// The names of its files, without the folder that all of them are in.
    names: Vec<String>,
    /// That folder with a slash, of an archive that was packed again; empty if there is none.
    folder: String,
    /// How many entries it has, and their bytes unpacked.
    entries: usize,
    size: u64,
}

impl<R: Read + Seek> Unpacked<R> {
    /// Opens a file, and checks all of its entries before any is unpacked.
    ///
    /// # Errors
    /// It is damaged, encrypted or too large, or has an entry with an unsafe or repeated path.
    pub(crate) fn open(mut file: R, limits: Limits) -> Result<Self, ImportError> {
        let entries = number_of_entries(&mut file)?;
        if entries > limits.archive_entries {
            return Err(too_many_entries(limits.archive_entries));
        }
        // The library keeps every entry in memory, and tries other end records if the last one is
        // damaged.
        let file = Limited::new(file, MAX_LISTED);
        let limit = file.limit();
        let mut archive = ZipArchive::new(file).map_err(damaged)?;
        limit.lift();
        if archive.len() > limits.archive_entries {
            return Err(too_many_entries(limits.archive_entries));
        }
        // Entries of one name are one for the library.
        if archive.len() != entries {
            return Err(ImportError::malformed("the archive repeats a path"));
        }
        let (mut names, mut seen, mut size) = (Vec::new(), HashSet::new(), 0_u64);
        for place in 0..archive.len() {
            let entry = archive.by_index_raw(place).map_err(damaged)?;
            let name = entry.name().map_err(damaged)?.into_owned();
            if !is_safe(&name) || entry.is_symlink() {
                return Err(ImportError::malformed("the archive has an unsafe path"));
            }
            if entry.encrypted() {
                return Err(ImportError::malformed("the archive is encrypted"));
            }
            if !seen.insert(name.to_lowercase()) {
                return Err(ImportError::malformed("the archive repeats a path"));
            }
            size = size.saturating_add(entry.size());
            if size > limits.archive_unpacked {
                return Err(too_many_bytes(limits.archive_unpacked));
            }
            if !entry.is_dir() && !is_of_macos(&name) {
                names.push(name);
            }
        }
        let folder = common_folder(&names);
        let names = names.iter().filter_map(|name| name.get(folder.len()..));
        Ok(Self {
            archive,
            names: names.map(str::to_owned).collect(),
            folder,
            entries,
            size,
        })
    }

    /// Checks that it is within the limits of a file that is no archive of trips.
    ///
    /// # Errors
    /// It is not.
    pub(crate) fn check_document(&self, limits: Limits) -> Result<(), ImportError> {
        if self.entries > limits.entries {
            return Err(too_many_entries(limits.entries));
        }
        if self.size > limits.unpacked {
            return Err(too_many_bytes(limits.unpacked));
        }
        Ok(())
    }

    /// Whether it is an archive of a trip.
    pub(crate) fn is_archive(&self) -> bool {
        self.names.iter().any(|name| name == MANIFEST)
    }

    /// The names of its files.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// The first KML document.
    ///
    /// # Errors
    /// No file is a KML document, or it is damaged.
    pub(crate) fn kml(&mut self) -> Result<ZipFile<'_, Limited<R>>, ImportError> {
        let name = self.names.iter().find(|name| is_kml(name)).ok_or_else(|| {
            ImportError::malformed("the archive has neither a manifest.json nor a KML document")
        })?;
        let path = self.path(name);
        self.archive.by_name(&path).map_err(damaged)
    }

    /// The folder that all files are in, with a slash; empty if there is none.
    pub(crate) fn folder(&self) -> &str {
        &self.folder
    }

    /// How many KML documents it has.
    pub(crate) fn number_of_kmls(&self) -> usize {
        self.names.iter().filter(|name| is_kml(name)).count()
    }

    /// The path of a file in the archive.
    fn path(&self, name: &str) -> String {
        format!("{}{name}", self.folder)
    }

    /// The bytes that a file is said to have.
    ///
    /// # Errors
    /// There is no such file, or it is damaged.
    pub(crate) fn size_of(&mut self, name: &str) -> Result<u64, ImportError> {
        let path = self.path(name);
        Ok(self.archive.by_name(&path).map_err(damaged)?.size())
    }

    /// A file of at most `limit` bytes. Reading it fails after the bytes that it is said to have.
    ///
    /// # Errors
    /// There is no such file, or it is damaged or too large.
    pub(crate) fn reader(&mut self, name: &str, limit: u64) -> Result<impl Read, ImportError> {
        let path = self.path(name);
        let entry = self.archive.by_name(&path).map_err(damaged)?;
        let size = entry.size();
        if size > limit {
            return Err(too_large(name, limit));
        }
        Ok(Limited::new(entry, size))
    }

    /// The bytes of a file, at most `limit`.
    ///
    /// # Errors
    /// There is no such file, or it is damaged or too large.
    pub(crate) fn entry(&mut self, name: &str, limit: u64) -> Result<Vec<u8>, ImportError> {
        let path = self.path(name);
        let entry = self.archive.by_name(&path).map_err(damaged)?;
        let size = entry.size();
        if size > limit {
            return Err(too_large(name, limit));
        }
        let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or_default());
        entry
            .take(size.saturating_add(1))
            .read_to_end(&mut bytes)
            .map_err(|error| {
                ImportError::malformed(format!("the archive is damaged: {name}: {error}"))
            })?;
        match u64::try_from(bytes.len()) {
            Ok(length) if length == size => Ok(bytes),
            Ok(length) if length < size => Err(ImportError::malformed(format!(
                "the archive is damaged: {name}"
            ))),
            _ => Err(too_large(name, limit)),
        }
    }
}

/// The number of entries that the end record tells.
fn number_of_entries<R: Read + Seek>(file: &mut R) -> Result<usize, ImportError> {
    let unreadable = |_| ImportError::malformed("the file can't be read");
    let length = file.seek(SeekFrom::End(0)).map_err(unreadable)?;
    // With room for the record of larger archives.
    let tail = length.min(END_RECORD + MAX_COMMENT + END_RECORD);
    file.seek(SeekFrom::Start(length - tail))
        .map_err(unreadable)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(unreadable)?;
    file.seek(SeekFrom::Start(0)).map_err(unreadable)?;
    let windows = bytes.windows(END_SIGNATURE.len());
    let place = windows.rev().position(|window| window == END_SIGNATURE);
    let start = place.and_then(|back| bytes.len().checked_sub(back + END_SIGNATURE.len()));
    let start = start.ok_or_else(|| ImportError::malformed("the archive is cut off"))?;
    let before = bytes
        .get(start.saturating_sub(20)..start)
        .unwrap_or_default();
    if before.starts_with(ZIP64_SIGNATURE) {
        return Err(ImportError::TooLarge("the archive is too large".to_owned()));
    }
    match bytes.get(start + 10..start + 12) {
        Some([low, high]) => Ok(usize::from(u16::from_le_bytes([*low, *high]))),
        _ => Err(ImportError::malformed("the archive is cut off")),
    }
}

fn is_kml(name: &str) -> bool {
    name.to_lowercase().ends_with(".kml")
}

/// Whether a file is one that macOS adds to archives and folders.
fn is_of_macos(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or_default();
    name.starts_with("__MACOSX/") || file.starts_with("._") || file == ".DS_Store"
}

/// The folder that all files are in, with its slash; empty if there is none.
fn common_folder(names: &[String]) -> String {
    let first = names
        .first()
        .and_then(|name| name.split_inclusive('/').next());
    let is_common =
        |folder: &&str| folder.ends_with('/') && names.iter().all(|name| name.starts_with(*folder));
    first.filter(is_common).unwrap_or_default().to_owned()
}

/// Whether a path stays in the folder that an archive is unpacked in.
fn is_safe(name: &str) -> bool {
    let is_relative = !name.is_empty() && !name.starts_with('/');
    let is_plain = !name.contains(['\\', ':', '\0']);
    is_relative && is_plain && name.split('/').all(|part| part != ".." && part != ".")
}

fn damaged(error: impl Into<ZipError>) -> ImportError {
    ImportError::malformed(format!("the archive is damaged: {}", error.into()))
}

pub(super) fn too_large(name: &str, limit: u64) -> ImportError {
    ImportError::TooLarge(format!(
        "the archive is too large: {name} has more than {limit} bytes"
    ))
}

pub(crate) fn too_many_bytes(most: u64) -> ImportError {
    ImportError::TooLarge(format!("must have at most {most} bytes unpacked"))
}

pub(crate) fn too_many_entries(most: usize) -> ImportError {
    ImportError::TooLarge(format!("must have at most {most} entries unpacked"))
}

#[cfg(test)]
mod tests;
