//! What another file of its booking changes of an item (interface: "Imports").

use super::booking::{Booking, BookingField, ChangedFields};
use super::itinerary::seconds_between;
use super::travel::ItemZones;
use super::typed_hours::{ItemTime, LocalTime};
use crate::Date;
use crate::trip::edit::context::WallClock;
use crate::trip::{Destination, ItineraryItem};

impl ItineraryItem {
    /// Takes what another file says of its booking, in an item of that file, but for what a person
    /// has changed since. `date` is that of the item, whose zones are `zones`.
    pub(in crate::trip) fn rebook(
        &mut self,
        said: &Self,
        date: Option<Date>,
        zones: ItemZones<'_>,
        wall_clock: &WallClock,
    ) -> ChangedFields {
        let mut fields = ChangedFields::default();
        let Some(read) = self.booking.take() else {
            return fields;
        };
        let said_now = Booking::of(read.key.clone(), said);
        if said_now.sequence < read.sequence {
            // An earlier version of it.
            self.booking = Some(read);
            return fields;
        }
        let next = read.updated_by(&said_now);
        let own = Booking {
            // What a file did not date has no date to compare.
            date: date.filter(|_| self.start.is_none() && read.date.is_some()),
            ..Booking::of(read.key.clone(), self)
        };
        for field in BookingField::ALL {
            if next.says_same(&read, field) || own.says_same(&next, field) {
                continue;
            }
            let is_shared = field == BookingField::Cost && !self.budget.shares.is_empty();
            match own.says_same(&read, field) && !is_shared {
                true => fields.changed.push(field),
                false => fields.kept.push(field),
            }
        }
        self.take_texts(said, &next, &fields);
        self.take_times(said, &next, zones, wall_clock, &mut fields);
        self.booking = Some(Box::new(next));
        fields
    }

    fn take_texts(&mut self, said: &Self, next: &Booking, fields: &ChangedFields) {
        let place = &mut self.destination;
        let of_place = [
            BookingField::Name,
            BookingField::Location,
            BookingField::Description,
        ];
        if place.id.is_empty() && of_place.iter().any(|field| fields.has(*field)) {
            place.id = said.destination.id.clone();
        }
        if fields.has(BookingField::Name) {
            place.name = next.name.clone();
        }
        if fields.has(BookingField::Description) {
            place.description = next.description.clone();
            place.is_filled = false;
        }
        if fields.has(BookingField::Location) {
            place.location = next.location.clone();
            place.has_found_location &= place.location.is_empty();
            place.is_pinned = false;
        }
        if !place.is_pinned
            && (fields.has(BookingField::Name) || fields.has(BookingField::Location))
        {
            // Another name or location is another place.
            (place.coordinates, place.precision, place.time_zone) = (None, None, None);
            if let Some(at) = next.coordinates {
                place.coordinates = Some(at);
                place.precision = said.destination.precision;
                place.is_pinned = true;
            }
        }
        if fields.has(BookingField::EndDestination)
            && let Some(end) = &said.ends.destination
        {
            let id = self.ends.destination.take().map(|present| present.id);
            self.ends.destination = Some(Destination {
                id: id.unwrap_or_else(|| end.id.clone()),
                ..end.clone()
            });
            self.ends.found = None;
        }
        if fields.has(BookingField::Confirmation) {
            self.confirmation = next.confirmation.clone();
        }
        if fields.has(BookingField::Cost) {
            (self.budget.total, self.budget.currency) = (next.total, next.currency);
            self.budget.rate = None;
        }
    }

    /// Takes the times that changed. They stay if the item would end before it starts then.
    fn take_times(
        &mut self,
        said: &Self,
        next: &Booking,
        zones: ItemZones<'_>,
        wall_clock: &WallClock,
        fields: &mut ChangedFields,
    ) {
        let before = (self.start, self.end, self.typed, self.ends.clone());
        let is_difference = self.duration == seconds_between(self.start, self.end);
        // Until the zone of another place is known, a stated offset counts.
        let is_moved = [
            BookingField::Name,
            BookingField::Location,
            BookingField::EndDestination,
        ]
        .iter()
        .any(|field| fields.has(*field));
        let settle = |(at, hour): ItemTime, zone| {
            let Some(local) = hour else {
                return (at, hour);
            };
            if at == Some(local.as_if_utc()) {
                return (local.instant(zone, None, wall_clock).or(at), hour);
            }
            let shown = at.and_then(|at| LocalTime::at(at, zone, wall_clock));
            (at, hour.filter(|_| is_moved || shown == hour))
        };
        if fields.has(BookingField::Start) && next.start.is_some() {
            let zone = said.ends.time_zone.clone();
            self.ends.time_zone = zone.or(self.ends.time_zone.take());
            let zone = self.ends.time_zone.as_ref().or(zones.start);
            (self.start, self.typed.start) = settle(next.start_time(), zone);
        }
        if fields.has(BookingField::End) {
            let zone = said.ends.end_time_zone.clone();
            self.ends.end_time_zone = zone.or(self.ends.end_time_zone.take());
            let zone = self.ends.end_time_zone.as_ref();
            let zone = zone.or(said.ends.time_zone.as_ref()).or(zones.end);
            (self.end, self.typed.end) = settle(next.end_time(), zone);
        }
        if matches!((self.start, self.end), (Some(start), Some(end)) if end < start) {
            (self.start, self.end, self.typed, self.ends) = before;
            let is_time =
                |field: &BookingField| matches!(field, BookingField::Start | BookingField::End);
            let stay: Vec<_> = fields
                .changed
                .extract_if(.., |field| is_time(field))
                .collect();
            fields.kept.extend(stay);
        }
        if is_difference {
            self.duration = seconds_between(self.start, self.end);
        }
    }
}
