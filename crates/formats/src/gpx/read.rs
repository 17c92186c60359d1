//! Reading GPX: waypoints are places, a route is a day, a track is a line of the map.

use std::io::BufRead;

use wayfare_domain::Trip;

use crate::import::ImportError;
use crate::import::draft::{Draft, DraftDay, DraftItem, coordinates, instant, too_many_items};
use crate::import::lines::Line;
use crate::import::xml::{self, Attributes, Elements, Path};
use crate::places::Source;

use super::END;

/// Reads a document.
pub(crate) fn read<'m>(document: impl BufRead, draft: Draft<'m>) -> Result<Draft<'m>, ImportError> {
    let mut reader = Reader {
        draft,
        point: DraftItem::default(),
        route: DraftDay::default(),
        routes: Vec::new(),
        points: 0,
        track: Track::default(),
    };
    xml::read(document, &mut reader)?;
    reader.draft.add_days(reader.routes)?;
    Ok(reader.draft)
}

struct Reader<'m> {
    draft: Draft<'m>,
    /// A waypoint or a point of a route.
    point: DraftItem,
    route: DraftDay,
    /// The routes that have points, and how many points.
    routes: Vec<DraftDay>,
    points: usize,
    track: Track,
}

/// A track, whose segments follow each other.
#[derive(Default)]
struct Track {
    name: String,
    line: Line,
    /// The times of its first and last point.
    first: String,
    last: String,
}

impl Elements for Reader<'_> {
    fn open(&mut self, path: &Path, attributes: &Attributes) -> Result<(), ImportError> {
        match names(path).as_slice() {
            ["gpx"] => self.draft.is_own = xml::is_own(attributes),
            ["gpx", "wpt"] | ["gpx", "rte", "rtept"] => {
                let value = |name| attributes.get(name).map(String::as_str).unwrap_or_default();
                let (latitude, longitude) = (value("lat"), value("lon"));
                self.point = DraftItem::default();
                self.point.place.coordinates = coordinates(latitude, longitude);
                if self.point.place.coordinates.is_none() {
                    self.draft.warn("a point has no valid coordinates");
                }
                if !self.draft.is_own {
                    // What a point without a name is called.
                    self.point.place.name = format!("{}, {}", latitude.trim(), longitude.trim());
                }
            }
            ["gpx", "rte"] => self.route = DraftDay::default(),
            ["gpx", "trk"] => self.track = Track::default(),
            ["gpx", "trk", "trkseg", "trkpt"] => {
                let value = |name| attributes.get(name).map(String::as_str).unwrap_or_default();
                self.track.line.push_text(value("lon"), value("lat"));
            }
            _ => {}
        }
        Ok(())
    }

    fn close(&mut self, path: &Path, text: &str) -> Result<(), ImportError> {
        match names(path).as_slice() {
            // Version 1.0 has no metadata element.
            ["gpx", "metadata", "name"] | ["gpx", "name"] => text.clone_into(&mut self.draft.name),
            ["gpx", "metadata", "desc"] | ["gpx", "desc"] => {
                text.clone_into(&mut self.draft.description);
            }
            ["gpx", "metadata", "extensions", "start"] => self.draft.start = instant(text),
            ["gpx", "metadata", "extensions", "end"] => self.draft.end = instant(text),
            ["gpx", "wpt", field] | ["gpx", "rte", "rtept", field] => self.field(field, text),
            ["gpx", "wpt"] => {
                let DraftItem {
                    mut place, kind, ..
                } = std::mem::take(&mut self.point);
                place.source = Source::parse(&kind);
                // The time of another waypoint tells when it was recorded.
                if place.source.is_none() {
                    place.start = None;
                }
                self.draft.add_place(place)?;
            }
            ["gpx", "rte", "rtept"] => {
                self.points += 1;
                if self.points > Trip::MAX_ITEMS {
                    return Err(too_many_items());
                }
                let point = std::mem::take(&mut self.point);
                match self.route.items.last_mut() {
                    Some(travel) if point.kind == END => travel.end = Some(point.place),
                    _ => self.route.items.push(point),
                }
            }
            ["gpx", "trk", "name"] => text.clone_into(&mut self.track.name),
            ["gpx", "trk", "trkseg", "trkpt", "time"] => {
                if self.track.first.is_empty() {
                    text.clone_into(&mut self.track.first);
                }
                text.clone_into(&mut self.track.last);
            }
            ["gpx", "trk"] => self.add_track(),
            ["gpx", "rte", "number"] => self.route.number = text.trim().parse().ok(),
            ["gpx", "rte"] => {
                let route = std::mem::take(&mut self.route);
                if !route.items.is_empty() {
                    self.routes.push(route);
                }
            }
            _ => {}
        }
        Ok(())
    }
}

impl Reader<'_> {
    /// Adds the track. Its name and dates are the trip's, if the file has none before it.
    fn add_track(&mut self) {
        let Track {
            name,
            line,
            first,
            last,
        } = std::mem::take(&mut self.track);
        let draft = &mut self.draft;
        if draft.name.trim().is_empty() {
            name.clone_into(&mut draft.name);
        }
        if draft.start.is_none() && draft.end.is_none() {
            (draft.start, draft.end) = (instant(&first), instant(&last));
            let is_dated = draft.start.is_some() || draft.end.is_some();
            draft.dated_at = line.first().filter(|_| is_dated);
        }
        draft.add_track(&name, line);
    }

    fn field(&mut self, field: &str, text: &str) {
        let place = &mut self.point.place;
        match field {
            "name" if !text.trim().is_empty() => text.clone_into(&mut place.name),
            "cmt" => text.clone_into(&mut place.location),
            "desc" => text.clone_into(&mut place.description),
            "type" => text.clone_into(&mut self.point.kind),
            "time" => match instant(text) {
                Some(time) => place.start = Some(time),
                None => self.draft.warn("a time is left out: it is malformed"),
            },
            _ => {}
        }
    }
}

fn names(path: &Path) -> Vec<&str> {
    path.iter().map(String::as_str).collect()
}
