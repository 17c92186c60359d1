//! The locations of the map: adding, changing and removing them. A location is named by the
//! fingerprint of its title and address, and among equal ones by its place in the list.

use maud::{Markup, html};
use wayfare_api_core::{Answer, TripPath};
use wayfare_domain::trip::place::is_another;
use wayfare_domain::trip::{Edit, MapLocation, Transportation};
use wayfare_domain::{Moment, Path, Period, Trip, Violations};
use wayfare_service::TripView;

use crate::form::{self, Field, Fields, Form, FormReader, Kind, SentForm};
use crate::i18n::format::{Zone, short};
use crate::i18n::texts::Text;
use crate::i18n::{format, texts as t};
use crate::pages::trip::address;
use crate::pages::trip::editing::entries::{self, NamedEntry, TakenEntry, query_of};
use crate::pages::trip::editing::trip_form::TripForm;
use crate::pages::trip::frame::section::{form_link, tool};
use crate::pages::trip::frame::trip_page::TripPage;
use crate::session::undo;

/// The field with the coordinates that a file or a person has set, in the form that undoes a
/// removal.
const AT: &str = "at";

/// The list below the map.
pub(crate) fn list(page: TripPage<'_>) -> Markup {
    let trip = page.trip();
    let locations = &trip.map.locations;
    let entries = html! {
        ul.places {
            @for (index, location) in locations.iter().enumerate() {
                @let name = title(location);
                li {
                    h4 { (name) }
                    @if location.address.as_str() != name {
                        p.where { (location.address.as_str()) }
                    }
                    @if let Some(period) = location.period {
                        @let (start, end) = (period.start.at, period.end.at);
                        @let [start, end] = [start, end].map(format::utc_date);
                        p.meta { (format::range(start, end)) }
                    }
                    @if !location.transportation.kind.is_empty() {
                        p.meta { "→ " (location.transportation.kind.as_str()) }
                    }
                    @if page.edits {
                        div.tools.no-print {
                            @let edit = edit_address(page, index, location);
                            (form_link(&edit, t::EDIT, t::edit_of(&short(name))))
                            @let named = query_of(index, &texts(location));
                            (tool("remove", &named, t::REMOVE, t::remove_of(&short(name))))
                        }
                    }
                }
            }
        }
    };
    let (add, remove) = (
        page.address("/locations/new"),
        page.address("/locations/remove"),
    );
    html! {
        @if !locations.is_empty() { h3 #locations-title tabindex="-1" { (t::LOCATIONS) } }
        @if page.edits {
            (undo::offer(page.visitor, page.view.trip.id, "locations", &add))
            @if !locations.is_empty() {
                form method="post" action=(remove) { (form::token(page.visitor)) (entries) }
            }
            @let new = page.address("/locations/new");
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

/// What the name of a location is made of.
fn texts(location: &MapLocation) -> Vec<&str> {
    vec![&location.title, &location.address]
}

/// The address of a location's form.
fn edit_address(page: TripPage<'_>, index: usize, of: &MapLocation) -> String {
    page.address(&format!("/locations/edit?{}", query_of(index, &texts(of))))
}

/// The address of the form of a location that is not on the map.
pub(super) fn address_of(page: TripPage<'_>, name: &str) -> Option<String> {
    let mut locations = page.trip().map.locations.iter().enumerate();
    let is_it = |(_, location): &(usize, &MapLocation)| {
        location.title.as_str() == name && location.coordinates.is_none()
    };
    let (index, location) = locations.find(is_it)?;
    Some(edit_address(page, index, location))
}

/// The fields of a location.
fn fields(location: Option<&MapLocation>) -> Vec<Field> {
    let title = location.map_or("", |location| &location.title);
    let address = location.map_or("", |location| &location.address);
    let period = location.and_then(|location| location.period);
    let time = |name: &str, label: &str, moment: Option<Moment>| {
        let time = Zone::utc().input(moment.map(|moment| moment.at));
        let field = Field::new(name, label, time).kind(Kind::Of("datetime-local"));
        field.hint(t::times_in("UTC")).narrow()
    };
    let way = location.map(|location| location.transportation.clone());
    let way = way.unwrap_or(Transportation::NONE);
    let kind = Field::new("way", t::WAY_THERE, way.kind.as_str());
    vec![
        Field::new("title", t::PLACE_NAME, title).required(),
        Field::new("address", t::ADDRESS, address),
        time("start", t::START.get(), period.map(|period| period.start)),
        time("end", t::END.get(), period.map(|period| period.end)),
        kind.heading(t::TRANSPORTATION).narrow(),
        Field::amount("distance", t::DISTANCE, way.distance.value().normalize()),
        Field::amount("time", t::MINUTES, way.time.value().normalize()),
        Field::amount("cost", t::COST, way.cost.value().normalize()),
    ]
}

/// The location that the fields ask for, over the present one.
fn read(present: Option<&MapLocation>, sent: &Fields) -> Result<MapLocation, Violations> {
    let mut reader = FormReader::new(sent);
    let (title, address) = (reader.text("title"), reader.text("address"));
    if sent.text("title").is_empty() && sent.text("address").is_empty() {
        reader.refuse("title", t::REFUSED_EMPTY.phrase());
    }
    let transportation = Transportation {
        kind: reader.text("way"),
        distance: reader.amount("distance").unwrap_or_default(),
        time: reader.amount("time").unwrap_or_default(),
        cost: reader.amount("cost").unwrap_or_default(),
    };
    let pinned = present.filter(|present| present.is_pinned);
    let (coordinates, precision) = match pinned {
        Some(pinned) if is_another(&pinned.address, sent.text("address")) => (None, None),
        Some(pinned) => (pinned.coordinates, pinned.precision),
        // Those of one that was removed.
        None => {
            let at = reader.read(AT, format::parse_point).flatten();
            (at.map(|at| at.coordinates), at.map(|at| at.precision))
        }
    };
    let period = present.and_then(|present| present.period);
    let mut time = |name: &str, present: Option<Moment>| {
        let is_present = |text: &str| text == Zone::utc().input(present.map(|moment| moment.at));
        let read = reader.read(name, |text| match text {
            "" => Ok(None),
            // The present time keeps the unit in which it was written.
            text if is_present(text) => Ok(present),
            text => Moment::from_text(text).map(Some),
        });
        read.flatten()
    };
    let start = time("start", period.map(|period| period.start));
    let end = time("end", period.map(|period| period.end));
    reader.finish(Some(()))?;
    Ok(MapLocation {
        is_pinned: coordinates.is_some(),
        title,
        address,
        period: Period::new(start, end, &Path::root())?,
        transportation,
        coordinates,
        precision,
    })
}

fn set_locations(locations: Vec<MapLocation>) -> Edit {
    Edit::Locations(locations)
}

/// The location that a query names; if somebody has changed it, the one in its place.
pub(crate) struct Location(NamedEntry);

impl TripForm for Location {
    const TITLE: Text = t::EDIT_LOCATION;
    const ANCHOR: &str = "map";
    const BUTTONS: &str = "remove";

    fn new(query: &Fields) -> Self {
        Self(NamedEntry::new(query))
    }

    fn form(&self, page: TripPage<'_>) -> Option<Form> {
        let locations = &page.trip().map.locations;
        let index = self.0.find(locations, texts)?;
        let location = locations.get(index)?;
        let edit = edit_address(page, index, location);
        Some(Form::new(edit, t::SAVE, fields(Some(location))).versioned())
    }

    fn read(&self, page: TripPage<'_>, sent: &Fields) -> Result<Vec<Edit>, Violations> {
        let mut locations = page.trip().map.locations.clone();
        let index = self.0.find(&locations, texts);
        if let Some(location) = index.and_then(|index| locations.get_mut(index)) {
            *location = read(Some(location), sent)?;
        }
        Ok(vec![set_locations(locations)])
    }
}

/// A new location.
pub(crate) struct NewLocation;

impl TripForm for NewLocation {
    const TITLE: Text = t::NEW_LOCATION;
    const ANCHOR: &str = "map";
    const CHOICES: &str = AT;

    fn new(_: &Fields) -> Self {
        Self
    }

    fn form(&self, page: TripPage<'_>) -> Option<Form> {
        let new = page.address("/locations/new");
        Some(Form::new(new, t::NEW_LOCATION, fields(None)))
    }

    fn read(&self, page: TripPage<'_>, sent: &Fields) -> Result<Vec<Edit>, Violations> {
        let mut locations = page.trip().map.locations.clone();
        let location = read(None, sent)?;
        let mut reader = FormReader::new(sent);
        if locations.len() >= Trip::MAX_LOCATIONS {
            reader.refuse("title", t::REFUSED_TOO_MANY.phrase());
        }
        entries::insert(&mut locations, location, sent);
        reader.finish(Some(vec![set_locations(locations)]))
    }

    fn then(&self, sent: &Fields) -> String {
        format!("?done={}#map", undo::added_or_undone(sent))
    }
}

/// Removes the location that the button names. One that is gone already needs nothing.
pub(crate) async fn remove(
    SentForm(visitor, account, sent, ..): SentForm<Location>,
    TripPath(id): TripPath,
) -> Answer {
    let named = sent.get("remove").unwrap_or_default();
    let named = NamedEntry::new(&Fields::parse(named.as_bytes()));
    let take = move |view: &TripView| {
        let mut locations = view.trip.map.locations.clone();
        let index = named.find_same(&locations, texts)?;
        let location = locations.remove(index);
        let at = location.coordinates.filter(|_| location.is_pinned);
        let at = at.map(|at| format::point(&at, location.precision()));
        let at = at.map(|at| (AT.to_owned(), at));
        let fields = fields(Some(&location)).into_iter();
        let fields = fields.map(|field| (field.name, field.value));
        let fields = fields.chain(at).collect();
        let edits = vec![set_locations(locations)];
        Some(TakenEntry {
            edits,
            index,
            fields,
        })
    };
    let undo = entries::remove(&visitor, account.caller, id, "locations", take).await?;
    let path = format!("?done=removed{}#map", undo.query);
    Ok(undo.see_other(&address(&visitor, id, &path)))
}
