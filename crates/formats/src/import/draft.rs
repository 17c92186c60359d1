//! A trip under construction from a file.

use std::collections::HashSet;

use indexmap::IndexMap;
use rust_decimal::Decimal;
use uuid::Uuid;
use wayfare_domain::trip::import::{FileDays, ImportedBooking, ImportedContent};
use wayfare_domain::trip::itinerary::{Day, ItemKind};
use wayfare_domain::trip::place::{Coordinates, Precision, ZoneName, identity};
use wayfare_domain::trip::{
    Budget, Destination, ItemClass, ItemEnds, ItineraryItem, Track, TripMap, TypedHours,
};
use wayfare_domain::{Date, Instant, Plan, Quantity, ShortText, Trip};

use super::lines::Times;
pub(crate) use super::point::coordinates;
use super::point::is_nowhere;
use super::{ImportError, ImportFormat, ImportedFile, ImportedTrip};
use crate::places::Source;

mod bookings;
mod track;
mod values;

pub(crate) use track::DraftTrack;

/// The most warnings that are kept.
const MAX_WARNINGS: usize = 50;
/// The most places of a file.
const MAX_PLACES: usize = 3_000;
/// The type of an item whose file names none.
const STAY: &str = "destination";

/// A trip under construction.
pub(crate) struct Draft<'m> {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) start: Option<Instant>,
    pub(crate) end: Option<Instant>,
    /// The zone of the file.
    pub(crate) time_zone: Option<ZoneName>,
    /// Whether the file is an export of ours, whose descriptions are text.
    pub(crate) is_own: bool,
    /// Whether the times of its items tell their days.
    pub(crate) has_times: bool,
    /// Where the line begins whose times are its dates.
    dated_at: Option<Coordinates>,
    /// Texts that end its description.
    notes: Vec<String>,
    places: Vec<DraftPlace>,
    /// How many of the places are of a file that is not ours.
    foreign_places: usize,
    items: Vec<ItineraryItem>,
    ids: HashSet<String>,
    /// What makes items the same in another file.
    bookings: Vec<ImportedBooking>,
    tracks: Vec<Track>,
    /// How many points the lines have.
    points: usize,
    /// When the lines were recorded, and where the first one begins.
    recorded: Times,
    recorded_at: Option<Coordinates>,
    /// The files that come with it.
    pub(crate) files: Vec<ImportedFile>,
    /// Warnings, and how often each was given.
    warnings: IndexMap<String, usize>,
    mint: &'m mut dyn FnMut() -> Uuid,
}

/// A place of a file.
#[derive(Debug, Default, Clone)]
pub(crate) struct DraftPlace {
    pub(crate) name: String,
    pub(crate) location: String,
    pub(crate) description: String,
    pub(crate) coordinates: Option<Coordinates>,
    /// How exactly they are known, if the file tells.
    pub(crate) precision: Option<Precision>,
    pub(crate) time_zone: Option<ZoneName>,
    /// What it is, if the file tells.
    pub(crate) source: Option<Source>,
    pub(crate) start: Option<Instant>,
    pub(crate) end: Option<Instant>,
}

impl DraftPlace {
    /// That of its coordinates: exact if the file does not tell.
    fn precision(&self) -> Option<Precision> {
        let precision = self.precision.unwrap_or(Precision::Exact);
        self.coordinates.map(|_| precision)
    }

    /// Whether nothing tells what or where it is.
    pub(crate) fn is_empty(&self) -> bool {
        let texts = [&self.name, &self.location, &self.description];
        texts.iter().all(|text| text.trim().is_empty()) && self.coordinates.is_none()
    }

    /// Another place of its name.
    pub(crate) fn another(&self, at: Coordinates) -> Self {
        Self {
            name: ShortText::cut(&self.name).to_string(),
            coordinates: Some(at),
            ..Self::default()
        }
    }

    /// Begins its description with a line.
    pub(crate) fn describe_first(&mut self, line: &str) {
        self.description = match (line, self.description.trim()) {
            ("", _) => return,
            (line, "") => line.to_owned(),
            (line, description) => format!("{line}\n{description}"),
        };
    }
}

