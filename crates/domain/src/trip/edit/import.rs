//! What a file adds to a trip that exists (interface: "Imports").

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use super::import_bookings::{BookingChange, ImportedBooking, Rebooked};
use super::items::end_of_day;
use super::{ClockPatch, EditContext, WallClock};
use crate::trip::files::NewFile;
use crate::trip::import_days::FileDays;
use crate::trip::places::destination::minted;
use crate::trip::places::place::{self, Coordinates, PlaceAnswer, PlaceQuery};
use crate::trip::schedule::itinerary::Day;
use crate::trip::schedule::typed_hours::{LocalTime, TypedHours};
use crate::trip::{Destination, ItineraryItem, MapLocation, MemberShare, Track, Trip};
use crate::{Date, Dates, Instant, ShortText, Violations};

/// A trip that was made of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TripImport {
    /// The trip. Places without coordinates are not looked up yet; until then, typed hours are as
    /// if in UTC.
    pub trip: Trip,
    /// What tells the days of its items.
    pub days: FileDays,
    /// Whether it is of a file of costs that people share: its recorded payments belong to them.
    pub is_of_costs: bool,
    /// The files that came with it.
    pub files: Vec<NewFile>,
    /// The bookings that it knows again, each once.
    pub bookings: Vec<ImportedBooking>,
}

/// What adding a file to a trip leaves out, moves or changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportCounts {
    /// Items, but for known ones, that have a date before day 1.
    pub early_items: usize,
    /// Items that the trip has already, and to which the file says nothing new.
    pub known_items: usize,
    /// Lines that the trip has already.
    pub known_tracks: usize,
    /// Payments, of a file of costs, that the trip has already.
    pub known_payments: usize,
    /// What it changes of items that were made of the same bookings, or proposes.
    pub changes: Vec<BookingChange>,
}

impl ImportCounts {
    /// How many items of the file are changes of items that are there.
    pub fn changed_items(&self) -> usize {
        let changes = self.changes.iter();
        changes.filter(|change| !change.is_cancelled).count()
    }
}

impl TripImport {
    /// The trip with its places looked up, and its items on the days that their zones make of their
    /// times.
    pub fn locate(
        self,
        answers: &dyn Fn(&PlaceQuery) -> PlaceAnswer,
        wall_clock: &WallClock,
    ) -> Trip {
        let Self { mut trip, days, .. } = self;
        trip.locate(answers);
        let before = Trip {
            itinerary: Arc::default(),
            ..trip.clone()
        };
        if days.has_times() {
            trip.settle_offsets(&before, wall_clock);
        }
        // Times that can't be hours of their zone stay.
        let patch = ClockPatch {
            is_import: true,
            ..ClockPatch::default()
        };
        trip.keep_hours(&before, &patch, wall_clock);
        trip.set_days(days, wall_clock);
        trip
    }
}

impl Trip {
    /// Adds the items, places, locations and lines of a trip that was made of a file, and the
    /// payments of a file of costs. Of what is there, only items that were made of the same
    /// bookings change. Nothing comes twice but items of other programs that have neither a time
    /// nor a date. An item is on the day of its
    /// date if the trip has that, else it comes after the last day; an expense is on the first day
    /// then.
    ///
    /// # Errors
    /// The trip would have more of something than it may.
    pub(super) fn add_imported(
        &mut self,
        import: &TripImport,
        context: &mut EditContext<'_>,
    ) -> Violations {
        let import = &*self.with_own_parties(import);
        let imported = &import.trip;
        let numbers = self.numbers_by_date(import, context.places, context.wall_clock);
        let rebooked = self.rebooked_items(
            &import.trip.itinerary,
            &import.bookings,
            &numbers,
            context.wall_clock,
        );
        let items = self.imported_items(import, numbers, &rebooked, context);
        let files = self.imported_files(import, &rebooked);
        let payments: Vec<_> = self.new_payments(import).cloned().collect();
        self.add_parties(import, &items);
        let moved = self.take_rebooked(rebooked);
        self.insert_items(moved.into_iter().chain(items).collect());
        self.record_payments(payments, context);
        self.take_files(files, context.by, context.now);
        let known: HashSet<_> = self.plan.destinations.iter().map(identity).collect();
        let places = imported.plan.destinations.iter();
        let places = places.filter(|it| !it.is_blank() && !known.contains(&identity(it)));
        let places: Vec<Destination> = places.cloned().collect();
        let mut ids = self.destination_ids();
        for mut place in places {
            keep_or_mint(&mut place, &mut ids, context);
            self.plan.destinations.push(place);
        }
        let tracks = self.new_tracks(import).cloned().collect::<Vec<_>>();
        let map = Arc::make_mut(&mut self.map);
        let is_known = |new: &MapLocation| map.locations.iter().any(|it| it.is_like(new));
        let locations = imported.map.locations.iter();
        let locations: Vec<_> = locations.filter(|it| !is_known(it)).cloned().collect();
        map.locations.extend(locations);
        map.tracks.extend(tracks);
        self.check_import().err().unwrap_or_default()
    }

