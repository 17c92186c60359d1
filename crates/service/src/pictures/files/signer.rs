//! Signed URLs of a trip's pictures, which need no token.

use std::fmt;
use std::sync::Arc;

use wayfare_domain::trip::ShareLink;
use wayfare_domain::{Instant, PictureId, TripId};
use wayfare_pictures::{Bounds, SigningKey, signing_period};

use crate::{Clock, Error, Secrets};

/// The purpose in the derivation of the key.
const PURPOSE: &str = "picture URLs";

/// Signs and verifies the URLs of trips' pictures. Cheap to clone.
#[derive(Clone)]
pub struct PictureSigner {
    keys: Secrets<SigningKey>,
    clock: Arc<dyn Clock>,
}

impl PictureSigner {
    /// Signs with the current secret; verifies URLs of either.
    pub(crate) fn new(secrets: &Secrets, clock: Arc<dyn Clock>) -> Self {
        Self {
            keys: secrets.derive(|secret| SigningKey::derive(&secret.derive(PURPOSE))),
            clock,
        }
    }

    /// Returns the query string (without `?`) that authorizes reading a picture of a trip within
    /// `bounds`. It stays the same within an hour and expires after at most two.
    pub fn query(&self, trip: TripId, picture: PictureId, bounds: Bounds) -> String {
        self.keys
            .current
            .sign(&subject(trip, picture), bounds, self.clock.now().into())
    }

    /// Returns the query string (without `?`) that authorizes reading a picture that a share link
    /// shows, until the link ends or has another end. It expires as [`PictureSigner::query`] does.
    pub fn shared_query(&self, link: &ShareLink, picture: PictureId, bounds: Bounds) -> String {
        self.keys
            .current
            .sign(&shared(link, picture), bounds, self.clock.now().into())
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
        self.verify_subject(&subject(trip, picture), query)
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
        self.verify_subject(&shared(link, picture), query)
    }

    fn verify_subject(&self, subject: &str, query: &str) -> Result<Bounds, Error> {
        let now = self.clock.now().into();
        let mut keys = self.keys.valid();
        keys.find_map(|key| key.verify(subject, query, now).ok())
            .ok_or(Error::LinkRefused)
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

/// The signed subject of a picture that a share link shows: of its present token and end, so that
/// another label voids no URL.
fn shared(link: &ShareLink, picture: PictureId) -> String {
    let ShareLink { id, generation, .. } = link;
    let end = link.expires_at.map_or(i64::MAX, Instant::millis);
    format!("shared/{id}/{generation}/{end}/picture/{picture}")
}
