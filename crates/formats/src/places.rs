//! The places of a trip, each once: what the map formats write.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use indexmap::map::Entry;
use wayfare_domain::text::or_fallback;
use wayfare_domain::trip::itinerary::Day;
use wayfare_domain::trip::place::{Coordinates, Precision};
use wayfare_domain::trip::{Destination, ItineraryItem};
use wayfare_domain::{Instant, Period, Trip};

/// What a place is in the trip: of several, the first one here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// One of its destinations.
    Destination,
    /// The place of an item of the itinerary.
    Item,
    /// A location of the map.
    Location,
}

impl Source {
    /// The word for it in files.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Destination => "destination",
            Self::Item => "item",
            Self::Location => "location",
        }
    }

    /// The source of a word.
    pub(crate) fn parse(word: &str) -> Option<Self> {
        [Self::Destination, Self::Item, Self::Location]
            .into_iter()
            .find(|source| source.as_str() == word)
    }
}

/// The name under which files say how exactly a place is known.
pub(crate) const PRECISION: &str = "precision";

/// The word for that, of a place that is not known exactly.
pub(crate) fn inexact(precision: Option<Precision>) -> Option<&'static str> {
    let precision = precision.filter(|precision| *precision != Precision::Exact);
    precision.map(Precision::as_str)
}

/// The word for a line of the map in files.
pub(crate) const TRACK: &str = "track";

/// A place of a trip.
#[derive(Debug, Clone)]
pub(crate) struct Place<'t> {
    pub(crate) name: &'t str,
    pub(crate) location: &'t str,
    pub(crate) description: &'t str,
    pub(crate) coordinates: Option<Coordinates>,
    /// How exactly they are known.
    pub(crate) precision: Option<Precision>,
    pub(crate) source: Source,
    /// The dates of the map location, if it is one.
    pub(crate) period: Option<Period>,
    /// The items there, by their place in the itinerary.
    pub(crate) items: Vec<usize>,
}

/// What makes two places the same: their names in lower case, else where they are; and their
/// coordinates.
type Identity = (String, Option<Coordinates>);

/// Whether a place has a name, an address or a point.
fn says_where(name: &str, location: &str, coordinates: Option<Coordinates>) -> bool {
    !(name.trim().is_empty() && location.trim().is_empty()) || coordinates.is_some()
}

/// Whether a destination says where it is.
pub(crate) fn is_place(destination: &Destination) -> bool {
    let (name, location) = (&destination.name, &destination.location);
    says_where(name, location, destination.coordinates)
}

/// The places of a trip in the order of its destinations, of its items as days show them, and of
/// its map locations.
pub(crate) fn of_trip(trip: &Trip) -> Vec<Place<'_>> {
    let destinations = trip.plan.destinations.iter();
    let destinations = destinations.map(|it| (it, Source::Destination, None));
    let items = trip.shown_days().into_values().flatten();
    let items = items.map(|(index, item)| (&item.destination, Source::Item, Some(index)));
    let destinations = destinations.chain(items);
    let destinations = destinations.map(|(destination, source, item)| Place {
        name: &destination.name,
        location: &destination.location,
        description: &destination.description,
        coordinates: destination.coordinates,
        precision: destination.precision(),
        source,
        period: None,
        items: item.into_iter().collect(),
    });
    let locations = trip.map.locations.iter().map(|location| Place {
        name: &location.title,
        location: &location.address,
        description: "",
        coordinates: location.coordinates,
        precision: location.precision(),
        source: Source::Location,
        period: location.period,
        items: Vec::new(),
    });
    let mut places: IndexMap<Identity, Place<'_>> = IndexMap::new();
    for place in destinations.chain(locations) {
        if !says_where(place.name, place.location, place.coordinates) {
            continue;
        }
        match places.entry(place.identity()) {
            Entry::Vacant(entry) => {
                entry.insert(place);
            }
            Entry::Occupied(mut known) => {
                let known = known.get_mut();
                known.items.extend(place.items);
                known.period = known.period.or(place.period);
            }
        }
    }
    places.into_values().collect()
}

impl<'t> Place<'t> {
    fn identity(&self) -> Identity {
        let name = or_fallback(self.name.trim(), self.location.trim());
        (name.to_lowercase(), self.coordinates)
    }

    /// What it is called: its name, else where it is.
    pub(crate) fn title(&self) -> &'t str {
        or_fallback(self.name, self.location)
    }
}

/// The items of each day that have a place, in the order of the page.
pub(crate) fn days(trip: &Trip) -> BTreeMap<u32, Vec<&ItineraryItem>> {
    let mut days = BTreeMap::new();
    for (number, items) in trip.shown_days() {
        let items = items.into_iter().map(|(_, item)| item);
        let items: Vec<_> = items.filter(|item| is_place(&item.destination)).collect();
        if !items.is_empty() {
            days.insert(number, items);
        }
    }
    days
}

/// Whether days of the trip have dates.
pub(crate) fn has_calendar(trip: &Trip) -> bool {
    trip.plan.dates.start.is_some() || trip.itinerary.iter().any(|item| item.start.is_some())
}

/// The start and the end of a trip for a file with these items. A trip without a start has that of
/// [`Trip::date_of`], unless the first timed item in the file tells the same day 1.
pub(crate) fn dates<'t>(
    trip: &Trip,
    items: impl Iterator<Item = &'t ItineraryItem>,
) -> [Option<Instant>; 2] {
    let [start, end] = [trip.plan.dates.start, trip.plan.dates.end].map(|it| it.map(|it| it.at));
    let mut items = items.peekable();
    let has_items = items.peek().is_some();
    let told = items.find_map(|item| {
        let midnight = item.start?.midnight();
        Some(midnight.plus_days(1 - i64::from(item.day.number())))
    });
    let first = trip.date_of(Day::FIRST).midnight();
    let is_untold = has_items && has_calendar(trip) && told != Some(first);
    let counted = Some(first).filter(|first| is_untold && end.is_none_or(|end| *first <= end));
    [start.or(counted), end]
}

/// When an item ends: as written, else after its duration.
pub(crate) fn end_of(item: &ItineraryItem) -> Option<Instant> {
    use rust_decimal::prelude::ToPrimitive;
    let start = item.start?;
    item.end.or_else(|| {
        let duration = item.duration.value();
        let millis = duration.checked_mul(1_000.into())?.floor().to_i64()?;
        (millis > 0).then(|| start.plus_millis(millis))
    })
}
