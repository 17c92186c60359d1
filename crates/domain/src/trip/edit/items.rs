//! Patches of the itinerary: the whole list, or one item (interface: "One item at a time").

use rust_decimal::prelude::ToPrimitive;
use uuid::Uuid;

use super::{EditContext, Needs};
use crate::trip::money::budget::BudgetPatch;
use crate::trip::places::destination::{DestinationDraft, minted};
use crate::trip::places::place::Point;
use crate::trip::schedule::class;
use crate::trip::schedule::item_place::build_destination;
use crate::trip::schedule::itinerary::{
    self, Confirmation, Day, ItemDraft, ItemKind, ItemPhoto, seconds_between,
};
use crate::trip::schedule::typed_hours::{ItemTime, TypedHours, merge_time};
use crate::trip::{Destination, EndsDraft, ItemClass, ItineraryItem, Trip};
use crate::user::set;
use crate::{Currency, Instant, Path, Quantity, ShortText, Violations};

/// A patch of the itinerary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ItineraryPatch {
    /// Replaces the whole list.
    Replace(Vec<ItemDraft>),
    /// Adds an item: at its index, else at the end of its day.
    Add(Box<ItemDraft>),
    /// Changes what is sent of the item of this id.
    Change(ShortText, Box<ItemPatch>),
    /// Removes the item of this id.
    Remove(ShortText),
    /// Moves the item of this id to another day or place.
    Move(ShortText, ItemMove),
    /// Adds a copy of the item of this id after it, without what was paid and confirmed for it.
    Copy(ShortText),
    /// Pins the place of the item of this id, or removes its pin.
    Pin(ShortText, Option<Pin>),
}

/// A patch of an item: fields that are `None` stay unchanged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ItemPatch {
    /// [`ItineraryItem::kind`].
    pub kind: Option<ItemKind>,
    /// The place in the list.
    pub index: Option<Quantity>,
    /// [`ItineraryItem::day`].
    pub day: Option<Day>,
    /// [`ItineraryItem::start`].
    pub start: Option<Instant>,
    /// [`ItineraryItem::end`].
    pub end: Option<Instant>,
    /// [`ItineraryItem::typed`].
    pub typed: TypedHours,
    /// Whether the item loses its start.
    pub clears_start: bool,
    /// Whether the item loses its end.
    pub clears_end: bool,
    /// [`ItineraryItem::duration`]; left out, it follows changed times if it was their difference.
    pub duration: Option<Quantity>,
    /// [`ItineraryItem::budget`], by key.
    pub budget: BudgetPatch,
    /// Whether the budget loses its own currency.
    pub clears_currency: bool,
    /// [`ItineraryItem::destination`]: by key if it means the present one, else another one.
    pub destination: Option<DestinationDraft>,
    /// [`ItineraryItem::photos`].
    pub photos: Option<Vec<ItemPhoto>>,
    /// [`ItineraryItem::ends`].
    pub ends: EndsDraft,
    /// [`ItineraryItem::confirmation`].
    pub confirmation: Option<Confirmation>,
    /// [`ItineraryItem::class`].
    pub class: Option<ItemClass>,
}

/// Where the place of an item is, as a person says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pin {
    /// Its point.
    pub point: Point,
    /// [`Destination::name`]; stays if left out.
    pub name: Option<ShortText>,
    /// [`Destination::location`]; stays if left out.
    pub location: Option<ShortText>,
}

/// Where an item moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ItemMove {
    /// The day. The item's times move by as many days.
    pub day: Day,
    /// The place among the items of that day; the end if left out.
    pub index: Option<u32>,
}

impl ItineraryPatch {
    /// The id of the item that the patch needs.
    pub fn target(&self) -> Option<&ShortText> {
        match self {
            Self::Replace(_) | Self::Add(_) => None,
            Self::Change(id, _)
            | Self::Remove(id)
            | Self::Move(id, _)
            | Self::Copy(id)
            | Self::Pin(id, _) => Some(id),
        }
    }

    /// What applying it takes: an item has a bounded number of shares.
    pub(super) fn needs(&self) -> Needs {
        let one = Needs {
            whole: true,
            elements: 1,
            ..Needs::default()
        };
        match self {
            Self::Replace(items) => Needs {
                rates: items.iter().any(|item| item.budget.currency.is_some()),
                places: true,
                elements: items
                    .iter()
                    .map(|item| 1 + item.budget.shares.as_ref().map_or(0, Vec::len))
                    .sum(),
                ..one
            },
            Self::Add(item) => Needs {
                rates: item.budget.currency.is_some(),
                places: true,
                ..one
            },
            Self::Change(_, item) => Needs {
                rates: item.budget.currency.is_some(),
                places: item.destination.is_some()
                    || item.kind.is_some()
                    || item.ends.destination.is_some(),
                ..one
            },
            Self::Remove(_) | Self::Move(..) => one,
            Self::Copy(_) | Self::Pin(..) => Needs {
                places: true,
                ..one
            },
        }
    }

