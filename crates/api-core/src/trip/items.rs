//! Items of the itinerary: showing and reading them.

use utoipa::ToSchema;
use wayfare_domain::trip::itinerary::{self, Day, ItemDraft, ItemKind, PhotoUrl};
use wayfare_domain::trip::place::ZoneName;
use wayfare_domain::trip::{self, ItemZones, ItineraryItem};
use wayfare_domain::{Currency, Reason, Trip};
use wayfare_shapes::Number;
use wayfare_shapes::trip::{Destination, Item, ItemPhoto};

use crate::input::fields::Element;
use crate::input::readers::{amount, destination, ends, moment, text, whole};
use crate::input::schemas::{Amount, DestinationInput, Time};
use crate::trip::budget::{self, show_budget};

/// A destination in full.
pub fn show_destination(destination: &trip::Destination) -> Destination {
    let trip::Destination {
        id,
        name,
        location,
        description,
        coordinates: _,
        time_zone: _,
        is_pinned: _,
        is_filled: _,
        has_found_location: _,
    } = destination;
    Destination {
        id: id.to_string(),
        name: name.to_string(),
        location: location.to_string(),
        description: description.to_string(),
    }
}

/// The item in a place of the itinerary; with its zones and its end if the answer is extended.
fn show_item(index: usize, item: &ItineraryItem, zones: Option<ItemZones<'_>>) -> Item {
    let ItineraryItem {
        id,
        kind,
        day,
        start,
        end,
        duration,
        budget,
        destination,
        photos,
        ends: _,
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
        destination: show_destination(destination),
        photos: photos.iter().map(photo).collect(),
        timezone: zones.and_then(|zones| zone_text(zones.start)),
        end_timezone: zones.and_then(|zones| zone_text(zones.end)),
        end_destination: zones.and(item.end_destination()).map(show_destination),
    }
}

/// The name of a zone.
pub fn zone_text(zone: Option<&ZoneName>) -> Option<String> {
    zone.map(|zone| zone.as_str().to_owned())
}

/// All items of a trip, in order; extended if `is_extended`.
pub fn show_items(trip: &Trip, is_extended: bool) -> Vec<Item> {
    let mut zones = is_extended.then(|| trip.item_zones().into_iter());
    let items = trip.itinerary.iter().enumerate();
    let mut zones = || zones.as_mut().and_then(Iterator::next);
    items
        .map(|(index, item)| show_item(index, item, zones()))
        .collect()
}

/// The item in a place of the itinerary of a trip; extended if `is_extended`.
pub fn show_item_of(trip: &Trip, index: usize, is_extended: bool) -> Option<Item> {
    let zones = is_extended.then(|| trip.item_zones().get(index).copied());
    Some(show_item(
        index,
        trip.itinerary.get(index)?,
        zones.flatten(),
    ))
}

/// Items outside of their trip, whose zones are set where they are known.
pub fn show_shared_items(items: &[ItineraryItem]) -> Vec<Item> {
    let items = items.iter().enumerate();
    items
        .map(|(index, item)| show_item(index, item, Some(ItemZones::own(item))))
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
        timezone: None,
        end_timezone: None,
        end_destination: None,
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
        let mut draft = budget::draft(&fields, own_currency);
        if budget.check_all(draft.check_whole(budget.path())).is_none() {
            // The request is refused. The domain must not report these totals too.
            (draft.estimated, draft.total, draft.paid) = (None, None, None);
        }
        Some(draft)
    });
    let destination = fields.read_or("destination", Default::default(), destination);
    let photos = fields.read_or("photos", Vec::new(), |photos| {
        photos.list(MAX_PHOTOS, photo)
    });
    let ends = ends(&fields);
    let draft = ItemDraft {
        id: id?,
        kind: kind?,
        index: index?,
        day: day?,
        start: start?,
        end: end?,
        duration: duration?,
        budget: budget?,
        destination: destination?,
        photos: photos?,
        ends,
    };
    element.check_all(draft.check_times(element.path()))?;
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

/// An entry of the itinerary.
#[derive(Debug, ToSchema)]
pub struct ItemInput {
    /// Which item of the trip; a new one where it is left out.
    #[schema(max_length = 2_000)]
    pub item_id: Option<String>,
    /// `transportations` for travel; anything else is a stay.
    #[schema(min_length = 1, max_length = 50)]
    pub item_type: String,
    /// Its place; where it is left out, that in the list.
    pub index: Option<Amount>,
    /// Its day; 1 where it is left out.
    #[schema(value_type = Option<i64>, minimum = 1, maximum = 4_294_967_295_i64)]
    pub day: Option<u32>,
    /// When it starts.
    pub start_time: Option<Time>,
    /// When it ends; not before it starts.
    pub end_time: Option<Time>,
    /// How long it takes, in seconds; where it is left out, from start to end.
    pub duration: Option<Amount>,
    /// What it costs.
    pub budget: Option<budget::BudgetInput>,
    /// Where it is or leads.
    pub destination: Option<DestinationInput>,
    /// Photos.
    #[schema(max_items = 30)]
    pub photos: Option<Vec<ItemPhotoInput>>,
    /// IANA name of the time zone of its start; stays where it is left out, empty removes it.
    #[schema(max_length = 64)]
    pub timezone: Option<String>,
    /// IANA name of the time zone of its end; stays where it is left out, empty removes it.
    #[schema(rename = "endTimezone", max_length = 64)]
    pub end_timezone: Option<String>,
    /// Where it ends; stays where it is left out, null or empty text removes it.
    #[schema(rename = "endDestination")]
    pub end_destination: Option<DestinationInput>,
}

/// A photo of an item.
#[derive(Debug, ToSchema)]
pub struct ItemPhotoInput {
    /// Where it is: an http or https URL.
    #[schema(format = Uri, max_length = 2_000)]
    pub url: String,
    /// What it shows.
    #[schema(max_length = 2_000)]
    pub description: Option<String>,
}
