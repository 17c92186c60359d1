//! Signed URLs of a trip's pictures, which need no token.

use std::fmt;
use std::sync::Arc;

use wayfare_domain::{PictureId, TripId};
use wayfare_pictures::{Bounds, SigningKey, signing_period};

use crate::{Clock, Error, Secret};

/// The purpose in the derivation of the key.
const PURPOSE: &str = "picture URLs";

/// Signs and verifies the URLs of trips' pictures. Cheap to clone.
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

    /// Returns the query string (without `?`) that authorizes reading a picture of a trip within
    /// `bounds`. It stays the same within an hour and expires after at most two.
    pub fn query(&self, trip: TripId, picture: PictureId, bounds: Bounds) -> String {
        self.key
            .sign(&subject(trip, picture), bounds, self.clock.now().into())
    }

    /// Returns the current signing period: hours since the epoch.
    pub fn period(&self) -> i64 {
        signing_period(self.clock.now().into())
    }

    /// Verifies the query string of a trip's picture and returns its bounds.
    ///
    /// # Errors
    /// [`Error::LinkRefused`] if it is altered or expired.
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

/// The signed subject. It does not depend on where the interface is mounted.
fn subject(trip: TripId, picture: PictureId) -> String {
    format!("trips/{trip}/picture/{picture}")
}
