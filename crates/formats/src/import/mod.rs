//! What the readers of all formats share.

pub(crate) mod bookings;
pub(crate) mod costs;
pub(crate) mod days;
pub(crate) mod details;
pub(crate) mod draft;
pub(crate) mod encoding;
pub(crate) mod json;
pub(crate) mod limited;
pub(crate) mod lines;
pub(crate) mod list;
pub(crate) mod markup;
pub(crate) mod point;
pub(crate) mod services;
pub(crate) mod xml;

use std::io;

use wayfare_domain::trip::import::ImportedContent;
use wayfare_domain::trip::place::Coordinates;
use wayfare_domain::{Date, Name, Reason, ShortText};

/// The warning of a file that names no trip.
pub const UNNAMED_WARNING: &str = "the file has no name: the trip is called \"Imported trip\"";

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
    /// Costs of Splitwise, as CSV or JSON.
    Splitwise,
    /// Costs of Spliit, as JSON or CSV.
    Spliit,
    /// Costs of ihatemoney, as JSON or CSV.
    Ihatemoney,
    /// Costs of Cospend, as CSV.
    Cospend,
    /// Costs of Tricount, as CSV.
    Tricount,
    /// Saved places of Google Takeout, as JSON or CSV.
    Takeout,
    /// The calendar of TripIt.
    TripIt,
    /// An export of Polarsteps.
    Polarsteps,
    /// A backup of AdventureLog.
    AdventureLog,
    /// A backup of TRIP.
    Trip,
    /// Reservations of schema.org, as JSON-LD or in a page.
    Reservation,
    /// A message (RFC 5322) with bookings.
    Mail,
    /// A pass of Apple Wallet, or a bundle of passes.
    Pass,
    /// The texts of the codes on boarding passes.
    BoardingPass,
}

impl ImportFormat {
    /// Those whose files may hold several trips.
    const OF_TRIPS: [Self; 4] = [
        Self::TripIt,
        Self::Polarsteps,
        Self::AdventureLog,
        Self::Trip,
    ];

    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Zip => "zip",
            Self::Gpx => "gpx",
            Self::Kml => "kml",
            Self::Kmz => "kmz",
            Self::GeoJson => "geojson",
            Self::Ics => "ics",
            Self::Splitwise => "splitwise",
            Self::Spliit => "spliit",
            Self::Ihatemoney => "ihatemoney",
            Self::Cospend => "cospend",
            Self::Tricount => "tricount",
            Self::Takeout => "takeout",
            Self::TripIt => "tripit",
            Self::Polarsteps => "polarsteps",
            Self::AdventureLog => "adventurelog",
            Self::Trip => "trip",
            Self::Reservation => "reservation",
            Self::Mail => "mail",
            Self::Pass => "pass",
            Self::BoardingPass => "boarding-pass",
        }
    }

    /// Whether a file of the format of this name may hold several trips.
    pub fn has_trips(name: &str) -> bool {
        Self::OF_TRIPS.iter().any(|format| format.as_str() == name)
    }
}

/// The bounds of a file that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes of a document, and of all entries of a KMZ file unpacked.
    pub unpacked: u64,
    /// The most entries of a KMZ file.
    pub entries: usize,
    /// The most bytes that all entries of an archive of trips have unpacked.
    pub archive_unpacked: u64,
    /// The most entries of an archive of trips.
    pub archive_entries: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            unpacked: 50 << 20,
            entries: 200,
            archive_unpacked: 512 << 20,
            archive_entries: 5_000,
        }
    }
}

/// The days next to which a day of the year is meant: those of a trip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NearDays {
    /// The first one.
    pub first: Date,
    /// The last one.
    pub last: Date,
}

impl From<Date> for NearDays {
    fn from(day: Date) -> Self {
        Self {
            first: day,
            last: day,
        }
    }
}

impl NearDays {
    /// How far a day is from them, in milliseconds; one of them is not.
    pub(crate) fn distance(self, day: Date) -> i64 {
        let [first, last, day] = [self.first, self.last, day].map(|it| it.midnight().millis());
        (first - day).max(day - last).max(0)
    }
}

/// Why a file is refused. The messages are for the person who sent it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// It is malformed, or holds what a trip can't.
    #[error("{0}")]
    Malformed(String),
    /// It has no booking that is read here, but another program may read one ([`Extracted`]).
    ///
    /// [`Extracted`]: crate::Extracted
    #[error("{0}")]
    Unread(String),
    /// It is too large, or would be when unpacked.
    #[error("{0}")]
    TooLarge(String),
}

impl ImportError {
    pub(crate) fn malformed(message: impl Into<String>) -> Self {
        Self::Malformed(message.into())
    }

    /// The error of a document that can't be read.
    pub(crate) fn unreadable(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::FileTooLarge => Self::TooLarge(error.to_string()),
            io::ErrorKind::InvalidData => Self::Malformed(error.to_string()),
            _ => Self::malformed("the file can't be read"),
        }
    }
}

impl From<io::Error> for ImportError {
    fn from(error: io::Error) -> Self {
        Self::unreadable(&error)
    }
}

impl From<Reason> for ImportError {
    fn from(reason: Reason) -> Self {
        Self::Malformed(reason.to_string())
    }
}

/// A picture of an archive that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedPicture {
    /// Its path in the archive.
    pub path: String,
    /// Its caption; empty if it has none.
    pub caption: ShortText,
}

/// A file that comes with a trip, such as a ticket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedFile {
    /// Its name.
    pub name: String,
    /// The id of its item.
    pub item: Option<ShortText>,
    /// Where its bytes are.
    pub source: FileSource,
}

/// Where the bytes of a file are that comes with a trip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileSource {
    /// At a path of the archive that was read.
    Entry(String),
    /// They are the file that was read.
    Whole,
    /// Here.
    Bytes(Vec<u8>),
}

/// The content of a file, checked value by value but not as a whole.
#[derive(Debug)]
pub struct ImportedTrip {
    /// The format of the file.
    pub format: ImportFormat,
    /// The trip. The notes of its map are not cleaned yet.
    pub content: ImportedContent,
    /// Where the recorded line begins whose times, which are instants, are the dates of the trip.
    pub dated_at: Option<Coordinates>,
    /// The main picture.
    pub main_picture: Option<ImportedPicture>,
    /// The photos.
    pub photos: Vec<ImportedPicture>,
    /// The files.
    pub files: Vec<ImportedFile>,
    /// What was dropped or is doubtful.
    pub warnings: Vec<String>,
    /// Whether it is of a mail of which another program may read more ([`Extracted`]).
    ///
    /// [`Extracted`]: crate::Extracted
    pub has_unread: bool,
    /// The other trips of the file, which have no others.
    pub others: Vec<ImportedTrip>,
}

impl ImportedTrip {
    /// Names the trip, if the file does not.
    pub fn name_if_unnamed(&mut self, name: &Name) {
        let named = self.warnings.len();
        self.warnings.retain(|warning| warning != UNNAMED_WARNING);
        if self.warnings.len() < named {
            self.content.name = name.clone();
        }
    }
}
