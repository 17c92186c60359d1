//! The itinerary: its items, their drafts, and the item that answers an update.

use std::collections::{HashMap, HashSet};

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::booking::Booking;
use super::class;
use super::item_place::build_destination;
use super::typed_hours::{ItemTime, TypedHours, merge_time};
use crate::trip::edit::context::EditContext;
use crate::trip::money::budget::{BudgetPatch, DOT_SEGMENT, is_dot_segment};
use crate::trip::places::destination::{DestinationDraft, minted};
use crate::trip::{Budget, Destination, EndsDraft, ItemClass, ItemEnds};
use crate::{Currency, Instant, Path, Quantity, Reason, ShortText, Text, Violations};

/// The kind of an item, as written: 1 to 50 characters.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct ItemKind(Text<50>);

impl TryFrom<String> for ItemKind {
    type Error = Reason;

    fn try_from(text: String) -> Result<Self, Reason> {
        Self::new(&text)
    }
}

impl ItemKind {
    /// Parses a kind.
    ///
    /// # Errors
    /// Empty, or more than 50 characters.
    pub fn new(text: &str) -> Result<Self, Reason> {
        if text.is_empty() {
            return Err(Reason::new("must not be empty"));
        }
        Text::new(text).map(Self)
    }

    /// The kind.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The kind of a cost that is no part of the itinerary: it is shown in the budget alone.
    pub const EXPENSE: &str = "expense";

    /// Whether it is [`ItemKind::EXPENSE`].
    pub fn is_expense(&self) -> bool {
        self.as_str() == Self::EXPENSE
    }

    /// Whether it is travel; all else is a stay.
    pub fn is_travel(&self) -> bool {
        matches!(self.as_str(), "transportations" | "transportation")
    }
}

/// The day of a trip, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u32")]
pub struct Day(u32);

impl TryFrom<u32> for Day {
    type Error = Reason;

    fn try_from(number: u32) -> Result<Self, Reason> {
        Self::new(number)
    }
}

impl Day {
    /// The first day.
    pub const FIRST: Self = Self(1);
    /// The greatest number of a day that a file gives.
    pub const MAX_IMPORTED: u32 = 100_000;

    /// A day by its number.
    ///
    /// # Errors
    /// Below 1.
    pub fn new(number: u32) -> Result<Self, Reason> {
        if number == 0 {
            Err(Reason::new("must be 1 or more"))
        } else {
            Ok(Self(number))
        }
    }

    /// The number.
    pub fn number(self) -> u32 {
        self.0
    }

    /// The day so many days later.
    pub(in crate::trip) fn plus(self, days: u32) -> Self {
        Self(self.0.saturating_add(days))
    }

    /// The number of days after the first one.
    pub(crate) fn offset(self) -> i64 {
        i64::from(self.0) - 1
    }
}

/// The confirmation of a booking: at most 200 characters; may be empty.
pub type Confirmation = Text<200>;

/// A photo of an item, by URL.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemPhoto {
    /// Its http or https URL.
    pub url: PhotoUrl,
    /// Its description.
    #[serde(default)]
    pub description: ShortText,
}

/// The URL of an [`ItemPhoto`]: http or https, at most 2,000 characters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct PhotoUrl(ShortText);

impl TryFrom<String> for PhotoUrl {
    type Error = Reason;

    fn try_from(text: String) -> Result<Self, Reason> {
        Self::new(&text)
    }
}

impl PhotoUrl {
    /// Parses a photo's URL.
    ///
    /// # Errors
    /// Another scheme than http or https, or too long a text.
    pub fn new(text: &str) -> Result<Self, Reason> {
        let url = ShortText::new(text)?;
        if crate::user::is_url_of(&url, &["http://", "https://"]) {
            Ok(Self(url))
        } else {
            Err(Reason::new("must be an http or https URL"))
        }
    }

    /// The URL.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// An entry of the itinerary. Its place in the list is its index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItineraryItem {
    /// Its id, unique in the trip.
    pub id: ShortText,
    /// A stay or travel.
    pub kind: ItemKind,
    /// The day it is on.
    pub day: Day,
    /// When it starts.
    #[serde(default)]
    pub start: Option<Instant>,
    /// When it ends; not before its start.
    #[serde(default)]
    pub end: Option<Instant>,
    /// The hours that its start and its end follow.
    #[serde(default, skip_serializing_if = "TypedHours::is_empty")]
    pub typed: TypedHours,
    /// Its duration in seconds.
    #[serde(default)]
    pub duration: Quantity,
    /// Its budget.
    #[serde(default)]
    pub budget: Budget,
    /// Its destination; the empty one if left out.
    #[serde(default)]
    pub destination: Destination,
    /// Photos.
    #[serde(default)]
    pub photos: Vec<ItemPhoto>,
    /// The zones and the end that were set or found.
    #[serde(default, skip_serializing_if = "ItemEnds::is_empty")]
    pub ends: ItemEnds,
    /// What its booking is confirmed by; for the people of the trip alone.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub confirmation: Confirmation,
    /// What it was set to be; [`ItineraryItem::class`] says what it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<ItemClass>,
    /// The booking of a file that it was made of. No answer shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub booking: Option<Box<Booking>>,
}

