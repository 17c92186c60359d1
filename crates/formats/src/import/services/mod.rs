//! Files of services that hold places or whole trips: Google Takeout, Polarsteps, AdventureLog and
//! TRIP. TripIt's calendar is with the other calendars.

mod adventurelog;
mod archive;
mod merge;
mod polarsteps;
pub(crate) mod takeout;
mod trip;

use std::io::{BufRead, Read, Seek};

use wayfare_domain::money::parse_decimal;
use wayfare_domain::trip::Budget;
use wayfare_domain::trip::import::FileDays;
use wayfare_domain::trip::place::{Coordinates, ZoneName};
use wayfare_domain::{Currency, Date, Instant, ShortText, SignedAmount};

use super::costs::outline::Outline;
use super::draft::Draft;
use super::{ImportError, ImportFormat, ImportedTrip};
use crate::archive::zip_file::Unpacked;
use crate::geojson::read::words::Words;
use crate::zone::{self, Zone};

use archive::{Archive, MAX_JSON};

/// The most trips of a file.
const MAX_TRIPS: usize = 100;
/// The file of AdventureLog and of TRIP that has everything but pictures.
const DATA: &str = "data.json";

/// Which service's archive it is, if it is one.
///
/// # Errors
/// It is one that is not read, or damaged.
pub(crate) fn recognize<R: Read + Seek>(
    unpacked: &mut Unpacked<R>,
) -> Result<Option<ImportFormat>, ImportError> {
    let names = unpacked.names();
    if names.iter().any(|name| name == DATA) {
        let outline = Outline::read(unpacked.reader(DATA, MAX_JSON)?);
        return Ok(if trip::is_backup(&outline) {
            Some(ImportFormat::Trip)
        } else {
            adventurelog::is_backup(&outline).then_some(ImportFormat::AdventureLog)
        });
    }
    if names.iter().any(|name| name == "trip.sqlite") {
        return Err(ImportError::malformed(
            "is a backup of a whole TRIP server: make one in the settings of an account instead",
        ));
    }
    if unpacked.folder() == "Takeout/" {
        return Err(ImportError::malformed(
            "is an archive of Google Takeout: unpack it, and send Saved Places.json or a CSV file",
        ));
    }
    let trip = names.iter().find(|name| polarsteps::is_trip(name)).cloned();
    Ok(match trip {
        Some(name) => {
            let outline = Outline::read(unpacked.reader(&name, MAX_JSON)?);
            outline.has("all_steps").then_some(ImportFormat::Polarsteps)
        }
        None => None,
    })
}

/// Which service's JSON document has such keys, if one's.
pub(crate) fn recognize_json(outline: &Outline) -> Option<ImportFormat> {
    if takeout::is_places(outline) {
        return Some(ImportFormat::Takeout);
    }
    trip::is_backup(outline).then_some(ImportFormat::Trip)
}

/// Reads an archive of that format, which is one of these services'.
///
/// # Errors
/// It is damaged, or has more than trips may.
pub(crate) fn read<R: Read + Seek>(
    unpacked: Unpacked<R>,
    format: ImportFormat,
    mut draft: Draft<'_>,
) -> Result<ImportedTrip, ImportError> {
    let mut archive = Archive::new(unpacked);
    let others = archive.names().iter().filter(|name| !may_be_read(name));
    draft.warn_times(
        "a file of the archive is not part of the trip",
        others.count(),
    );
    match format {
        ImportFormat::Polarsteps => polarsteps::read(&mut archive, draft),
        ImportFormat::AdventureLog => adventurelog::read(&mut archive, draft),
        _ => trip::read(&mut archive, draft),
    }
}

/// Whether a file is a document or a picture, of those that are read.
fn may_be_read(name: &str) -> bool {
    name.ends_with(".json") || name.starts_with("images/") || name.contains("/photos/")
}

/// Reads a backup of TRIP that is a JSON document, as its versions before 1.33 wrote it.
///
/// # Errors
/// It is malformed, or has more than trips may.
pub(crate) fn read_json(
    document: impl BufRead,
    draft: Draft<'_>,
) -> Result<ImportedTrip, ImportError> {
    trip::read_json(document, draft)
}

/// The first trip of a file, with the others, and what the file warns of.
///
/// # Errors
/// There are none, or too many.
pub(crate) fn all_of(
    trips: Vec<ImportedTrip>,
    warnings: Vec<String>,
) -> Result<ImportedTrip, ImportError> {
    check_count(trips.len())?;
    let mut trips = trips.into_iter();
    let mut first = trips
        .next()
        .ok_or_else(|| ImportError::malformed("must have a trip"))?;
    first.warnings.splice(0..0, warnings);
    first.others = trips.collect();
    Ok(first)
}

/// Checks how many trips a file has.
///
/// # Errors
/// It has too many.
pub(crate) fn check_count(trips: usize) -> Result<(), ImportError> {
    if trips > MAX_TRIPS {
        return Err(ImportError::malformed(format!(
            "must have at most {MAX_TRIPS} trips"
        )));
    }
    Ok(())
}

/// The trip of a draft whose dates are stated, and whose items are on the days of their times.
///
/// # Errors
/// As [`Draft::finish`].
pub(crate) fn finish(
    mut draft: Draft<'_>,
    format: ImportFormat,
    unnamed: &str,
) -> Result<ImportedTrip, ImportError> {
    if draft.name.trim().is_empty() {
        unnamed.clone_into(&mut draft.name);
    }
    let mut trip = draft.finish(format)?;
    trip.content.days = FileDays::Dates;
    Ok(trip)
}

/// The number of the day of a date, if day 1 is `first`; that of an earlier date is 1.
pub(crate) fn day_number(first: Option<Date>, date: Date) -> u32 {
    let first = first.unwrap_or(date);
    let days = date.midnight().days_since(first.midnight());
    u32::try_from(days.saturating_add(1)).unwrap_or(1).max(1)
}

/// A point, if a file has one.
fn point(draft: &mut Draft<'_>, latitude: &Words, longitude: &Words) -> Option<Coordinates> {
    let is_there = !latitude.0.is_empty() || !longitude.0.is_empty();
    is_there.then(|| draft.point(&latitude.0, &longitude.0))?
}

/// The name of a time zone.
fn zone_name(text: &str) -> Option<ZoneName> {
    Zone::parse_name(text.trim()).ok()
}

/// The date of an instant by the clock of a zone, else by UTC.
fn date_in(zone: Option<&ZoneName>, at: Instant) -> Date {
    let local = zone.and_then(Zone::find).and_then(|zone| zone.local(at));
    local.and_then(zone::date).unwrap_or_else(|| at.into())
}

/// What something costs, of a category.
fn price(amount: &str, currency: Option<Currency>, category: &str) -> Budget {
    let amount = parse_decimal(amount.trim()).and_then(SignedAmount::new);
    let total = amount.ok().filter(|amount| !amount.is_zero());
    Budget {
        currency: currency.filter(|_| total.is_some()),
        category: ShortText::cut(if total.is_some() { category } else { "" }),
        total,
        ..Budget::default()
    }
}
