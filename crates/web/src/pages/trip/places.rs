//! The places of a trip: adding, changing, moving and removing them. A place is named by its id.

use actix_web::HttpRequest;
use actix_web::web::Payload;
use wayfare_api_core::{Answer, Problem, TripPath};
use wayfare_domain::trip::TripPatch;
use wayfare_domain::trip::destination::{DestinationDraft, DestinationEntry};
use wayfare_domain::{Path, Reason, ShortText, Trip};
use wayfare_service::{TripUpdateRequest, TripView};

use super::save::{self, Part, Wrong, apply};
use super::{address, encoded, query};
use crate::fields::Fields;
use crate::form::{Field, Form, Kind};
use crate::session::{self, Visitor, see_other};
use crate::texts as t;

pub(super) async fn post(request: HttpRequest, TripPath(id): TripPath, payload: Payload) -> Answer {
    let (visitor, sent) = session::form(&request, payload).await?;
    if let Err(redirection) = visitor.signed_in() {
        return Ok(*redirection);
    }
    apply(&visitor, id, |view| {
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
        } else if sent.has("up") {
            let Some(place) = place("up").filter(|place| *place > 0) else {
                return Ok(None);
            };
            entries.swap(place, place - 1);
        } else {
            let Some(entry) = new(&sent)? else {
                return Ok(None);
            };
            entries.push(entry);
            check_length(&entries)?;
        }
        Ok(Some(of(entries)))
    })
    .await?;
    let done = match () {
        () if sent.has("remove") => "removed",
        () if sent.has("up") => "moved",
        () => "added",
    };
    Ok(see_other(&address(
        &visitor,
        id,
        &format!("?done={done}#places"),
    )))
}

/// The present list, as it is sent.
fn entries(view: &TripView) -> Vec<DestinationEntry> {
    let places = view.trip.plan.destinations.iter();
    places
        .map(|place| DestinationEntry::Named(place.id.clone()))
        .collect()
}

fn of(entries: Vec<DestinationEntry>) -> TripUpdateRequest {
    TripUpdateRequest::of(TripPatch {
        destinations: Some(entries),
        ..TripPatch::default()
    })
}

fn new(sent: &Fields) -> Result<Option<DestinationEntry>, Problem> {
    let wrong = |reason| Problem::invalid_at(Path::root().field("name"), reason);
    let name = ShortText::new(sent.text("name")).map_err(wrong)?;
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

impl Part for Place {
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
        Ok(of(entries))
    }

    fn title(&self, _: &TripView) -> String {
        t::EDIT_PLACE.to_owned()
    }

    fn anchor(&self) -> &'static str {
        "places"
    }
}

fn place_of(request: &HttpRequest) -> Place {
    Place(query(request).get("id").unwrap_or_default().to_owned())
}

pub(super) async fn get(request: HttpRequest, TripPath(id): TripPath) -> Answer {
    save::open(&request, id, &place_of(&request)).await
}

pub(super) async fn save(request: HttpRequest, TripPath(id): TripPath, payload: Payload) -> Answer {
    let (mut visitor, sent) = session::form(&request, payload).await?;
    save::save((&mut visitor, &sent), id, &place_of(&request)).await
}
