//! Archives: zip files with all that a trip holds, its pictures included.

mod account;
mod booking;
mod budget;
mod lists;
mod places;
pub(crate) mod read;
mod trip;
mod values;
pub(crate) mod zip_file;

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use wayfare_domain::trip::MemberNames;
use wayfare_domain::{Currency, People, PictureId, Trip};
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, ZipWriter};

use trip::TripFile;

pub use account::AccountHead;

/// The file that says what an archive is.
pub(crate) const MANIFEST: &str = "manifest.json";
/// The file of the account.
const ACCOUNT: &str = "account.json";
/// The file of the trip.
pub(crate) const TRIP: &str = "trip.json";
/// The folder of the files of a trip.
const FILES: &str = "files/";
/// [`Manifest::format`].
const FORMAT: &str = "wayfare-trip";
/// The version that is written, and the latest one that is read.
const VERSION: u32 = 1;

/// What an archive is.
#[derive(Serialize, Deserialize)]
struct Manifest {
    format: String,
    version: u32,
}

/// A picture or a file of a trip in an archive: which one, and where it is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureEntry {
    /// The picture or the file.
    pub id: PictureId,
    /// Its path in the archive.
    pub path: String,
}

/// The documents of an archive, and the pictures that belong beside them.
#[derive(Debug)]
pub struct ArchiveHead {
    /// `manifest.json`.
    pub manifest: Vec<u8>,
    /// `trip.json`.
    pub trip: Vec<u8>,
    /// The pictures, then the files, in order.
    pub pictures: Vec<PictureEntry>,
}

impl ArchiveHead {
    /// The documents of a trip, whose people are `people`, called by `names`, and whose base
    /// currency is `base`. `extension` returns the file extension of a stored picture or file,
    /// `None` for one that is not stored.
    ///
    /// # Errors
    /// A document can't be serialised.
    pub fn new(
        trip: &Trip,
        people: &People,
        names: &MemberNames<'_>,
        base: Currency,
        extension: impl Fn(PictureId) -> Option<&'static str>,
    ) -> Result<Self, serde_json::Error> {
        let entry = |id: PictureId, name: String| {
            let extension = extension(id)?;
            Some(PictureEntry {
                id,
                path: format!("pictures/{name}.{extension}"),
            })
        };
        let main = trip
            .gallery
            .main
            .and_then(|id| entry(id, "main".to_owned()));
        let photos = trip.gallery.photos.iter().enumerate();
        let photos: Vec<PictureEntry> = photos
            .filter_map(|(place, id)| entry(*id, format!("photo-{:02}", place + 1)))
            .collect();
        let files = trip.plan.files.iter().enumerate();
        let files: Vec<PictureEntry> = files
            .filter_map(|(place, file)| {
                extension(file.id)?;
                let name = portable(file.name.as_str());
                let path = format!("{FILES}{:03}-{name}", place + 1);
                Some(PictureEntry { id: file.id, path })
            })
            .collect();
        let file = TripFile::new(trip, people, names, base, main.as_ref(), &photos, &files);
        let manifest = Manifest {
            format: FORMAT.to_owned(),
            version: VERSION,
        };
        Ok(Self {
            manifest: serde_json::to_vec_pretty(&manifest)?,
            trip: serde_json::to_vec_pretty(&file)?,
            pictures: main.into_iter().chain(photos).chain(files).collect(),
        })
    }
}

/// A name that every system can unpack.
fn portable(name: &str) -> String {
    let harmless = |character: char| match character {
        '<' | '>' | ':' | '"' | '/' | '\\' | '|' | '?' | '*' => '_',
        character if character.is_control() => '_',
        character => character,
    };
    name.chars().map(harmless).collect()
}

/// Writes an archive piece by piece, so that only one picture is in memory.
pub struct ArchiveWriter {
    zip: ZipWriter<StreamWriter<Shared>>,
    written: Shared,
}

/// The bytes that were written and not yet taken.
#[derive(Debug, Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Shared {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut written = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        written.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl ArchiveWriter {
    /// Begins an archive with its documents.
    ///
    /// # Errors
    /// A document can't be compressed.
    pub fn new(head: &ArchiveHead) -> io::Result<Self> {
        let mut writer = Self::empty();
        writer.trip("", head)?;
        Ok(writer)
    }

    /// Begins the archive of an account with its documents.
    ///
    /// # Errors
    /// A document can't be compressed.
    pub fn of_account(head: &AccountHead) -> io::Result<Self> {
        let mut writer = Self::empty();
        writer.add(MANIFEST, &head.manifest, CompressionMethod::Deflated)?;
        writer.add(ACCOUNT, &head.account, CompressionMethod::Deflated)?;
        Ok(writer)
    }

    fn empty() -> Self {
        let written = Shared::default();
        Self {
            zip: ZipWriter::new_stream(written.clone()),
            written,
        }
    }

    /// Adds the documents of a trip in a folder, whose name ends with `/` unless it is empty.
    ///
    /// # Errors
    /// A document can't be compressed.
    pub fn trip(&mut self, folder: &str, head: &ArchiveHead) -> io::Result<()> {
        let manifest = format!("{folder}{MANIFEST}");
        self.add(&manifest, &head.manifest, CompressionMethod::Deflated)?;
        let trip = format!("{folder}{TRIP}");
        self.add(&trip, &head.trip, CompressionMethod::Deflated)
    }

    /// Adds a picture or a file.
    ///
    /// # Errors
    /// The archive is too large.
    pub fn picture(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        self.add(path, bytes, CompressionMethod::Stored)
    }

    /// Takes the bytes that were written since the last call.
    pub fn take(&mut self) -> Vec<u8> {
        self.written.take()
    }

    /// Ends the archive, and takes its last bytes.
    ///
    /// # Errors
    /// The archive is too large.
    pub fn finish(self) -> io::Result<Vec<u8>> {
        self.zip.finish()?;
        Ok(self.written.take())
    }

    fn add(&mut self, path: &str, bytes: &[u8], method: CompressionMethod) -> io::Result<()> {
        // The same trip gives the same bytes.
        let options = SimpleFileOptions::default()
            .compression_method(method)
            .last_modified_time(zip::DateTime::default());
        self.zip.start_file(path, options)?;
        self.zip.write_all(bytes)
    }
}
