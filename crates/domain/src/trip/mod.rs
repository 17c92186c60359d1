//! The trip and the limits of its lists.

mod copy;
pub mod edit;
mod files;
pub mod import;
mod import_days;
pub mod lists;
mod money;
mod new_trip;
mod people;
mod places;
mod schedule;

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{
    Amount, Currency, Dates, Description, Gallery, Instant, Name, Path, PictureId, ShortText,
    SignedAmount, UserId, Violations,
};

pub use crate::id::TripId;
pub use copy::{CopiedParts, TripCopy};
pub use edit::{
    DayShift, Edit, ItemMove, ItemPatch, ItineraryPatch, PatchError, PeoplePatch, PlanMove,
};
pub use files::{FilePatch, FileType, NewFile, TripFile};
pub use lists::{Assignee, EntryDraft, ListDraft, ListsEditor, TodoEntry, TodoList, TodoLists};
pub use money::budget::{Budget, MemberShare, Payment};
pub use money::own_rates::{OwnRate, OwnRates, Quotation};
pub use money::settlement::RecordedSettlement;
pub use money::{budget, budget_entry, conversion, odd_units, own_rates, settlement, summary};
pub use new_trip::NewTrip;
pub use people::editors::LastEdit;
pub use people::invitation::{Invitation, JoinError, Withdrawal};
pub use people::parties::{MemberNames, Mention, NamedMember, Parties};
pub use people::party::{OpenParty, Party, PartyPatch};
pub use people::sharing::{Section, Sections, ShareLink, SharedTrip};
pub use people::{invitation, parties, party, sharing};
pub use places::area::Area;
pub use places::destination::Destination;
pub use places::map::{MapLocation, Transportation, TripMap};
pub use places::track::{Track, TrackPoint};
pub use places::{destination, map, place, track};
pub use schedule::booking::{Booking, BookingField, ChangedFields};
pub use schedule::class::ItemClass;
pub use schedule::covered::CoveredDays;
pub use schedule::ends::{EndsDraft, ItemEnds};
pub use schedule::itinerary::ItineraryItem;
pub use schedule::travel::ItemZones;
pub use schedule::typed_hours::{LocalTime, TypedHours};
pub use schedule::{class, day_order, distance, itinerary, timeline, travel};

/// The estimated cost of a trip as a range.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Estimate {
    /// Lower end.
    pub lo: Amount,
    /// Higher end, not below the lower one.
    pub hi: Amount,
    /// Whether the higher end was sent, or raised to the lower one. If it is neither, it was sent
    /// unless it is zero.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_hi_sent: Option<bool>,
}

impl Estimate {
    /// Merges the ends that were sent into this estimate. A higher end that was never sent is
    /// raised to a lower one above it.
    ///
    /// # Errors
    /// The lower end above the higher one.
    pub fn merge(
        self,
        lo: Option<Amount>,
        hi: Option<Amount>,
        path: &Path,
    ) -> Result<Self, Violations> {
        let was_sent = self.is_hi_sent.unwrap_or(!self.hi.is_zero());
        let mut merged = Self {
            lo: lo.unwrap_or(self.lo),
            hi: hi.unwrap_or(self.hi),
            is_hi_sent: self.is_hi_sent,
        };
        if merged.hi != self.hi {
            merged.is_hi_sent = Some(true);
        } else if hi.is_none() && !was_sent && merged.lo > merged.hi {
            merged.hi = merged.lo;
            merged.is_hi_sent = Some(false);
        }
        if merged.lo <= merged.hi {
            return Ok(merged);
        }
        // The violation is at an end that was sent.
        Err(if lo.is_some() {
            Violations::at(path.field("lo"), "must not be above hi")
        } else {
            Violations::at(path.field("hi"), "must not be below lo")
        })
    }
}

/// An expenditure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Expenditure {
    /// Its purpose.
    pub expenditure: ShortText,
    /// Its cost in the base currency; negative for a refund.
    pub cost: SignedAmount,
}

/// The small parts of a trip. They are stored as one document, so a new field needs no migration.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Plan {
    /// Its destinations in order; one may come more than once.
    pub destinations: Vec<Destination>,
    /// Its estimated cost.
    pub estimate: Estimate,
    /// The trip-wide budget.
    pub budget: Budget,
    /// Its expenditures; not part of the budget's summary.
    pub expenditures: Vec<Expenditure>,
    /// Its start and end.
    pub dates: Dates,
    /// The lists; the open entries of the first are the to-do list.
    #[serde(flatten)]
    pub lists: TodoLists,
    /// The settlements that were recorded, oldest first.
    pub settlements: Vec<RecordedSettlement>,
    /// The parties that were added by name or claimed, in that order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parties: Vec<Party>,
    /// The files, in the order in which they were sent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<TripFile>,
    /// Its own exchange rates, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rates: Option<OwnRates>,
    /// Its time zone, if set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<places::place::ZoneName>,
    /// The revision of the rules by which its places were looked up; 0 if some were not.
    pub place_rules: u16,
    /// How many of its last versions only found places, and are no edits.
    pub relocations: i64,
    /// The last edits of those who have edited it last, in the order of their versions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub last_edits: Vec<LastEdit>,
    /// Whom the owner has taken off it or made a viewer, each once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub withdrawals: Vec<Withdrawal>,
    /// The members whom the owner has added by another party's member id, the last of each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub named: Vec<NamedMember>,
}

