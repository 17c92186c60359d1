//! The places of a trip: adding, changing, moving and removing them. A place is named by its id.

use std::cell::RefCell;

use wayfare_api_core::{Answer, Problem, TripPath};
use wayfare_domain::trip::TripPatch;
use wayfare_domain::trip::destination::{DestinationDraft, DestinationEntry};
use wayfare_domain::{Path, Reason, ShortText, Trip};
use wayfare_service::{TripUpdateRequest, TripView};

use super::save::{self, EditedPart, Wrong, apply};
use super::{address, encoded};
use crate::fields::Fields;
use crate::form::{Field, Form, Kind};
use crate::sent_form::{SentForm, SentOrDraft};
use crate::session::{SignedIn, Visitor, see_other};
use crate::texts as t;
use crate::undo::{self, UNDONE};

pub(super) async fn post(SentForm(visitor, _, sent): SentForm, TripPath(id): TripPath) -> Answer {
    let gone = RefCell::new(None);
    apply(&visitor, id, async |view| {
        *gone.borrow_mut() = None;
        let mut entries = entries(view);
        let present = &view.trip.plan.destinations;
        let place = |name: &str| {
            let id = sent.get(name)?;
            present.iter().position(|place| place.id.as_str() == id)
        };
        if sent.has("remove") {
            let Some(place) = place("remove") else {
                return Ok(None);
            };
            entries.remove(place);
            *gone.borrow_mut() = present.get(place).map(|gone| (place, gone.clone()));
        } else if sent.has("up") {
            let Some(place) = place("up").filter(|place| *place > 0) else {
                return Ok(None);
            };
            entries.swap(place, place - 1);
        } else {
            let Some(entry) = read_new(&sent)? else {
                return Ok(None);
            };
            let place = sent.text("place").parse().unwrap_or(usize::MAX);
            entries.insert(place.min(entries.len()), entry);
            check_length(&entries)?;
        }
        Ok(Some(set_places(entries)))
    })
    .await?;
    let done = match () {
        () if sent.has("remove") => "removed",
        () if sent.has("up") => "moved",
        () if sent.has(UNDONE) => "undone",
        () => "added",
    };
    let undo = match gone.take() {
        Some((place, gone)) => {
            let place = place.to_string();
            let fields = [
                ("name", gone.name.as_str()),
                ("location", gone.location.as_str()),
                ("description", gone.description.as_str()),
                ("place", place.as_str()),
            ];
            undo::query(&visitor, "places", &fields)
        }
        None => String::new(),
    };
    let path = format!("?done={done}{undo}#places");
    Ok(see_other(&address(&visitor, id, &path)))
}

/// The present list, as it is sent.
fn entries(view: &TripView) -> Vec<DestinationEntry> {
    let places = view.trip.plan.destinations.iter();
    places
        .map(|place| DestinationEntry::Named(place.id.clone()))
        .collect()
}

fn set_places(entries: Vec<DestinationEntry>) -> TripUpdateRequest {
    TripUpdateRequest::of(TripPatch {
        destinations: Some(entries),
        ..TripPatch::default()
    })
}

/// The new place; `None` without a name. One that was removed comes back with all its texts.
fn read_new(sent: &Fields) -> Result<Option<DestinationEntry>, Problem> {
    let text = |field: &'static str| {
        let text = ShortText::new(sent.text(field));
        text.map_err(|reason| Problem::invalid_at(Path::root().field(field), reason))
    };
    let name = text("name")?;
    if sent.has(UNDONE) {
        return Ok(Some(DestinationEntry::Given(DestinationDraft {
            id: None,
            name: Some(name),
            location: Some(text("location")?),
            description: Some(text("description")?),
        })));
    }
    Ok((!name.is_empty()).then_some(DestinationEntry::Named(name)))
}

fn check_length(entries: &[DestinationEntry]) -> Result<(), Problem> {
    if entries.len() > Trip::MAX_DESTINATIONS {
        let reason = Reason::new(format!(
            "must have at most {} entries",
            Trip::MAX_DESTINATIONS
        ));
        return Err(Problem::invalid_at(
            Path::root().field("destinations"),
            reason,
        ));
    }
    Ok(())
}

/// The place of this id.
struct Place(String);

impl EditedPart for Place {
    fn form(&self, visitor: &Visitor, view: &TripView) -> Option<Form> {
        let mut places = view.trip.plan.destinations.iter();
        let place = places.find(|place| place.id.as_str() == self.0)?;
        Some(Form {
            action: address(
                visitor,
                view.trip.id,
                &format!("/places/edit?id={}", encoded(&self.0)),
            ),
            submit: t::SAVE.to_owned(),
            cancel: Some(address(visitor, view.trip.id, "#places")),
            fields: vec![
                Field::new("name", t::PLACE_NAME, place.name.as_str()).required(),
                Field::new("location", t::LOCATION, place.location.as_str()),
                Field::new("description", t::DESCRIPTION, place.description.as_str())
                    .kind(Kind::Lines(4)),
            ],
            ..Form::default()
        })
    }

    fn read(
        &self,
        _: &Visitor,
        view: &TripView,
        sent: &Fields,
    ) -> Result<TripUpdateRequest, Vec<Wrong>> {
        let text = |name: &str| {
            let text = ShortText::new(sent.text(name));
            text.map(Some)
                .map_err(|reason| vec![(name.to_owned(), reason.to_string())])
        };
        let draft = DestinationDraft {
            id: ShortText::new(self.0.as_str()).ok(),
            name: text("name")?,
            location: text("location")?,
            description: text("description")?,
        };
        let mut entries = entries(view);
        let places = view.trip.plan.destinations.iter().zip(&mut entries);
        for (place, entry) in places {
            if place.id.as_str() == self.0 {
                *entry = DestinationEntry::Given(draft.clone());
            }
        }
        Ok(set_places(entries))
    }

    fn title(&self, _: &TripView) -> String {
        t::EDIT_PLACE.to_owned()
    }

    fn anchor(&self) -> &'static str {
        "places"
    }
}

fn place_of(query: &Fields) -> Place {
    Place(query.get("id").unwrap_or_default().to_owned())
}

pub(super) async fn get(SignedIn(visitor, _): SignedIn, TripPath(id): TripPath) -> Answer {
    let part = place_of(&visitor.query);
    save::open(visitor, id, part).await
}

pub(super) async fn save(form: SentOrDraft, TripPath(id): TripPath) -> Answer {
    let part = place_of(form.query());
    save::save(form, id, part).await
}
