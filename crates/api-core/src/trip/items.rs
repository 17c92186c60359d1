//! Items of the itinerary: showing and reading them.

use rust_decimal::Decimal;
use wayfare_domain::trip::distance::{distance_at, distances};
use wayfare_domain::trip::itinerary::{self, Day, ItemDraft, ItemKind, PhotoUrl};
use wayfare_domain::trip::place::{Precision, ZoneName};
use wayfare_domain::trip::{self, ItemClass, ItemZones, ItineraryItem};
use wayfare_domain::{Currency, Reason, Trip};
use wayfare_service::TripView;
use wayfare_shapes::Number;
use wayfare_shapes::trip::{Destination, Item, ItemPhoto};

use crate::input::fields::Element;
use crate::input::readers::{amount, destination, ends, moment, text, typed_hours, whole};
use crate::trip::budget::{self, show_budget};

/// A destination in full; with its position if the answer is extended.
pub fn show_destination(destination: &trip::Destination, is_extended: bool) -> Destination {
    let trip::Destination {
        id,
        name,
        location,
        description,
        coordinates,
        precision: _,
        time_zone,
        is_pinned: _,
        is_filled: _,
        has_found_location: _,
    } = destination;
    let at = coordinates.filter(|_| is_extended);
    Destination {
        id: id.to_string(),
        name: name.to_string(),
        location: location.to_string(),
        description: description.to_string(),
        latitude: at.map(|at| at.latitude().into()),
        longitude: at.map(|at| at.longitude().into()),
        precision: at.and(destination.precision()).map(word),
        timezone: at.and(zone_text(time_zone.as_ref())),
    }
}

fn word(precision: Precision) -> String {
    precision.as_str().to_owned()
}

/// What an extended answer tells of an item.
#[derive(Clone, Copy)]
struct Extension<'t> {
    zones: ItemZones<'t>,
    /// In km.
    distance: Option<f64>,
}

/// What extended answers tell of the items of a trip.
fn extensions(trip: &Trip) -> impl Iterator<Item = Extension<'_>> {
    let items = trip
        .item_zones()
        .into_iter()
        .zip(distances(&trip.itinerary));
    items.map(|(zones, distance)| Extension { zones, distance })
}

/// A length in km, to 10 m.
fn kilometres(length: f64) -> Option<Number> {
    Some(Decimal::try_from(length).ok()?.round_dp(2).into())
}

/// The item in a place of the itinerary; with its zones and its end if the answer is extended, and
/// with its confirmation if that is for somebody on the trip.
fn show_item(
    index: usize,
    item: &ItineraryItem,
    extension: Option<Extension<'_>>,
    is_on_trip: bool,
) -> Item {
    let zones = extension.map(|extension| extension.zones);
    let ItineraryItem {
        id,
        kind,
        day,
        start,
        end,
        typed,
        duration,
        budget,
        destination,
        photos,
        ends: _,
        confirmation,
        class: _,
        booking: _,
    } = item;
    let photo = |photo: &itinerary::ItemPhoto| ItemPhoto {
        url: photo.url.as_str().to_owned(),
        description: photo.description.to_string(),
    };
    Item {
        item_id: id.to_string(),
        item_type: kind.as_str().to_owned(),
        index: index.into(),
        day: day.number().into(),
        start_time: start.map(|at| at.to_string()),
        end_time: end.map(|at| at.to_string()),
        duration: (*duration).into(),
        budget: show_budget(budget, budget.currency),
        destination: show_destination(destination, zones.is_some()),
        photos: photos.iter().map(photo).collect(),
        start_local: zones.and(typed.start).map(|hour| hour.to_string()),
        end_local: zones.and(typed.end).map(|hour| hour.to_string()),
        timezone: zones.and_then(|zones| zone_text(zones.start)),
        end_timezone: zones.and_then(|zones| zone_text(zones.end)),
        end_destination: zones
            .and(item.end_destination())
            .map(|end| show_destination(end, true)),
        confirmation: zones
            .filter(|_| is_on_trip && !confirmation.is_empty())
            .map(|_| confirmation.to_string()),
        kind: zones.map(|_| item.class().name().to_owned()),
        distance: extension.and_then(|extension| kilometres(extension.distance?)),
    }
}

/// Whether the reader is on the trip.
pub fn is_on_trip(view: &TripView) -> bool {
    view.trip.members.contains(&view.reader)
}

/// The name of a zone.
pub fn zone_text(zone: Option<&ZoneName>) -> Option<String> {
    zone.map(|zone| zone.as_str().to_owned())
}