/// An item of a file.
#[derive(Debug, Default)]
pub(crate) struct DraftItem {
    /// Its id, if the file tells.
    pub(crate) id: String,
    pub(crate) kind: String,
    /// What it is, if the file tells.
    pub(crate) class: Option<ItemClass>,
    /// What it is confirmed by, if the file tells.
    pub(crate) confirmation: String,
    /// [`ImportedBooking::key`]; empty if nothing makes it the same in another file.
    pub(crate) booking: String,
    /// [`ImportedBooking::transport`].
    pub(crate) transport: String,
    /// [`ImportedBooking::sequence`].
    pub(crate) sequence: u64,
    pub(crate) budget: Budget,
    /// Where it is, and when.
    pub(crate) place: DraftPlace,
    /// Where it ends, if the file tells.
    pub(crate) end: Option<DraftPlace>,
    /// The zone of its end, if it is another.
    pub(crate) end_time_zone: Option<ZoneName>,
    /// Its hours that the file states as local. Until its zone is known, its times are these as if
    /// in UTC.
    pub(crate) typed: TypedHours,
}

impl DraftItem {
    /// An item without times.
    pub(crate) fn at(place: DraftPlace) -> Self {
        Self {
            place,
            ..Self::default()
        }
    }

    /// An item of a class.
    pub(crate) fn of(class: ItemClass, place: DraftPlace) -> Self {
        Self {
            kind: class.kind().to_owned(),
            class: Some(class).filter(|class| *class != ItemClass::Other),
            ..Self::at(place)
        }
    }
}

/// An item with the days on which it begins and ends, by the clocks of its places.
#[derive(Debug)]
pub(crate) struct DatedItem {
    pub(crate) first: Option<Date>,
    pub(crate) last: Option<Date>,
    pub(crate) item: DraftItem,
}

/// A day of a file.
#[derive(Debug, Default)]
pub(crate) struct DraftDay {
    /// Its number, if the file tells.
    pub(crate) number: Option<u32>,
    pub(crate) items: Vec<DraftItem>,
}

impl<'m> Draft<'m> {
    pub(crate) fn new(mint: &'m mut dyn FnMut() -> Uuid) -> Self {
        Self {
            name: String::new(),
            description: String::new(),
            start: None,
            end: None,
            time_zone: None,
            is_own: false,
            has_times: false,
            dated_at: None,
            notes: Vec::new(),
            places: Vec::new(),
            foreign_places: 0,
            items: Vec::new(),
            ids: HashSet::new(),
            bookings: Vec::new(),
            tracks: Vec::new(),
            points: 0,
            recorded: Times::default(),
            recorded_at: None,
            files: Vec::new(),
            warnings: IndexMap::new(),
            mint,
        }
    }

