//! The locations of the map: adding, changing and removing them. A location is named by the
//! fingerprint of its title and address, and among equal ones by its place in the list.

use std::cell::RefCell;

use maud::{Markup, html};
use wayfare_api_core::{Answer, TripPath};
use wayfare_domain::trip::{MapLocation, Transportation, TripPatch};
use wayfare_domain::{Action, Moment, Path, Period, Reason, ShortText, Trip};
use wayfare_service::{Caller, TripUpdateRequest, TripView};

use super::add::{NewPart, NotAdded};
use super::overview::{Rights, short};
use super::save::{self, EditedPart, Wrong, apply};
use super::{add, address, name_of};
use crate::fields::Fields;
use crate::form::{self, Field, Form, Kind};
use crate::format::{Zone, amount_input, parse_amount};
use crate::sent_form::{SentForm, SentOrDraft};
use crate::session::{SignedIn, Visitor, see_other};
use crate::undo::{self, UNDONE};
use crate::{format, texts as t};

/// The list below the map.
pub(crate) fn list(visitor: &Visitor, view: &TripView, rights: Rights) -> Markup {
    let trip = &view.trip;
    let locations = &trip.map.locations;
    let edit = |place: usize, location: &MapLocation| {
        let path = format!("/locations/edit?{}", query_of(place, location));
        address(visitor, trip.id, &path)
    };
    let entries = html! {
        ul.places {
            @for (place, location) in locations.iter().enumerate() {
                @let name = title(location);
                li {
                    h4 { (name) }
                    @if location.address.as_str() != name {
                        p.where { (location.address.as_str()) }
                    }
                    @if let Some(period) = location.period {
                        @let [start, end] = [period.start, period.end].map(|time| format::utc_date(time.at));
                        p.meta { (format::range(start, end)) }
                    }
                    @if !location.transportation.kind.is_empty() {
                        p.meta { "→ " (location.transportation.kind.as_str()) }
                    }
                    @if rights.edits {
                        div.tools.no-print {
                            a.tool href=(edit(place, location)) aria-label=(t::edit_of(&short(name)))
                                data-dialog { (t::EDIT) }
                            button.tool name="remove" value=(query_of(place, location))
                                aria-label=(t::remove_of(&short(name))) { (t::REMOVE) }
                        }
                    }
                }
            }
        }
    };
    let remove = address(visitor, trip.id, "/locations/remove");
    html! {
        @if !locations.is_empty() { h3 #locations-title tabindex="-1" { (t::LOCATIONS) } }
        @if rights.edits {
            (undo::offer(visitor, "locations", &address(visitor, trip.id, "/locations/new")))
            @if !locations.is_empty() {
                form method="post" action=(remove) { (form::token(visitor)) (entries) }
            }
            @let new = address(visitor, trip.id, "/locations/new");
            p.no-print { a.tool href=(new) data-dialog { (t::NEW_LOCATION) } }
        } @else if !locations.is_empty() { (entries) }
    }
}

fn title(location: &MapLocation) -> &str {
    if location.title.is_empty() {
        &location.address
    } else {
        &location.title
    }
}

/// What names a location in a query.
fn query_of(place: usize, location: &MapLocation) -> String {
    format!(
        "name={}&place={place}",
        name_of(&[&location.title, &location.address])
    )
}

/// The fields of a location.
fn fields(location: Option<&MapLocation>) -> Vec<Field> {
    let text = |of: fn(&MapLocation) -> &ShortText| {
        location
            .map_or("", |location| of(location).as_str())
            .to_owned()
    };
    let period = location.and_then(|location| location.period);
    let time = |name: &str, label: &str, moment: Option<Moment>| {
        Field::new(
            name,
            label,
            Zone::utc().input(moment.map(|moment| moment.at)),
        )
        .kind(Kind::Of("datetime-local"))
        .hint(t::times_in("UTC"))
        .narrow()
    };
    let way = location.map_or(Transportation::NONE, |location| {
        location.transportation.clone()
    });
    let amount = |name: &str, label: &str, amount: wayfare_domain::Quantity| {
        Field::new(name, label, amount_input(amount.value()))
            .kind(Kind::Amount)
            .narrow()
    };
    vec![
        Field::new("title", t::PLACE_NAME, text(|location| &location.title)).required(),
        Field::new("address", t::ADDRESS, text(|location| &location.address)),
        time("start", t::START, period.map(|period| period.start)),
        time("end", t::END, period.map(|period| period.end)),
        Field::new("way", t::WAY_THERE, way.kind.as_str())
            .heading(t::TRANSPORTATION)
            .narrow(),
        amount("distance", t::DISTANCE, way.distance),
        amount("time", t::MINUTES, way.time),
        amount("cost", t::COST, way.cost),
    ]
}

/// The location that the fields ask for, over the present one.
fn read(present: Option<&MapLocation>, sent: &Fields) -> Result<MapLocation, Vec<Wrong>> {
    let mut wrong: Vec<Wrong> = Vec::new();
    let mut take = |name: &str, reason: Reason| wrong.push((name.to_owned(), reason.to_string()));
    let mut text = |name: &str| {
        ShortText::new(sent.text(name)).unwrap_or_else(|reason| {
            take(name, reason);
            ShortText::EMPTY
        })
    };
    let (title, address, kind) = (text("title"), text("address"), text("way"));
    if title.is_empty() && address.is_empty() {
        take("title", Reason::new("must not be empty"));
    }
    let mut amount = |name: &str| {
        let parsed = parse_amount(sent.text(name));
        parsed
            .unwrap_or_else(|reason| {
                take(name, reason);
                None
            })
            .unwrap_or_default()
    };
    let transportation = Transportation {
        kind,
        distance: amount("distance"),
        time: amount("time"),
        cost: amount("cost"),
    };
    let period = present.and_then(|present| present.period);
    let mut time = |name: &str, present: Option<Moment>| match sent.text(name) {
        "" => None,
        // The present time keeps the unit in which it was written.
        text if text == Zone::utc().input(present.map(|moment| moment.at)) => present,
        text => Moment::from_text(text)
            .map_err(|reason| take(name, reason))
            .ok(),
    };
    let start = time("start", period.map(|period| period.start));
    let end = time("end", period.map(|period| period.end));
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let period = Period::new(start, end, &Path::root()).map_err(|violations| {
        let reasons = violations.iter();
        let reasons = reasons.map(|violation| ("end".to_owned(), violation.reason.to_string()));
        reasons.collect::<Vec<Wrong>>()
    })?;
    Ok(MapLocation {
        title,
        address,
        period,
        transportation,
        coordinates: None,
    })
}

fn set_locations(locations: Vec<MapLocation>) -> TripUpdateRequest {
    TripUpdateRequest::of(TripPatch {
        locations: Some(locations),
        ..TripPatch::default()
    })
}

/// The location that a query names; if somebody has changed it, the one in its place.
struct Location(Fields);

impl Location {
    /// Its place, if it is as it was.
    fn find_same(&self, view: &TripView) -> Option<usize> {
        let name = self.0.text("name");
        let is_same = |other: &MapLocation| name_of(&[&other.title, &other.address]) == name;
        let locations = &view.trip.map.locations;
        let place = self.0.text("place").parse::<usize>().ok();
        let there = place.filter(|place| locations.get(*place).is_some_and(is_same));
        there.or_else(|| locations.iter().position(is_same))
    }

    fn find(&self, view: &TripView) -> Option<usize> {
        let place = self.0.text("place").parse::<usize>().ok();
        let place = place.filter(|place| *place < view.trip.map.locations.len());
        self.find_same(view).or(place)
    }
}

impl EditedPart for Location {
    fn form(&self, visitor: &Visitor, view: &TripView) -> Option<Form> {
        let place = self.find(view)?;
        let location = view.trip.map.locations.get(place)?;
        let path = format!("/locations/edit?{}", query_of(place, location));
        Some(Form {
            action: address(visitor, view.trip.id, &path),
            submit: t::SAVE.to_owned(),
            cancel: Some(address(visitor, view.trip.id, "#map")),
            fields: fields(Some(location)),
            ..Form::default()
        })
    }

    fn read(
        &self,
        _: &Visitor,
        view: &TripView,
        sent: &Fields,
    ) -> Result<TripUpdateRequest, Vec<Wrong>> {
        let mut locations = view.trip.map.locations.clone();
        if let Some(location) = self.find(view).and_then(|place| locations.get_mut(place)) {
            *location = read(Some(location), sent)?;
        }
        Ok(set_locations(locations))
    }

    fn title(&self, _: &TripView) -> String {
        t::EDIT_LOCATION.to_owned()
    }

    fn anchor(&self) -> &'static str {
        "map"
    }
}

