//! What an import made of a file, and what it warns of.

use std::sync::Arc;

use wayfare_domain::trip::import::BookingChange;
use wayfare_domain::{Trip, TripId};
use wayfare_formats::ImportFormat;

use crate::Error;
use crate::context::Context;

/// The most warnings of a file with several trips.
const MAX_WARNINGS: usize = 100;

/// What an import made of a file.
#[derive(Debug, Clone)]
pub struct Imported {
    /// The new trip; `None` for a preview.
    pub trip: Option<TripId>,
    /// All new trips, `trip` the first.
    pub trips: Vec<TripId>,
    /// The name of the format.
    pub format: String,
    /// How many items its itinerary has.
    pub items: usize,
    /// How many places it has.
    pub places: usize,
    /// How many tracks its map has.
    pub tracks: usize,
    /// How many pictures it has.
    pub pictures: usize,
    /// What was dropped or is doubtful.
    pub warnings: Vec<String>,
    /// Whether the file has nothing but costs and payments.
    pub is_of_costs: bool,
    /// What changes of items of the trip that were made of the same bookings, or is proposed.
    pub changes: Vec<BookingChange>,
    /// Of a preview: the trips as they would be.
    pub preview: Vec<Arc<Trip>>,
}

impl Imported {
    /// What nothing was made of yet.
    pub(super) fn of(format: ImportFormat) -> Self {
        Self {
            trip: None,
            trips: Vec::new(),
            format: format.as_str().to_owned(),
            items: 0,
            places: 0,
            tracks: 0,
            pictures: 0,
            warnings: Vec::new(),
            is_of_costs: false,
            changes: Vec::new(),
            preview: Vec::new(),
        }
    }

    /// Adds warnings of a trip of the file, each once.
    pub(super) fn warn(&mut self, warnings: Vec<String>) {
        for warning in warnings {
            if self.warnings.len() < MAX_WARNINGS && !self.warnings.contains(&warning) {
                self.warnings.push(warning);
            }
        }
    }
}

/// What the look-up of a trip's places did, for the person who imports it.
pub(super) fn place_warnings(before: &Trip, after: &Trip) -> Vec<String> {
    let places = before.shown_destinations().zip(after.shown_destinations());
    let unlocated =
        places.filter(|(place, _)| place.coordinates.is_none() && !place.name.is_empty());
    let (found, lost): (Vec<_>, Vec<_>) =
        unlocated.partition(|(_, place)| place.coordinates.is_some());
    look_up_warnings(found.len(), lost.len())
}

/// How many places without coordinates were found by name, and how many were not.
pub(super) fn look_up_warnings(found: usize, lost: usize) -> Vec<String> {
    let found =
        (found > 0).then(|| format!("located by name, without coordinates in the file: {found}"));
    let lost = (lost > 0).then(|| format!("places that were not found: {lost}"));
    found.into_iter().chain(lost).collect()
}

impl Context {
    /// Counts an import by its format and outcome.
    pub(super) fn count_import<T>(
        &self,
        format: Option<ImportFormat>,
        is_preview: bool,
        result: &Result<T, Error>,
    ) {
        let outcome = match result {
            Err(Error::AlreadyDone { .. } | Error::KeyInUse) => return,
            Ok(_) if is_preview => "previewed",
            Ok(_) => "kept",
            Err(Error::Busy | Error::Unavailable(_) | Error::Full(_) | Error::Internal(_)) => {
                "failed"
            }
            Err(_) => "refused",
        };
        let format = format.map_or("unknown", ImportFormat::as_str);
        self.metrics.imported(format, outcome);
    }
}
