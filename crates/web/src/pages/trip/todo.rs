//! The to-do list: adding, ticking off and changing entries. An entry is named by its text's
//! fingerprint.

use maud::{Markup, html};
use wayfare_api_core::{Answer, TripPath};
use wayfare_domain::trip::TripPatch;
use wayfare_domain::{Action, ShortText, Trip, Violations};
use wayfare_service::TripView;

use super::save::{self, TripForm};
use super::section::{form_link, section};
use super::trip_page::TripPage;
use super::{address, check_length, name_of};
use crate::fields::Fields;
use crate::form::{self, Field, Form};
use crate::form_reader::FormReader;
use crate::format::short;
use crate::sent_form::SentForm;
use crate::session::see_other;
use crate::texts as t;
use crate::undo::{self, UNDONE};

/// The section of the trip's page.
pub(super) fn show(page: TripPage<'_>) -> Markup {
    let trip = page.trip();
    let action = page.address("/todo");
    let entries = html! {
        @if trip.plan.todo.is_empty() { p.hint { (t::NO_TODO) } }
        @else {
            ul.todo {
                @for (place, text) in trip.plan.todo.iter().enumerate() {
                    li {
                        @if page.edits {
                            button.tick.no-print name="done" value=(name_of(&[text]))
                                aria-label=(t::label_of(t::DONE, &short(text))) {
                                span aria-hidden="true" {}
                            }
                        }
                        span { (text.as_str()) }
                        @if page.edits {
                            @let edit = edit_address(page, place, text);
                            " " (form_link(&edit, t::EDIT, &t::edit_of(&short(text))))
                        }
                    }
                }
            }
        }
    };
    let body = html! {
        @if page.edits {
            (undo::offer(page.visitor, "todo", &action))
            form method="post" action=(action) {
                (form::token(page.visitor))
                (form::default_button())
                (entries)
                (form::add_row("new-todo", ("text", t::NEW_TODO), form::SHORT_TEXT, false))
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
        let then = format!("?done={done}#todo");
        return Ok(see_other(&address(&visitor, id, &then)));
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
fn edit_address(page: TripPage<'_>, place: usize, text: &str) -> String {
    let path = format!("/todo/edit?name={}&place={place}", name_of(&[text]));
    page.address(&path)
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

    fn form(&self, page: TripPage<'_>) -> Option<Form> {
        let place = self.find(page.view)?;
        let text = page.trip().plan.todo.get(place)?;
        let fields = vec![Field::new("text", t::TODO_ENTRY, text.as_str()).required()];
        let form = Form::new(edit_address(page, place, text), t::SAVE, fields);
        Some(form.cancel(page.address("#todo")).versioned())
    }

    fn read(&self, page: TripPage<'_>, sent: &Fields) -> Result<TripPatch, Violations> {
        let mut reader = FormReader::new(sent);
        let text = reader.read("text", ShortText::new);
        let text = reader.finish(text)?;
        let mut todo = page.trip().plan.todo.clone();
        if let Some(entry) = self.find(page.view).and_then(|place| todo.get_mut(place)) {
            *entry = text;
        }
        todo.retain(|entry| !entry.is_empty());
        Ok(set_todo(todo))
    }
}
