//! Exports of trips: files for other programs, and archives (interface: "Exports").

mod archive;
mod place_index;

use wayfare_formats::Format;

use crate::trips::Trips;
use crate::{Error, TripView};

pub use archive::TripArchive;

pub(crate) use place_index::PlaceIndex;

impl Trips {
    /// Writes a trip in a format. This takes long for a large trip: run it in the work pool for
    /// documents.
    ///
    /// # Errors
    /// [`Error::Internal`].
    pub fn export(&self, view: &TripView, format: Format) -> Result<Vec<u8>, Error> {
        self.context.metrics.exported(format.as_str());
        let located = self.context.locate(&view.trip);
        let base = self.base_currency(&located);
        wayfare_formats::write(&located, base, format).map_err(Error::internal)
    }
}