    /// The itinerary that this patch makes. A target that is missing changes nothing.
    ///
    /// # Errors
    /// All violations.
    pub(super) fn apply(
        self,
        current: &[ItineraryItem],
        base: Currency,
        has_local_times: bool,
        context: &mut EditContext<'_>,
    ) -> Result<Vec<ItineraryItem>, Violations> {
        let mut items = current.to_vec();
        match self {
            Self::Replace(drafts) => return itinerary::resolve(current, drafts, base, context),
            Self::Add(draft) => {
                let (place, item) = add(&items, *draft, base, has_local_times, context)?;
                items.insert(place, item);
            }
            Self::Change(id, patch) => {
                if let Some((place, item)) = take(&mut items, &id) {
                    let to = patch
                        .index
                        .map_or(place, |index| place_of(index, items.len()));
                    items.insert(to, patch.apply(item, base, has_local_times, context)?);
                }
            }
            Self::Remove(id) => {
                take(&mut items, &id);
            }
            Self::Move(id, to) => {
                if let Some((place, item)) = take(&mut items, &id) {
                    let (place, item) = to.apply(&items, place, item)?;
                    items.insert(place, item);
                }
            }
            Self::Copy(id) => copy(&mut items, &id, context.mint)?,
            Self::Pin(id, pin) => {
                if let Some(item) = items.iter_mut().find(|item| item.id == id) {
                    set_pin(&mut item.destination, pin, context.mint);
                }
            }
        }
        Ok(items)
    }
}

/// Pins a place, or removes its pin: then it is looked up again.
fn set_pin(place: &mut Destination, pin: Option<Pin>, mint: &mut dyn FnMut() -> Uuid) {
    let Some(pin) = pin else {
        return place.unpin();
    };
    set(&mut place.name, pin.name);
    set(&mut place.location, pin.location);
    if place.id.is_empty() {
        place.id = minted(mint);
    }
    place.pin(pin.point);
}

/// Adds a copy of an item after it. What was paid and confirmed was so for the other one.
fn copy(
    items: &mut Vec<ItineraryItem>,
    id: &ShortText,
    mint: &mut dyn FnMut() -> Uuid,
) -> Result<(), Violations> {
    check_room(items)?;
    let mut places = items.iter().enumerate();
    let Some((place, item)) = places.find(|(_, item)| item.id == *id) else {
        return Ok(());
    };
    let mut item = item.clone();
    item.id = minted(mint);
    item.budget.clear_payments();
    item.confirmation = Confirmation::EMPTY;
    item.booking = None;
    items.insert(place + 1, item);
    Ok(())
}

/// Checks that an item may be added.
fn check_room(items: &[ItineraryItem]) -> Result<(), Violations> {
    if items.len() >= Trip::MAX_ITEMS {
        let reason = format!("must not be added: the trip has {} items", Trip::MAX_ITEMS);
        return Err(Violations::at(Path::root(), reason));
    }
    Ok(())
}

/// Removes the item of this id. Returns it with its place.
fn take(items: &mut Vec<ItineraryItem>, id: &ShortText) -> Option<(usize, ItineraryItem)> {
    let place = items.iter().position(|item| item.id == *id)?;
    Some((place, items.remove(place)))
}

/// The place in a list of `len` items before which an item of this index comes.
fn place_of(index: Quantity, len: usize) -> usize {
    let place = index.value().ceil().to_usize();
    place.unwrap_or(usize::MAX).min(len)
}

/// The place after the last item of a day; if the day has none, after the last of the days before.
pub(super) fn end_of_day(items: &[ItineraryItem], day: Day) -> usize {
    let after_last = |is_meant: &dyn Fn(Day) -> bool| {
        let last = items.iter().rposition(|item| is_meant(item.day));
        last.map(|place| place + 1)
    };
    let own = after_last(&|other| other == day);
    own.or_else(|| after_last(&|other| other < day))
        .unwrap_or(0)
}

fn add(
    items: &[ItineraryItem],
    draft: ItemDraft,
    base: Currency,
    has_local_times: bool,
    context: &mut EditContext<'_>,
) -> Result<(usize, ItineraryItem), Violations> {
    let mut violations = Violations::new();
    let root = Path::root();
    violations.collect(check_room(items));
    let sent = draft.sent_id();
    if items.iter().any(|item| Some(&item.id) == sent) {
        let reason = "must not be the id of an item of the trip";
        violations.add(root.field("id"), reason);
    }
    violations.collect(draft.check_id(&root));
    if !has_local_times {
        violations.collect(draft.check_times(&root));
    }
    violations.collect(draft.budget.check_whole(&root.field("budget")));
    violations.or(())?;
    let place = match draft.index {
        Some(index) => place_of(index, items.len()),
        None => end_of_day(items, draft.day),
    };
    let id = sent.cloned().unwrap_or_else(|| minted(context.mint));
    Ok((place, draft.build(None, id, base, context)))
}

