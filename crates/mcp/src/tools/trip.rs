//! The tool that reads a trip.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use wayfare_domain::trip::ItemZones;
use wayfare_domain::{Date, Instant};
use wayfare_service::TripView;

use super::item::{Detail, ItemShown, show};
use super::items::find;
use super::lists::{self, ListShown};
use super::people::{Person, people_of};
use super::reply::Reply;
use crate::answer::{LeftOut, NOTICE, Room, cut};
use crate::call::{Call, in_document_pool};

/// The most characters of a trip's description.
const MAX_DESCRIPTION: usize = 1_000;

/// What to read of a trip.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GetTrip {
    /// Id of the trip
    trip: String,
    /// Sections to read; all if left out
    sections: Option<Vec<Section>>,
    /// brief: what, when and its name of each item; full: place, notes, confirmation and costs, too
    detail: Option<Size>,
    /// Id of the one item to read, with its texts in full
    item: Option<String>,
    /// Id of the one list to read
    list: Option<String>,
    /// How many items, or entries of the list, to skip, as left_out says
    offset: Option<usize>,
}

/// A section of a trip.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Section {
    Overview,
    People,
    Items,
    Lists,
}

/// How much of items.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Size {
    Brief,
    Full,
}

/// A trip.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema)]
pub(crate) struct TripShown {
    /// Id of the trip
    trip: String,
    /// Version: the expected_version of a change
    version: i64,
    /// What the texts are
    about_texts: &'static str,
    /// Overview
    overview: Option<Overview>,
    /// People
    people: Option<Vec<Person>>,
    /// Items and expenses, in order
    items: Option<Vec<ItemShown>>,
    /// Lists
    lists: Option<Vec<ListShown>>,
    /// What is left out
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<LeftOut>,
}

/// A trip as a whole.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema)]
pub(crate) struct Overview {
    /// Name
    name: String,
    /// Description
    description: Option<String>,
    /// First day
    start_date: Option<String>,
    /// Last day
    end_date: Option<String>,
    /// IANA time zone
    timezone: Option<String>,
    /// ISO 4217 code of the currency of sums
    currency: String,
    /// Names of the places that it goes to
    destinations: Vec<String>,
    /// Whether only its people see it
    private: bool,
    /// Address of its page, for people
    url: String,
}

pub(crate) async fn get_trip(call: Call, sent: GetTrip) -> Reply<TripShown> {
    let view = call.trip_with_names(&sent.trip).await?;
    let is_large = view.is_large();
    if let Some(id) = &sent.item {
        find(&view, id)?;
    }
    in_document_pool(is_large, call, move |call| show_trip(call, &view, &sent)).await
}

fn show_trip(call: &Call, view: &TripView, sent: &GetTrip) -> (String, TripShown) {
    let trip = &view.trip;
    let shows = |section: Section| match (&sent.item, &sent.list, &sent.sections) {
        (Some(_), ..) => section == Section::Items,
        (_, Some(_), _) => section == Section::Lists,
        (_, _, Some(sections)) => sections.contains(&section),
        (_, _, None) => true,
    };
    let offset = sent.offset.unwrap_or_default();
    let mut shown = TripShown {
        trip: trip.id.to_string(),
        version: trip.version,
        about_texts: NOTICE,
        overview: shows(Section::Overview).then(|| overview(call, view)),
        people: None,
        items: None,
        lists: None,
        left_out: Vec::new(),
    };
    let mut room = Room::beside(&shown);
    let mut left_out = Vec::new();
    if let Some(overview) = &mut shown.overview {
        let destinations = trip.plan.destinations.iter();
        let names = destinations.map(|place| place.title().to_owned());
        let how = |_| "Don't replace the destinations of this trip.".to_owned();
        overview.destinations = room.fill(names, &mut left_out, "destinations", how);
    }
    if shows(Section::People) {
        let how = |_| "They can't be read here; costs name them by id.".to_owned();
        let people = people_of(view).into_iter();
        shown.people = Some(room.fill(people, &mut left_out, "people", how));
    }
    if shows(Section::Items) {
        let (detail, offset) = match (&sent.item, sent.detail) {
            (Some(_), _) => (Detail::Whole, 0),
            (None, Some(Size::Full)) => (Detail::Full, offset),
            (None, _) => (Detail::Brief, offset),
        };
        let zones: Vec<ItemZones<'_>> = trip.item_zones();
        let items = trip.itinerary.iter().zip(zones);
        let is_meant = |id: &str| sent.item.as_deref().is_none_or(|only| only == id);
        let items = items.filter(|(item, _)| is_meant(item.id.as_str()));
        let items = items.skip(offset);
        let items = items.map(|(item, zones)| show(call, view, item, zones, detail));
        let how = |taken| {
            let next = offset + taken;
            format!("Call get_trip with sections [\"items\"] and offset {next}.")
        };
        shown.items = Some(room.fill(items, &mut left_out, "items", how));
    }
    if shows(Section::Lists) {
        let which = (
            sent.list.as_deref(),
            sent.list.as_ref().map_or(0, |_| offset),
        );
        shown.lists = Some(lists::show(trip, which, &mut room, &mut left_out));
    }
    shown.left_out = left_out;
    let number = trip.itinerary.len();
    let rest = if shown.left_out.is_empty() {
        ""
    } else {
        " Some is left out: see left_out."
    };
    let text = format!(
        "The trip is at version {}; it has {number} items.{rest}",
        trip.version
    );
    (text, shown)
}

fn overview(call: &Call, view: &TripView) -> Overview {
    let trip = &view.trip;
    let dates = trip.plan.dates.completed();
    let date = |at: Instant| Date::from(at).to_string();
    Overview {
        name: trip.name.to_string(),
        description: cut(&trip.description, MAX_DESCRIPTION),
        start_date: dates.start.map(|moment| date(moment.at)),
        end_date: dates.end.map(|moment| date(moment.at)),
        timezone: trip.time_zone().map(|zone| zone.as_str().to_owned()),
        currency: call.app.service.trips.base_currency(trip).code().to_owned(),
        destinations: Vec::new(),
        private: trip.private,
        url: call.app.links.trip_page(trip.id),
    }
}