    /// Makes instants of the hours of new items that a file states with an offset, where the clocks
    /// of their places show another hour then. Such an item has no zone of its own.
    pub(super) fn settle_offsets(&mut self, before: &Self, wall_clock: &WallClock) {
        let known: HashSet<&ShortText> = before.itinerary.iter().map(|it| &it.id).collect();
        let settle = |at: Option<Instant>, hour: Option<LocalTime>, zone| {
            let is_instant = at != hour.map(LocalTime::as_if_utc);
            let shown = LocalTime::at(at?, zone, wall_clock);
            hour.filter(|_| !is_instant || shown == hour)
        };
        let items = self.itinerary.iter().zip(self.item_zones());
        let hours = items.map(|(item, zones)| {
            if known.contains(&item.id) || item.ends.time_zone.is_some() {
                return item.typed;
            }
            TypedHours {
                start: settle(item.start, item.typed.start, zones.start),
                end: settle(item.end, item.typed.end, zones.end),
            }
        });
        let hours: Vec<TypedHours> = hours.collect();
        if self
            .itinerary
            .iter()
            .map(|item| item.typed)
            .ne(hours.iter().copied())
        {
            let items = Arc::make_mut(&mut self.itinerary).iter_mut();
            items
                .zip(hours)
                .for_each(|(item, typed)| item.typed = typed);
        }
    }

    /// The items as they are in this trip, in the order of the file.
    fn imported_items(
        &self,
        import: &TripImport,
        numbers: Vec<Option<i64>>,
        rebooked: &[Rebooked],
        context: &mut EditContext<'_>,
    ) -> Vec<ItineraryItem> {
        let imported = &import.trip;
        let base = imported.base_currency(context.default_currency);
        let has_other_base = base != self.base_currency(context.default_currency);
        let mut ids: HashSet<ShortText> = self.itinerary.iter().map(|it| it.id.clone()).collect();
        let mut places = self.destination_ids();
        let known = self.known_items(import, &numbers, rebooked, context.wall_clock);
        let days = self.imported_days(import, numbers);
        let items = imported.itinerary.iter().zip(days).zip(known);
        let new = items.filter(|(_, is_known)| !is_known);
        let items = new.map(|((item, day), _)| {
            let mut item = item.clone();
            item.day = day;
            if !ids.insert(item.id.clone()) {
                item.id = minted(context.mint);
            }
            if has_other_base {
                item.budget.name_currency(base);
            }
            if !item.destination.id.is_empty() {
                keep_or_mint(&mut item.destination, &mut places, context);
            }
            item
        });
        items.collect()
    }

    /// The day of this trip on which each item of a file is.
    fn imported_days(&self, import: &TripImport, numbers: Vec<Option<i64>>) -> Vec<Day> {
        let last = self.last_day();
        let items = import.trip.itinerary.iter().zip(numbers);
        let days = items.map(|(item, number)| {
            let number = number.and_then(|number| u32::try_from(number).ok());
            let number = number.filter(|number| (1..=Day::MAX_IMPORTED).contains(number));
            let number = number.unwrap_or_else(|| match item.kind.is_expense() {
                true => 1,
                false => last.saturating_add(item.day.number()),
            });
            Day::new(number).unwrap_or(item.day)
        });
        days.collect()
    }

    /// Counts what adding a file to the trip leaves out or moves.
    pub fn count_import(&self, import: &TripImport, wall_clock: &WallClock) -> ImportCounts {
        let import = &*self.with_own_parties(import);
        let numbers = self.numbers_by_date(import, &|_| None, wall_clock);
        let rebooked = self.rebooked_items(
            &import.trip.itinerary,
            &import.bookings,
            &numbers,
            wall_clock,
        );
        let known = self.known_items(import, &numbers, &rebooked, wall_clock);
        let changed = rebooked.into_iter().map(|it| it.change);
        let changed: Vec<_> = changed.filter(|it| !it.fields.is_empty()).collect();
        let known_items = known.iter().filter(|is_known| **is_known).count() - changed.len();
        let new_tracks = self.new_tracks(import).count();
        let is_early = |number: Option<i64>| number.is_some_and(|number| number < 1);
        let items = import.trip.itinerary.iter().zip(numbers).zip(&known);
        let early = items.filter(|((item, number), is_known)| {
            is_early(*number) && !**is_known && !item.kind.is_expense()
        });
        ImportCounts {
            early_items: early.count(),
            known_items,
            known_tracks: import.trip.map.tracks.len() - new_tracks,
            known_payments: self.known_payments(import),
            changes: [changed, self.cancelled_items(&import.bookings)].concat(),
        }
    }

