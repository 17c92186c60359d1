//! Routes: the stops of a day, or a line through points that are none.

use wayfare_domain::trip::TrackPoint;

use super::point::{About, Point};
use crate::import::days::Name;
use crate::import::draft::{Draft, DraftDay, DraftTrack};
use crate::import::lines::Line;

/// A route under construction.
#[derive(Default)]
pub(super) struct Route {
    pub(super) day: DraftDay,
    /// Through all of its points.
    pub(super) line: Line,
    points: usize,
    /// Whether the file has points of it that are no stops.
    pub(super) is_line: bool,
    /// The first of these, which counts as a stop if the route has no other point.
    shaping: Option<Point>,
    /// How many of these have texts.
    texts: usize,
}

impl Route {
    /// Begins a point.
    pub(super) fn begin(&mut self, point: &Point) {
        self.points += 1;
        if let Some(at) = point.item.place.coordinates {
            self.line.add(TrackPoint::new(at));
        }
    }

    /// Adds a point.
    pub(super) fn add(&mut self, point: Point, is_own: bool) {
        let items = &mut self.day.items;
        if is_own
            && point.is_end()
            && let Some(travel) = items.last_mut()
        {
            travel.end = Some(point.into_item().place);
        } else if is_own || point.is_stop() {
            items.push(point.into_item());
        } else {
            self.is_line = true;
            self.texts += usize::from(point.has_text());
            if let Some(time) = point.item.place.start {
                self.line.times.include(time, time);
            }
            self.shaping.get_or_insert(point);
        }
    }

    /// Adds its line, if it is one; returns its stops.
    pub(super) fn finish(mut self, about: &About, draft: &mut Draft<'_>) -> DraftDay {
        let (name, description) = (about.name.trim(), about.described());
        if draft.is_own {
            return self.day;
        }
        if self.is_line && self.points > 1 {
            draft.warn_times("the text of a point of a route is left out", self.texts);
            draft.add_track(DraftTrack {
                name: name.to_owned(),
                description,
                line: self.line,
                names_trip: true,
            });
            return self.day;
        }
        self.day.items.extend(self.shaping.map(Point::into_item));
        if draft.name.trim().is_empty() {
            name.clone_into(&mut draft.name);
        } else if let Some(first) = self.day.items.first_mut()
            && Name::of(name).is_none()
        {
            first.place.describe_first(name);
        }
        draft.note(name, &description);
        self.day
    }
}
