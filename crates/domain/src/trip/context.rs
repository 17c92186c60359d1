//! What an edit of a trip needs besides the trip and the patch.

use uuid::Uuid;

use super::place::{PlaceMatch, PlaceQuery};
use crate::{Currency, Instant, ReferenceRates, UserId};

/// The context in which a patch is applied.
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
    /// The place of a new destination, if known.
    pub places: &'a dyn Fn(&PlaceQuery) -> Option<PlaceMatch>,
}
