//! Trips to and from files: iCalendar, GPX, KML, GeoJSON, CSV, and archives of all that a trip
//! holds.
//!
//! The crate is pure: values of the domain to bytes and back. It looks up no places, reads no clock
//! and no machine's time zones, and knows neither HTTP nor storage. [`Format`] and
//! [`ArchiveWriter`] say what is written, [`ImportFormat`] what is read.
//!
//! A reader trusts nothing: it bounds what it unpacks, the elements that it keeps and how deep they
//! nest, refuses document types and entities, and builds values by the domain's constructors alone.
//!
//! For programs that convert travel files, and for the service's exports and imports:
//!
//! ```
//! use std::io::Cursor;
//! use wayfare_domain::{Date, Uuid};
//! use wayfare_formats::{Limits, read};
//!
//! let file = r#"{"type": "Feature", "properties": {"name": "Belém"},
//!     "geometry": {"type": "Point", "coordinates": [-9.2, 38.7]}}"#;
//! let mut ids = 0;
//! let mut next_id = || {
//!     ids += 1;
//!     Uuid::from_u128(ids)
//! };
//! let today = Date::parse("2027-05-01")?;
//! let trip = read(Cursor::new(file), Limits::default(), today, &mut next_id)?;
//! assert_eq!(trip.content.plan.destinations.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod archive;
mod csv;
mod file_type;
mod geojson;
mod gpx;
mod ics;
mod import;
mod kml;
mod places;
mod read;
mod xml;
mod zone;

use std::io;

use wayfare_domain::trip::MemberNames;
use wayfare_domain::trip::settlement::explained::Explained;
use wayfare_domain::{Currency, Trip};

pub use archive::{AccountHead, ArchiveHead, ArchiveWriter, PictureEntry};
pub use file_type::file_type;
pub use ics::Calendar;
pub use import::bookings::Extracted;
pub use import::{
    FileSource, ImportError, ImportFormat, ImportedFile, ImportedPicture, ImportedTrip, Limits,
    NearDays, UNNAMED_WARNING,
};
pub use read::{read, read_attached, read_extracted, read_picture};
pub use zone::{Zone, use_zone_folder, zone_release};

/// The XML namespace of elements that are Wayfare's own.
const EXTENSION_NAMESPACE: &str = "urn:wayfare:exchange:1";

/// A format that a trip is exported in, beside archives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// iCalendar.
    Ics,
    /// GPX.
    Gpx,
    /// KML.
    Kml,
    /// GeoJSON.
    GeoJson,
    /// Comma-separated values.
    Csv,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 5] = [Self::Ics, Self::Gpx, Self::Kml, Self::GeoJson, Self::Csv];

    /// Its name, which is also the extension of its files.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ics => "ics",
            Self::Gpx => "gpx",
            Self::Kml => "kml",
            Self::GeoJson => "geojson",
            Self::Csv => "csv",
        }
    }

    /// The format of a name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.as_str() == name)
    }

    /// The media type of its files.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Ics => "text/calendar; charset=utf-8",
            Self::Gpx => "application/gpx+xml",
            Self::Kml => "application/vnd.google-earth.kml+xml",
            Self::GeoJson => "application/geo+json",
            Self::Csv => "text/csv; charset=utf-8; header=present",
        }
    }
}

/// How many places a trip has, each counted once.
pub fn number_of_places(trip: &Trip) -> usize {
    places::of_trip(trip).len()
}

/// Why a trip could not be written.
#[derive(Debug, thiserror::Error)]
#[error("the trip can't be written: {0}")]
pub struct WriteError(Box<dyn std::error::Error + Send + Sync>);

/// Writes a trip, whose base currency is `base`; `names` are its own. Its destinations and
/// locations have coordinates and time zones where they are known.
///
/// # Errors
/// A value can't be serialised.
pub fn write(
    trip: &Trip,
    names: &MemberNames<'_>,
    base: Currency,
    format: Format,
) -> Result<Vec<u8>, WriteError> {
    let written = match format {
        Format::Ics => return Ok(Calendar::of_trip(trip, base).write()),
        Format::Gpx => gpx::write(trip),
        Format::Kml => kml::write(trip),
        Format::GeoJson => geojson::write(trip).map_err(io::Error::from),
        Format::Csv => csv::write(trip, names, base).map_err(io::Error::other),
    };
    written.map_err(|error| WriteError(error.into()))
}

/// Writes an explained settlement as [`Format::Csv`]; `names` are those of its trip.
///
/// # Errors
/// As [`write()`].
pub fn write_settlement(
    explained: &Explained<'_>,
    names: &MemberNames<'_>,
) -> Result<Vec<u8>, WriteError> {
    csv::settlement::write(explained, names).map_err(|error| WriteError(error.into()))
}
