//! Destinations, items of the itinerary, and locations of the map in an archive.

use serde::{Deserialize, Serialize};
use wayfare_domain::trip::itinerary::{Day, ItemKind, ItemPhoto, PhotoUrl};
use wayfare_domain::trip::place::{Precision, ZoneName};
use wayfare_domain::trip::{
    Destination, ItemClass, ItemEnds, ItineraryItem, LocalTime, MapLocation, Transportation,
    TypedHours,
};
use wayfare_domain::{Path, Period, Trip};

use super::booking::BookingFile;
use super::budget::{BudgetFile, Members};
use super::values::{
    CoordinatesFile, MomentFile, Number, amount, each, instant, moment, optional, refused, text,
    value,
};
use crate::import::ImportError;
use crate::import::list::List;

#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct DestinationFile {
    id: String,
    name: String,
    location: String,
    description: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    coordinates: Option<CoordinatesFile>,
    #[serde(skip_serializing_if = "Option::is_none")]
    precision: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_zone: Option<String>,
    /// Whether a person or a file has set the coordinates.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pinned: bool,
    /// Whether a gazetteer filled in what was left out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    filled: bool,
    /// Whether a gazetteer filled in the location.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    location_found: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ItemFile {
    id: String,
    r#type: String,
    day: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    end: Option<String>,
    /// In seconds.
    #[serde(default)]
    duration: Number,
    #[serde(default)]
    destination: DestinationFile,
    #[serde(default)]
    pub(super) budget: BudgetFile,
    #[serde(default)]
    photos: List<PhotoFile, { Trip::MAX_PHOTOS }>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time_zone: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    end_time_zone: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    end_destination: Option<DestinationFile>,
    /// The end that the name has, not set by a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    found_end: Option<DestinationFile>,
    /// The hours that its start and its end follow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start_local: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    end_local: Option<String>,
    /// What its booking is confirmed by.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    confirmation: String,
    /// What it was set to be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    /// The booking of a file that it was made of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    booking: Option<Box<BookingFile>>,
}

#[derive(Serialize, Deserialize)]
struct PhotoFile {
    url: String,
    #[serde(default)]
    description: String,
}

#[derive(Serialize, Deserialize)]
pub(super) struct LocationFile {
    title: String,
    #[serde(default)]
    address: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<MomentFile>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    end: Option<MomentFile>,
    #[serde(default)]
    transportation: TransportationFile,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    coordinates: Option<CoordinatesFile>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    precision: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pinned: bool,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct TransportationFile {
    r#type: String,
    /// In kilometres.
    distance: Number,
    /// In minutes.
    time: Number,
    cost: Number,
}

impl DestinationFile {
    pub(super) fn new(destination: &Destination) -> Self {
        let Destination {
            id,
            name,
            location,
            description,
            coordinates,
            precision,
            time_zone,
            is_pinned,
            is_filled,
            has_found_location,
        } = destination;
        Self {
            id: id.to_string(),
            name: name.to_string(),
            location: location.to_string(),
            description: description.to_string(),
            coordinates: coordinates.map(CoordinatesFile::new),
            precision: precision.map(word),
            time_zone: time_zone.as_ref().map(zone_text),
            pinned: *is_pinned,
            filled: *is_filled,
            location_found: *has_found_location,
        }
    }

    pub(super) fn read(self) -> Result<Destination, ImportError> {
        Ok(Destination {
            id: text("a destination's id", self.id)?,
            name: text("a destination's name", self.name)?,
            location: text("a destination's location", self.location)?,
            description: text("a destination's description", self.description)?,
            coordinates: optional(self.coordinates, CoordinatesFile::read)?,
            precision: optional(self.precision, precision)?,
            time_zone: optional(self.time_zone, zone)?,
            is_pinned: self.pinned,
            is_filled: self.filled,
            has_found_location: self.location_found,
        })
    }
}

pub(super) fn zone_text(zone: &ZoneName) -> String {
    zone.as_str().to_owned()
}

fn word(precision: Precision) -> String {
    precision.as_str().to_owned()
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "optional values are passed on"
)]
fn precision(word: String) -> Result<Precision, ImportError> {
    value("a precision", Precision::parse(&word))
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "optional values are passed on"
)]
pub(super) fn zone(name: String) -> Result<ZoneName, ImportError> {
    value("a timeZone", ZoneName::new(&name))
}

