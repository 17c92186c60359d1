//! Reading files: the format is found by the content.

use std::io::{BufRead, BufReader, Cursor, Read, Seek};

use uuid::Uuid;

use crate::archive::zip_file::Unpacked;
use crate::import::bookings::{self, Extracted};
use crate::import::costs::outline::Outline;
use crate::import::costs::table::Table;
use crate::import::costs::{self, Recognized};
use crate::import::draft::Draft;
use crate::import::encoding::{Decoded, decode, first_byte};
use crate::import::limited::{Limited, TextFile};
use crate::import::services;
use crate::import::{
    FileSource, ImportError, ImportFormat, ImportedFile, ImportedPicture, ImportedTrip, Limits,
    NearDays, xml,
};
use crate::{archive, geojson, gpx, ics, kml};

/// How far a file is looked at to know its format, in bytes.
const MAX_HEAD: u64 = 16 << 10;

/// Reads a file. A boarding pass tells its day without the year: it is the one nearest to `near`,
/// which are the days of the trip that it is for, else today. `mint` generates ids.
///
/// # Errors
/// The file is of no known format, malformed, or beyond the limits.
pub fn read<R: Read + Seek>(
    file: R,
    limits: Limits,
    near: impl Into<NearDays>,
    mint: &mut dyn FnMut() -> Uuid,
) -> Result<ImportedTrip, ImportError> {
    read_extracted(file, limits, near, None, mint)
}

