//! A trip under construction from a file.

use std::collections::HashSet;

use indexmap::IndexMap;
use rust_decimal::Decimal;
use uuid::Uuid;
use wayfare_domain::trip::import::{FileDays, ImportedContent};
use wayfare_domain::trip::itinerary::{Confirmation, Day, ItemKind};
use wayfare_domain::trip::place::{Coordinates, ZoneName, identity};
use wayfare_domain::trip::{
    Budget, Destination, ItemEnds, ItineraryItem, MapLocation, Track, Transportation, TripMap,
    TypedHours,
};
use wayfare_domain::{
    Dates, Instant, Moment, Name, Path, Period, Plan, Quantity, ShortText, Text, Trip,
};

use super::lines::{Line, MAX_FILE_POINTS};
use super::markup::to_text;
use super::{ImportError, ImportFormat, ImportedTrip, UNNAMED_WARNING};
use crate::places::Source;

/// The most warnings that are kept.
const MAX_WARNINGS: usize = 50;
/// The most places of a file.
const MAX_PLACES: usize = 3_000;
/// The name of a trip whose file has none.
const UNNAMED: &str = "Imported trip";
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
    pub(crate) dated_at: Option<Coordinates>,
    places: Vec<DraftPlace>,
    /// How many of the places are of a file that is not ours.
    foreign_places: usize,
    items: Vec<ItineraryItem>,
    ids: HashSet<String>,
    tracks: Vec<Track>,
    /// How many points the lines have.
    points: usize,
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
    pub(crate) time_zone: Option<ZoneName>,
    /// What it is, if the file tells.
    pub(crate) source: Option<Source>,
    pub(crate) start: Option<Instant>,
    pub(crate) end: Option<Instant>,
}

