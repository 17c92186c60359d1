//! Undo for a removal that did not ask: the page that follows offers it, with what was removed.

use maud::{Markup, html};
use wayfare_domain::TripId;
use wayfare_service::Purpose;

use super::flash::{self, Flash};
use crate::form::fields::{PLACE, UNDONE};
use crate::form::{self, Fields};
use crate::i18n::texts as t;
use crate::session::Visitor;

/// The query's name of the reference to what was removed.
const UNDO: &str = "undo";
/// The field that says from which trip something was removed.
const TRIP: &str = "trip";

/// The code of the message after a form has added an entry, or has undone its removal.
pub(crate) fn added_or_undone(sent: &Fields) -> &'static str {
    if sent.has(UNDONE) { "undone" } else { "added" }
}

/// The offer to undo the removal of an entry with these fields from its place in a part of a trip's
/// page; none if that is more than a cookie holds.
pub(crate) fn carry(
    visitor: &Visitor,
    trip: TripId,
    part: &str,
    index: usize,
    fields: &[(String, String)],
) -> Flash {
    let mut removed = url::form_urlencoded::Serializer::new(String::new());
    removed
        .append_pair(TRIP, &trip.to_string())
        .append_pair(UNDONE, part)
        .append_pair(PLACE, &index.to_string());
    let removed = removed.extend_pairs(fields).finish();
    Flash::new(visitor, Purpose::RemovedEntry, UNDO, &removed)
}

/// The form that undoes the removal that led to this page, if it was from this part of the trip.
pub(crate) fn offer(visitor: &Visitor, trip: TripId, part: &str, action: &str) -> Markup {
    let removed = flash::read(visitor, Purpose::RemovedEntry, UNDO).unwrap_or_default();
    let fields = Fields::parse(removed.as_bytes());
    let is_of_trip = fields.get(TRIP) == Some(trip.to_string().as_str());
    html! {
        @if is_of_trip && fields.get(UNDONE) == Some(part) {
            form.undo.no-print method="post" action=(action) {
                (form::token(visitor))
                (form::new_key())
                @for (name, value) in fields.iter().filter(|(name, _)| *name != TRIP) {
                    input type="hidden" name=(name) value=(value);
                }
                button.button.quiet { (t::UNDO) }
            }
        }
    }
}