/// All items of a trip, in order; extended if `is_extended`.
pub fn show_items(view: &TripView, is_extended: bool) -> Vec<Item> {
    let (trip, is_on_trip) = (&view.trip, is_on_trip(view));
    let mut extensions = is_extended.then(|| extensions(trip));
    let items = trip.itinerary.iter().enumerate();
    let mut extension = || extensions.as_mut().and_then(Iterator::next);
    items
        .map(|(index, item)| show_item(index, item, extension(), is_on_trip))
        .collect()
}

/// The item in a place of the itinerary of a trip; extended if `is_extended`.
pub fn show_item_of(view: &TripView, index: usize, is_extended: bool) -> Option<Item> {
    let trip = &view.trip;
    let extension = is_extended.then(|| Extension {
        zones: trip.item_zones().get(index).copied().unwrap_or_default(),
        distance: distance_at(&trip.itinerary, index),
    });
    Some(show_item(
        index,
        trip.itinerary.get(index)?,
        extension,
        is_on_trip(view),
    ))
}

/// Items outside of their trip, whose zones are set where they are known.
pub fn show_shared_items(items: &[ItineraryItem]) -> Vec<Item> {
    let shown = items.iter().zip(distances(items)).enumerate();
    shown
        .map(|(index, (item, distance))| {
            let zones = ItemZones::own(item);
            show_item(index, item, Some(Extension { zones, distance }), false)
        })
        .collect()
}

/// The answer to an update that leaves no items.
pub fn empty_item() -> Item {
    Item {
        item_id: String::new(),
        item_type: String::new(),
        index: Number::default(),
        day: Number::default(),
        start_time: None,
        end_time: None,
        duration: Number::default(),
        budget: show_budget(&Default::default(), None),
        destination: Destination::default(),
        photos: Vec::new(),
        start_local: None,
        end_local: None,
        timezone: None,
        end_timezone: None,
        end_destination: None,
        confirmation: None,
        kind: None,
        distance: None,
    }
}

/// Reads a whole item.
pub fn item(element: &Element<'_>) -> Option<ItemDraft> {
    let fields = element.object()?;
    let time = |name| fields.read_optional(name, |time| Some(moment(time)?.at));
    let id = fields.read_optional("item_id", text);
    let kind = fields.read_required("item_type", |kind| kind.string(ItemKind::new));
    let index = fields.read_optional("index", amount);
    let day = fields.read_or("day", Day::FIRST, |day| {
        day.number(|number| Day::new(whole(number)?))
    });
    let (start, end) = (time("start_time"), time("end_time"));
    let duration = fields.read_optional("duration", amount);
    let budget = fields.read_or("budget", Default::default(), |budget| {
        let fields = budget.object()?;
        let mut draft = budget::read_budget(&fields, own_currency);
        let checked = budget.check_all(draft.check_whole(&budget.path()));
        if checked.is_none() {
            // The request is refused. The domain must not report these sums too.
            (draft.estimated, draft.total, draft.paid) = (None, None, None);
            draft.shares = None;
        }
        Some(draft)
    });
    let destination = fields.read_or("destination", Default::default(), destination);
    let photos = fields.read_or("photos", Vec::new(), |photos| {
        photos.list(MAX_PHOTOS, photo)
    });
    let ends = ends(&fields);
    let typed = typed_hours(&fields);
    let confirmation = fields.read_optional("confirmation", text);
    let class = fields.read_optional("kind", |kind| kind.string(ItemClass::new));
    let draft = ItemDraft {
        id: id?,
        kind: kind?,
        index: index?,
        day: day?,
        start: start?,
        end: end?,
        typed,
        duration: duration?,
        budget: budget?,
        destination: destination?,
        photos: photos?,
        ends,
        confirmation: confirmation?,
        class: class?,
    };
    element.check_all(draft.check_times(&element.path()))?;
    Some(draft)
}

/// Greatest number of photos of an item.
pub const MAX_PHOTOS: usize = Trip::MAX_PHOTOS;

/// The currency of an item: none if it is empty, as in the answer for an item without one.
pub fn own_currency(code: &str) -> Result<Option<Currency>, Reason> {
    if code.is_empty() {
        Ok(None)
    } else {
        budget::currency(code)
    }
}

/// Reads a photo.
pub fn photo(element: &Element<'_>) -> Option<itinerary::ItemPhoto> {
    let fields = element.object()?;
    let url = fields.read_required("url", |url| url.string(PhotoUrl::new));
    let description = fields.read_or("description", Default::default(), text);
    Some(itinerary::ItemPhoto {
        url: url?,
        description: description?,
    })
}