impl ItemFile {
    pub(super) fn new(item: &ItineraryItem, members: &Members<'_>) -> Self {
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
            ends:
                ItemEnds {
                    time_zone,
                    end_time_zone,
                    destination: end_destination,
                    found,
                },
            confirmation,
            class,
            booking,
        } = item;
        let photo = |ItemPhoto { url, description }: &ItemPhoto| PhotoFile {
            url: url.as_str().to_owned(),
            description: description.to_string(),
        };
        Self {
            id: id.to_string(),
            r#type: kind.as_str().to_owned(),
            day: day.number(),
            start: start.map(|at| at.to_string()),
            end: end.map(|at| at.to_string()),
            duration: (*duration).into(),
            destination: DestinationFile::new(destination),
            budget: BudgetFile::new(budget, members),
            photos: photos.iter().map(photo).collect(),
            time_zone: time_zone.as_ref().map(zone_text),
            end_time_zone: end_time_zone.as_ref().map(zone_text),
            end_destination: end_destination.as_ref().map(DestinationFile::new),
            found_end: found.as_ref().map(DestinationFile::new),
            start_local: typed.start.map(|hour| hour.to_string()),
            end_local: typed.end.map(|hour| hour.to_string()),
            confirmation: confirmation.to_string(),
            kind: class.map(|class| class.name().to_owned()),
            booking: booking.as_deref().map(|it| Box::new(BookingFile::new(it))),
        }
    }

    pub(super) fn read(self) -> Result<ItineraryItem, ImportError> {
        let time = |text: String| instant("an item's time", &text);
        let hour = |text: String| value("an item's hour", LocalTime::parse(&text));
        let photo = |PhotoFile { url, description }| {
            Ok(ItemPhoto {
                url: value("a photo's url", PhotoUrl::new(&url))?,
                description: text("a photo's description", description)?,
            })
        };
        Ok(ItineraryItem {
            id: text("an item's id", self.id)?,
            kind: value("an item's type", ItemKind::new(&self.r#type))?,
            day: value("an item's day", Day::new(self.day))?,
            start: optional(self.start, time)?,
            end: optional(self.end, time)?,
            typed: TypedHours {
                start: optional(self.start_local, hour)?,
                end: optional(self.end_local, hour)?,
            },
            duration: amount("an item's duration", self.duration)?,
            budget: self.budget.read("an item's budget")?,
            destination: self.destination.read()?,
            photos: each(self.photos, photo)?,
            ends: ItemEnds {
                time_zone: optional(self.time_zone, zone)?,
                end_time_zone: optional(self.end_time_zone, zone)?,
                destination: optional(self.end_destination, DestinationFile::read)?,
                found: optional(self.found_end, DestinationFile::read)?,
            },
            confirmation: text("an item's confirmation", self.confirmation)?,
            class: optional(self.kind, |kind| {
                value("an item's kind", ItemClass::new(&kind))
            })?,
            booking: optional(self.booking, |file| Ok(Box::new(file.read()?)))?,
        })
    }
}

impl LocationFile {
    pub(super) fn new(location: &MapLocation) -> Self {
        let MapLocation {
            title,
            address,
            period,
            transportation,
            coordinates,
            precision,
            is_pinned,
        } = location;
        let Transportation {
            kind,
            distance,
            time,
            cost,
        } = transportation;
        Self {
            title: title.to_string(),
            address: address.to_string(),
            start: period.map(|period| period.start.into()),
            end: period.map(|period| period.end.into()),
            transportation: TransportationFile {
                r#type: kind.to_string(),
                distance: (*distance).into(),
                time: (*time).into(),
                cost: (*cost).into(),
            },
            coordinates: coordinates.map(CoordinatesFile::new),
            precision: precision.map(word),
            pinned: *is_pinned,
        }
    }

    pub(super) fn read(self) -> Result<MapLocation, ImportError> {
        let at = "a location";
        let start = optional(self.start, |start| moment(at, &start))?;
        let end = optional(self.end, |end| moment(at, &end))?;
        let period = Period::new(start, end, &Path::root());
        let TransportationFile {
            r#type,
            distance,
            time,
            cost,
        } = self.transportation;
        Ok(MapLocation {
            period: period.map_err(|_| refused("a location starts after its end"))?,
            title: text(at, self.title)?,
            address: text(at, self.address)?,
            transportation: Transportation {
                kind: text(at, r#type)?,
                distance: amount(at, distance)?,
                time: amount(at, time)?,
                cost: amount(at, cost)?,
            },
            coordinates: optional(self.coordinates, CoordinatesFile::read)?,
            precision: optional(self.precision, precision)?,
            is_pinned: self.pinned,
        })
    }
}