pub(super) async fn get(SignedIn(visitor, _): SignedIn, TripPath(id): TripPath) -> Answer {
    let part = Location(visitor.query.clone());
    save::open(visitor, id, part).await
}

pub(super) async fn save(form: SentOrDraft, TripPath(id): TripPath) -> Answer {
    let part = Location(form.query().clone());
    save::save(form, id, part).await
}

/// A new location.
struct NewLocation;

impl NewPart for NewLocation {
    const TITLE: &str = t::NEW_LOCATION;
    const ACTION: Action = Action::Edit;

    fn form(&self, visitor: &Visitor, view: &TripView) -> Form {
        Form {
            action: address(visitor, view.trip.id, "/locations/new"),
            submit: t::NEW_LOCATION.to_owned(),
            cancel: Some(address(visitor, view.trip.id, "#map")),
            fields: fields(None),
            ..Form::default()
        }
    }

    async fn add(
        &self,
        visitor: &Visitor,
        _: Caller,
        view: &TripView,
        sent: &Fields,
    ) -> Result<String, NotAdded> {
        let location = read(None, sent)?;
        if view.trip.map.locations.len() >= Trip::MAX_LOCATIONS {
            return Err(vec![("title".to_owned(), t::TOO_MANY.to_owned())].into());
        }
        let place = sent.text("place").parse().unwrap_or(usize::MAX);
        apply(visitor, view.trip.id, async |view| {
            let mut locations = view.trip.map.locations.clone();
            locations.insert(place.min(locations.len()), location.clone());
            Ok(Some(set_locations(locations)))
        })
        .await?;
        let done = if sent.has(UNDONE) { "undone" } else { "added" };
        Ok(format!("?done={done}#map"))
    }
}

