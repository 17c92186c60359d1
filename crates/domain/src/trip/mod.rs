//! The trip: all that travellers plan together, and the limits of each list.

pub mod budget;
mod conversion;
pub mod destination;
pub mod itinerary;
pub mod map;
pub mod patch;
pub mod place;
mod place_queries;
pub mod summary;
pub mod timeline;

use std::fmt;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    Amount, Currency, Dates, Description, Gallery, Instant, Name, Path, Reason, ShortText, UserId,
    Violations,
};

pub use budget::{Budget, MemberShare, Payment};
pub use destination::{Area, Destination};
pub use itinerary::ItineraryItem;
pub use map::{MapLocation, Transportation, TripMap};
pub use patch::{NewTrip, PatchError, TripPatch};

/// Identifies a trip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TripId(pub Uuid);

impl TripId {
    /// The id that no trip ever has.
    pub const NOWHERE: Self = Self(Uuid::nil());

    /// The id that a text of the shape of a UUID writes, in any case.
    pub fn parse(text: &str) -> Option<Self> {
        crate::user::is_uuid_shaped(text)
            .then(|| Uuid::try_parse(text).ok().map(Self))
            .flatten()
    }
}

impl fmt::Display for TripId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.hyphenated().fmt(f)
    }
}

/// What a trip is thought to cost: from the lower to the higher end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Estimate {
    /// Lower end.
    pub lo: Amount,
    /// Higher end, not below the lower one.
    pub hi: Amount,
}

impl Estimate {
    /// This estimate with the ends that were sent.
    ///
    /// # Errors
    /// The lower end above the higher one.
    pub fn merge(
        self,
        lo: Option<Amount>,
        hi: Option<Amount>,
        path: &Path,
    ) -> Result<Self, Violations> {
        let merged = Self {
            lo: lo.unwrap_or(self.lo),
            hi: hi.unwrap_or(self.hi),
        };
        let mut violations = Violations::new();
        if merged.lo > merged.hi {
            // The end at fault is one that was sent.
            let (end, reason) = if lo.is_some() {
                ("lo", "must not be above hi")
            } else {
                ("hi", "must not be below lo")
            };
            violations.add(path.field(end), Reason::new(reason));
        }
        violations.or(merged)
    }
}

/// Something that was paid for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Expenditure {
    /// What for.
    pub expenditure: ShortText,
    /// How much, in the base currency.
    pub cost: Amount,
}

/// The small parts of a trip. They are stored as one document, so a new field needs no migration.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Plan {
    /// Its destinations first to last; one may come more than once.
    pub destinations: Vec<Destination>,
    /// What it is expected to cost.
    pub estimate: Estimate,
    /// The trip-wide budget.
    pub budget: Budget,
    /// What was spent; not part of the budget's summary.
    pub expenditures: Vec<Expenditure>,
    /// When it takes place.
    pub dates: Dates,
    /// What is left to do.
    pub todo: Vec<ShortText>,
}

/// A trip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trip {
    /// Which trip it is.
    pub id: TripId,
    /// Raised with every change.
    pub version: i64,
    /// When it was made.
    pub created_at: Instant,
    /// When it last changed.
    pub updated_at: Instant,
    /// Its owner, always one of the members.
    pub owner: UserId,
    /// Its members in the order in which they joined, each once.
    pub members: Vec<UserId>,
    /// Whether only its members see it.
    pub private: bool,
    /// Its name.
    pub name: Name,
    /// Its description.
    pub description: Description,
    /// Dates, budget, to-do list and whatever else is neither itinerary, map nor pictures.
    pub plan: Plan,
    /// The itinerary in order; the place in the list is an item's index.
    pub itinerary: Vec<ItineraryItem>,
    /// The map.
    pub map: TripMap,
    /// The pictures.
    pub gallery: Gallery,
}

impl Trip {
    /// Greatest number of destinations.
    pub const MAX_DESTINATIONS: usize = 200;
    /// Greatest number of to-do entries.
    pub const MAX_TODO: usize = 500;
    /// Greatest number of expenditures.
    pub const MAX_EXPENDITURES: usize = 2_000;
    /// Greatest number of itinerary items.
    pub const MAX_ITEMS: usize = 1_000;
    /// Greatest number of map locations.
    pub const MAX_LOCATIONS: usize = 1_000;
    /// Greatest number of members.
    pub const MAX_MEMBERS: usize = 100;
    /// Greatest number of photos.
    pub const MAX_PHOTOS: usize = 30;

    /// The currency of the trip's sums: that of the trip-wide budget, else the service's default.
    pub fn base_currency(&self, default: Currency) -> Currency {
        self.plan.budget.currency.unwrap_or(default)
    }
}
