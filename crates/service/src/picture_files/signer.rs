//! Signed addresses of a trip's pictures, which a browser opens without a token.

use std::fmt;
use std::sync::Arc;

use wayfare_domain::{PictureId, TripId};
use wayfare_pictures::{Bounds, SigningKey, signing_period};

use crate::{Clock, Error, Secret};

/// What the key is derived for.
const PURPOSE: &str = "picture URLs";

/// Signs the addresses of trips' pictures, and checks them. Cheap to clone.
#[derive(Clone)]
pub struct PictureSigner {
    key: SigningKey,
    clock: Arc<dyn Clock>,
}

impl PictureSigner {
    pub(crate) fn new(secret: &Secret, clock: Arc<dyn Clock>) -> Self {
        Self {
            key: SigningKey::derive(&secret.derive(PURPOSE)),
            clock,
        }
    }

    /// The query string (without `?`) that opens a picture of a trip within `bounds`; the same
    /// within an hour, good for at most two.
    pub fn query(&self, trip: TripId, picture: PictureId, bounds: Bounds) -> String {
        self.key
            .sign(&subject(trip, picture), bounds, self.clock.now().into())
    }

    /// The hour for which addresses are signed now, counted from the epoch.
    pub fn period(&self) -> i64 {
        signing_period(self.clock.now().into())
    }

    /// The bounds within which a query string opens a picture of a trip.
    ///
    /// # Errors
    /// [`Error::LinkRefused`] where it is not what was signed, or no longer good.
    pub(crate) fn verify(
        &self,
        trip: TripId,
        picture: PictureId,
        query: &str,
    ) -> Result<Bounds, Error> {
        self.key
            .verify(&subject(trip, picture), query, self.clock.now().into())
            .map_err(|_| Error::LinkRefused)
    }
}

impl fmt::Debug for PictureSigner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PictureSigner(…)")
    }
}

/// What is signed for; the same wherever the interface is mounted.
fn subject(trip: TripId, picture: PictureId) -> String {
    format!("trips/{trip}/picture/{picture}")
}