/// As [`read`], with what another program has read of the whole file: it counts where a PDF or a
/// page without reservations is unread, which [`ImportedTrip::has_unread`] and
/// [`ImportError::Unread`] tell.
///
/// # Errors
/// As [`read`].
pub fn read_extracted<R: Read + Seek>(
    mut file: R,
    limits: Limits,
    near: impl Into<NearDays>,
    extracted: Option<&Extracted>,
    mint: &mut dyn FnMut() -> Uuid,
) -> Result<ImportedTrip, ImportError> {
    let near = near.into();
    let mut draft = Draft::new(mint);
    if let Some(extracted) = extracted {
        let is_pdf = bookings::is_pdf(&head(&mut file, MAX_HEAD)?);
        file.rewind()?;
        if is_pdf {
            return bookings::read_pdf(extracted, limits, near, draft);
        }
    }
    let format = format_of(&mut file, limits)?;
    match format {
        ImportFormat::Zip => archive::read::read(file, limits, draft),
        ImportFormat::Kmz => {
            let mut unpacked = Unpacked::open(file, limits)?;
            unpacked.check_document(limits)?;
            let others = unpacked.number_of_kmls().saturating_sub(1);
            draft.warn_times("a file of the archive is not part of the trip", others);
            kml::read::read(text(unpacked.kml()?, limits)?, draft)?.finish(format)
        }
        ImportFormat::Gpx => gpx::read::read(text(file, limits)?, draft)?.finish(format),
        ImportFormat::Kml => kml::read::read(text(file, limits)?, draft)?.finish(format),
        ImportFormat::GeoJson => geojson::read::read(text(file, limits)?, draft)?.finish(format),
        ImportFormat::Ics | ImportFormat::TripIt => ics::read::read(text(file, limits)?, draft),
        ImportFormat::Splitwise
        | ImportFormat::Spliit
        | ImportFormat::Ihatemoney
        | ImportFormat::Cospend
        | ImportFormat::Tricount => costs::read(text(file, limits)?, format, draft),
        ImportFormat::Takeout => {
            services::takeout::read(text(file, limits)?, draft)?.finish(format)
        }
        ImportFormat::Polarsteps | ImportFormat::AdventureLog | ImportFormat::Trip => {
            match is_zip(&mut file)? {
                true => services::read(Unpacked::open(file, limits)?, format, draft),
                false => services::read_json(text(file, limits)?, draft),
            }
        }
        ImportFormat::Reservation | ImportFormat::BoardingPass => {
            bookings::read_text(text(file, limits)?, format, limits, near, extracted, draft)
        }
        ImportFormat::Mail => {
            let message = Limited::new(file, limits.unpacked);
            bookings::read_mail(message, limits, near, extracted, draft)
        }
        ImportFormat::Pass => bookings::read_pass(file, limits, near, draft),
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

/// Reads a file that comes with a trip, of at most `limit` bytes.
///
/// # Errors
/// The file has no such entry, or it is damaged or too large.
pub fn read_attached<R: Read + Seek>(
    mut file: R,
    limits: Limits,
    attached: &ImportedFile,
    limit: u64,
) -> Result<Vec<u8>, ImportError> {
    match &attached.source {
        FileSource::Entry(path) => Unpacked::open(file, limits)?.entry(path, limit),
        FileSource::Whole => {
            file.rewind()?;
            let mut bytes = Vec::new();
            Limited::new(file, limit).read_to_end(&mut bytes)?;
            Ok(bytes)
        }
        FileSource::Bytes(bytes) => Ok(bytes.clone()),
    }
}

/// A document of text.
type Document<R> = BufReader<TextFile<Decoded<Limited<R>>>>;

fn text<R: Read>(file: R, limits: Limits) -> Result<Document<R>, ImportError> {
    let decoded = decode(Limited::new(file, limits.unpacked))?;
    Ok(BufReader::new(TextFile(decoded)))
}

/// The format of a file, by its content.
fn format_of<R: Read + Seek>(file: &mut R, limits: Limits) -> Result<ImportFormat, ImportError> {
    let begin = head(file, MAX_HEAD)?;
    file.rewind()?;
    if let Some(error) = bookings::foreign(&begin) {
        return Err(error);
    }
    let format = if is_zip(file)? {
        let mut unpacked = Unpacked::open(&mut *file, limits)?;
        match bookings::of_zip(unpacked.names()) {
            _ if unpacked.is_archive() => ImportFormat::Zip,
            Some(format) => format,
            None => services::recognize(&mut unpacked)?.unwrap_or(ImportFormat::Kmz),
        }
    } else if let Some(format) = bookings::of_text(&String::from_utf8_lossy(&begin)) {
        format
    } else {
        format_of_text(text(&mut *file, limits)?)?
    };
    file.rewind()?;
    Ok(format)
}

/// Whether a file is a zip file. Rewinds it.
fn is_zip<R: Read + Seek>(file: &mut R) -> Result<bool, ImportError> {
    let begin = head(file, 4)?;
    file.rewind()?;
    Ok(begin.starts_with(b"PK\x03\x04") || begin.starts_with(b"PK\x05\x06"))
}

/// The format of a document, by what comes after its mark and white space.
fn format_of_text(mut document: impl BufRead) -> Result<ImportFormat, ImportError> {
    let unknown = || {
        ImportError::malformed(
            "must be an archive of this service, GPX, KML, KMZ, GeoJSON, iCalendar, a booking \
             (mail, pass, page, JSON-LD or the text of a boarding pass), or an export of \
             Splitwise, Spliit, ihatemoney, Cospend, Tricount, Google Takeout, TripIt, \
             Polarsteps, AdventureLog or TRIP",
        )
    };
    match first_byte(&mut document)? {
        Some(b'{' | b'[') => {
            let outline = Outline::read(document);
            if let Some(format) = services::recognize_json(&outline) {
                return Ok(format);
            }
            match costs::recognize_json(&outline)? {
                Recognized::Costs(format) => Ok(format),
                Recognized::GeoJson => Ok(ImportFormat::GeoJson),
                Recognized::Reservation => Ok(ImportFormat::Reservation),
                Recognized::Unknown => Err(unknown()),
            }
        }
        Some(b'<') => {
            let begin = head(&mut document, MAX_HEAD)?;
            if bookings::is_html(&String::from_utf8_lossy(&begin)) {
                return Ok(ImportFormat::Reservation);
            }
            match xml::root(Cursor::new(begin).chain(document))?.as_deref() {
                Some("gpx") => Ok(ImportFormat::Gpx),
                Some("kml" | "Document" | "Folder" | "Placemark") => Ok(ImportFormat::Kml),
                _ => Err(unknown()),
            }
        }
        _ => {
            let begin = head(&mut document, 15)?;
            if begin.eq_ignore_ascii_case(b"BEGIN:VCALENDAR") {
                return Ok(ImportFormat::Ics);
            }
            let mut table = Table::open(Cursor::new(begin).chain(document))?;
            let rows = table.first_rows();
            if services::takeout::header(rows).is_some() {
                return Ok(ImportFormat::Takeout);
            }
            costs::recognize_csv(rows)?.ok_or_else(unknown)
        }
    }
}

/// The first bytes; fewer if it ends before them.
fn head(file: &mut impl Read, length: u64) -> Result<Vec<u8>, ImportError> {
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}
