//! The calendar of TripIt: an event of whole days for each trip, and events for its bookings, whose
//! descriptions tell their kinds.

use std::collections::{HashMap, HashSet};

use wayfare_domain::trip::ItemClass;
use wayfare_domain::{Date, Instant, ShortText};

use super::component::{Component, Parts};
use super::event::Event;
use super::property::Property;
use super::time::When;
use crate::import::draft::{Draft, DraftItem, DraftPlace};
use crate::import::services::{all_of, check_count, day_number, finish};
use crate::import::{ImportError, ImportFormat, ImportedTrip};

/// Where its links lead, and how its UIDs end.
const HOST: &str = "tripit.com";
/// How the lines of descriptions begin that say nothing of the booking.
const BOILERPLATE: [&str; 2] = ["View and/or edit details in TripIt", "TripIt - organize"];
/// How the titles of the events of a stay begin.
const CHECK_IN: &str = "check-in:";
const CHECK_OUT: &str = "check-out:";
/// How long before its first day and after its last one something may belong to a trip: clocks
/// differ.
const SLACK: i64 = 1;

/// Whether a calendar is TripIt's: it says so, or all its events do, and one links to TripIt.
pub(super) fn is_feed(calendar: &Parts) -> bool {
    let mut names = calendar.properties.iter();
    let is_named = names.any(|property| {
        ["PRODID", "X-WR-CALNAME"].contains(&property.name.as_str())
            && property.value.to_ascii_lowercase().contains("tripit")
    });
    let value = |event: &'_ Component, name| event.get(name).map(Property::text);
    let is_own = |event: &Component| {
        let uid = value(event, "UID").unwrap_or_default();
        uid.trim().to_ascii_lowercase().ends_with(HOST)
    };
    let is_linked = |event: &Component| {
        let text = value(event, "DESCRIPTION").unwrap_or_default();
        text.contains(HOST) || text.lines().any(|line| marker(line).is_some())
    };
    let events = &calendar.events;
    (is_named || events.iter().all(is_own)) && events.iter().any(is_linked)
}

/// A trip of the calendar.
struct Trip {
    /// Its number in the addresses of its events.
    id: Option<String>,
    first: Date,
    last: Date,
    about: Option<Event>,
    bookings: Vec<Booking>,
}

/// An event that belongs to a trip.
struct Booking {
    start: When,
    title: String,
    item: DraftItem,
}

/// What the description of an event says.
#[derive(Default)]
struct Details {
    class: Option<ItemClass>,
    confirmation: String,
    /// Where it ends.
    arrival: String,
    text: String,
}

/// Reads the trips of the events of a calendar.
///
/// # Errors
/// There are too many, or they have more than trips may.
pub(super) fn read(mut draft: Draft<'_>, events: Vec<Event>) -> Result<ImportedTrip, ImportError> {
    let (about, bookings): (Vec<_>, Vec<_>) = events.into_iter().partition(is_about_trip);
    check_count(about.len())?;
    let mut trips: Vec<Trip> = about.into_iter().map(Trip::of).collect();
    trips.sort_by_key(|trip| trip.first);
    let ids = trips.iter().enumerate();
    let ids: HashMap<String, usize> = ids
        .filter_map(|(at, it)| Some((it.id.clone()?, at)))
        .collect();
    let mut rest = Vec::new();
    for event in bookings {
        let id = trip_id(&event.item.place.description);
        let linked = id.and_then(|id| ids.get(&id).copied());
        let place = linked.or_else(|| {
            let date = event.start.date();
            let found = trips.iter().position(|trip| trip.has(date, 0));
            found.or_else(|| trips.iter().position(|trip| trip.has(date, SLACK)))
        });
        let booking = Booking::of(event);
        match place.and_then(|place| trips.get_mut(place)) {
            Some(trip) => trip.bookings.push(booking),
            None => rest.push(booking),
        }
    }
    if !rest.is_empty() {
        if !trips.is_empty() {
            draft.warn("an event is of no trip of the calendar");
        }
        trips.extend(Trip::without_event(rest));
    }
    let mut read = Vec::new();
    let calendar = draft.name.clone();
    for trip in trips {
        read.push(trip.read(draft.another(), &calendar)?);
    }
    all_of(read, draft.into_warnings())
}

/// Whether an event stands for a trip: whole days that are no booking.
fn is_about_trip(event: &Event) -> bool {
    let description = &event.item.place.description;
    let is_booking = description.lines().any(|line| marker(line).is_some());
    matches!(event.start, When::Day(_)) && !event.uid.starts_with("item-") && !is_booking
}

