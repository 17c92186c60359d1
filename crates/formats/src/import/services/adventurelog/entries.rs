//! What belongs to the trips of a backup: places with visits, legs of the way and stays.

use serde::Deserialize;
use wayfare_domain::trip::{Budget, ItemClass, LocalTime, TypedHours};
use wayfare_domain::{Date, Instant, Trip};

use super::super::{date_in, point, price, zone_name};
use super::{Images, MAX_ENTRIES, MAX_TRIPS, Span};
use crate::geojson::read::words::Words;
use crate::import::ImportError;
use crate::import::costs::currency;
use crate::import::details::Details;
use crate::import::draft::{self, Draft, DraftItem, DraftPlace};
use crate::import::list::List;

/// A day before and after the dates of a trip, which are those of other clocks.
const SLACK: i64 = 1;

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Location {
    export_id: Words,
    name: Words,
    location: Words,
    description: Words,
    tags: List<Words, MAX_ENTRIES>,
    rating: Words,
    link: Words,
    price: Words,
    price_currency: Words,
    latitude: Words,
    longitude: Words,
    category_name: Words,
    collection_export_ids: List<Words, MAX_TRIPS>,
    visits: List<Visit, { Trip::MAX_ITEMS }>,
    images: Images,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Visit {
    start_date: Words,
    end_date: Words,
    timezone: Words,
    notes: Words,
    images: Images,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Transportation {
    r#type: Words,
    pub(super) name: Words,
    description: Words,
    link: Words,
    price: Words,
    price_currency: Words,
    date: Words,
    end_date: Words,
    start_timezone: Words,
    end_timezone: Words,
    flight_number: Words,
    from_location: Words,
    to_location: Words,
    origin_latitude: Words,
    origin_longitude: Words,
    destination_latitude: Words,
    destination_longitude: Words,
    pub(super) collection_export_id: Words,
    pub(super) images: Images,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Lodging {
    pub(super) name: Words,
    description: Words,
    link: Words,
    check_in: Words,
    check_out: Words,
    timezone: Words,
    reservation_number: Words,
    price: Words,
    price_currency: Words,
    latitude: Words,
    longitude: Words,
    location: Words,
    pub(super) collection_export_id: Words,
    pub(super) images: Images,
}

/// An item with its date, if it has one.
type Dated = (Option<Date>, DraftItem);

/// The date at the beginning of a text.
pub(super) fn date(text: &Words) -> Option<Date> {
    Date::parse(text.0.get(..10)?).ok()
}

impl Location {
    pub(super) fn id(&self) -> &str {
        &self.export_id.0
    }

    /// The export ids of its collections.
    pub(super) fn collections(&self) -> impl Iterator<Item = &Words> {
        self.collection_export_ids.iter()
    }

    /// Its pictures and those of its visits.
    pub(super) fn images(&self) -> impl Iterator<Item = (&Images, &str)> {
        let images = self.visits.iter().map(|visit| &visit.images);
        std::iter::once(&self.images)
            .chain(images)
            .map(|images| (images, self.name.0.as_str()))
    }

    /// Adds its visits within the days of a trip; else itself on the planned date; else as a place.
    pub(super) fn add(
        &self,
        draft: &mut Draft<'_>,
        span: Span,
        planned: Option<Date>,
        items: &mut Vec<Dated>,
    ) -> Result<(), ImportError> {
        let place = self.place(draft);
        let before = items.len();
        for visit in self.visits.iter() {
            let is_first = items.len() == before;
            let mut item = DraftItem::at(DraftPlace {
                name: place.name.clone(),
                location: place.location.clone(),
                coordinates: place.coordinates,
                ..DraftPlace::default()
            });
            if is_first {
                item.place.description.clone_from(&place.description);
                item.budget = self.price();
            }
            item.place.describe_first(visit.notes.0.trim());
            let times = [&visit.start_date, &visit.end_date];
            match set_times(&mut item, times, [&visit.timezone; 2]) {
                Some(date) if span.has(date) => items.push((Some(date), item)),
                Some(_) => draft.warn("a visit outside of the trip's dates is left out"),
                None => {}
            }
        }
        if items.len() > before {
            return Ok(());
        }
        match planned {
            Some(date) => {
                let mut item = DraftItem::at(place);
                item.budget = self.price();
                items.push((Some(date), item));
                Ok(())
            }
            None => draft.add_place(place),
        }
    }

    fn place(&self, draft: &mut Draft<'_>) -> DraftPlace {
        let mut details = Details::default();
        details.add("", &self.category_name.0);
        let tags: Vec<&str> = self.tags.iter().map(|tag| tag.0.as_str()).collect();
        details.add("Tags", &tags.join(", "));
        details.add("Rating", &self.rating.0);
        details.add("", &self.link.0);
        DraftPlace {
            name: self.name.0.clone(),
            location: self.location.0.clone(),
            description: details.after(&self.description.0),
            coordinates: point(draft, &self.latitude, &self.longitude),
            ..DraftPlace::default()
        }
    }

    fn price(&self) -> Budget {
        price(
            &self.price.0,
            currency(&self.price_currency.0),
            "Activities",
        )
    }
}

impl Span {
    fn has(self, date: Date) -> bool {
        let is_after = |first: Date| date.midnight().plus_days(SLACK) >= first.midnight();
        let is_before = |last: Date| date.midnight().plus_days(-SLACK) <= last.midnight();
        self.first.is_none_or(is_after) && self.last.is_none_or(is_before)
    }
}

impl Transportation {
    pub(super) fn into_item(self, draft: &mut Draft<'_>) -> Option<Dated> {
        let class = match self.r#type.0.as_str() {
            "plane" => ItemClass::Flight,
            "train" => ItemClass::Train,
            "bus" => ItemClass::Bus,
            "car" => ItemClass::Car,
            "boat" => ItemClass::Ferry,
            "walking" => ItemClass::Walk,
            _ => ItemClass::Travel,
        };
        let mut details = Details::default();
        details.add("", &self.flight_number.0);
        details.add("", &self.link.0);
        let end = DraftPlace {
            coordinates: point(
                draft,
                &self.destination_latitude,
                &self.destination_longitude,
            ),
            name: self.to_location.0,
            ..DraftPlace::default()
        };
        let place = DraftPlace {
            name: self.name.0,
            location: self.from_location.0,
            description: details.after(&self.description.0),
            coordinates: point(draft, &self.origin_latitude, &self.origin_longitude),
            ..DraftPlace::default()
        };
        let currency = currency(&self.price_currency.0);
        let mut item = DraftItem {
            budget: price(&self.price.0, currency, class.category()),
            end: (!end.is_empty()).then_some(end),
            ..DraftItem::of(class, place)
        };
        let zones = [&self.start_timezone, &self.end_timezone];
        let date = set_times(&mut item, [&self.date, &self.end_date], zones);
        Some((date, item))
    }
}

impl Lodging {
    pub(super) fn into_item(self, draft: &mut Draft<'_>) -> Option<Dated> {
        let class = ItemClass::Stay;
        let mut details = Details::default();
        details.add("", &self.link.0);
        let place = DraftPlace {
            name: self.name.0,
            location: self.location.0,
            description: details.after(&self.description.0),
            coordinates: point(draft, &self.latitude, &self.longitude),
            ..DraftPlace::default()
        };
        let currency = currency(&self.price_currency.0);
        let mut item = DraftItem {
            confirmation: self.reservation_number.0,
            budget: price(&self.price.0, currency, class.category()),
            ..DraftItem::of(class, place)
        };
        let times = [&self.check_in, &self.check_out];
        let date = set_times(&mut item, times, [&self.timezone; 2]);
        Some((date, item))
    }
}

/// Sets when an item is; returns its date. Midnights without a time zone are whole days.
fn set_times(item: &mut DraftItem, times: [&Words; 2], zones: [&Words; 2]) -> Option<Date> {
    let [start, end] = times.map(|text| draft::instant(&text.0));
    let [zone, end_zone] = zones.map(|text| zone_name(&text.0));
    let start = start?;
    let is_whole = |at: Instant| at == at.midnight();
    let end = end.filter(|end| *end >= start);
    if zone.is_none() && is_whole(start) && end.is_none_or(is_whole) {
        if let Some(last) = end.filter(|end| *end > start) {
            let after = last.plus_days(1);
            (item.place.start, item.place.end) = (Some(start), Some(after));
            item.typed = TypedHours {
                start: Some(LocalTime::in_utc(start)),
                end: Some(LocalTime::in_utc(after)),
            };
        }
        return Some(start.into());
    }
    let date = date_in(zone.as_ref(), start);
    (item.place.start, item.place.end) = (Some(start), end);
    item.end_time_zone = end_zone.filter(|it| end.is_some() && Some(it) != zone.as_ref());
    item.place.time_zone = zone;
    Some(date)
}