fn is_empty(confirmation: &Confirmation) -> bool {
    confirmation.is_empty()
}

/// An item in a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemDraft {
    /// [`ItineraryItem::id`]; an empty one counts as left out.
    pub id: Option<ShortText>,
    /// [`ItineraryItem::kind`].
    pub kind: ItemKind,
    /// The sort key of the items; the place in the list if left out.
    pub index: Option<Quantity>,
    /// [`ItineraryItem::day`].
    pub day: Day,
    /// [`ItineraryItem::start`].
    pub start: Option<Instant>,
    /// [`ItineraryItem::end`].
    pub end: Option<Instant>,
    /// [`ItineraryItem::typed`].
    pub typed: TypedHours,
    /// [`ItineraryItem::duration`]: from start to end if left out.
    pub duration: Option<Quantity>,
    /// [`ItineraryItem::budget`].
    pub budget: BudgetPatch,
    /// [`ItineraryItem::destination`].
    pub destination: DestinationDraft,
    /// [`ItineraryItem::photos`].
    pub photos: Vec<ItemPhoto>,
    /// [`ItineraryItem::ends`].
    pub ends: EndsDraft,
    /// [`ItineraryItem::confirmation`]; stays if left out.
    pub confirmation: Option<Confirmation>,
    /// [`ItineraryItem::class`]; stays if left out.
    pub class: Option<ItemClass>,
}

/// The itinerary that `drafts` make, given the current one. The gazetteer fills in what new
/// destinations leave out.
///
/// # Errors
/// An id that comes twice, an item that ends before it starts, or a total that is neither an amount
/// nor the sum over the shares.
pub(in crate::trip) fn resolve(
    current: &[ItineraryItem],
    drafts: Vec<ItemDraft>,
    base: Currency,
    context: &mut EditContext<'_>,
) -> Result<Vec<ItineraryItem>, Violations> {
    check(&drafts)?;
    let by_id: HashMap<&str, &ItineraryItem> = current
        .iter()
        .map(|item| (item.id.as_str(), item))
        .collect();
    let sent: HashSet<ShortText> = drafts
        .iter()
        .filter_map(|draft| draft.sent_id().cloned())
        .collect();
    let items = in_order(drafts)
        .into_iter()
        .enumerate()
        .map(|(place, draft)| match draft.sent_id().cloned() {
            Some(id) => draft.build(by_id.get(id.as_str()).copied(), id, base, context),
            None => {
                // An item sent again without its id is still that item if nothing else differs.
                let here = current.get(place).filter(|here| !sent.contains(&here.id));
                if let Some(here) = here {
                    let again = draft.clone();
                    let again = again.build(Some(here), here.id.clone(), base, context);
                    if again == *here {
                        return again;
                    }
                }
                let id = minted(context.mint);
                draft.build(None, id, base, context)
            }
        });
    Ok(items.collect())
}

/// The drafts ordered by index; ties keep the order sent.
fn in_order(drafts: Vec<ItemDraft>) -> Vec<ItemDraft> {
    let mut ordered: Vec<(Decimal, ItemDraft)> = drafts
        .into_iter()
        .enumerate()
        .map(|(place, draft)| {
            let index = draft.index.map(Quantity::value);
            (index.unwrap_or_else(|| Decimal::from(place)), draft)
        })
        .collect();
    ordered.sort_by_key(|(index, _)| *index);
    ordered.into_iter().map(|(_, draft)| draft).collect()
}

fn check(drafts: &[ItemDraft]) -> Result<(), Violations> {
    let mut violations = Violations::new();
    let mut seen = HashSet::new();
    for (place, draft) in drafts.iter().enumerate() {
        let path = Path::root().field("itinerary").index(place);
        if draft.sent_id().is_some_and(|id| !seen.insert(id.as_str())) {
            violations.add(path.field("id"), "must not come twice");
        }
        violations.collect(draft.check_id(&path));
        violations.collect(draft.check_times(&path));
        violations.collect(draft.budget.check_whole(&path.field("budget")));
    }
    violations.or(())
}

