//! Signed URLs of a trip's pictures, which need no token.

use std::fmt;
use std::sync::Arc;

use uuid::Uuid;
use wayfare_domain::trip::ShareLink;
use wayfare_domain::{Instant, PictureId, TripId};
use wayfare_pictures::{Bounds, sign, signing_period, verify};

use crate::{Clock, Error, Purpose, Secrets};

/// Signs and verifies the URLs of trips' pictures. Cheap to clone.
#[derive(Clone)]
pub struct PictureSigner {
    secrets: Secrets,
    clock: Arc<dyn Clock>,
}

impl PictureSigner {
    /// Signs with the current secret; verifies URLs of either.
    pub(crate) fn new(secrets: &Secrets, clock: Arc<dyn Clock>) -> Self {
        Self {
            secrets: secrets.clone(),
            clock,
        }
    }

    /// Returns the query string (without `?`) that authorizes reading a picture of a trip within
    /// `bounds`. It stays the same within an hour and expires after at most two.
    pub fn query(&self, trip: TripId, picture: PictureId, bounds: Bounds) -> String {
        self.sign(Purpose::PictureUrl, &subject(trip, picture), bounds)
    }

    /// Returns the query string (without `?`) that authorizes reading a picture that a share link
    /// shows, until the link ends or has another end. It expires as [`PictureSigner::query`] does.
    pub fn shared_query(&self, link: &ShareLink, picture: PictureId, bounds: Bounds) -> String {
        self.sign(Purpose::SharedPictureUrl, &shared(link, picture), bounds)
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
        self.verify_subject(Purpose::PictureUrl, &subject(trip, picture), query)
    }

    /// Verifies the query string of a picture that a share link shows and returns its bounds.
    ///
    /// # Errors
    /// [`Error::LinkRefused`] if it is altered or expired, or of another end of the link.
    pub(crate) fn verify_shared(
        &self,
        link: &ShareLink,
        picture: PictureId,
        query: &str,
    ) -> Result<Bounds, Error> {
        self.verify_subject(Purpose::SharedPictureUrl, &shared(link, picture), query)
    }

    fn sign(&self, purpose: Purpose, subject: &[u8], bounds: Bounds) -> String {
        sign(bounds, self.clock.now().into(), |signed| {
            let secret = &self.secrets.current;
            secret.code(purpose, &[subject, signed.as_bytes()])
        })
    }

    fn verify_subject(
        &self,
        purpose: Purpose,
        subject: &[u8],
        query: &str,
    ) -> Result<Bounds, Error> {
        let verified = verify(query, self.clock.now().into(), |signed, code| {
            let parts = [subject, signed.as_bytes()];
            self.secrets.accept(purpose, &parts, code)
        });
        verified.map_err(|_| Error::LinkRefused)
    }
}

impl fmt::Debug for PictureSigner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PictureSigner(…)")
    }
}

/// The signed subject: two ids. It does not depend on where the interface is mounted.
fn subject(trip: TripId, picture: PictureId) -> Vec<u8> {
    [trip.0.into_bytes(), picture.0.into_bytes()].concat()
}

/// The signed subject of a picture that a share link shows: of its present token and end, so that
/// another label voids no URL.
fn shared(link: &ShareLink, picture: PictureId) -> Vec<u8> {
    let end = link.expires_at.map_or(i64::MAX, Instant::millis);
    let [id, picture] = [link.id.0, picture.0].map(Uuid::into_bytes);
    let [generation, end] = [link.generation, end].map(i64::to_be_bytes);
    [id.as_slice(), &generation, &end, &picture].concat()
}
