//! The edits that forms of items make.

use wayfare_domain::Violations;
use wayfare_domain::trip::edit::TypedEnd;
use wayfare_domain::trip::itinerary::{Day, ItemDraft};
use wayfare_domain::trip::{Edit, ItemPatch, ItineraryPatch};

/// An edit of items whose hours are those of their places; `end` is an end that was typed.
pub(crate) fn edit_items(patch: ItineraryPatch, end: Option<TypedEnd>) -> Vec<Edit> {
    vec![Edit::LocalTimes(end), Edit::Items(patch)]
}

/// Adds the item that was read from a form.
///
/// # Errors
/// Nothing is said of one without a kind, which was refused before.
pub(crate) fn add(
    item: ItemPatch,
    day: Day,
    end: Option<TypedEnd>,
) -> Result<Vec<Edit>, Violations> {
    let draft = ItemDraft {
        id: None,
        kind: item.kind.ok_or_else(Violations::new)?,
        index: None,
        day,
        start: item.start,
        end: item.end,
        typed: item.typed,
        duration: item.duration,
        budget: item.budget,
        destination: item.destination.unwrap_or_default(),
        photos: item.photos.unwrap_or_default(),
        ends: item.ends,
        confirmation: item.confirmation,
        class: item.class,
    };
    Ok(edit_items(ItineraryPatch::Add(Box::new(draft)), end))
}