impl ItineraryItem {
    /// Its start, and the hour that was typed.
    pub(in crate::trip) fn start_time(&self) -> ItemTime {
        (self.start, self.typed.start)
    }

    /// Its end, likewise.
    pub(in crate::trip) fn end_time(&self) -> ItemTime {
        (self.end, self.typed.end)
    }

    /// Whether another item differs at most in what no request sends: the frozen rate, whom the
    /// member ids mean, and what look-ups found.
    fn is_as_sent(&self, other: &Self) -> bool {
        if self == other {
            return true;
        }
        let mut own = self.clone();
        own.budget.rate.clone_from(&other.budget.rate);
        for (own, other) in own.budget.shares.iter_mut().zip(&other.budget.shares) {
            own.user = other.user;
        }
        own.ends.found.clone_from(&other.ends.found);
        own.destination.take_found(&other.destination);
        if let (Some(own), Some(other)) = (&mut own.ends.destination, &other.ends.destination) {
            own.take_found(other);
        }
        own == *other
    }
}

impl ItemDraft {
    /// Checks the times against each other.
    ///
    /// # Errors
    /// It ends before it starts.
    pub fn check_times(&self, path: &Path) -> Result<(), Violations> {
        // Instants of typed hours follow from their zones.
        if self.typed.is_empty()
            && matches!((self.start, self.end), (Some(start), Some(end)) if end < start)
        {
            let path = path.field("end");
            return Err(Violations::at(path, "must not be before the start"));
        }
        Ok(())
    }

    /// Checks that addresses can hold its id.
    ///
    /// # Errors
    /// It is a dot segment.
    pub(in crate::trip) fn check_id(&self, path: &Path) -> Result<(), Violations> {
        match self.sent_id() {
            Some(id) if is_dot_segment(id) => Err(Violations::at(path.field("id"), DOT_SEGMENT)),
            _ => Ok(()),
        }
    }

    pub(in crate::trip) fn sent_id(&self) -> Option<&ShortText> {
        self.id.as_ref().filter(|id| !id.is_empty())
    }

    /// The item that this draft makes, as the successor of `current`. An item is whole: what the
    /// draft leaves out is empty.
    pub(in crate::trip) fn build(
        self,
        current: Option<&ItineraryItem>,
        id: ShortText,
        base: Currency,
        context: &mut EditContext<'_>,
    ) -> ItineraryItem {
        let Self {
            id: _,
            kind,
            index: _,
            day,
            start,
            end,
            typed,
            duration,
            budget,
            destination,
            photos,
            ends,
            confirmation,
            class,
        } = self;
        let present = current.map_or((None, None), ItineraryItem::start_time);
        let (start, typed_start) = merge_time(present, (start, typed.start));
        let present = current.map_or((None, None), ItineraryItem::end_time);
        let (end, typed_end) = merge_time(present, (end, typed.end));
        let stored = current.map(|current| &current.budget);
        let no_ends = ItemEnds::default();
        let present_ends = current.map_or(&no_ends, |current| &current.ends);
        let is_travel = kind.is_travel();
        ItineraryItem {
            id,
            kind,
            day,
            start,
            end,
            typed: TypedHours {
                start: typed_start,
                end: typed_end,
            },
            duration: duration.unwrap_or_else(|| seconds_between(start, end)),
            budget: budget.build_whole(stored, base),
            destination: build_destination(
                &destination,
                current.map(|current| &current.destination),
                is_travel,
                context,
            ),
            photos,
            ends: present_ends.merge(ends, context.mint),
            confirmation: confirmation
                .or_else(|| Some(current?.confirmation.clone()))
                .unwrap_or_default(),
            class: class::merge(class, current),
            booking: current.and_then(|current| current.booking.clone()),
        }
    }
}

pub(in crate::trip) fn seconds_between(start: Option<Instant>, end: Option<Instant>) -> Quantity {
    match (start, end) {
        (Some(start), Some(end)) => {
            Quantity::new(Decimal::new(end.millis().saturating_sub(start.millis()), 3))
                .unwrap_or_default()
        }
        _ => Quantity::ZERO,
    }
}

/// The place of the item that answers an update of the itinerary: the first in order that the
/// update added or changed, else the first. Returns `None` if the itinerary is empty.
pub fn first_changed(before: &[ItineraryItem], after: &[ItineraryItem]) -> Option<usize> {
    let untouched: HashMap<&str, &ItineraryItem> =
        before.iter().map(|item| (item.id.as_str(), item)).collect();
    let touched = after.iter().position(|item| {
        untouched
            .get(item.id.as_str())
            .is_none_or(|old| !old.is_as_sent(item))
    });
    touched.or(if after.is_empty() { None } else { Some(0) })
}
