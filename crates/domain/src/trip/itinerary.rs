//! The itinerary: its items in order, how a list that a client sends becomes one, and which item
//! answers an update.

use std::collections::{HashMap, HashSet};

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::budget::BudgetDraft;
use super::destination::{DestinationDraft, minted};
use super::place::{PlaceMatch, PlaceQuery};
use super::{Budget, Destination};
use crate::{Currency, Instant, Path, Quantity, Reason, ShortText, Text, Violations};

/// The kind of an item, as written: 1 to 50 characters.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ItemKind(Text<50>);

impl ItemKind {
    /// A kind from what a client wrote.
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

    /// Whether it is travel; all else is a stay.
    pub fn is_travel(&self) -> bool {
        matches!(self.as_str(), "transportations" | "transportation")
    }
}

/// The day of a trip, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Day(u32);

impl Day {
    /// The first day.
    pub const FIRST: Self = Self(1);

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

    /// How many days after the first one.
    pub(crate) fn offset(self) -> i64 {
        i64::from(self.0) - 1
    }
}

/// A photo of an item, by URL.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemPhoto {
    /// Where it is: an http or https URL.
    pub url: PhotoUrl,
    /// What it shows.
    #[serde(default)]
    pub description: ShortText,
}

/// The URL of an [`ItemPhoto`]: http or https, at most 2,000 characters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PhotoUrl(ShortText);

impl PhotoUrl {
    /// A photo's URL from what a client wrote.
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
    /// Which item of its trip it is.
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
    /// How long it takes, in seconds.
    #[serde(default)]
    pub duration: Quantity,
    /// What it costs.
    #[serde(default)]
    pub budget: Budget,
    /// Where it is or leads; the empty destination where that was not said.
    #[serde(default)]
    pub destination: Destination,
    /// Photos.
    #[serde(default)]
    pub photos: Vec<ItemPhoto>,
}

/// An item as a client writes it.
#[derive(Debug, Clone)]
pub struct ItemDraft {
    /// [`ItineraryItem::id`]; an empty one counts as left out.
    pub id: Option<ShortText>,
    /// [`ItineraryItem::kind`].
    pub kind: ItemKind,
    /// What orders the items: the place in the list where left out.
    pub index: Option<Quantity>,
    /// [`ItineraryItem::day`].
    pub day: Day,
    /// [`ItineraryItem::start`].
    pub start: Option<Instant>,
    /// [`ItineraryItem::end`].
    pub end: Option<Instant>,
    /// [`ItineraryItem::duration`]: from start to end where left out.
    pub duration: Option<Quantity>,
    /// [`ItineraryItem::budget`].
    pub budget: BudgetDraft,
    /// [`ItineraryItem::destination`].
    pub destination: DestinationDraft,
    /// [`ItineraryItem::photos`].
    pub photos: Vec<ItemPhoto>,
}

/// The name of the list of items in paths of violations.
const ITEMS: &str = "trip_items";

/// The itinerary that `drafts` make, given the one that stands. What new destinations leave out is
/// filled in from `places`.
///
/// # Errors
/// An id that comes twice, or an item that ends before it starts.
pub(crate) fn resolve(
    current: &[ItineraryItem],
    drafts: Vec<ItemDraft>,
    base: Currency,
    places: &dyn Fn(&PlaceQuery) -> Option<PlaceMatch>,
    mint: &mut dyn FnMut() -> Uuid,
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
            Some(id) => draft.build(by_id.get(id.as_str()).copied(), id, base, places, mint),
            None => {
                // An item sent again without its id is still that item where nothing else about it
                // differs.
                let here = current.get(place).filter(|here| !sent.contains(&here.id));
                let again = here.map(|here| {
                    draft
                        .clone()
                        .build(Some(here), here.id.clone(), base, places, mint)
                });
                match (again, here) {
                    (Some(again), Some(here)) if again == *here => again,
                    _ => {
                        let id = minted(mint);
                        draft.build(None, id, base, places, mint)
                    }
                }
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
            (
                draft
                    .index
                    .map_or_else(|| Decimal::from(place), Quantity::value),
                draft,
            )
        })
        .collect();
    ordered.sort_by_key(|(index, _)| *index);
    ordered.into_iter().map(|(_, draft)| draft).collect()
}

fn check(drafts: &[ItemDraft]) -> Result<(), Violations> {
    let mut violations = Violations::new();
    let mut seen = HashSet::new();
    for (place, draft) in drafts.iter().enumerate() {
        let path = Path::root().field(ITEMS).index(place);
        if draft.sent_id().is_some_and(|id| !seen.insert(id.as_str())) {
            violations.add(path.field("item_id"), Reason::new("must not come twice"));
        }
        if let Err(found) = draft.check_times(&path) {
            violations.append(found);
        }
    }
    violations.or(())
}

