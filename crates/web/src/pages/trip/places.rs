//! The places of a trip: adding, changing, moving and removing them. A place is named by its id.

use maud::{Markup, html};
use wayfare_api_core::{Answer, TripPath};
use wayfare_domain::trip::TripPatch;
use wayfare_domain::trip::destination::{DestinationDraft, DestinationEntry};
use wayfare_domain::{Action, ShortText, Trip, Violations};
use wayfare_service::TripView;

use super::save::{self, TripForm};
use super::section::{form_link, section, tool};
use super::trip_page::TripPage;
use super::{address, check_length, encoded};
use crate::fields::Fields;
use crate::form::{self, Field, Form, Kind};
use crate::form_reader::FormReader;
use crate::format::short;
use crate::sent_form::SentForm;
use crate::session::see_other;
use crate::texts as t;
use crate::undo::{self, UNDONE};

/// The section of the trip's page.
pub(super) fn show(page: TripPage<'_>) -> Markup {
    let places = &page.trip().plan.destinations;
    let action = page.address("/places");
    let list = html! {
        @if places.is_empty() { p.hint { (t::NO_PLACES) } }
        @else {
            ol.places {
                @for (number, place) in places.iter().enumerate() {
                    @let name = if place.name.is_empty() { &place.location } else { &place.name };
                    li {
                        h3 { (name.as_str()) }
                        @if !place.location.is_empty() && place.location != *name {
                            p.where { (place.location.as_str()) }
                        }
                        @if !place.description.is_empty() {
                            p.desc { (place.description.as_str()) }
                        }
                        @if page.edits {
                            (tools(page, number, (place.id.as_str(), &short(name))))
                        }
                    }
                }
            }
        }
    };
    let body = html! {
        @if page.edits {
            (undo::offer(page.visitor, "places", &action))
            form method="post" action=(action) {
                (form::token(page.visitor))
                (form::default_button())
                (list)
                (form::add_row("new-place", ("name", t::NEW_PLACE), form::SHORT_TEXT, false))
            }
        } @else { (list) }
    };
    section("places", t::PLACES, &html! {}, &body)
}

fn tools(page: TripPage<'_>, number: usize, (id, name): (&str, &str)) -> Markup {
    html! {
        div.tools.no-print {
            (form_link(&edit_address(page, id), t::EDIT, &t::edit_of(name)))
            @if number > 0 { (tool("up", id, t::UP, &t::label_of(t::UP, name))) }
            (tool("remove", id, t::REMOVE, &t::remove_of(name)))
        }
    }
}

fn edit_address(page: TripPage<'_>, id: &str) -> String {
    let path = format!("/places/edit?id={}", encoded(id));
    page.address(&path)
}

/// Removes the place that a button names, moves it up, or adds a new one.
pub(super) async fn post(
    SentForm(visitor, account, sent): SentForm,
    TripPath(id): TripPath,
) -> Answer {
    let trips = &visitor.app.service.trips;
    let then = if let Some(gone) = sent.get("remove").map(str::to_owned) {
        let find = move |view: &TripView| find(view, &gone);
        let removed = save::remove(&visitor, account.caller, id, find, |view, place| {
            let mut entries = entries(view);
            entries.remove(place);
            set_places(entries)
        });
        let undo = removed.await?.and_then(|(before, place)| {
            let gone = before.trip.plan.destinations.get(place)?;
            let fields = [
                ("name", gone.name.as_str()),
                ("location", gone.location.as_str()),
                ("description", gone.description.as_str()),
                ("place", &place.to_string()),
            ];
            Some(undo::query(&visitor, "places", &fields))
        });
        format!("removed{}", undo.unwrap_or_default())
    } else if let Some(moved) = sent.get("up").map(str::to_owned) {
        let up = move |view: &TripView| Ok(move_up(view, &moved));
        trips.edit(account.caller, id, Action::Edit, up).await?;
        "moved".to_owned()
    } else {
        let done = if sent.has(UNDONE) { "undone" } else { "added" };
        let add = move |view: &TripView| add(view, &sent);
        trips.edit(account.caller, id, Action::Edit, add).await?;
        done.to_owned()
    };
    Ok(see_other(&address(
        &visitor,
        id,
        &format!("?done={then}#places"),
    )))
}

fn find(view: &TripView, id: &str) -> Option<usize> {
    let mut places = view.trip.plan.destinations.iter();
    places.position(|place| place.id.as_str() == id)
}

fn move_up(view: &TripView, id: &str) -> Option<TripPatch> {
    let place = find(view, id)?;
    let mut entries = entries(view);
    entries.swap(place, place.checked_sub(1)?);
    Some(set_places(entries))
}

/// Adds a place; none without a name. One that was removed comes back with all its texts.
fn add(view: &TripView, sent: &Fields) -> Result<Option<TripPatch>, Violations> {
    let mut reader = FormReader::new(sent);
    let name = reader.read("name", ShortText::new);
    let entry = if sent.has(UNDONE) {
        DestinationEntry::Given(DestinationDraft {
            id: None,
            location: Some(reader.text("location")),
            description: Some(reader.text("description")),
            name: name.clone(),
        })
    } else {
        DestinationEntry::Named(name.clone().unwrap_or_default())
    };
    let name = reader.finish(name)?;
    if name.is_empty() && !sent.has(UNDONE) {
        return Ok(None);
    }
    let mut entries = entries(view);
    let place = sent.text("place").parse().unwrap_or(usize::MAX);
    entries.insert(place.min(entries.len()), entry);
    check_length("destinations", entries.len(), Trip::MAX_DESTINATIONS)?;
    Ok(Some(set_places(entries)))
}

/// The present list, as it is sent.
fn entries(view: &TripView) -> Vec<DestinationEntry> {
    let places = view.trip.plan.destinations.iter();
    places
        .map(|place| DestinationEntry::Named(place.id.clone()))
        .collect()
}

fn set_places(entries: Vec<DestinationEntry>) -> TripPatch {
    TripPatch {
        destinations: Some(entries),
        ..TripPatch::default()
    }
}

/// The place of this id.
pub(super) struct Place(String);

impl TripForm for Place {
    const TITLE: &str = t::EDIT_PLACE;
    const ANCHOR: &str = "places";

    fn new(query: &Fields) -> Self {
        Self(query.get("id").unwrap_or_default().to_owned())
    }

    fn form(&self, page: TripPage<'_>) -> Option<Form> {
        let place = page
            .trip()
            .plan
            .destinations
            .get(find(page.view, &self.0)?)?;
        let description = Field::new("description", t::DESCRIPTION, place.description.as_str());
        let fields = vec![
            Field::new("name", t::PLACE_NAME, place.name.as_str()).required(),
            Field::new("location", t::LOCATION, place.location.as_str()),
            description.kind(Kind::Lines(4)),
        ];
        let form = Form::new(edit_address(page, &self.0), t::SAVE, fields);
        let cancel = page.address("#places");
        Some(form.cancel(cancel).versioned())
    }

    fn read(&self, page: TripPage<'_>, sent: &Fields) -> Result<TripPatch, Violations> {
        let mut reader = FormReader::new(sent);
        let draft = DestinationDraft {
            id: ShortText::new(self.0.as_str()).ok(),
            name: reader.read("name", ShortText::new),
            location: reader.read("location", ShortText::new),
            description: reader.read("description", ShortText::new),
        };
        let draft = reader.finish(Some(draft))?;
        let mut entries = entries(page.view);
        if let Some(entry) = find(page.view, &self.0).and_then(|place| entries.get_mut(place)) {
            *entry = DestinationEntry::Given(draft);
        }
        Ok(set_places(entries))
    }
}
