//! The destination of an item that a request makes of the present one (interface: "Itinerary
//! item").

use super::ends::ends_of;
use crate::ShortText;
use crate::trip::Destination;
use crate::trip::edit::context::EditContext;
use crate::trip::places::destination::{DestinationDraft, minted};

/// The destination that an item's draft makes: the empty one if the draft is empty; `current` with
/// the draft's values if the draft means it; else a new one.
pub(in crate::trip) fn build_destination(
    draft: &DestinationDraft,
    current: Option<&Destination>,
    is_travel: bool,
    context: &mut EditContext<'_>,
) -> Destination {
    let draft = draft.without_known_position(current);
    let was_found = |current: &&Destination| {
        current.follows_name() && draft.location.as_ref() == Some(&current.location)
    };
    let found = current.filter(was_found);
    let found = found.filter(|_| !is_travel && !draft.has_point());
    let draft = &draft.without_found_texts(current);
    let mut sent = draft.build(ShortText::EMPTY);
    if draft.sent_id().is_none() && sent == Destination::default() {
        return sent;
    }
    match current.filter(|current| means(draft, current)) {
        Some(same) => {
            sent.id = same.id.clone();
            keep_found(draft, same, &mut sent);
        }
        None => {
            sent.id = draft
                .sent_id()
                .cloned()
                .unwrap_or_else(|| minted(context.mint));
            let name = sent.name.clone();
            let start = ends_of(&name).map(|(start, _)| start);
            let start = start.filter(|_| is_travel).unwrap_or(&name);
            let is_unknown = draft.complete(&mut sent, start, context.places);
            // Where it was found under its former name was sent back, and the new one is unknown.
            if let Some(found) = found.filter(|_| is_unknown) {
                sent.location.clone_from(&found.location);
                sent.coordinates = found.coordinates;
                sent.precision = found.precision;
                sent.time_zone.clone_from(&found.time_zone);
            }
            // A pin stays when its item gets another name.
            let keeps_pin = draft.sent_id().is_none() && !draft.has_point();
            let pinned = current.filter(|current| current.is_pinned && keeps_pin);
            if let Some(pinned) = pinned {
                keep_found(draft, pinned, &mut sent);
            }
        }
    }
    sent
}

/// Whether an item's draft means the destination that the item has: by id, or by name if it sends
/// no id.
fn means(draft: &DestinationDraft, current: &Destination) -> bool {
    match draft.sent_id() {
        Some(id) => current.id == *id,
        None => {
            let name = draft.name.as_deref().unwrap_or_default();
            !current.id.is_empty() && &*current.name == name
        }
    }
}

/// Keeps what is known of where `current` is, and what a gazetteer filled in if the draft leaves it
/// out again, so that the same list sent twice changes nothing. Another name or location is another
/// place, unless it is pinned.
fn keep_found(draft: &DestinationDraft, current: &Destination, sent: &mut Destination) {
    let is_there = |location: &ShortText| *location == current.location;
    let stays = current.name == sent.name && draft.location.as_ref().is_none_or(is_there);
    if stays && (current.is_filled || current.has_found_location) {
        sent.location = current.location.clone();
        sent.has_found_location = current.has_found_location;
        if draft.description.is_none() {
            sent.description = current.description.clone();
        }
        sent.is_filled = current.is_filled && sent.description == current.description;
    } else if current.follows_name() && draft.location.is_none() {
        // The look-up of the new name fills them in.
        sent.has_found_location = true;
        sent.is_filled = current.is_filled && draft.description.is_none();
    }
    let is_same = (&sent.name, &sent.location) == (&current.name, &current.location);
    if !draft.has_point() && (is_same || current.is_pinned) {
        sent.coordinates = current.coordinates;
        sent.precision = current.precision;
        sent.time_zone.clone_from(&current.time_zone);
        sent.is_pinned = current.is_pinned;
    }
}
