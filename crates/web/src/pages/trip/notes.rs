//! The notes of a trip.

use maud::{Markup, PreEscaped, html};
use wayfare_domain::trip::TripPatch;
use wayfare_domain::{Notes, Violations};

use super::section::{form_link, section};
use super::trip_form::TripForm;
use super::trip_page::TripPage;
use crate::form::{Field, Fields, Form, FormReader, Kind};
use crate::texts as t;

/// Clean notes without their pictures, which would be loaded from elsewhere. In clean HTML a `<`
/// begins a tag, and quotes enclose every value.
pub(crate) fn without_pictures(notes: &str) -> String {
    let mut rest = notes;
    let mut shown = String::with_capacity(notes.len());
    while let Some(start) = rest.find("<img") {
        let (before, tag) = rest.split_at(start);
        shown.push_str(before);
        let mut is_quoted = false;
        let end = tag.find(|letter| {
            is_quoted ^= letter == '"';
            letter == '>' && !is_quoted
        });
        rest = end.and_then(|end| tag.get(end + 1..)).unwrap_or_default();
    }
    shown.push_str(rest);
    shown
}

/// The section of the trip's page. The notes are clean HTML; their pictures are not loaded.
pub(super) fn show(page: TripPage<'_>) -> Markup {
    let trip = page.trip();
    let more = html! {
        @if page.edits {
            (form_link(&page.address("/notes"), t::EDIT, &t::edit_of(t::NOTES)))
        }
    };
    let body = html! {
        @if trip.map.notes.trim().is_empty() { p.hint { (t::NO_NOTES) } }
        @else { div.notes { (PreEscaped(without_pictures(&trip.map.notes))) } }
    };
    section("notes", t::NOTES, &more, &body)
}

/// The notes.
pub(super) struct TripNotes;

impl TripForm for TripNotes {
    const TITLE: &str = t::NOTES;
    const ANCHOR: &str = "notes";

    fn new(_: &Fields) -> Self {
        Self
    }

    fn form(&self, page: TripPage<'_>) -> Option<Form> {
        let notes = Field::new("notes", t::NOTES, page.trip().map.notes.as_str());
        let fields = vec![notes.kind(Kind::Lines(14)).hint(t::NOTES_HINT)];
        Some(Form::new(page.address("/notes"), t::SAVE, fields).versioned())
    }

    fn read(&self, _: TripPage<'_>, sent: &Fields) -> Result<TripPatch, Violations> {
        let mut reader = FormReader::new(sent);
        let patch = TripPatch {
            notes: reader.read_whole("notes", Notes::new),
            ..TripPatch::default()
        };
        reader.finish(Some(patch))
    }
}

#[cfg(test)]
mod tests;