    /// The number of the day of each item of a file by its date, if that and the date of day 1 are
    /// known.
    fn numbers_by_date(
        &self,
        import: &TripImport,
        answers: &dyn Fn(&PlaceQuery) -> PlaceAnswer,
        wall_clock: &WallClock,
    ) -> Vec<Option<i64>> {
        let first = self.first_calendar_day(wall_clock);
        let mut imported = import.trip.clone();
        imported.locate(answers);
        let zone = imported.plan.time_zone.take();
        imported.plan.time_zone = zone.or_else(|| self.zone().cloned());
        let dates = imported.item_dates(wall_clock);
        let number = |date: Date| Some(date.midnight().days_since(first?.midnight()) + 1);
        dates.into_iter().map(|date| number(date?)).collect()
    }

    /// Which items of a file the trip has already: of the same name and place, at the same times;
    /// without times, of the same id or on the same day, whose `numbers` are by date; an expense of
    /// the same id, or of the same amounts; of the same booking.
    fn known_items(
        &self,
        import: &TripImport,
        numbers: &[Option<i64>],
        rebooked: &[Rebooked],
        wall_clock: &WallClock,
    ) -> Vec<bool> {
        let (mut timed, mut untimed) = (HashSet::new(), HashSet::new());
        let mut expenses = self.known_expenses();
        for (item, zones) in self.itinerary.iter().zip(self.item_zones()) {
            let local = |at: Option<Instant>, zone| wall_clock(at?, 0, zone, None);
            let hours = (local(item.start, zones.start), local(item.end, zones.end));
            let place = &item.destination;
            // An export has a location that was found, other files have none.
            let written = Some(&*place.location).filter(|_| !place.has_found_location);
            for location in [&place.location, written.unwrap_or_default()] {
                let texts = (place.title(), location);
                if item.kind.is_expense() {
                    untimed.insert((SameUntimed::Id(&item.id), texts));
                } else if item.start.is_none() {
                    let day = SameUntimed::Day(item.day.number().into());
                    for same in [SameUntimed::Id(&item.id), day, SameUntimed::Texts] {
                        untimed.insert((same, texts));
                    }
                } else {
                    timed.insert((false, (item.start, item.end), texts));
                    timed.insert((true, hours, texts));
                }
            }
        }
        let rebooked: HashSet<usize> = rebooked.iter().map(|it| it.imported).collect();
        let mut is_known = |(at, (item, number)): (usize, (&ItineraryItem, &Option<i64>))| {
            if rebooked.contains(&at) {
                return true;
            }
            let place = &item.destination;
            let texts = (place.title(), &*place.location);
            if item.kind.is_expense() {
                return untimed.contains(&(SameUntimed::Id(&item.id), texts))
                    || expenses.take(item);
            }
            if item.start.is_some() {
                let hour = |typed: Option<LocalTime>| typed.map(LocalTime::as_if_utc);
                let hours = (hour(item.typed.start), hour(item.typed.end));
                return timed.contains(&(false, (item.start, item.end), texts))
                    || hours.0.is_some() && timed.contains(&(true, hours, texts));
            }
            let same = match (import.days, number) {
                (_, Some(number @ 1..)) => SameUntimed::Day(*number),
                (FileDays::Written, _) => SameUntimed::Day(item.day.number().into()),
                // It was dated, and came after the last day.
                (FileDays::Times | FileDays::Dates, _) | (FileDays::Numbers, Some(_)) => {
                    SameUntimed::Texts
                }
                (FileDays::Numbers, None) => SameUntimed::Id(&item.id),
            };
            // One without a name is known by its id alone.
            let same = Some(same).filter(|_| !texts.0.is_empty());
            let mut known = same.into_iter().chain([SameUntimed::Id(&item.id)]);
            known.any(|same| untimed.contains(&(same, texts)))
        };
        let items = import.trip.itinerary.iter().zip(numbers);
        items.enumerate().map(&mut is_known).collect()
    }

