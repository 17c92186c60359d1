//! The to-do list: adding, ticking off and changing entries, each named by its fingerprint.

use maud::{Markup, html};
use wayfare_api_core::{Answer, TripPath};
use wayfare_domain::trip::TripPatch;
use wayfare_domain::{Action, ShortText, Trip, Violations};
use wayfare_service::TripView;

use super::entries::{self, NamedEntry, TakenEntry, query_of};
use super::section::{add_row, form_link, list_section};
use super::trip_form::TripForm;
use super::trip_page::TripPage;
use super::{address, check_length};
use crate::form::{self, Field, Fields, Form, FormReader, SentForm};
use crate::format::short;
use crate::session::see_other;
use crate::texts as t;
use crate::undo;

/// The section of the trip's page.
pub(super) fn show(page: TripPage<'_>) -> Markup {
    let trip = page.trip();
    let list = html! {
        @if trip.plan.todo.is_empty() { p.hint { (t::NO_TODO) } }
        @else {
            ul.todo {
                @for (index, text) in trip.plan.todo.iter().enumerate() {
                    li {
                        @if page.edits {
                            button.tick.no-print name="done" value=(query_of(index, &[text]))
                                aria-label=(t::label_of(t::DONE, &short(text))) {
                                span aria-hidden="true" {}
                            }
                        }
                        span { (text.as_str()) }
                        @if page.edits {
                            @let edit = edit_address(page, index, text);
                            " " (form_link(&edit, t::EDIT, &t::edit_of(&short(text))))
                        }
                    }
                }
            }
        }
    };
    let add_row = || add_row("new-todo", ("text", t::NEW_TODO), ShortText::MAX, false);
    list_section(page, ("todo", t::TODO), &list, page.edits.then(add_row))
}

/// Adds an entry, or ticks off the one that the button names.
pub(super) async fn post(
    SentForm(visitor, account, sent): SentForm,
    TripPath(id): TripPath,
) -> Answer {
    let caller = account.caller;
    let done = if let Some(named) = sent.get("done") {
        let entry = NamedEntry::new(&Fields::parse(named.as_bytes()));
        let take = move |view: &TripView| {
            let mut todo = view.trip.plan.todo.clone();
            let index = entry.find_same(&todo, texts)?;
            let fields = vec![("text".to_owned(), todo.remove(index).into_string())];
            let patch = set_todo(todo);
            Some(TakenEntry {
                patch,
                index,
                fields,
            })
        };
        let undo = entries::remove(&visitor, caller, id, "todo", take).await?;
        format!("ticked{undo}")
    } else {
        let done = undo::added_or_undone(&sent);
        let key = visitor.claim(&sent);
        let add = move |view: &TripView| add(view, &sent);
        let trips = &visitor.app.service.trips;
        let added = trips.edit_once(caller, id, Action::Edit, key, add);
        form::once(added.await)?;
        done.to_owned()
    };
    let then = format!("?done={done}#todo");
    Ok(see_other(&address(&visitor, id, &then)))
}

/// What the name of an entry is made of.
fn texts(entry: &ShortText) -> Vec<&str> {
    vec![entry]
}

fn add(view: &TripView, sent: &Fields) -> Result<Option<TripPatch>, Violations> {
    let mut reader = FormReader::new(sent);
    let text = reader.read("text", ShortText::new);
    let text = reader.finish(text)?;
    if text.is_empty() {
        return Ok(None);
    }
    let mut todo = view.trip.plan.todo.clone();
    entries::insert(&mut todo, text, sent);
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
fn edit_address(page: TripPage<'_>, index: usize, text: &str) -> String {
    page.address(&format!("/todo/edit?{}", query_of(index, &[text])))
}

/// The entry that a query names; if somebody has changed it, the one in its place.
pub(super) struct Entry(NamedEntry);

impl TripForm for Entry {
    const TITLE: &str = t::TODO_ENTRY;
    const ANCHOR: &str = "todo";

    fn new(query: &Fields) -> Self {
        Self(NamedEntry::new(query))
    }

    fn form(&self, page: TripPage<'_>) -> Option<Form> {
        let todo = &page.trip().plan.todo;
        let index = self.0.find(todo, texts)?;
        let text = todo.get(index)?;
        let fields = vec![Field::new("text", t::TODO_ENTRY, text.as_str()).required()];
        Some(Form::new(edit_address(page, index, text), t::SAVE, fields).versioned())
    }

    fn read(&self, page: TripPage<'_>, sent: &Fields) -> Result<TripPatch, Violations> {
        let mut reader = FormReader::new(sent);
        let text = reader.read("text", ShortText::new);
        let text = reader.finish(text)?;
        let mut todo = page.trip().plan.todo.clone();
        let index = self.0.find(&todo, texts);
        if let Some(entry) = index.and_then(|index| todo.get_mut(index)) {
            *entry = text;
        }
        todo.retain(|entry| !entry.is_empty());
        Ok(set_todo(todo))
    }
}
