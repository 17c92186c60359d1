//! Exports of trips: files for other programs, and archives (interface: "Exports").

mod account;
mod archive;

use wayfare_formats::Format;

use crate::trips::Trips;
use crate::{Error, TripView};

pub use account::AccountArchive;
pub use archive::TripArchive;

impl Trips {
    /// Writes a trip in a format. This takes long for a large trip: run it in the work pool for
    /// documents.
    ///
    /// # Errors
    /// [`Error::Internal`].
    pub fn export(&self, view: &TripView, format: Format) -> Result<Vec<u8>, Error> {
        self.context.metrics.exported(format.as_str());
        let base = self.base_currency(&view.trip);
        let names = view.member_names();
        wayfare_formats::write(&view.trip, &names, base, format).map_err(Error::internal)
    }

    /// Writes a trip's settlement, explained line by line, as CSV. This takes long: run it in the
    /// work pool for documents.
    ///
    /// # Errors
    /// [`Error::Internal`].
    pub fn export_settlement(&self, view: &TripView) -> Result<Vec<u8>, Error> {
        self.context.metrics.exported("settlement.csv");
        let settlement = self.settlement(view);
        let explained = self.explain(view, &settlement);
        let names = view.member_names();
        wayfare_formats::write_settlement(&explained, &names).map_err(Error::internal)
    }
}
