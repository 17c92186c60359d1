//! What an edit of a trip needs besides the trip and itself.

use uuid::Uuid;

use crate::trip::places::place::{PlaceAnswer, PlaceQuery, ZoneName};
use crate::{Currency, Instant, ReferenceRates, UserId};

/// The instant at which the clocks of `to` show what those of `from` show that many days before
/// it. No zone is UTC.
///
/// Its parameters are the former instant, the days, `from` and `to`.
pub type WallClock = dyn Fn(Instant, i64, Option<&ZoneName>, Option<&ZoneName>) -> Option<Instant>;

/// The context in which edits are applied.
pub struct EditContext<'a> {
    /// The user who edits; must be permitted [`Action::Submit`](crate::Action::Submit).
    pub by: UserId,
    /// The time of the edit.
    pub now: Instant,
    /// Finds a user by username or id.
    pub find_user: &'a dyn Fn(&str) -> Option<UserId>,
    /// Generates new ids.
    pub mint: &'a mut dyn FnMut() -> Uuid,
    /// The base currency of a trip without one of its own.
    pub default_currency: Currency,
    /// The reference rates.
    pub rates: &'a ReferenceRates,
    /// Whether name and description mention the same places after the edit as before it: no
    /// evidence of where the trip's places are has changed.
    pub has_same_mentions: bool,
    /// What is known of places.
    pub places: &'a dyn Fn(&PlaceQuery) -> PlaceAnswer,
    /// Keeps the hour of a time.
    pub wall_clock: &'a WallClock,
}
