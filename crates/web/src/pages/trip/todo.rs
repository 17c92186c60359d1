//! The to-do list: adding, ticking off and changing entries. An entry is named by its text's fingerprint.

use std::cell::Cell;

use wayfare_api_core::{Answer, Problem, TripPath};
use wayfare_domain::trip::TripPatch;
use wayfare_domain::{Path, Reason, ShortText, Trip};
use wayfare_service::{TripUpdateRequest, TripView};

use super::save::{self, EditedPart, Wrong, apply};
use super::{address, name_of};
use crate::fields::Fields;
use crate::form::{Field, Form};
use crate::sent_form::{SentForm, SentOrDraft};
use crate::session::{SignedIn, Visitor, see_other};
use crate::texts as t;
use crate::undo::{self, UNDONE};

pub(super) async fn post(SentForm(visitor, _, sent): SentForm, TripPath(id): TripPath) -> Answer {
    let wrong = |reason| Problem::invalid_at(Path::root().field("todo"), reason);
    let done = sent.get("done");
    let gone = Cell::new(None);
    apply(&visitor, id, async |view| {
        gone.set(None);
        let mut todo = view.trip.plan.todo.clone();
        match done {
            Some(name) => match todo.iter().position(|entry| name_of(&[entry]) == name) {
                Some(place) => gone.set(Some((place, todo.remove(place)))),
                None => return Ok(None),
            },
            None => {
                let text = ShortText::new(sent.text("text")).map_err(wrong)?;
                if text.is_empty() {
                    return Ok(None);
                }
                let place = sent.text("place").parse().unwrap_or(usize::MAX);
                todo.insert(place.min(todo.len()), text);
                check_length(&todo).map_err(wrong)?;
            }
        }
        Ok(Some(set_todo(todo)))
    })
    .await?;
    let undo = match gone.take() {
        Some((place, text)) => {
            let place = place.to_string();
            let fields = [("text", text.as_str()), ("place", place.as_str())];
            undo::query(&visitor, "todo", &fields)
        }
        None => String::new(),
    };
    let done = match done {
        Some(_) => "ticked",
        None if sent.has(UNDONE) => "undone",
        None => "added",
    };
    let path = format!("?done={done}{undo}#todo");
    Ok(see_other(&address(&visitor, id, &path)))
}

fn set_todo(todo: Vec<ShortText>) -> TripUpdateRequest {
    TripUpdateRequest::of(TripPatch {
        todo: Some(todo),
        ..TripPatch::default()
    })
}

fn check_length(todo: &[ShortText]) -> Result<(), Reason> {
    if todo.len() > Trip::MAX_TODO {
        return Err(Reason::new(format!(
            "must have at most {} entries",
            Trip::MAX_TODO
        )));
    }
    Ok(())
}

/// The address of an entry's form.
pub(super) fn edit_address(visitor: &Visitor, view: &TripView, place: usize, text: &str) -> String {
    let path = format!("/todo/edit?name={}&place={place}", name_of(&[text]));
    address(visitor, view.trip.id, &path)
}

/// The entry of this name; if somebody has changed it, the one in its place.
struct Entry {
    name: String,
    place: usize,
}

impl Entry {
    fn find(&self, view: &TripView) -> Option<usize> {
        let todo = &view.trip.plan.todo;
        let same = todo.iter().position(|entry| name_of(&[entry]) == self.name);
        same.or(Some(self.place).filter(|place| *place < todo.len()))
    }
}

impl EditedPart for Entry {
    fn form(&self, visitor: &Visitor, view: &TripView) -> Option<Form> {
        let place = self.find(view)?;
        let text = view.trip.plan.todo.get(place)?;
        Some(Form {
            action: edit_address(visitor, view, place, text),
            submit: t::SAVE.to_owned(),
            cancel: Some(address(visitor, view.trip.id, "#todo")),
            fields: vec![Field::new("text", t::TODO_ENTRY, text.as_str()).required()],
            ..Form::default()
        })
    }

    fn read(
        &self,
        _: &Visitor,
        view: &TripView,
        sent: &Fields,
    ) -> Result<TripUpdateRequest, Vec<Wrong>> {
        let text = ShortText::new(sent.text("text"));
        let text = text.map_err(|reason| vec![("text".to_owned(), reason.to_string())])?;
        let mut todo = view.trip.plan.todo.clone();
        if let Some(entry) = self.find(view).and_then(|place| todo.get_mut(place)) {
            *entry = text;
        }
        todo.retain(|entry| !entry.is_empty());
        Ok(set_todo(todo))
    }

    fn title(&self, _: &TripView) -> String {
        t::TODO_ENTRY.to_owned()
    }

    fn anchor(&self) -> &'static str {
        "todo"
    }
}

fn entry_of(query: &Fields) -> Entry {
    Entry {
        name: query.text("name").to_owned(),
        place: query.text("place").parse().unwrap_or(usize::MAX),
    }
}

pub(super) async fn get(SignedIn(visitor, _): SignedIn, TripPath(id): TripPath) -> Answer {
    let part = entry_of(&visitor.query);
    save::open(visitor, id, part).await
}

pub(super) async fn save(form: SentOrDraft, TripPath(id): TripPath) -> Answer {
    let part = entry_of(form.query());
    save::save(form, id, part).await
}
