//! The lines of a draft.

use wayfare_domain::trip::Track;
use wayfare_domain::{Instant, Trip};

use super::Draft;
use crate::import::lines::{Line, MAX_FILE_POINTS, Times};
use crate::import::markup::to_text;

/// A line of a file.
#[derive(Debug, Default)]
pub(crate) struct DraftTrack {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) line: Line,
    /// Whether a trip without a name takes that of the line.
    pub(crate) names_trip: bool,
}

impl Draft<'_> {
    /// Adds a line of the map, simplified if it is long. One that a trip has no room for is left
    /// out. Its times are the trip's dates if the file has no others; its description ends the
    /// trip's.
    pub(crate) fn add_track(&mut self, track: DraftTrack) {
        let DraftTrack {
            name,
            description,
            mut line,
            names_trip,
        } = track;
        if !self.is_own {
            line.leave_nowhere();
        }
        self.points += line.count;
        self.warn_times("a point has no valid coordinates", line.invalid);
        self.add_times(&line);
        self.note(&name, &description);
        if names_trip && self.name.trim().is_empty() {
            name.clone_into(&mut self.name);
        }
        let points = line.into_points();
        if self.tracks.len() >= Trip::MAX_TRACKS || self.points > MAX_FILE_POINTS {
            let most = Trip::MAX_TRACKS;
            self.warn(format!("a line is left out: a trip has at most {most}"));
            return;
        }
        let count = points.len();
        let name = self.text(&name);
        let Some(track) = Track::simplified(name, points) else {
            self.warn("a line of less than two points is left out");
            return;
        };
        if track.points().len() < count {
            self.warn("a line is simplified");
        }
        self.tracks.push(track);
    }

    fn add_times(&mut self, line: &Line) {
        let Times {
            span,
            malformed,
            unset,
        } = line.times;
        self.warn_times("a time is left out: it is malformed", malformed);
        self.warn_times("a time before 1980 is left out", unset);
        if let Some((start, end)) = span {
            if self.recorded.span.is_none() {
                self.recorded_at = line.first();
            }
            self.recorded.include(start, end);
        }
    }

    /// Ends the description of the trip with a text about something of this name.
    pub(crate) fn note(&mut self, name: &str, text: &str) {
        let (name, text) = (name.trim(), to_text(text));
        let note = match (name, text.trim()) {
            (_, "") => return,
            ("", text) => text.to_owned(),
            (name, text) => format!("{name}: {text}"),
        };
        self.notes.push(note);
    }

    /// Takes the dates of the recorded lines for those of the trip, if nothing else in the file
    /// tells when it is.
    pub(super) fn date_by_lines(&mut self) {
        let is_dated = self.start.is_some() || self.end.is_some();
        let is_timed = self.items.iter().any(|item| item.start.is_some());
        if let (Some((start, end)), false) = (self.recorded.span, is_dated || is_timed) {
            let dates: [Option<Instant>; 2] = [Some(start), Some(end)];
            [self.start, self.end] = dates;
            self.dated_at = self.recorded_at;
        }
    }
}