/// The number of the trip in the address that a description has.
fn trip_id(description: &str) -> Option<String> {
    let (_, path) = description.split_once("tripit.com/trip/show")?;
    let path = path.trim_start_matches(['/', '?']);
    let id = path
        .strip_prefix("id")
        .or_else(|| path.strip_prefix("uuid"))?;
    let id = id.trim_start_matches(['/', '=']);
    let end = id.find(|it: char| !it.is_ascii_alphanumeric() && it != '-');
    let id = id.get(..end.unwrap_or(id.len()))?;
    (!id.is_empty()).then(|| id.to_owned())
}

impl Trip {
    fn of(event: Event) -> Self {
        let first = event.start.date();
        let last = match &event.end {
            Some(When::Day(after)) => after.midnight().plus_days(-1).into(),
            Some(end) => end.date(),
            None => first,
        };
        Self {
            id: trip_id(&event.item.place.description),
            first,
            last: last.max(first),
            about: Some(event),
            bookings: Vec::new(),
        }
    }

    /// The trip of bookings without the event of one.
    fn without_event(bookings: Vec<Booking>) -> Option<Self> {
        let dates = bookings.iter().map(|booking| booking.start.date());
        Some(Self {
            id: None,
            first: dates.clone().min()?,
            last: dates.max()?,
            about: None,
            bookings,
        })
    }

    fn has(&self, date: Date, slack: i64) -> bool {
        let at = date.midnight();
        let (first, last) = (self.first.midnight(), self.last.midnight());
        first.plus_days(-slack) <= at && at <= last.plus_days(slack)
    }

    fn read(self, mut draft: Draft<'_>, calendar: &str) -> Result<ImportedTrip, ImportError> {
        if let Some(Event { item, .. }) = self.about {
            draft.description = Details::read(&item.place.description, "").text;
            draft.start = Some(self.first.midnight());
            draft.end = Some(self.last.midnight());
            draft.name = item.place.name;
            let place = DraftPlace {
                name: item.place.location,
                coordinates: item.place.coordinates,
                ..DraftPlace::default()
            };
            if !place.name.trim().is_empty() {
                draft.add_place(place)?;
            }
        }
        for Booking { start, item, .. } in stays_as_one(self.bookings) {
            draft.add_item(day_number(Some(self.first), start.date()), item)?;
        }
        let unnamed = if calendar.trim().is_empty() {
            "TripIt"
        } else {
            calendar
        };
        finish(draft, ImportFormat::TripIt, unnamed)
    }
}

impl Booking {
    fn of(event: Event) -> Self {
        let Event {
            start, mut item, ..
        } = event;
        let title = item.place.name.clone();
        let details = Details::read(&item.place.description, &title);
        if let Some(class) = details.class {
            item = DraftItem {
                kind: class.kind().to_owned(),
                class: Some(class).filter(|class| *class != ItemClass::Other),
                ..item
            };
        }
        if details.class.is_some_and(ItemClass::is_travel) && !details.arrival.is_empty() {
            let (_, end) = title.rsplit_once(" to ").unwrap_or_default();
            let rest = details
                .arrival
                .strip_prefix(end)
                .filter(|_| !end.is_empty());
            let (name, location) = match rest {
                Some(rest) => (end, rest),
                None => (details.arrival.as_str(), ""),
            };
            item.end = Some(DraftPlace {
                name: name.trim().to_owned(),
                location: location.trim().to_owned(),
                ..DraftPlace::default()
            });
        }
        item.confirmation = details.confirmation;
        item.place.description = details.text;
        Self { start, title, item }
    }

    /// When it begins.
    fn instant(&self) -> Instant {
        match &self.start {
            When::Day(date) => date.midnight(),
            When::At(time) => time.instant,
        }
    }

    /// What follows this at the beginning of its title.
    fn named(&self, begin: &str) -> Option<String> {
        let (start, name) = self.title.trim().split_at_checked(begin.len())?;
        start
            .eq_ignore_ascii_case(begin)
            .then(|| name.trim().to_owned())
    }
}