/// A trip without its itinerary and map, which may be long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TripOverview {
    /// Its id.
    pub id: TripId,
    /// Incremented with every change.
    pub version: i64,
    /// The time of its creation.
    pub created_at: Instant,
    /// The time of its last change.
    pub updated_at: Instant,
    /// Its owner, always one of the members.
    pub owner: UserId,
    /// Its members, distinct, in the order in which they joined.
    pub members: Vec<UserId>,
    /// The members who may only read, in the order of [`TripOverview::members`]; never the owner.
    pub viewers: Vec<UserId>,
    /// Whether only its members see it.
    pub private: bool,
    /// Its name.
    pub name: Name,
    /// Its description.
    pub description: Description,
    /// Dates, budget, to-do list and other small parts.
    pub plan: Plan,
    /// The pictures.
    pub gallery: Gallery,
}

impl TripOverview {
    /// The version of the last edit. Later ones only found places.
    pub fn edited_version(&self) -> i64 {
        self.version.saturating_sub(self.plan.relocations)
    }

    /// What it has in the picture store: its pictures and its files.
    pub fn objects(&self) -> impl Iterator<Item = PictureId> {
        let files = self.plan.files.iter().map(|file| file.id);
        self.gallery.pictures().chain(files)
    }

    /// The currency of the trip's sums: that of the trip-wide budget, else the service's default.
    pub fn base_currency(&self, default: Currency) -> Currency {
        self.plan.budget.currency.unwrap_or(default)
    }
}

/// A trip. Dereferences to its overview. Its parts are shared with other versions and views of it
/// that have the same: who changes a part makes a copy of it first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trip {
    /// All but the itinerary and the map.
    pub overview: Arc<TripOverview>,
    /// The itinerary in order; an item's place in the list is its index.
    pub itinerary: Arc<Vec<ItineraryItem>>,
    /// The map.
    pub map: Arc<TripMap>,
}

impl Deref for Trip {
    type Target = TripOverview;

    fn deref(&self) -> &TripOverview {
        &self.overview
    }
}

impl DerefMut for Trip {
    fn deref_mut(&mut self) -> &mut TripOverview {
        Arc::make_mut(&mut self.overview)
    }
}

impl AsRef<TripOverview> for Trip {
    fn as_ref(&self) -> &TripOverview {
        &self.overview
    }
}

impl AsRef<Self> for TripOverview {
    fn as_ref(&self) -> &Self {
        self
    }
}

impl Trip {
    /// Greatest size of [`TripOverview::plan`], [`Trip::map`] and [`Trip::itinerary`] in all, in
    /// bytes as stored.
    pub const MAX_BYTES: usize = 4 << 20;
    /// Greatest number of destinations.
    pub const MAX_DESTINATIONS: usize = 200;
    /// Greatest number of entries of the to-do list, and of any other list.
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

    /// The items that the itinerary shows, which expenses are not, each with its index.
    pub fn shown_items(&self) -> impl Iterator<Item = (usize, &ItineraryItem)> + Clone {
        let items = self.itinerary.iter().enumerate();
        items.filter(|(_, item)| !item.kind.is_expense())
    }

    /// The number of list elements that an edit copies.
    pub fn elements(&self) -> usize {
        let items = self.itinerary.iter();
        let items = items.map(|item| 1 + item.budget.shares.len());
        let entries = self.plan.lists.iter().map(|list| list.entries.len());
        let rest = self.map.locations.len() + self.plan.expenditures.len();
        rest + items.sum::<usize>() + entries.sum::<usize>()
    }

    /// Removes what is for people of the trip alone.
    pub fn hide_from_outsiders(&mut self) {
        self.plan.files.clear();
        for item in Arc::make_mut(&mut self.itinerary) {
            item.confirmation = schedule::itinerary::Confirmation::EMPTY;
            item.booking = None;
        }
    }

    /// The item of this id, with its place in the itinerary.
    pub fn item(&self, id: &str) -> Option<(usize, &ItineraryItem)> {
        let mut items = self.itinerary.iter().enumerate();
        items.find(|(_, item)| &*item.id == id)
    }
}