impl ItemDraft {
    /// Whether its times fit together.
    ///
    /// # Errors
    /// It ends before it starts.
    pub fn check_times(&self, path: &Path) -> Result<(), Violations> {
        let mut violations = Violations::new();
        if matches!((self.start, self.end), (Some(start), Some(end)) if end < start) {
            violations.add(
                path.field("end_time"),
                Reason::new("must not be before start_time"),
            );
        }
        violations.or(())
    }

    fn sent_id(&self) -> Option<&ShortText> {
        self.id.as_ref().filter(|id| !id.is_empty())
    }

    fn build(
        self,
        current: Option<&ItineraryItem>,
        id: ShortText,
        base: Currency,
        places: &dyn Fn(&PlaceQuery) -> Option<PlaceMatch>,
        mint: &mut dyn FnMut() -> Uuid,
    ) -> ItineraryItem {
        let Self {
            id: _,
            kind,
            index: _,
            day,
            start,
            end,
            duration,
            budget,
            destination,
            photos,
        } = self;
        // An item is whole: what is left out of its budget is gone. Totals and payments sent back
        // stay what they were.
        let stored = current.map_or_else(Budget::default, |current| current.budget.clone());
        let stored = Budget {
            estimated: stored.estimated.filter(|_| budget.estimated.is_some()),
            total: stored.total.filter(|_| budget.total.is_some()),
            paid: stored.paid.filter(|_| budget.paid.is_some()),
            shares: stored.shares,
            ..Budget::default()
        };
        let whole = BudgetDraft {
            shares: Some(budget.shares.unwrap_or_default()),
            ..budget
        };
        ItineraryItem {
            id,
            kind,
            day,
            start,
            end,
            duration: duration.unwrap_or_else(|| seconds_between(start, end)),
            budget: stored.merge(whole, base, true),
            destination: place(
                &destination,
                current.map(|current| &current.destination),
                places,
                mint,
            ),
            photos,
        }
    }
}

/// The destination of an item: the empty one where nothing was sent of it. It is the one that the
/// item had where it has its id, or where the id was left out its name; else it is new.
fn place(
    draft: &DestinationDraft,
    current: Option<&Destination>,
    places: &dyn Fn(&PlaceQuery) -> Option<PlaceMatch>,
    mint: &mut dyn FnMut() -> Uuid,
) -> Destination {
    let mut sent = draft.build(ShortText::EMPTY);
    if draft.sent_id().is_none() && sent == Destination::default() {
        return sent;
    }
    let is_same = |current: &&Destination| match draft.sent_id() {
        Some(id) => current.id == *id,
        None => !current.id.is_empty() && current.name == sent.name,
    };
    match current.filter(is_same) {
        Some(same) => {
            sent.id = same.id.clone();
            keep_found(draft, same, &mut sent);
        }
        None => {
            sent.id = draft.sent_id().cloned().unwrap_or_else(|| minted(mint));
            draft.complete(&mut sent, places);
        }
    }
    sent
}

/// What a gazetteer found for a destination stands where it is left out again, so that the same
/// list sent twice changes nothing. Of a place that is another by its name or location nothing was
/// found.
fn keep_found(draft: &DestinationDraft, current: &Destination, sent: &mut Destination) {
    let is_elsewhere = draft
        .location
        .as_ref()
        .is_some_and(|location| *location != current.location);
    if current.coordinates.is_none() || current.name != sent.name || is_elsewhere {
        return;
    }
    sent.location = current.location.clone();
    if draft.description.is_none() {
        sent.description = current.description.clone();
    }
    sent.coordinates = current.coordinates;
}

fn seconds_between(start: Option<Instant>, end: Option<Instant>) -> Quantity {
    match (start, end) {
        (Some(start), Some(end)) => {
            Quantity::new(Decimal::new(end.millis().saturating_sub(start.millis()), 3))
                .unwrap_or_default()
        }
        _ => Quantity::ZERO,
    }
}

/// The place of the item that answers an update of the itinerary: the first in order that the
/// update added or changed, else the first that is left; none where none is.
pub fn answering(before: &[ItineraryItem], after: &[ItineraryItem]) -> Option<usize> {
    let untouched: HashMap<&str, &ItineraryItem> =
        before.iter().map(|item| (item.id.as_str(), item)).collect();
    let touched = after.iter().position(|item| {
        untouched
            .get(item.id.as_str())
            .is_none_or(|old| *old != item)
    });
    touched.or(if after.is_empty() { None } else { Some(0) })
}