pub(super) async fn get_new(SignedIn(visitor, _): SignedIn, TripPath(id): TripPath) -> Answer {
    add::open(visitor, id, NewLocation).await
}

pub(super) async fn post_new(form: SentOrDraft, TripPath(id): TripPath) -> Answer {
    add::add(form, id, NewLocation).await
}

/// Removes the location that the button names. One that is gone already needs nothing.
pub(super) async fn remove(SentForm(visitor, _, sent): SentForm, TripPath(id): TripPath) -> Answer {
    let named = sent.get("remove").unwrap_or_default();
    let named = Location(Fields::parse(named.as_bytes()));
    let gone = RefCell::new(None);
    apply(&visitor, id, async |view| {
        *gone.borrow_mut() = None;
        let Some(place) = named.find_same(view) else {
            return Ok(None);
        };
        let mut locations = view.trip.map.locations.clone();
        *gone.borrow_mut() = Some((place, locations.remove(place)));
        Ok(Some(set_locations(locations)))
    })
    .await?;
    let undo = match gone.take() {
        Some((place, gone)) => {
            let (place, fields) = (place.to_string(), fields(Some(&gone)));
            let mut pairs: Vec<(&str, &str)> = vec![("place", place.as_str())];
            pairs.extend(fields.iter().map(|field| (&*field.name, &*field.value)));
            undo::query(&visitor, "locations", &pairs)
        }
        None => String::new(),
    };
    let path = format!("?done=removed{undo}#map");
    Ok(see_other(&address(&visitor, id, &path)))
}
