//! The trips of a file as one, to be added to a trip that exists.

use wayfare_domain::trip::itinerary::Day;
use wayfare_domain::{Date, Dates, Moment, Trip};

use crate::import::ImportedTrip;

impl ImportedTrip {
    /// The trip with what the other trips of its file hold: on the days of their dates, or after
    /// it where one has none.
    #[must_use]
    pub fn merged(mut self) -> Self {
        for other in std::mem::take(&mut self.others) {
            self.add(other);
        }
        self
    }

    fn add(&mut self, mut other: Self) {
        let (dates, others) = (self.content.plan.dates, other.content.plan.dates);
        match (first(dates), first(others)) {
            (Some(own), Some(of_other)) => {
                let days = of_other.midnight().days_since(own.midnight());
                self.delay(u32::try_from(-days).unwrap_or_default());
                other.delay(u32::try_from(days).unwrap_or_default());
            }
            _ => other.delay(self.last_day()),
        }
        let earlier = |a: Moment, b: Moment| if b.at < a.at { b } else { a };
        let later = |a: Moment, b: Moment| if b.at > a.at { b } else { a };
        self.content.plan.dates = Dates {
            start: either(dates.start, others.start, earlier),
            end: either(dates.end, others.end, later),
        };
        let (content, more) = (&mut self.content, other.content);
        content.plan.destinations.extend(more.plan.destinations);
        content.itinerary.extend(more.itinerary);
        content.itinerary.sort_by_key(|item| (item.day, item.start));
        content.bookings.extend(more.bookings);
        content.map.locations.extend(more.map.locations);
        content.map.tracks.extend(more.map.tracks);
        self.photos.extend(other.main_picture);
        self.photos.extend(other.photos);
        self.photos.truncate(Trip::MAX_PHOTOS);
        self.files.extend(other.files);
        self.warnings.extend(other.warnings);
    }

    /// Moves the items so many days.
    fn delay(&mut self, days: u32) {
        for item in &mut self.content.itinerary {
            let day = item.day.number().saturating_add(days);
            item.day = Day::new(day.min(Day::MAX_IMPORTED)).unwrap_or(item.day);
        }
    }

    fn last_day(&self) -> u32 {
        let days = self.content.itinerary.iter().map(|item| item.day.number());
        days.max().unwrap_or_default()
    }
}

fn first(dates: Dates) -> Option<Date> {
    dates.start.map(|start| start.at.into())
}

fn either(
    a: Option<Moment>,
    b: Option<Moment>,
    of: fn(Moment, Moment) -> Moment,
) -> Option<Moment> {
    match (a, b) {
        (Some(a), Some(b)) => Some(of(a, b)),
        (a, b) => a.or(b),
    }
}
