//! Reading archives: the manifest, the trip, and which pictures are there.

use std::collections::HashSet;
use std::io::{ErrorKind, Read, Seek};

use serde::de::DeserializeOwned;

use super::trip::TripFile;
use super::zip_file::{Unpacked, too_large};
use super::{FILES, FORMAT, MANIFEST, Manifest, TRIP, VERSION};
use crate::import::draft::Draft;
use crate::import::json::BoundedJson;
use crate::import::{FileSource, ImportError, ImportFormat, ImportedPicture, ImportedTrip, Limits};

/// The largest manifest, in bytes.
const MAX_MANIFEST: u64 = 64 << 10;
/// The largest document of a trip, in bytes.
const MAX_TRIP: u64 = 16 << 20;

/// Reads an archive.
pub(crate) fn read<R: Read + Seek>(
    file: R,
    limits: Limits,
    mut draft: Draft<'_>,
) -> Result<ImportedTrip, ImportError> {
    let mut unpacked = Unpacked::open(file, limits)?;
    let manifest: Manifest = document(&mut unpacked, MANIFEST, MAX_MANIFEST)?;
    if manifest.format != FORMAT || manifest.version == 0 {
        return Err(ImportError::malformed(
            "is an archive of something else than a trip",
        ));
    }
    if manifest.version > VERSION {
        return Err(ImportError::malformed(format!(
            "is an archive of version {}, of which this service knows those up to {VERSION}",
            manifest.version
        )));
    }
    let mut trip: TripFile = document(&mut unpacked, TRIP, MAX_TRIP)?;
    let names: HashSet<&String> = unpacked.names().iter().collect();
    let captions = trip.take_captions()?;
    let mut picture = |path: String| {
        if names.contains(&path) && path.starts_with("pictures/") {
            let caption = captions.get(&path).cloned().unwrap_or_default();
            return Some(ImportedPicture { path, caption });
        }
        draft.warn("a picture is missing");
        None
    };
    let main_picture = trip.main_picture.take().and_then(&mut picture);
    let photos = std::mem::take(&mut trip.photos.0).into_iter();
    let photos: Vec<ImportedPicture> = photos.filter_map(picture).collect();
    let mut files = trip.take_files();
    let listed = files.len();
    // An entry is one file, however often it is named.
    let mut taken = HashSet::new();
    files.retain(|file| match &file.source {
        FileSource::Entry(path) => {
            names.contains(path) && path.starts_with(FILES) && taken.insert(path.clone())
        }
        _ => false,
    });
    if files.len() < listed {
        draft.warn("a file of the trip is missing");
    }
    let entries = files.iter().filter_map(|file| match &file.source {
        FileSource::Entry(path) => Some(path.as_str()),
        _ => None,
    });
    let used: HashSet<&str> = main_picture
        .iter()
        .chain(&photos)
        .map(|picture| picture.path.as_str())
        .chain([MANIFEST, TRIP])
        .chain(entries)
        .collect();
    if names.iter().any(|name| !used.contains(name.as_str())) {
        draft.warn("a file of the archive is not part of the trip");
    }
    Ok(ImportedTrip {
        format: ImportFormat::Zip,
        content: trip.read()?,
        dated_at: None,
        main_picture,
        photos,
        files,
        has_unread: false,
        warnings: draft.into_warnings(),
        others: Vec::new(),
    })
}

/// Reads a JSON document of at most `limit` bytes.
///
/// # Errors
/// It is not there, malformed or too large.
pub(crate) fn document<R: Read + Seek, T: DeserializeOwned>(
    unpacked: &mut Unpacked<R>,
    name: &str,
    limit: u64,
) -> Result<T, ImportError> {
    let entry = unpacked.reader(name, limit)?;
    serde_json::from_reader(BoundedJson::buffered(entry)).map_err(|error| {
        if error.io_error_kind() == Some(ErrorKind::FileTooLarge) {
            too_large(name, limit)
        } else {
            ImportError::malformed(format!("the archive is damaged: {name}: {error}"))
        }
    })
}