    /// The files of an import that the trip has not, by name and size.
    pub fn new_files<'i>(&self, import: &'i TripImport) -> impl Iterator<Item = &'i NewFile> {
        let known = self.plan.files.iter();
        let known: HashSet<_> = known.map(|file| (file.name.clone(), file.size)).collect();
        let files = import.files.iter();
        files.filter(move |file| !known.contains(&(file.name.clone(), file.size)))
    }

    /// The files that the trip has not, at its own items.
    fn imported_files(&self, import: &TripImport, rebooked: &[Rebooked]) -> Vec<NewFile> {
        let present = rebooked.iter();
        let present: HashMap<&str, &ShortText> = present
            .map(|it| (it.imported_id.as_str(), &it.change.item_id))
            .collect();
        let files = self.new_files(import).cloned().map(|mut file| {
            let id = file.item.as_ref().and_then(|id| present.get(id.as_str()));
            file.item = id.map(|id| (*id).clone()).or(file.item);
            file
        });
        files.collect()
    }

    /// The lines of a file that the trip has not.
    fn new_tracks<'f>(&self, import: &'f TripImport) -> impl Iterator<Item = &'f Track> {
        let tracks = import.trip.map.tracks.iter();
        tracks.filter(|track| !self.map.tracks.contains(track))
    }

    /// The number of the last day: of the dates, or that has an item other than an expense; 0 if
    /// there is none.
    pub fn last_day(&self) -> u32 {
        let of_dates = match self.plan.dates {
            Dates {
                start: Some(start),
                end: Some(end),
            } => end.at.midnight().days_since(start.at.midnight()) + 1,
            _ => 0,
        };
        let of_items = self.shown_items().map(|(_, item)| item.day.number()).max();
        let of_dates = u32::try_from(of_dates).unwrap_or_default();
        of_items.unwrap_or_default().max(of_dates)
    }

    /// Inserts items at the ends of their days.
    fn insert_items(&mut self, items: Vec<ItineraryItem>) {
        let mut ends: BTreeMap<Day, usize> = BTreeMap::new();
        let mut added: Vec<(usize, ItineraryItem)> = Vec::with_capacity(items.len());
        for item in items {
            let end = ends.entry(item.day);
            let end = end.or_insert_with(|| end_of_day(&self.itinerary, item.day));
            added.push((*end, item));
        }
        added.sort_by_key(|(place, item)| (*place, item.day));
        let mut added = added.into_iter().peekable();
        let mut merged = Vec::with_capacity(self.itinerary.len() + added.len());
        let items = Arc::make_mut(&mut self.itinerary);
        for (place, item) in std::mem::take(items).into_iter().enumerate() {
            while let Some((_, new)) = added.next_if(|(before, _)| *before <= place) {
                merged.push(new);
            }
            merged.push(item);
        }
        merged.extend(added.map(|(_, item)| item));
        *items = merged;
    }

    /// Adds the parties whom the shares of new items name, so that their names come along, and all
    /// of a file of costs.
    fn add_parties(&mut self, import: &TripImport, items: &[ItineraryItem]) {
        let imported = &import.trip;
        let shares = items.iter().flat_map(|item| &item.budget.shares);
        let mut named: HashSet<&str> = shares
            .map(|share| MemberShare::mention(share).member)
            .collect();
        if import.is_of_costs {
            named.extend(imported.party_mentions().map(|mention| mention.member));
        }
        for party in &self.plan.parties {
            named.remove(party.member.as_str());
        }
        let parties = imported.plan.parties.iter();
        let parties = parties.filter(|party| named.contains(party.member.as_str()));
        let parties: Vec<_> = parties.cloned().collect();
        self.plan.parties.extend(parties);
    }

    fn destination_ids(&self) -> HashMap<ShortText, (String, Option<Coordinates>)> {
        let places = self.destinations();
        places
            .map(|place| (place.id.clone(), identity(place)))
            .collect()
    }
}

/// What items without a time have in common, beside their texts, if one is the other.
#[derive(PartialEq, Eq, Hash)]
enum SameUntimed<'t> {
    Id(&'t str),
    /// The number of their day.
    Day(i64),
    Texts,
}

fn identity(place: &Destination) -> (String, Option<Coordinates>) {
    place::identity(&place.name, place.coordinates)
}

/// Gives a place another id if that is another place's.
fn keep_or_mint(
    place: &mut Destination,
    ids: &mut HashMap<ShortText, (String, Option<Coordinates>)>,
    context: &mut EditContext<'_>,
) {
    let own = identity(place);
    if ids.get(&place.id).is_some_and(|other| *other != own) {
        place.id = minted(context.mint);
    }
    ids.insert(place.id.clone(), own);
}
