//! Reading KML: a folder that says so is a day, whose placemarks are items; other placemarks are
//! places. Their lines are lines of the map.

use std::collections::HashSet;
use std::io::BufRead;
use std::iter;

use wayfare_domain::{Date, Instant, Trip};

use crate::import::ImportError;
use crate::import::draft::{Draft, DraftItem, coordinates, instant, too_many_items};
use crate::import::lines::Line;
use crate::import::markup::to_text;
use crate::import::xml::{self, Attributes, Elements, MAX_TEXT, Path};
use crate::places::Source;

use super::days::{Days, Name};
use super::{END_ADDRESS, END_COORDINATES, END_DESCRIPTION, END_NAME};

/// The longest name of a folder that is kept, in characters.
const MAX_FOLDER_NAME: usize = 200;
/// The geometries that are no places.
const SHAPES: [&str; 5] = [
    "LineString",
    "Track",
    "MultiTrack",
    "MultiGeometry",
    "LinearRing",
];
/// The geometries that are neither places nor lines.
const AREAS: [&str; 2] = ["Polygon", "Model"];

/// Reads a document.
pub(crate) fn read<'m>(document: impl BufRead, draft: Draft<'m>) -> Result<Draft<'m>, ImportError> {
    let mut reader = Reader {
        draft,
        placemark: None,
        data: String::new(),
        folders: Vec::new(),
        days: Days::default(),
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
    /// The open folders.
    folders: Vec<Folder>,
    days: Days,
    /// How many items the days have.
    items: usize,
    /// A day of the calendar that items without a time name, and its place in `days`.
    dated: Option<(Date, usize)>,
}

#[derive(Default)]
struct Folder {
    name: String,
    /// The day that its extended data names.
    number: Option<u32>,
    /// Its place in `days` if it is a day; `None` until its first placemark.
    day: Option<Option<usize>>,
}

#[derive(Default)]
struct Placemark {
    item: DraftItem,
    source: String,
    begin: String,
    end: String,
    /// What else its extended data has, as lines.
    data: String,
    /// How many points it has.
    points: usize,
    /// Its lines, which follow each other.
    line: Line,
    /// Whether it has a geometry that is no point.
    is_shape: bool,
    /// Whether one of them is no line either.
    is_area: bool,
}

impl Elements for Reader<'_> {
    fn open(&mut self, path: &Path, attributes: &Attributes) -> Result<(), ImportError> {
        let name = path.last().map(String::as_str).unwrap_or_default();
        match name {
            "kml" => self.draft.is_own = xml::is_own(attributes),
            "Folder" => self.folders.push(Folder::default()),
            "Placemark" => {
                self.find_days()?;
                self.placemark = Some(Placemark::default());
            }
            "Data" | "SimpleData" => {
                self.data = attributes.get("name").cloned().unwrap_or_default();
            }
            "GroundOverlay" | "ScreenOverlay" | "PhotoOverlay" | "NetworkLink" => {
                self.draft.warn("an overlay or a link is left out");
            }
            _ => {
                if let Some(placemark) = &mut self.placemark {
                    placemark.is_area |= AREAS.contains(&name);
                    placemark.is_shape |= SHAPES.contains(&name) || placemark.is_area;
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
                Some(placemark) => placemark.field((parent, name), text, self.draft.is_own),
                None if parent == "Document" => match name {
                    "name" => text.clone_into(&mut self.draft.name),
                    "description" => text.clone_into(&mut self.draft.description),
                    _ => {}
                },
                None if (parent, name) == ("Folder", "name") => {
                    if let Some(folder) = self.folders.last_mut() {
                        folder.name = text.trim().chars().take(MAX_FOLDER_NAME).collect();
                    }
                }
                None => {}
            },
        }
        Ok(())
    }

    fn longest_text(&self, name: &str) -> usize {
        match name {
            // The limit of the file bounds it.
            "coordinates" => usize::MAX,
            _ => MAX_TEXT,
        }
    }
}

/// A position as a file writes it: degrees east and north, and perhaps the height.
fn position(text: &str, separator: impl FnMut(char) -> bool) -> Option<(&str, &str)> {
    let mut numbers = text.split(separator).filter(|part| !part.is_empty());
    Some((numbers.next()?, numbers.next()?))
}

impl Placemark {
    /// Takes a value for the end of the item.
    fn end_value(&mut self, name: &str, text: &str) {
        if ![END_NAME, END_ADDRESS, END_DESCRIPTION, END_COORDINATES].contains(&name) {
            return;
        }
        let end = self.item.end.get_or_insert_default();
        match name {
            END_NAME => text.clone_into(&mut end.name),
            END_ADDRESS => text.clone_into(&mut end.location),
            END_DESCRIPTION => text.clone_into(&mut end.description),
            _ => {
                let at = position(text, |it| it == ',');
                end.coordinates = at.and_then(|(east, north)| coordinates(north, east));
            }
        }
    }

