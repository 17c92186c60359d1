//! The notes of a trip.

use wayfare_api_core::{Answer, TripPath};
use wayfare_domain::Notes;
use wayfare_domain::trip::TripPatch;
use wayfare_service::{TripUpdateRequest, TripView};

use super::address;
use super::save::{self, EditedPart, Wrong};
use crate::fields::Fields;
use crate::form::{Field, Form, Kind};
use crate::sent_form::SentOrDraft;
use crate::session::{SignedIn, Visitor};
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

/// The notes.
struct TripNotes;

impl EditedPart for TripNotes {
    fn form(&self, visitor: &Visitor, view: &TripView) -> Option<Form> {
        let notes = view.trip.map.notes.as_str();
        Some(Form {
            action: address(visitor, view.trip.id, "/notes"),
            submit: t::SAVE.to_owned(),
            cancel: Some(address(visitor, view.trip.id, "#notes")),
            fields: vec![
                Field::new("notes", t::NOTES, notes)
                    .kind(Kind::Lines(14))
                    .hint(t::NOTES_HINT),
            ],
            ..Form::default()
        })
    }

    fn read(
        &self,
        _: &Visitor,
        _: &TripView,
        sent: &Fields,
    ) -> Result<TripUpdateRequest, Vec<Wrong>> {
        let notes = Notes::new(sent.get("notes").unwrap_or_default());
        let notes = notes.map_err(|reason| vec![("notes".to_owned(), reason.to_string())])?;
        Ok(TripUpdateRequest::of(TripPatch {
            notes: Some(notes),
            ..TripPatch::default()
        }))
    }

    fn title(&self, _: &TripView) -> String {
        t::NOTES.to_owned()
    }

    fn anchor(&self) -> &'static str {
        "notes"
    }
}

pub(super) async fn get(SignedIn(visitor, _): SignedIn, TripPath(id): TripPath) -> Answer {
    let part = TripNotes;
    save::open(visitor, id, part).await
}

pub(super) async fn save(form: SentOrDraft, TripPath(id): TripPath) -> Answer {
    let part = TripNotes;
    save::save(form, id, part).await
}

#[cfg(test)]
mod tests {
    use super::without_pictures;

    #[test]
    fn pictures_are_left_out() {
        let notes =
            r#"<p>a<img src="https://elsewhere.example/x.png" alt="a > b">b</p><img src="y">"#;
        assert_eq!(without_pictures(notes), "<p>ab</p>");
        assert_eq!(without_pictures("a &lt;img b"), "a &lt;img b");
        assert_eq!(without_pictures("a <img"), "a ");
    }
}