/// An item of a file.
#[derive(Debug, Default)]
pub(crate) struct DraftItem {
    /// Its id, if the file tells.
    pub(crate) id: String,
    pub(crate) kind: String,
    pub(crate) budget: Budget,
    /// Where it is, and when.
    pub(crate) place: DraftPlace,
    /// Where it ends, if the file tells.
    pub(crate) end: Option<DraftPlace>,
    /// The zone of its end, if it is another.
    pub(crate) end_time_zone: Option<ZoneName>,
    /// Its hours that the file states as local. Until its zone is known, its times are these as if in
    /// UTC.
    pub(crate) typed: TypedHours,
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
            places: Vec::new(),
            foreign_places: 0,
            items: Vec::new(),
            ids: HashSet::new(),
            tracks: Vec::new(),
            points: 0,
            warnings: IndexMap::new(),
            mint,
        }
    }

    /// Adds a warning. The same one is given once, with its number.
    pub(crate) fn warn(&mut self, warning: impl Into<String>) {
        let warning = warning.into();
        if let Some(number) = self.warnings.get_mut(&warning) {
            *number += 1;
        } else if self.warnings.len() < MAX_WARNINGS {
            self.warnings.insert(warning, 1);
        }
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

    /// Adds a line of the map, simplified if it is long. One that a trip has no room for is left out.
    pub(crate) fn add_track(&mut self, name: &str, line: Line) {
        self.points += line.count;
        let points = line.into_points();
        if self.tracks.len() >= Trip::MAX_TRACKS || self.points > MAX_FILE_POINTS {
            let most = Trip::MAX_TRACKS;
            self.warn(format!("a line is left out: a trip has at most {most}"));
            return;
        }
        let count = points.len();
        let name = self.text(name);
        let Some(track) = Track::simplified(name, points) else {
            self.warn("a line of less than two points is left out");
            return;
        };
        if track.points().len() < count {
            self.warn("a line is simplified");
        }
        self.tracks.push(track);
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
            budget,
            place,
            end: end_place,
            end_time_zone,
            mut typed,
        } = item;
        let (start, mut end) = (place.start, place.end);
        if matches!((start, end), (Some(start), Some(end)) if end < start) {
            self.warn("an item that ends before it starts has no end");
            end = None;
        }
        if start.is_none() || end.is_none() {
            typed.end = None;
        }
        let id = self.id(id);
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
            confirmation: Confirmation::EMPTY,
            class: None,
        });
        Ok(())
    }

    /// Sets the midnight of day 1 of a trip without a start, unless the times of the items that were
    /// added tell it.
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
        let description = self.description(&self.description.clone());
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
            },
            dated_at: self.dated_at,
            main_picture: None,
            photos: Vec::new(),
            warnings: self.into_warnings(),
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

    fn name(&mut self) -> Result<Name, ImportError> {
        let name: String = self
            .name
            .replace('\0', "")
            .trim()
            .chars()
            .take(Name::MAX)
            .collect();
        if let Ok(name) = Name::new(&name) {
            return Ok(name);
        }
        self.warn(UNNAMED_WARNING);
        Ok(Name::new(UNNAMED)?)
    }

    fn dates(&mut self) -> Dates {
        let moment =
            |at: Option<Instant>| at.and_then(|at| Moment::from_text(&at.to_string()).ok());
        let sent = Dates {
            start: moment(self.start),
            end: moment(self.end),
        };
        match Dates::default().merge(sent, &Path::root()) {
            Ok(dates) => dates,
            Err(_) => {
                self.warn("the dates are left out: the start is after the end");
                Dates::default()
            }
        }
    }

    /// An id that no other item has.
    fn id(&mut self, wanted: String) -> ShortText {
        let id = ShortText::new(wanted).unwrap_or_default();
        if !id.is_empty() && self.ids.insert(id.to_string()) {
            return id;
        }
        self.minted()
    }

    fn minted(&mut self) -> ShortText {
        ShortText::cut(&(self.mint)().hyphenated().to_string())
    }

    fn destination(&mut self, place: DraftPlace) -> Destination {
        let DraftPlace {
            name,
            location,
            description,
            coordinates,
            time_zone: _,
            source: _,
            start: _,
            end: _,
        } = place;
        if name.is_empty() && location.is_empty() && coordinates.is_none() && description.is_empty()
        {
            return Destination::default();
        }
        Destination {
            id: self.minted(),
            name: self.text(&name),
            location: self.text(&location),
            description: self.description(&description),
            coordinates,
            is_pinned: coordinates.is_some(),
            ..Destination::default()
        }
    }

    fn location(&mut self, place: &DraftPlace) -> MapLocation {
        let moment =
            |at: Option<Instant>| at.and_then(|at| Moment::from_text(&at.to_string()).ok());
        let (start, end) = (moment(place.start), moment(place.end));
        let period = Period::new(start, end, &Path::root()).unwrap_or_else(|_| {
            self.warn("the dates of a place are left out: the start is after the end");
            None
        });
        if !place.description.is_empty() {
            self.warn("locations of the map have no description");
        }
        MapLocation {
            title: self.text(&place.name),
            address: self.text(&place.location),
            period,
            transportation: Transportation::NONE,
            coordinates: place.coordinates,
            is_pinned: place.coordinates.is_some(),
        }
    }

    /// A description; without the markup that files of others have.
    fn description<const MAX: usize>(&mut self, text: &str) -> Text<MAX> {
        if self.is_own {
            self.text(text)
        } else {
            self.text(&to_text(text))
        }
    }

    /// A text, shortened if it is too long.
    fn text<const MAX: usize>(&mut self, text: &str) -> Text<MAX> {
        let cut = Text::cut(text);
        if cut.as_str() != text {
            self.warn("a text is shortened");
        }
        cut
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

/// The point of two numbers as a file writes them.
pub(crate) fn coordinates(latitude: &str, longitude: &str) -> Option<Coordinates> {
    let number = |text: &str| {
        let text = text.trim();
        let text = text.strip_prefix('+').unwrap_or(text);
        // Files have more digits than a place needs.
        let float: f64 = text.parse().ok()?;
        text.parse::<Decimal>()
            .ok()
            .or_else(|| Decimal::try_from(float).ok())
    };
    Coordinates::new(number(latitude)?, number(longitude)?).ok()
}

/// An instant as a file writes it.
pub(crate) fn instant(text: &str) -> Option<Instant> {
    Instant::parse(text.trim()).ok()
}
