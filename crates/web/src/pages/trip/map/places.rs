//! The places of a trip: adding, changing, moving and removing them. A place is named by its id.

use maud::{Markup, html};
use wayfare_api_core::{Answer, TripPath};
use wayfare_domain::trip::destination::{DestinationDraft, DestinationEntry};
use wayfare_domain::trip::{Destination, Edit};
use wayfare_domain::{ShortText, Trip, Violations};
use wayfare_service::TripView;

use crate::form::fields::UNDONE;
use crate::form::{self, Field, Fields, Form, FormReader, Kind, SentForm};
use crate::i18n::format::{self, short};
use crate::i18n::names::{read_location, shown_location};
use crate::i18n::texts::{self as t, Text};
use crate::pages::trip::editing::edits;
use crate::pages::trip::editing::entries::{self, TakenEntry};
use crate::pages::trip::editing::trip_form::TripForm;
use crate::pages::trip::frame::section::{add_row, form_link, list_section, tool};
use crate::pages::trip::frame::trip_page::TripPage;
use crate::pages::trip::itinerary::forms::fields::point_field;
use crate::pages::trip::itinerary::forms::read::read_point;
use crate::pages::trip::{address, check_length};
use crate::session::flash::Flash;
use crate::session::undo;
use crate::site::encoded;

/// The section of the trip's page.
pub(crate) fn show(page: TripPage<'_>) -> Markup {
    let places = &page.trip().plan.destinations;
    let list = html! {
        @if places.is_empty() { p.hint { (t::NO_PLACES) } }
        @else {
            ol.places {
                @for (number, place) in places.iter().enumerate() {
                    @let name = place.title();
                    li {
                        h3 { (name) }
                        @if !place.location.is_empty() && *place.location != *name {
                            p.where { (shown_location(place)) }
                        }
                        @let description = format::description(place);
                        @if !description.is_empty() { p.desc { (description) } }
                        @if page.edits {
                            (tools(page, number, place.id.as_str(), &short(name)))
                        }
                    }
                }
            }
        }
    };
    let add_row = || add_row("new-place", "name", t::NEW_PLACE, ShortText::MAX, false);
    list_section(page, "places", t::PLACES, &list, page.edits.then(add_row))
}

fn tools(page: TripPage<'_>, number: usize, id: &str, name: &str) -> Markup {
    html! {
        div.tools.no-print {
            (form_link(&edit_address(page, id), t::EDIT, t::edit_of(name)))
            @if number > 0 { (tool("up", id, t::UP, t::label_of(t::UP.get(), name))) }
            (tool("remove", id, t::REMOVE, t::remove_of(name)))
        }
    }
}

/// The address of a place's form.
pub(crate) fn edit_address(page: TripPage<'_>, id: &str) -> String {
    let path = format!("/places/edit?id={}", encoded(id));
    page.address(&path)
}

/// Removes the place that a button names, moves it up, or adds a new one.
pub(crate) async fn post(
    SentForm(visitor, account, sent, ..): SentForm<Place>,
    TripPath(id): TripPath,
) -> Answer {
    let mut undo = Flash::default();
    let then = if let Some(gone) = sent.get("remove").map(str::to_owned) {
        let take = move |view: &TripView| {
            let index = find(view, &gone)?;
            let gone = view.trip.plan.destinations.get(index)?;
            let fields = [
                ("name", &gone.name),
                ("location", &gone.location),
                ("description", &gone.description),
            ];
            let at = point_field(Some(gone)).value;
            let fields = fields.map(|(name, text)| (name.to_owned(), text.to_string()));
            let mut others = drafts(view);
            others.remove(index);
            Some(TakenEntry {
                edits: set_places(others),
                index,
                fields: [&fields[..], &[("at".to_owned(), at)]].concat(),
            })
        };
        undo = entries::remove(&visitor, account.caller, id, "places", take).await?;
        format!("removed{}", undo.query)
    } else if let Some(moved) = sent.get("up").map(str::to_owned) {
        let up = move |view: &TripView| Ok(move_up(view, &moved).unwrap_or_default());
        edits::edit(&visitor, account.caller, id, None, up).await?;
        "moved".to_owned()
    } else {
        let done = undo::added_or_undone(&sent);
        let key = visitor.claim(&sent);
        let add = move |view: &TripView| add(view, &sent);
        let added = edits::edit(&visitor, account.caller, id, key, add);
        form::once(added.await)?;
        done.to_owned()
    };
    let then = format!("?done={then}#places");
    Ok(undo.see_other(&address(&visitor, id, &then)))
}

