//! The to-do list: adding, ticking off and changing entries. An entry is named by its text's fingerprint.

use maud::{Markup, html};
use wayfare_api_core::{Answer, TripPath};
use wayfare_domain::trip::TripPatch;
use wayfare_domain::{Action, ShortText, Trip, Violations};
use wayfare_service::TripView;

use super::save::{self, TripForm};
use super::section::{Rights, section};
use super::{address, check_length, name_of};
use crate::fields::Fields;
use crate::form::{self, Field, Form};
use crate::form_reader::FormReader;
use crate::format::short;
use crate::sent_form::SentForm;
use crate::session::{Visitor, see_other};
use crate::texts as t;
use crate::undo::{self, UNDONE};

/// The section of the trip's page.
pub(super) fn show(visitor: &Visitor, view: &TripView, rights: Rights) -> Markup {
    let trip = &view.trip;
    let action = address(visitor, trip.id, "/todo");
    let entries = html! {
        @if trip.plan.todo.is_empty() { p.hint { (t::NO_TODO) } }
        @else {
            ul.todo {
                @for (place, text) in trip.plan.todo.iter().enumerate() {
                    li {
                        @if rights.edits {
                            button.tick.no-print name="done" value=(name_of(&[text]))
                                aria-label=(t::label_of(t::DONE, &short(text))) {
                                span aria-hidden="true" {}
                            }
                        }
                        span { (text.as_str()) }
                        @if rights.edits {
                            " " a.tool.no-print href=(edit_address(visitor, view, place, text))
                                aria-label=(t::edit_of(&short(text))) data-dialog { (t::EDIT) }
                        }
                    }
                }
            }
        }
    };
    let body = html! {
        @if rights.edits {
            (undo::offer(visitor, "todo", &action))
            form method="post" action=(action) {
                (form::token(visitor))
                (form::default_button())
                (entries)
                (form::add_row("new-todo", ("text", t::NEW_TODO), "2000", false))
            }
        } @else { (entries) }
    };
    section("todo", t::TODO, &html! {}, &body)
}

/// Adds an entry, or ticks off the one that the button names.
pub(super) async fn post(
    SentForm(visitor, account, sent): SentForm,
    TripPath(id): TripPath,
) -> Answer {
    let trips = &visitor.app.service.trips;
    let Some(name) = sent.get("done") else {
        let done = if sent.has(UNDONE) { "undone" } else { "added" };
        let add = move |view: &TripView| add(view, &sent);
        trips.edit(account.caller, id, Action::Edit, add).await?;
        return Ok(see_other(&address(
            &visitor,
            id,
            &format!("?done={done}#todo"),
        )));
    };
    let name = name.to_owned();
    let find = move |view: &TripView| find(view, &name);
    let removed = save::remove(&visitor, account.caller, id, find, |view, place| {
        let mut todo = view.trip.plan.todo.clone();
        todo.remove(place);
        set_todo(todo)
    });
    let undo = removed.await?.and_then(|(before, place)| {
        let text = before.trip.plan.todo.get(place)?;
        let fields = [("text", text.as_str()), ("place", &place.to_string())];
        Some(undo::query(&visitor, "todo", &fields))
    });
    let path = format!("?done=ticked{}#todo", undo.unwrap_or_default());
    Ok(see_other(&address(&visitor, id, &path)))
}

/// The place of the entry of this name.
fn find(view: &TripView, name: &str) -> Option<usize> {
    let mut todo = view.trip.plan.todo.iter();
    todo.position(|entry| name_of(&[entry]) == name)
}

fn add(view: &TripView, sent: &Fields) -> Result<Option<TripPatch>, Violations> {
    let mut reader = FormReader::new(sent);
    let text = reader.read("text", ShortText::new);
    let text = reader.finish(text)?;
    if text.is_empty() {
        return Ok(None);
    }
    let mut todo = view.trip.plan.todo.clone();
    let place = sent.text("place").parse().unwrap_or(usize::MAX);
    todo.insert(place.min(todo.len()), text);
    check_length("todo", todo.len(), Trip::MAX_TODO)?;
    Ok(Some(set_todo(todo)))
}

fn set_todo(todo: Vec<ShortText>) -> TripPatch {
    TripPatch {
        todo: Some(todo),
        ..TripPatch::default()
    }
}

/// The address of an entry's form.
fn edit_address(visitor: &Visitor, view: &TripView, place: usize, text: &str) -> String {
    let path = format!("/todo/edit?name={}&place={place}", name_of(&[text]));
    address(visitor, view.trip.id, &path)
}

/// The entry that a query names; if somebody has changed it, the one in its place.
pub(super) struct Entry(Fields);

impl Entry {
    fn find(&self, view: &TripView) -> Option<usize> {
        let place = self.0.text("place").parse::<usize>().ok();
        let place = place.filter(|place| *place < view.trip.plan.todo.len());
        find(view, self.0.text("name")).or(place)
    }
}

impl TripForm for Entry {
    const TITLE: &str = t::TODO_ENTRY;
    const ANCHOR: &str = "todo";

    fn new(query: &Fields) -> Self {
        Self(query.clone())
    }

    fn form(&self, visitor: &Visitor, view: &TripView) -> Option<Form> {
        let place = self.find(view)?;
        let text = view.trip.plan.todo.get(place)?;
        let fields = vec![Field::new("text", t::TODO_ENTRY, text.as_str()).required()];
        let form = Form::new(edit_address(visitor, view, place, text), t::SAVE, fields);
        Some(
            form.cancel(address(visitor, view.trip.id, "#todo"))
                .versioned(),
        )
    }

    fn read(&self, _: &Visitor, view: &TripView, sent: &Fields) -> Result<TripPatch, Violations> {
        let mut reader = FormReader::new(sent);
        let text = reader.read("text", ShortText::new);
        let text = reader.finish(text)?;
        let mut todo = view.trip.plan.todo.clone();
        if let Some(entry) = self.find(view).and_then(|place| todo.get_mut(place)) {
            *entry = text;
        }
        todo.retain(|entry| !entry.is_empty());
        Ok(set_todo(todo))
    }
}
