//! What another program has read of a file.

use serde_json::Value;

use super::when::When;
use super::{Booking, Bookings, reservation, schema};
use crate::import::ImportError;

/// Reservations of schema.org that another program has read of a file, such as KDE Itinerary.
#[derive(Debug, Clone)]
pub struct Extracted(Value);

impl Extracted {
    /// Parses JSON-LD.
    ///
    /// # Errors
    /// What is wrong with it, without its words.
    pub fn parse(json: &[u8]) -> Result<Self, String> {
        let json = str::from_utf8(json).map_err(|error| error.to_string())?;
        schema::parse(json).map(Self)
    }
}

impl Bookings<'_> {
    /// Adds what another program has read, but for what begins when a booking does that is here:
    /// the program reads a whole mail, with what was read here. Returns whether it has read a
    /// reservation.
    ///
    /// # Errors
    /// There are more than a trip may have.
    pub(super) fn add_extracted(&mut self, extracted: &Extracted) -> Result<bool, ImportError> {
        let found = self.found;
        self.read_here = Some(self.starts.clone());
        reservation::add_all(&extracted.0, self)?;
        self.read_here = None;
        Ok(self.found > found)
    }

    /// Whether one that another program has read begins when one does that was read here.
    pub(super) fn is_read_here(&self, booking: &Booking) -> bool {
        let Some(starts) = &self.read_here else {
            return false;
        };
        let mut begins = booking.start.into_iter().flat_map(When::begins);
        begins.any(|at| starts.contains(&at))
    }
}