fn find(view: &TripView, id: &str) -> Option<usize> {
    let mut places = view.trip.plan.destinations.iter();
    places.position(|place| place.id.as_str() == id)
}

fn move_up(view: &TripView, id: &str) -> Option<Vec<Edit>> {
    let index = find(view, id)?;
    let mut places = drafts(view);
    places.swap(index, index.checked_sub(1)?);
    Some(set_places(places))
}

/// Adds a place; none without a name. One that was removed comes back with all its texts.
fn add(view: &TripView, sent: &Fields) -> Result<Vec<Edit>, Violations> {
    let mut reader = FormReader::new(sent);
    let name = reader.read("name", ShortText::new);
    let entry = if sent.has(UNDONE) {
        DestinationEntry::Given(DestinationDraft {
            id: None,
            location: Some(reader.text("location")),
            description: Some(reader.text("description")),
            name: name.clone(),
            pin: read_point(&mut reader, None, sent),
            position: None,
        })
    } else {
        DestinationEntry::Named(name.clone().unwrap_or_default())
    };
    let name = reader.finish(name)?;
    if name.is_empty() && !sent.has(UNDONE) {
        return Ok(Vec::new());
    }
    let mut places = drafts(view);
    entries::insert(&mut places, entry, sent);
    check_length("destinations", places.len(), Trip::MAX_DESTINATIONS)?;
    Ok(set_places(places))
}

/// The present list, as it is sent.
fn drafts(view: &TripView) -> Vec<DestinationEntry> {
    let places = view.trip.plan.destinations.iter();
    places
        .map(|place| DestinationEntry::Named(place.id.clone()))
        .collect()
}

fn set_places(entries: Vec<DestinationEntry>) -> Vec<Edit> {
    vec![Edit::LocalTimes(None), Edit::Destinations(entries)]
}

/// The place of this id.
pub(crate) struct Place(String);

impl Place {
    fn present<'a>(&self, page: TripPage<'a>) -> Option<&'a Destination> {
        let index = find(page.view, &self.0)?;
        page.trip().plan.destinations.get(index)
    }
}

impl TripForm for Place {
    const TITLE: Text = t::EDIT_PLACE;
    const ANCHOR: &str = "places";
    const BUTTONS: &str = "remove up add";
    const CHOICES: &str = "at";

    fn new(query: &Fields) -> Self {
        Self(query.get("id").unwrap_or_default().to_owned())
    }

    fn form(&self, page: TripPage<'_>) -> Option<Form> {
        let place = self.present(page)?;
        let is_place = || Kind::Place(page.address("/places/suggest"));
        let description = Field::new("description", t::DESCRIPTION, place.description.as_str());
        let fields = vec![
            Field::new("name", t::PLACE_NAME, place.name.as_str())
                .required()
                .kind(is_place()),
            Field::new("location", t::LOCATION, shown_location(place)).kind(is_place()),
            description.kind(Kind::Lines(4)),
            point_field(Some(place)),
        ];
        Some(Form::new(edit_address(page, &self.0), t::SAVE, fields).versioned())
    }

    fn read(&self, page: TripPage<'_>, sent: &Fields) -> Result<Vec<Edit>, Violations> {
        let mut reader = FormReader::new(sent);
        let present = self.present(page);
        let location = reader.read("location", ShortText::new);
        let draft = DestinationDraft {
            id: ShortText::new(self.0.as_str()).ok(),
            name: reader.read("name", ShortText::new),
            location: location.map(|location| read_location(present, location)),
            description: reader.read("description", ShortText::new),
            pin: read_point(&mut reader, present, sent),
            position: None,
        };
        let draft = reader.finish(Some(draft))?;
        let mut places = drafts(page.view);
        if let Some(place) = find(page.view, &self.0).and_then(|index| places.get_mut(index)) {
            *place = DestinationEntry::Given(draft);
        }
        Ok(set_places(places))
    }
}