    /// Adds a value to the lines of its data, as far as a text is kept.
    fn add_data(&mut self, name: &str, text: &str) {
        let (name, text) = (name.trim(), text.trim());
        if text.is_empty() || self.data.len() > MAX_TEXT {
            return;
        }
        if !name.is_empty() {
            self.data.extend([name, ": "]);
        }
        self.data.extend([text, "\n"]);
    }

    /// Its description with the lines of its data that are not in it.
    fn described(description: &str, data: &str) -> String {
        let text = to_text(description);
        let known: HashSet<&str> = text.lines().map(str::trim).collect();
        let new = data.lines().filter(|line| !known.contains(line.trim()));
        let lines = iter::once(description.trim_end()).chain(new);
        let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        lines.join("\n")
    }

    fn field(&mut self, of: (&str, &str), text: &str, is_own: bool) {
        let place = &mut self.item.place;
        match of {
            ("Placemark", "name") => text.clone_into(&mut place.name),
            ("Placemark", "address") => text.clone_into(&mut place.location),
            ("Placemark", "description") => text.clone_into(&mut place.description),
            ("TimeSpan", "begin") | ("TimeStamp", "when") => {
                text.trim().clone_into(&mut self.begin);
            }
            ("TimeSpan", "end") => text.trim().clone_into(&mut self.end),
            ("LineString", "coordinates") => {
                let positions = text.split_whitespace();
                for (east, north) in positions.filter_map(|at| position(at, |it| it == ',')) {
                    self.line.push_text(east, north);
                }
            }
            ("Track", "coord") => {
                if let Some((east, north)) = position(text, char::is_whitespace) {
                    self.line.push_text(east, north);
                }
            }
            ("Point", "coordinates") => {
                self.points += 1;
                if self.points > 1 {
                    return;
                }
                let mut numbers = text.trim().split(',');
                let (east, north) = (numbers.next(), numbers.next());
                let (east, north) = (east.unwrap_or_default(), north.unwrap_or_default());
                place.coordinates = coordinates(north, east);
                if !is_own && place.name.trim().is_empty() {
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
                _ => placemark.end_value(name, text),
            }
            if !self.draft.is_own {
                placemark.add_data(name, text);
            }
        } else if let Some(folder) = self.folders.last_mut() {
            if name == "day" {
                folder.number = text.trim().parse().ok();
            }
        } else {
            match name {
                "start" => self.draft.start = instant(text),
                "end" => self.draft.end = instant(text),
                _ => {}
            }
        }
    }

    /// Tells which of the open folders are days, now that their names are known.
    fn find_days(&mut self) -> Result<(), ImportError> {
        for folder in &mut self.folders {
            if folder.day.is_none() {
                let number = folder.number.map(Name::Number);
                let name = number.or_else(|| Name::of(&folder.name));
                folder.day = Some(name.map(|name| self.days.add(name)).transpose()?);
            }
        }
        Ok(())
    }

    fn add(&mut self, placemark: Placemark) -> Result<(), ImportError> {
        let Placemark {
            mut item,
            source,
            data,
            points,
            begin,
            end,
            line,
            is_shape,
            is_area,
        } = placemark;
        let place = &mut item.place;
        let has_line = line.count > 0;
        if has_line {
            self.draft.add_track(&place.name, line);
        }
        if is_shape && place.coordinates.is_none() {
            if is_area || !has_line {
                self.draft.warn("an area or a line is left out");
            }
            return Ok(());
        }
        if points > 1 {
            let warning = "of a place with several points, only the first is kept";
            self.draft.warn(warning);
        }
        if !data.is_empty() {
            place.description = Placemark::described(&place.description, &data);
        }
        place.start = self.time(&begin);
        place.end = self.time(&end);
        if let Some(folder) = self.folders.last()
            && folder.day.flatten().is_none()
            && !folder.name.is_empty()
        {
            place.description = match place.description.trim() {
                "" => folder.name.clone(),
                description => format!("{}\n{description}", folder.name),
            };
        }
        let Some(day) = self
            .folders
            .iter()
            .rev()
            .find_map(|folder| folder.day.flatten())
        else {
            place.source = Source::parse(&source);
            if place.source.is_none() && place.start.is_some() {
                // Destinations have no dates.
                self.draft.warn("the dates of a place are left out");
            }
            return self.draft.add_place(item.place);
        };
        self.items += 1;
        if self.items > Trip::MAX_ITEMS {
            return Err(too_many_items());
        }
        if let (None, Ok(date)) = (place.start, Date::parse(&begin)) {
            self.dated = self.dated.or(Some((date, day)));
        }
        self.days.push(day, item);
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
            mut days,
            dated,
            ..
        } = self;
        let is_dated = draft.start.is_some() || days.items().any(|item| item.place.start.is_some());
        if let Some(first) = days.count_dates(draft.start)
            && draft.start.is_none()
        {
            draft.start = Some(first.midnight());
        }
        let numbers = draft.add_days(days.into_days())?;
        // Files of others may have dates that are not of their days.
        if (draft.is_own || !is_dated)
            && let Some((date, day)) = dated
            && let Some(number) = numbers.get(day)
        {
            draft.set_first_day(date.midnight().plus_days(1 - i64::from(*number)));
        }
        Ok(draft)
    }
}
