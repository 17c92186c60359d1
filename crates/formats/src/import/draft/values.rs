//! The values of a draft: texts that fit, ids, dates and places.

use wayfare_domain::trip::{Destination, MapLocation, Transportation};
use wayfare_domain::{Dates, Instant, Moment, Name, Path, Period, ShortText, Text};

use super::{Draft, DraftPlace};
use crate::import::markup::to_text;
use crate::import::{ImportError, UNNAMED_WARNING};

/// The name of a trip whose file has none.
const UNNAMED: &str = "Imported trip";

impl Draft<'_> {
    /// The description of the trip, with what its lines and routes say of themselves.
    pub(super) fn trip_description<const MAX: usize>(&mut self) -> Text<MAX> {
        let description = std::mem::take(&mut self.description);
        let notes = std::mem::take(&mut self.notes);
        if notes.is_empty() {
            return self.description(&description);
        }
        let own = to_text(&description);
        let texts = std::iter::once(own.trim_end()).chain(notes.iter().map(String::as_str));
        let texts: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
        self.text(&texts.join("\n"))
    }

    pub(super) fn name(&mut self) -> Result<Name, ImportError> {
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

    pub(super) fn dates(&mut self) -> Dates {
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
    pub(super) fn id(&mut self, wanted: String) -> ShortText {
        let id = ShortText::new(wanted).unwrap_or_default();
        if !id.is_empty() && self.ids.insert(id.to_string()) {
            return id;
        }
        self.minted()
    }

    /// A new id.
    pub(crate) fn minted(&mut self) -> ShortText {
        ShortText::cut(&(self.mint)().hyphenated().to_string())
    }

    pub(super) fn destination(&mut self, place: DraftPlace) -> Destination {
        let precision = place.precision();
        let DraftPlace {
            name,
            location,
            description,
            coordinates,
            precision: _,
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
            precision,
            is_pinned: coordinates.is_some(),
            ..Destination::default()
        }
    }

    pub(super) fn location(&mut self, place: &DraftPlace) -> MapLocation {
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
            precision: place.precision(),
            is_pinned: place.coordinates.is_some(),
        }
    }

    /// A description; without the markup that files of others have.
    pub(super) fn description<const MAX: usize>(&mut self, text: &str) -> Text<MAX> {
        if self.is_own {
            self.text(text)
        } else {
            self.text(&to_text(text))
        }
    }

    /// A text, shortened if it is too long.
    pub(super) fn text<const MAX: usize>(&mut self, text: &str) -> Text<MAX> {
        let cut = Text::cut(text);
        if cut.as_str() != text {
            self.warn("a text is shortened");
        }
        cut
    }
}
