//! Reading files: the format is found by the content, and everything is bounded.

pub(crate) mod draft;
pub(crate) mod json;
pub(crate) mod limited;
pub(crate) mod xml;

use std::io::{BufReader, Read, Seek, SeekFrom};

use uuid::Uuid;
use wayfare_domain::trip::{ItineraryItem, TripMap};
use wayfare_domain::{Currency, Description, Name, Plan};

use crate::archive::zip_file::Unpacked;
use crate::{archive, geojson, gpx, ics, kml};
use draft::Draft;
use limited::Limited;

/// How many bytes tell the format of a file.
const HEAD: usize = 4_096;

/// A format that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ImportFormat {
    /// An archive of this service.
    Zip,
    /// GPX.
    Gpx,
    /// KML.
    Kml,
    /// KML in a zip file.
    Kmz,
    /// GeoJSON.
    GeoJson,
    /// iCalendar.
    Ics,
}

impl ImportFormat {
    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Zip => "zip",
            Self::Gpx => "gpx",
            Self::Kml => "kml",
            Self::Kmz => "kmz",
            Self::GeoJson => "geojson",
            Self::Ics => "ics",
        }
    }
}

/// The bounds of a file that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes that all entries of a zip file have unpacked, and that any other file has.
    pub unpacked: u64,
    /// The most entries of a zip file.
    pub entries: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            unpacked: 50 << 20,
            entries: 200,
        }
    }
}

/// Why a file is refused. The messages are for the person who sent it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// It is malformed, or holds what a trip can't.
    #[error("{0}")]
    Malformed(String),
    /// It is too large, or would be when unpacked.
    #[error("{0}")]
    TooLarge(String),
}

impl ImportError {
    pub(crate) fn malformed(message: impl Into<String>) -> Self {
        Self::Malformed(message.into())
    }
}

/// A picture of an archive that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedPicture {
    /// Its path in the archive.
    pub path: String,
}

/// The content of a file, checked value by value but not as a whole.
#[derive(Debug)]
pub struct ImportedTrip {
    /// The format of the file.
    pub format: ImportFormat,
    /// The trip's name.
    pub name: Name,
    /// Its description.
    pub description: Description,
    /// Its dates, budget, destinations and other small parts.
    pub plan: Plan,
    /// The base currency of its amounts, if it sets none.
    pub base_currency: Option<Currency>,
    /// Its itinerary.
    pub itinerary: Vec<ItineraryItem>,
    /// Its map. The notes are not cleaned yet.
    pub map: TripMap,
    /// The main picture.
    pub main_picture: Option<ImportedPicture>,
    /// The photos.
    pub photos: Vec<ImportedPicture>,
    /// What was dropped or is doubtful.
    pub warnings: Vec<String>,
}

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
            let document = BufReader::new(Limited::new(unpacked.kml()?, limits.unpacked));
            kml::read::read(document, draft)?.finish(format)
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

fn text<R: Read>(file: R, limits: Limits) -> BufReader<Limited<R>> {
    BufReader::new(Limited::new(file, limits.unpacked))
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
