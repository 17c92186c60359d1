//! Reading KML: a folder that says so is a day, whose placemarks are items; other placemarks are
//! places. Their lines are lines of the map.

mod placemark;
mod points;

use std::io::BufRead;

use wayfare_domain::{Date, Instant, Trip};

use crate::import::ImportError;
use crate::import::days::{Days, Name};
use crate::import::draft::{
    Draft, DraftItem, DraftTrack, instant, too_many_items, too_many_places,
};
use crate::import::xml::{self, Attributes, Elements, MAX_TEXT, Path};
use crate::places::Source;

use placemark::Placemark;
use points::{POINTS, Points};

/// The longest name of a folder that is kept, in characters.
const MAX_FOLDER_NAME: usize = 200;
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

/// An open folder.
#[derive(Default)]
struct Folder {
    name: String,
    /// The day that its extended data names.
    number: Option<u32>,
    /// Its place in `days` if it is a day; `None` until its first placemark.
    day: Option<Option<usize>>,
    description: String,
    /// Its placemarks, if it is one of [`POINTS`] within another.
    points: Option<Points>,
    /// Those of such a folder in it, until a path has the same points.
    repeated: Option<Points>,
}

impl Folder {
    fn field(&mut self, field: &str, text: &str) {
        if field == "name" {
            self.name = text.trim().chars().take(MAX_FOLDER_NAME).collect();
        } else {
            text.clone_into(&mut self.description);
        }
    }
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
            "link" => {
                if let (Some(placemark), Some(address)) =
                    (&mut self.placemark, attributes.get("href"))
                {
                    placemark.details.add_link("", address);
                }
            }
            "GroundOverlay" | "ScreenOverlay" | "PhotoOverlay" | "NetworkLink" => {
                self.draft.warn("an overlay or a link is left out");
            }
            _ => {
                if let Some(placemark) = &mut self.placemark {
                    placemark.open(name);
                }
            }
        }
        Ok(())
    }

    fn close(&mut self, path: &Path, text: &str) -> Result<(), ImportError> {
        let from_end: Vec<&str> = path.iter().rev().map(String::as_str).collect();
        match from_end.as_slice() {
            ["Folder", ..] => self.close_folder()?,
            ["Placemark", ..] => {
                if let Some(placemark) = self.placemark.take() {
                    self.add_to_folder(placemark)?;
                }
            }
            ["value", "Data", ..] | ["SimpleData", ..] => self.value(text),
            field => match (&mut self.placemark, field) {
                (Some(placemark), _) => placemark.field(&mut self.draft, field, text),
                (None, ["name", "Document", ..]) => text.clone_into(&mut self.draft.name),
                (None, ["description", "Document", ..]) => {
                    text.clone_into(&mut self.draft.description);
                }
                (None, [field @ ("name" | "description"), "Folder", ..]) => {
                    if let Some(folder) = self.folders.last_mut() {
                        folder.field(field, text);
                    }
                }
                (None, _) => {}
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

impl<'m> Reader<'m> {
    /// Takes a value of extended data.
    fn value(&mut self, text: &str) {
        let name = self.data.as_str();
        if let Some(placemark) = &mut self.placemark {
            placemark.value(name, text, self.draft.is_own);
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

    /// Adds what a folder of points holds that no path has, and what a folder says of itself.
    fn close_folder(&mut self) -> Result<(), ImportError> {
        let repeated = self.folders.last_mut().and_then(|it| it.repeated.take());
        self.add_points(repeated)?;
        let Some(folder) = self.folders.pop() else {
            return Ok(());
        };
        self.draft.note(&folder.name, &folder.description);
        if let (Some(points), Some(parent)) = (folder.points, self.folders.last_mut()) {
            let before = parent.repeated.replace(points);
            self.add_points(before)?;
        }
        Ok(())
    }

    /// Adds the placemarks of a folder of points.
    fn add_points(&mut self, points: Option<Points>) -> Result<(), ImportError> {
        let Some(points) = points else {
            return Ok(());
        };
        self.folders.push(Folder {
            name: POINTS.to_owned(),
            day: Some(None),
            ..Folder::default()
        });
        for placemark in points.into_placemarks() {
            self.add(placemark)?;
        }
        self.folders.pop();
        Ok(())
    }

    /// Adds a placemark, unless it may be a point of a path that comes later.
    fn add_to_folder(&mut self, mut placemark: Placemark) -> Result<(), ImportError> {
        let depth = self.folders.len();
        let Some(folder) = self.folders.last_mut() else {
            return self.add(placemark);
        };
        if folder.name == POINTS && depth > 1 {
            let points = folder.points.get_or_insert_default();
            return points
                .add(placemark)
                .map_or(Ok(()), |other| self.add(other));
        }
        let Some(repeated) = folder.repeated.take() else {
            return self.add(placemark);
        };
        match repeated.merge_into(&mut placemark.line) {
            Ok(stops) => {
                placemark.is_track = true;
                folder.name.clone_into(&mut placemark.item.place.name);
                placemark.item.place.description = std::mem::take(&mut folder.description);
                stops.into_iter().try_for_each(|stop| self.add(stop))?;
            }
            Err(others) => folder.repeated = Some(others),
        }
        self.add(placemark)
    }

    fn add(&mut self, placemark: Placemark) -> Result<(), ImportError> {
        let Placemark {
            mut item,
            source,
            details,
            others,
            begin,
            end,
            mut line,
            is_track,
            is_shape,
            is_area,
            style: _,
        } = placemark;
        let place = &mut item.place;
        place.description = details.after(&place.description);
        (place.start, place.end) = (self.time(&begin), self.time(&end));
        if is_area || is_shape && line.count + line.invalid == 0 {
            self.draft.warn("an area or a line is left out");
        }
        let is_place = place.coordinates.is_some() || !is_shape;
        if line.count + line.invalid > 0 {
            for at in [place.start, place.end].into_iter().flatten() {
                line.times.include(at, at);
            }
            let description = place.description.as_str();
            self.draft.add_track(DraftTrack {
                name: place.name.clone(),
                description: if is_place { "" } else { description }.to_owned(),
                line,
                names_trip: is_track,
            });
        }
        if !is_place {
            return Ok(());
        }
        if let Some(folder) = self.folders.last()
            && folder.day.flatten().is_none()
        {
            place.describe_first(&folder.name);
        }
        if others.len() >= Trip::MAX_ITEMS {
            return Err(too_many_places());
        }
        let others = others.into_iter().map(|at| place.another(at));
        let others: Vec<_> = others.collect();
        let mut folders = self.folders.iter().rev();
        let day = folders.find_map(|folder| folder.day.flatten());
        let Some(day) = day else {
            place.source = Source::parse(&source).filter(|_| self.draft.is_own);
            if place.source.is_none() && !begin.is_empty() {
                // Destinations have no dates.
                self.draft.warn("the dates of a place are left out");
            }
            self.draft.add_place(item.place)?;
            let mut others = others.into_iter();
            return others.try_for_each(|other| self.draft.add_place(other));
        };
        self.items += 1 + others.len();
        if self.items > Trip::MAX_ITEMS {
            return Err(too_many_items());
        }
        if let (None, Ok(date)) = (place.start, Date::parse(&begin)) {
            self.dated = self.dated.or(Some((date, day)));
        }
        self.days.push(day, item);
        for place in others {
            self.days.push(day, DraftItem::at(place));
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
