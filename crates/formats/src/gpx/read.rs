//! Reading GPX: waypoints are places, a route of named points is a day, any other route and a track
//! are lines of the map.

mod point;
mod route;

use std::io::BufRead;

use wayfare_domain::Trip;

use crate::import::ImportError;
use crate::import::draft::{Draft, DraftDay, DraftTrack, instant, too_many_items};
use crate::import::lines::Line;
use crate::import::xml::{self, Attributes, Elements, Path};

use point::{About, Point};
use route::Route;

/// Reads a document.
pub(crate) fn read<'m>(document: impl BufRead, draft: Draft<'m>) -> Result<Draft<'m>, ImportError> {
    let mut reader = Reader {
        draft,
        point: Point::default(),
        about: About::default(),
        file: About::default(),
        link: String::new(),
        route: Route::default(),
        routes: Vec::new(),
        items: 0,
        line: Line::default(),
    };
    xml::read(document, &mut reader)?;
    let Reader {
        mut draft,
        file,
        routes,
        ..
    } = reader;
    draft.note("", &file.described());
    draft.add_days(routes)?;
    Ok(draft)
}

struct Reader<'m> {
    draft: Draft<'m>,
    /// A waypoint or a point of a route.
    point: Point,
    /// What a route or a track says of itself.
    about: About,
    /// What the file says of itself, beside its name and description.
    file: About,
    /// The address of the link that is being read.
    link: String,
    route: Route,
    /// The routes that are days.
    routes: Vec<DraftDay>,
    /// How many items these have.
    items: usize,
    /// The points of a track, whose segments follow each other.
    line: Line,
}

impl Elements for Reader<'_> {
    fn open(&mut self, path: &Path, attributes: &Attributes) -> Result<(), ImportError> {
        let value = |name| attributes.get(name).map(String::as_str).unwrap_or_default();
        let (latitude, longitude) = (value("lat"), value("lon"));
        match names(path).as_slice() {
            ["gpx"] => self.draft.is_own = xml::is_own(attributes),
            ["gpx", "wpt"] | ["gpx", "rte", "rtept"] => {
                self.point = Point::new(&mut self.draft, latitude, longitude);
                if path.len() == 3 {
                    self.route.begin(&self.point);
                }
            }
            ["gpx", "rte"] => {
                (self.route, self.about) = (Route::default(), About::default());
            }
            ["gpx", "trk"] => (self.line, self.about) = (Line::default(), About::default()),
            ["gpx", "trk", "trkseg", "trkpt"] => self.line.push_text(longitude, latitude),
            // The way that Garmin's devices take from a point to the next one.
            ["gpx", "rte", "rtept", "extensions", .., "rpt"] => {
                self.route.line.push_text(longitude, latitude);
                self.route.is_line = true;
            }
            ["gpx", "rte", "rtept", "extensions", .., "ShapingPoint"] => {
                self.point.is_shaping = true;
            }
            [.., "link"] => value("href").clone_into(&mut self.link),
            _ => {}
        }
        Ok(())
    }

    fn close(&mut self, path: &Path, text: &str) -> Result<(), ImportError> {
        let link = self.link.as_str();
        match names(path).as_slice() {
            // Version 1.0 has no metadata element.
            ["gpx", "metadata", "name"] | ["gpx", "name"] => text.clone_into(&mut self.draft.name),
            ["gpx", "metadata", "desc"] | ["gpx", "desc"] => {
                text.clone_into(&mut self.draft.description);
            }
            ["gpx", "metadata", "extensions", "start"] => self.draft.start = instant(text),
            ["gpx", "metadata", "extensions", "end"] => self.draft.end = instant(text),
            ["gpx", "wpt"] => {
                let place = std::mem::take(&mut self.point).into_place(&mut self.draft);
                self.draft.add_place(place)?;
            }
            ["gpx", "rte", "rtept"] => {
                let point = std::mem::take(&mut self.point);
                let is_own = self.draft.is_own;
                self.route.add(point, is_own);
                if self.items + self.route.day.items.len() > Trip::MAX_ITEMS {
                    return Err(too_many_items());
                }
            }
            ["gpx", "wpt", field @ ..] | ["gpx", "rte", "rtept", field @ ..] => {
                self.point.field(&mut self.draft, field, text, link);
            }
            ["gpx", "rte", "number"] => self.route.day.number = text.trim().parse().ok(),
            ["gpx", "rte"] => {
                let route = std::mem::take(&mut self.route);
                let day = route.finish(&self.about, &mut self.draft);
                self.items += day.items.len();
                if !day.items.is_empty() {
                    self.routes.push(day);
                }
            }
            ["gpx", "trk", "trkseg", "trkpt", "time"] => self.line.times.add(text),
            ["gpx", "trk"] => self.draft.add_track(DraftTrack {
                description: self.about.described(),
                name: std::mem::take(&mut self.about.name),
                line: std::mem::take(&mut self.line),
                names_trip: true,
            }),
            ["gpx", "rte" | "trk", field @ ..] => self.about.field(field, text, link),
            ["gpx", "metadata", field @ ..] | ["gpx", field @ ..] => {
                self.file.field(field, text, link);
            }
            _ => {}
        }
        Ok(())
    }
}

fn names(path: &Path) -> Vec<&str> {
    path.iter().map(String::as_str).collect()
}
