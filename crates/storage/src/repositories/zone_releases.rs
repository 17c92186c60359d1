//! The repository of the releases of the time zone database that a store has followed.

use wayfare_domain::{Instant, TripId};

use crate::Result;

/// A release of the time zone database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ZoneRelease {
    /// Its name, such as `2026f`; later ones come later by text.
    pub name: String,
    /// The last trip whose hours follow it; `None` once those of all do.
    pub moved_through: Option<TripId>,
}

/// Releases of the time zone database.
pub trait ZoneReleaseRepository {
    /// Reads the newest release.
    ///
    /// # Errors
    /// See [`crate::Error`]; the same for all methods.
    fn newest(&mut self) -> Result<Option<ZoneRelease>>;

    /// Inserts a release that nobody has claimed, unless it is there.
    fn insert(&mut self, release: &ZoneRelease) -> Result<()>;

    /// Takes the release of this name until a time, if no server has it `now`. Returns the last
    /// trip that was moved; `None` if another server has it, or all trips were moved.
    fn claim(&mut self, name: &str, now: Instant, until: Instant) -> Result<Option<TripId>>;

    /// Sets how far the release of this name has got, and until when it is claimed.
    fn advance(&mut self, release: &ZoneRelease, until: Instant) -> Result<()>;
}
