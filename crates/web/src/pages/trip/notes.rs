//! The notes of a trip.

use maud::{Markup, html};
use wayfare_domain::trip::Edit;
use wayfare_domain::{Notes, Violations};

use super::editing::trip_form::TripForm;
use super::frame::section::{form_link, section};
use super::frame::trip_page::TripPage;
use crate::form::{Field, Fields, Form, FormReader, Kind};
use crate::i18n::texts::{self as t, Text};
use crate::markup::linked::linked_html;

/// The section of the trip's page. The notes are clean HTML; their pictures are not loaded.
pub(super) fn show(page: TripPage<'_>) -> Markup {
    let trip = page.trip();
    if trip.map.notes.trim().is_empty() {
        let add = || {
            html! {
                p.add-part { (form_link(&page.address("/notes"), t::ADD_NOTES, t::ADD_NOTES)) }
            }
        };
        return html! { div #notes data-part { @if page.edits { (add()) } } };
    }
    let more = html! {
        @if page.edits {
            (form_link(&page.address("/notes"), t::EDIT, t::edit_of(t::NOTES.get())))
        }
    };
    let body = html! {
        div.notes { (linked_html(&trip.map.notes)) }
    };
    section("notes", t::NOTES, &more, &body)
}

/// The notes.
pub(super) struct TripNotes;

impl TripForm for TripNotes {
    const TITLE: Text = t::NOTES;
    const ANCHOR: &str = "notes";

    fn new(_: &Fields) -> Self {
        Self
    }

    fn form(&self, page: TripPage<'_>) -> Option<Form> {
        let notes = Field::new("notes", t::NOTES, page.trip().map.notes.as_str());
        let fields = vec![notes.kind(Kind::Lines(14)).hint(t::NOTES_HINT)];
        Some(Form::new(page.address("/notes"), t::SAVE, fields).versioned())
    }

    fn read(&self, _: TripPage<'_>, sent: &Fields) -> Result<Vec<Edit>, Violations> {
        let mut reader = FormReader::new(sent);
        let notes = reader.read_whole("notes", Notes::new);
        reader.finish(notes.map(|notes| vec![Edit::Notes(notes)]))
    }
}