/// Bookings in the order of time; the check-in and the check-out of a stay are one.
fn stays_as_one(mut bookings: Vec<Booking>) -> Vec<Booking> {
    bookings.sort_by_key(Booking::instant);
    let mut merged: Vec<Booking> = Vec::new();
    // The stays of a name without an end.
    let mut open: HashMap<String, Vec<usize>> = HashMap::new();
    for mut booking in bookings {
        if let Some(name) = booking.named(CHECK_IN) {
            open.entry(name.to_lowercase())
                .or_default()
                .push(merged.len());
            booking.item.place.name = name;
        } else if let Some(name) = booking.named(CHECK_OUT) {
            let stays = open.entry(name.to_lowercase()).or_default();
            let confirmation = &booking.item.confirmation;
            let same = stays.iter().position(|place| {
                let stay = merged.get(*place);
                stay.is_some_and(|stay| stay.item.confirmation == *confirmation)
            });
            let place = (!stays.is_empty()).then(|| stays.remove(same.unwrap_or_default()));
            if let Some(stay) = place.and_then(|place| merged.get_mut(place)) {
                stay.end_with(booking);
                continue;
            }
        }
        merged.push(booking);
    }
    merged
}

impl Booking {
    /// Ends a stay at its check-out.
    fn end_with(&mut self, check_out: Self) {
        let (stay, end) = (&mut self.item, check_out.item);
        stay.place.end = end.place.start;
        stay.typed.end = end.typed.start;
        stay.end_time_zone = end.place.time_zone;
        if stay.confirmation.is_empty() {
            stay.confirmation = end.confirmation;
        }
        if stay.place.location.is_empty() {
            stay.place.location = end.place.location;
        }
        stay.place.coordinates = stay.place.coordinates.or(end.place.coordinates);
        let known: HashSet<&str> = stay.place.description.lines().map(str::trim).collect();
        let new = end.place.description.lines().map(str::trim);
        let new: Vec<&str> = new.filter(|line| !known.contains(line)).collect();
        let text = [stay.place.description.as_str(), &new.join("\n")].join("\n");
        stay.place.description = text.trim().to_owned();
    }
}

impl Details {
    /// Reads the description of an event of this title.
    fn read(description: &str, title: &str) -> Self {
        let mut details = Self::default();
        let mut lines = Vec::new();
        for line in description.lines().map(str::trim) {
            if line.is_empty() || BOILERPLATE.iter().any(|begin| line.starts_with(begin)) {
                continue;
            }
            if let Some((class, name)) = marker(line) {
                details.class = details.class.or(Some(class));
                let mut words = ["Arrive ", "Depart "].into_iter();
                let hotel = words.find_map(|word| name.strip_prefix(word));
                let name = hotel.unwrap_or(name);
                if !title.contains(name) && !name.contains(title) {
                    lines.push(name);
                }
            } else if let Some(code) =
                confirmation(line).filter(|_| details.confirmation.is_empty())
            {
                details.confirmation = ShortText::cut(code).to_string();
            } else if let Some(end) = line.strip_prefix("Arrive ") {
                end.clone_into(&mut details.arrival);
            } else {
                lines.push(line);
            }
        }
        details.text = lines.join("\n");
        details
    }
}

/// The kind and the name of `[Flight] SFO to BNA`; `None` of a line that is no such one.
fn marker(line: &str) -> Option<(ItemClass, &str)> {
    let (kind, name) = line.trim().strip_prefix('[')?.split_once(']')?;
    let class = match kind.trim().to_ascii_lowercase().as_str() {
        "flight" | "air" => ItemClass::Flight,
        "rail" | "train" => ItemClass::Train,
        "lodging" | "hotel" => ItemClass::Stay,
        "car" | "car rental" | "rental car" => ItemClass::Car,
        "cruise" | "ferry" => ItemClass::Ferry,
        "bus" => ItemClass::Bus,
        "transport" | "transportation" | "ground transportation" => ItemClass::Travel,
        "restaurant" | "dining" => ItemClass::Food,
        "activity" | "meeting" | "tour" | "concert" | "theater" | "theatre" => ItemClass::Activity,
        "note" | "map" | "directions" | "parking" | "weather" => ItemClass::Other,
        _ => return None,
    };
    Some((class, name.trim()))
}

/// The code of `Confirmation # X` or `Confirmation: X`.
fn confirmation(line: &str) -> Option<&str> {
    let (word, code) = line.split_at_checked("confirmation".len())?;
    let rest = code.trim_start();
    let is_code = word.eq_ignore_ascii_case("confirmation") && rest.starts_with(['#', ':']);
    let code = rest.trim_start_matches(['#', ':', ' ']).trim();
    (is_code && !code.is_empty()).then_some(code)
}
