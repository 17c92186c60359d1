//! Reading files: the format is found by the content.

use std::io::{BufReader, Read, Seek, SeekFrom};

use uuid::Uuid;

use crate::archive::zip_file::Unpacked;
use crate::import::draft::Draft;
use crate::import::limited::{Limited, TextFile};
use crate::import::{ImportError, ImportFormat, ImportedPicture, ImportedTrip, Limits, xml};
use crate::{archive, geojson, gpx, ics, kml};

/// How many bytes tell the format of a file.
const HEAD: usize = 4_096;

/// Reads a file. `mint` generates ids.
///
/// # Errors
/// The file is of no known format, malformed, or beyond the limits.
pub fn read<R: Read + Seek>(
    mut file: R,
    limits: Limits,
    mint: &mut dyn FnMut() -> Uuid,
) -> Result<ImportedTrip, ImportError> {
    let format = format_of(&mut file, limits)?;
    let draft = Draft::new(mint);
    match format {
        ImportFormat::Zip => archive::read::read(file, limits, draft),
        ImportFormat::Kmz => {
            let mut unpacked = Unpacked::open(file, limits)?;
            kml::read::read(text(unpacked.kml()?, limits), draft)?.finish(format)
        }
        ImportFormat::Gpx => gpx::read::read(text(file, limits), draft)?.finish(format),
        ImportFormat::Kml => kml::read::read(text(file, limits), draft)?.finish(format),
        ImportFormat::GeoJson => geojson::read::read(text(file, limits), draft)?.finish(format),
        ImportFormat::Ics => ics::read::read(text(file, limits), draft)?.finish(format),
    }
}

/// Reads a picture of an archive, of at most `limit` bytes.
///
/// # Errors
/// The archive has no such picture, or it is damaged or too large.
pub fn read_picture<R: Read + Seek>(
    file: R,
    limits: Limits,
    picture: &ImportedPicture,
    limit: u64,
) -> Result<Vec<u8>, ImportError> {
    Unpacked::open(file, limits)?.entry(&picture.path, limit)
}

fn text<R: Read>(file: R, limits: Limits) -> BufReader<TextFile<R>> {
    BufReader::new(TextFile(Limited::new(file, limits.unpacked)))
}

/// The format of a file, by its content.
fn format_of<R: Read + Seek>(file: &mut R, limits: Limits) -> Result<ImportFormat, ImportError> {
    let unreadable = |_| ImportError::malformed("the file can't be read");
    let mut head = Vec::new();
    file.by_ref()
        .take(u64::try_from(HEAD).unwrap_or_default())
        .read_to_end(&mut head)
        .map_err(unreadable)?;
    file.seek(SeekFrom::Start(0)).map_err(unreadable)?;
    if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
        let is_archive = Unpacked::open(&mut *file, limits)?.is_archive();
        file.seek(SeekFrom::Start(0)).map_err(unreadable)?;
        return Ok(if is_archive {
            ImportFormat::Zip
        } else {
            ImportFormat::Kmz
        });
    }
    let text = String::from_utf8_lossy(&head);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let is_calendar = text
        .get(..15)
        .is_some_and(|begin| begin.eq_ignore_ascii_case("BEGIN:VCALENDAR"));
    if is_calendar {
        return Ok(ImportFormat::Ics);
    }
    if text.starts_with('{') {
        return Ok(ImportFormat::GeoJson);
    }
    let unknown = || {
        ImportError::malformed(
            "must be an archive of this service, GPX, KML, KMZ, GeoJSON or iCalendar",
        )
    };
    if !text.starts_with('<') {
        return Err(unknown());
    }
    match xml::root(text)?.as_deref() {
        Some("gpx") => Ok(ImportFormat::Gpx),
        Some("kml" | "Document" | "Folder" | "Placemark") => Ok(ImportFormat::Kml),
        _ => Err(unknown()),
    }
}