impl ItemPatch {
    /// The item that this patch makes of `current`.
    fn apply(
        self,
        current: ItineraryItem,
        base: Currency,
        has_local_times: bool,
        context: &mut EditContext<'_>,
    ) -> Result<ItineraryItem, Violations> {
        let Self {
            kind,
            index: _,
            day,
            start: sent_start,
            end: sent_end,
            typed: sent,
            clears_start,
            clears_end,
            duration,
            budget: draft,
            clears_currency,
            destination,
            photos,
            ends,
            confirmation,
            class,
        } = self;
        let class = class::merge(class, Some(&current));
        let mut violations = Violations::new();
        let time = |(at, typed), (sent, hour): ItemTime, is_cleared| match (sent, hour) {
            (None, None) if is_cleared => (None, None),
            (None, None) => (at, typed),
            sent => merge_time((at, typed), sent),
        };
        let (start, typed_start) =
            time(current.start_time(), (sent_start, sent.start), clears_start);
        let (end, typed_end) = time(current.end_time(), (sent_end, sent.end), clears_end);
        let typed = TypedHours {
            start: typed_start,
            end: typed_end,
        };
        let are_instants = !has_local_times && typed.is_empty();
        if are_instants && matches!((start, end), (Some(start), Some(end)) if end < start) {
            let (field, reason) = match sent_end {
                Some(_) => ("end", "must not be before the start"),
                None => ("start", "must not be after the end"),
            };
            violations.add(Path::root().field(field), reason);
        }
        let is_difference = current.duration == seconds_between(current.start, current.end);
        let present_duration = if is_difference {
            seconds_between(start, end)
        } else {
            current.duration
        };
        let mut budget = current.budget;
        if clears_currency {
            budget.currency = None;
        }
        let path = Path::root().field("budget");
        let merged = budget.merge(draft, base, true, &path);
        let budget = violations.collect(merged).unwrap_or_default();
        violations.or(())?;
        let kind = kind.unwrap_or(current.kind);
        let is_travel = kind.is_travel();
        Ok(ItineraryItem {
            id: current.id,
            kind,
            day: day.unwrap_or(current.day),
            start,
            end,
            typed,
            duration: duration.unwrap_or(present_duration),
            budget,
            destination: match destination {
                Some(draft) => merge_destination(&draft, current.destination, is_travel, context),
                None => current.destination,
            },
            photos: photos.unwrap_or(current.photos),
            ends: current.ends.merge(ends, context.mint),
            confirmation: confirmation.unwrap_or(current.confirmation),
            class,
            booking: current.booking,
        })
    }
}

/// Whether a draft, which is part of a patch, means the destination that an item has: by id, else
/// by name; without either, if the item has one.
fn means_present(draft: &DestinationDraft, current: &Destination) -> bool {
    let is_same = match draft.sent_id() {
        Some(id) => current.id == *id,
        None => draft.name.as_ref().is_none_or(|name| current.name == *name),
    };
    is_same && !current.id.is_empty()
}

fn merge_destination(
    draft: &DestinationDraft,
    current: Destination,
    is_travel: bool,
    context: &mut EditContext<'_>,
) -> Destination {
    if !means_present(draft, &current) {
        return build_destination(draft, Some(&current), is_travel, context);
    }
    let mut merged = current;
    draft.merge_into(&mut merged);
    merged
}

impl ItemMove {
    /// The new place among the `others`, and the moved item, which was before place `from`.
    fn apply(
        self,
        others: &[ItineraryItem],
        from: usize,
        item: ItineraryItem,
    ) -> Result<(usize, ItineraryItem), Violations> {
        let Self { day, index } = self;
        let of_day = |place: &usize| others.get(*place).is_some_and(|other| other.day == day);
        let places: Vec<usize> = (0..others.len()).filter(of_day).collect();
        let index = index.and_then(|index| usize::try_from(index).ok());
        let index = index.unwrap_or(usize::MAX).min(places.len());
        let rank = places.iter().filter(|place| **place < from).count();
        let place = if item.day == day && rank == index {
            from
        } else {
            let before = places.get(index).copied();
            before.unwrap_or_else(|| end_of_day(others, day))
        };
        let days = day.offset() - item.day.offset();
        let mut violations = Violations::new();
        let mut moved = |time: Option<Instant>| {
            let later = time?.checked_plus_days(days);
            if later.is_none() && violations.is_empty() {
                let reason = "would move the item's times out of the years 1 to 9999";
                violations.add(Path::root().field("day"), reason);
            }
            later
        };
        let (start, end) = (moved(item.start), moved(item.end));
        violations.or((
            place,
            ItineraryItem {
                day,
                start,
                end,
                typed: item.typed.plus_days(days),
                ..item
            },
        ))
    }
}