    /// Another trip of the same file.
    pub(crate) fn another(&mut self) -> Draft<'_> {
        Draft::new(&mut *self.mint)
    }

    /// Adds a warning. The same one is given once, with its number.
    pub(crate) fn warn(&mut self, warning: impl Into<String>) {
        self.warn_times(warning, 1);
    }

    /// Adds a warning so many times.
    pub(crate) fn warn_times(&mut self, warning: impl Into<String>, times: usize) {
        let warning = warning.into();
        if let Some(number) = self.warnings.get_mut(&warning) {
            *number += times;
        } else if self.warnings.len() < MAX_WARNINGS && times > 0 {
            self.warnings.insert(warning, times);
        }
    }

    /// The point of two numbers as the file writes them. One that is none is warned of, and so is
    /// 0, 0 in files of other programs: it is nowhere.
    pub(crate) fn point(&mut self, latitude: &str, longitude: &str) -> Option<Coordinates> {
        let at = coordinates(latitude, longitude);
        let at = at.filter(|at| self.is_own || !is_nowhere(*at));
        if at.is_none() {
            self.warn("a point has no valid coordinates");
        }
        at
    }

    /// Adds a place. One with dates that is something else of a trip of ours is a location of the
    /// map as well, which alone has dates.
    ///
    /// # Errors
    /// There are too many.
    pub(crate) fn add_place(&mut self, place: DraftPlace) -> Result<(), ImportError> {
        let is_other = matches!(place.source, Some(Source::Destination | Source::Item));
        if is_other && place.start.is_some() {
            self.add_place(DraftPlace {
                source: Some(Source::Location),
                description: String::new(),
                ..place.clone()
            })?;
        }
        self.foreign_places += usize::from(place.source.is_none());
        if self.places.len() >= MAX_PLACES || self.foreign_places > Trip::MAX_ITEMS {
            return Err(too_many_places());
        }
        self.places.push(place);
        Ok(())
    }

    /// Adds the items of days. The days have the numbers of the file if each has another one, else
    /// those with items are counted. Returns the numbers.
    ///
    /// # Errors
    /// There are too many items.
    pub(crate) fn add_days(&mut self, days: Vec<DraftDay>) -> Result<Vec<u32>, ImportError> {
        let mut with_items = days.iter().filter(|day| !day.items.is_empty());
        let mut seen = HashSet::new();
        let are_numbered = with_items.all(|day| {
            let number = day.number.unwrap_or_default();
            (1..=Day::MAX_IMPORTED).contains(&number) && seen.insert(number)
        });
        let (mut count, mut numbers) = (0, Vec::new());
        for DraftDay { number, items } in days {
            count += u32::from(!items.is_empty());
            let number = number.filter(|_| are_numbered).unwrap_or(count);
            numbers.push(number);
            for item in items {
                self.add_item(number, item)?;
            }
        }
        Ok(numbers)
    }

    /// Adds an item on a day, or on the nearest one that a trip can have.
    ///
    /// # Errors
    /// There are too many.
    pub(crate) fn add_item(&mut self, day: u32, item: DraftItem) -> Result<(), ImportError> {
        if self.items.len() >= Trip::MAX_ITEMS {
            return Err(too_many_items());
        }
        let DraftItem {
            id,
            kind,
            class,
            confirmation,
            booking,
            transport,
            sequence,
            budget,
            place,
            end: end_place,
            end_time_zone,
            mut typed,
        } = item;
        let (start, mut end) = (place.start, place.end);
        // Travel may end on an earlier hour, if that is of another zone.
        let is_travel = class.is_some_and(ItemClass::is_travel) && !typed.is_empty();
        if !is_travel && matches!((start, end), (Some(start), Some(end)) if end < start) {
            self.warn("an item that ends before it starts has no end");
            end = None;
        }
        if start.is_none() || end.is_none() {
            typed.end = None;
        }
        let id = self.id(id);
        self.add_booking(
            &booking,
            ImportedBooking {
                transport: ShortText::cut(&transport),
                sequence,
                item_id: Some(id.clone()),
                ..ImportedBooking::default()
            },
        );
        let confirmation = self.text(&confirmation);
        let ends = ItemEnds {
            time_zone: place.time_zone.clone(),
            end_time_zone,
            destination: end_place
                .map(|end| self.destination(end))
                .filter(|end| *end != Destination::default()),
            found: None,
        };
        let destination = self.destination(place);
        let duration = match (start, end) {
            (Some(start), Some(end)) => {
                let millis = end.millis().saturating_sub(start.millis());
                Quantity::new(Decimal::new(millis, 3)).unwrap_or_default()
            }
            _ => Quantity::ZERO,
        };
        let kind = ItemKind::new(&kind.chars().take(50).collect::<String>())
            .or_else(|_| ItemKind::new(STAY))?;
        self.items.push(ItineraryItem {
            id,
            kind,
            day: Day::new(day.clamp(1, Day::MAX_IMPORTED))?,
            start,
            end: if start.is_some() { end } else { None },
            typed,
            duration,
            budget,
            destination,
            photos: Vec::new(),
            ends,
            confirmation,
            class,
            booking: None,
        });
        Ok(())
    }

    /// Sets the midnight of day 1 of a trip without a start, unless the times of the items that
    /// were added tell it.
    pub(crate) fn set_first_day(&mut self, first: Instant) {
        let mut items = self.items.iter();
        let told = items.find_map(|item| {
            let start = item.start?.midnight();
            Some(start.plus_days(1 - i64::from(item.day.number())))
        });
        let is_before_end = self.end.is_none_or(|end| first <= end);
        if self.start.is_none() && is_before_end && told.unwrap_or(Instant::EPOCH) != first {
            self.start = Some(first);
        }
    }

    /// Puts the items that were added into the order of their days, then of their numbers.
    pub(crate) fn sort_items_by_key<K: Ord>(&mut self, keys: &[K]) {
        let mut keyed: Vec<_> = keys.iter().zip(std::mem::take(&mut self.items)).collect();
        keyed.sort_by_key(|(key, _)| *key);
        self.items = keyed.into_iter().map(|(_, item)| item).collect();
    }

    /// The trip.
    ///
    /// # Errors
    /// It has more items or places than a trip may.
    pub(crate) fn finish(mut self, format: ImportFormat) -> Result<ImportedTrip, ImportError> {
        self.date_by_lines();
        let mut plan = Plan {
            dates: self.dates(),
            time_zone: self.time_zone.take(),
            ..Plan::default()
        };
        let mut locations = Vec::new();
        let in_items: HashSet<(String, Option<Coordinates>)> = self
            .items
            .iter()
            .map(|item| identity(&item.destination.name, item.destination.coordinates))
            .collect();
        for place in std::mem::take(&mut self.places) {
            let is_visited = in_items.contains(&identity(&place.name, place.coordinates));
            match place.source {
                Some(Source::Item) if is_visited => {}
                Some(Source::Location) => locations.push(self.location(&place)),
                _ if plan.destinations.len() < Trip::MAX_DESTINATIONS => {
                    plan.destinations.push(self.destination(place));
                }
                _ => {
                    let most = Trip::MAX_DESTINATIONS;
                    self.warn(format!(
                        "the places after the first {most} are locations of the map"
                    ));
                    locations.push(self.location(&place));
                }
            }
        }
        if locations.len() > Trip::MAX_LOCATIONS {
            return Err(too_many_places());
        }
        let name = self.name()?;
        let description = self.trip_description();
        let map = TripMap {
            locations,
            tracks: std::mem::take(&mut self.tracks),
            ..TripMap::default()
        };
        Ok(ImportedTrip {
            format,
            content: ImportedContent {
                name,
                description,
                plan,
                base_currency: None,
                rates: Vec::new(),
                itinerary: std::mem::take(&mut self.items),
                map,
                days: match (self.is_own, self.has_times) {
                    (true, _) => FileDays::Written,
                    (_, true) => FileDays::Times,
                    _ => FileDays::Numbers,
                },
                payments: None,
                bookings: self.bookings(),
                files: Vec::new(),
            },
            dated_at: self.dated_at,
            main_picture: None,
            photos: Vec::new(),
            files: std::mem::take(&mut self.files),
            has_unread: false,
            warnings: self.into_warnings(),
            others: Vec::new(),
        })
    }

    /// The warnings in the order in which they were first given.
    pub(crate) fn into_warnings(self) -> Vec<String> {
        let warnings = self.warnings.into_iter();
        let numbered = warnings.map(|(warning, number)| match number {
            2.. => format!("{warning} ({number} times)"),
            _ => warning,
        });
        numbered.collect()
    }
}

/// The error of a file with more items than a trip may have.
pub(crate) fn too_many_items() -> ImportError {
    ImportError::malformed(format!("must have at most {} items", Trip::MAX_ITEMS))
}

/// The error of a file with more places than a trip may have.
pub(crate) fn too_many_places() -> ImportError {
    ImportError::malformed(format!("must have at most {} places", Trip::MAX_ITEMS))
}

/// The error of a file with more folders than a trip may have items.
pub(crate) fn too_many_folders() -> ImportError {
    ImportError::malformed(format!("must have at most {} folders", Trip::MAX_ITEMS))
}

/// An instant as a file writes it.
pub(crate) fn instant(text: &str) -> Option<Instant> {
    Instant::parse(text.trim()).ok()
}
