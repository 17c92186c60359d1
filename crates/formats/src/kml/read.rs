//! Reading KML: a folder is a day, its placemarks are items; other placemarks are places.

use std::io::BufRead;

use wayfare_domain::{Date, Instant, Trip};

use crate::import::ImportError;
use crate::import::draft::{Draft, DraftDay, DraftItem, coordinates, instant, too_many};
use crate::import::xml::{self, Attributes, Elements, Path};
use crate::places::Source;

/// The geometries that are no places.
const SHAPES: [&str; 7] = [
    "LineString",
    "LinearRing",
    "Polygon",
    "Model",
    "Track",
    "MultiTrack",
    "MultiGeometry",
];

/// Reads a document.
pub(crate) fn read<'m>(document: impl BufRead, draft: Draft<'m>) -> Result<Draft<'m>, ImportError> {
    let mut reader = Reader {
        draft,
        placemark: None,
        data: String::new(),
        folders: Vec::new(),
        days: Vec::new(),
        items: 0,
        dated: None,
    };
    xml::read(document, &mut reader)?;
    reader.finish()
}

struct Reader<'m> {
    draft: Draft<'m>,
    placemark: Option<Placemark>,
    /// The name of the value that is being read.
    data: String,
    /// The open folders, by their places in `days`.
    folders: Vec<usize>,
    days: Vec<DraftDay>,
    /// How many items the days have.
    items: usize,
    /// A day of the calendar that items without a time name, and its number among the folders.
    dated: Option<(Date, usize)>,
}

#[derive(Default)]
struct Placemark {
    item: DraftItem,
    source: String,
    begin: String,
    end: String,
    /// Whether it has a geometry that is no point.
    is_shape: bool,
}

impl Elements for Reader<'_> {
    fn open(&mut self, path: &Path, attributes: &Attributes) -> Result<(), ImportError> {
        let name = path.last().map(String::as_str).unwrap_or_default();
        match name {
            "Folder" => {
                if self.days.len() > Trip::MAX_ITEMS {
                    return Err(too_many("folders"));
                }
                self.folders.push(self.days.len());
                self.days.push(DraftDay::default());
            }
            "Placemark" => self.placemark = Some(Placemark::default()),
            "Data" | "SimpleData" => {
                self.data = attributes.get("name").cloned().unwrap_or_default();
            }
            "GroundOverlay" | "ScreenOverlay" | "PhotoOverlay" | "NetworkLink" => {
                self.draft.warn("an overlay or a link is left out");
            }
            _ => {
                if let Some(placemark) = &mut self.placemark {
                    placemark.is_shape |= SHAPES.contains(&name);
                }
            }
        }
        Ok(())
    }

    fn close(&mut self, path: &Path, text: &str) -> Result<(), ImportError> {
        let mut from_end = path.iter().rev().map(String::as_str);
        let name = from_end.next().unwrap_or_default();
        let parent = from_end.next().unwrap_or_default();
        match name {
            "Folder" => {
                self.folders.pop();
            }
            "Placemark" => {
                if let Some(placemark) = self.placemark.take() {
                    self.add(placemark)?;
                }
            }
            "value" if parent == "Data" => self.value(text),
            "SimpleData" => self.value(text),
            _ => match &mut self.placemark {
                Some(placemark) => placemark.field(parent, name, text),
                None if parent == "Document" => match name {
                    "name" => text.clone_into(&mut self.draft.name),
                    "description" => text.clone_into(&mut self.draft.description),
                    _ => {}
                },
                None => {}
            },
        }
        Ok(())
    }
}

impl Placemark {
    fn field(&mut self, parent: &str, name: &str, text: &str) {
        let place = &mut self.item.place;
        match (parent, name) {
            ("Placemark", "name") => text.clone_into(&mut place.name),
            ("Placemark", "address") => text.clone_into(&mut place.location),
            ("Placemark", "description") => text.clone_into(&mut place.description),
            ("TimeSpan", "begin") | ("TimeStamp", "when") => {
                text.trim().clone_into(&mut self.begin);
            }
            ("TimeSpan", "end") => text.trim().clone_into(&mut self.end),
            ("Point", "coordinates") => {
                let mut numbers = text.trim().split(',');
                let (east, north) = (numbers.next(), numbers.next());
                let (east, north) = (east.unwrap_or_default(), north.unwrap_or_default());
                place.coordinates = coordinates(north, east);
                if place.name.trim().is_empty() {
                    place.name = format!("{}, {}", north.trim(), east.trim());
                }
            }
            _ => {}
        }
    }
}

impl<'m> Reader<'m> {
    /// Takes a value of extended data.
    fn value(&mut self, text: &str) {
        let name = self.data.as_str();
        if let Some(placemark) = &mut self.placemark {
            match name {
                "source" => text.clone_into(&mut placemark.source),
                "type" => text.clone_into(&mut placemark.item.kind),
                _ => {}
            }
        } else if let Some(day) = self.folders.last().and_then(|day| self.days.get_mut(*day)) {
            if name == "day" {
                day.number = text.trim().parse().ok();
            }
        } else {
            match name {
                "start" => self.draft.start = instant(text),
                "end" => self.draft.end = instant(text),
                _ => {}
            }
        }
    }

    fn add(&mut self, placemark: Placemark) -> Result<(), ImportError> {
        let Placemark {
            mut item,
            source,
            begin,
            end,
            is_shape,
        } = placemark;
        let place = &mut item.place;
        if is_shape && place.coordinates.is_none() {
            self.draft.warn("a line, an area or a track is left out");
            return Ok(());
        }
        place.start = self.time(&begin);
        place.end = self.time(&end);
        let Some(folder) = self.folders.last().copied() else {
            place.source = Source::parse(&source);
            if place.source.is_none() && place.start.is_some() {
                // Destinations have no dates.
                self.draft.warn("the dates of a place are left out");
            }
            return self.draft.add_place(item.place);
        };
        self.items += 1;
        if self.items > Trip::MAX_ITEMS {
            return Err(too_many("items"));
        }
        if let (None, Ok(date)) = (place.start, Date::parse(&begin)) {
            self.dated = self.dated.or(Some((date, folder)));
        }
        if let Some(day) = self.days.get_mut(folder) {
            day.items.push(item);
        }
        Ok(())
    }

    /// A time; none for a day, a month or a year.
    fn time(&mut self, text: &str) -> Option<Instant> {
        if !text.contains('T') {
            return None;
        }
        let time = instant(text);
        if time.is_none() {
            self.draft.warn("a time is left out: it is malformed");
        }
        time
    }

    fn finish(self) -> Result<Draft<'m>, ImportError> {
        let Self {
            mut draft,
            days,
            dated,
            ..
        } = self;
        let mut items = days.iter().flat_map(|day| &day.items);
        let is_dated = draft.start.is_some() || items.any(|item| item.place.start.is_some());
        let numbers = draft.add_days(days)?;
        if let (false, Some((date, folder))) = (is_dated, dated)
            && let Some(number) = numbers.get(folder)
        {
            // The items have no times, so the trip says when day 1 is.
            let back = i64::from(*number) - 1;
            draft.start = Some(date.midnight().plus_days(-back));
        }
        Ok(draft)
    }
}
