//! A trip made whole from a file: the rules between values that were checked one by one.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::edit::context::{EditContext, WallClock};
use super::edit::fields::{DatesPatch, EstimatePatch};
use super::files::{NewFile, TOO_MANY_BYTES};
use super::places::place::ZoneName;
use super::schedule::booking::Booking;
use super::schedule::class::ItemClass;
use super::schedule::ends;
use super::schedule::itinerary::ItemKind;
use super::{Estimate, ItineraryItem, NewTrip, Parties, Plan, Trip, TripId, TripMap};
use crate::trip::money::budget::MemberId;
use crate::trip::money::budget::is_dot_segment;
use crate::trip::places::destination::minted;
use crate::{
    Currency, Dates, Description, Moment, Name, Path, People, ShortText, UserId, Violations,
};

pub use super::edit::import::{ImportCounts, TripImport};
pub use super::edit::import_bookings::BookingChange;
pub use super::edit::import_bookings::ImportedBooking;
pub use super::edit::import_costs::ImportedPayment;
pub use super::import_days::FileDays;

/// The content of a new trip.
#[derive(Debug, Clone)]
pub struct ImportedContent {
    /// [`TripOverview::name`](super::TripOverview::name).
    pub name: Name,
    /// [`TripOverview::description`](super::TripOverview::description).
    pub description: Description,
    /// [`TripOverview::plan`](super::TripOverview::plan).
    pub plan: Plan,
    /// The base currency of the amounts, if the plan sets none.
    pub base_currency: Option<Currency>,
    /// The trip's own rates: the code of each currency with its rate, as written.
    pub rates: Vec<(String, String)>,
    /// [`Trip::itinerary`].
    pub itinerary: Vec<ItineraryItem>,
    /// [`Trip::map`].
    pub map: TripMap,
    /// [`TripImport::days`].
    pub days: FileDays,
    /// The payments between people, if it is a file of costs that they share.
    pub payments: Option<Vec<ImportedPayment>>,
    /// [`TripImport::bookings`].
    pub bookings: Vec<ImportedBooking>,
    /// The files that came with it, which are in the picture store.
    pub files: Vec<NewFile>,
}

impl ImportedContent {
    /// Sets the zone of a trip whose dates are instants, unless it has one, and makes them days
    /// there.
    pub fn set_zone_of_dates(&mut self, zone: ZoneName, wall_clock: &WallClock) {
        let local = |moment: Moment| {
            let local = wall_clock(moment.at, 0, Some(&zone), None);
            moment.moved_to(local.unwrap_or(moment.at).midnight())
        };
        let Dates { start, end } = self.plan.dates;
        self.plan.dates = Dates {
            start: start.map(local),
            end: end.map(local),
        };
        self.plan.time_zone.get_or_insert(zone);
    }
}

impl Trip {
    /// A new private trip of the editor with the content of a file.
    ///
    /// Shares and settlements of people other than the editor keep the name of their party, and
    /// mean nobody. Settlements get new ids, and were recorded by the editor.
    ///
    /// # Errors
    /// Every rule that the content breaks.
    pub fn import(
        id: TripId,
        content: ImportedContent,
        context: &mut EditContext<'_>,
    ) -> Result<TripImport, Violations> {
        let ImportedContent {
            name,
            description,
            plan,
            base_currency,
            rates,
            itinerary,
            map,
            days,
            payments,
            bookings,
            files,
        } = content;
        let new = NewTrip {
            name,
            description,
            estimate: EstimatePatch::default(),
            dates: DatesPatch::default(),
            private: true,
            base_currency: None,
            time_zone: None,
        };
        let mut trip = Self::create(id, context.by, new, context.now)?;
        let unwritten = trip.clone();
        (trip.plan, trip.itinerary, trip.map) = (plan, Arc::new(itinerary), Arc::new(map));
        if trip.plan.budget.currency.is_none() {
            let other = base_currency.filter(|base| *base != context.default_currency);
            trip.plan.budget.currency = other;
        }
        if days == FileDays::Times {
            trip.find_travel();
        }
        trip.remember_bookings(&bookings, context.wall_clock);
        trip.upgrade_places();
        trip.name_destinations(context);
        trip.plan.lists.mint_ids(context.mint);
        trip.disown(context);
        let base = trip.base_currency(context.default_currency);
        trip.set_own_rates(rates, base).or(())?;
        let is_of_costs = payments.is_some();
        if is_of_costs {
            for budget in trip.budgets_mut() {
                budget.name_currency(base);
            }
        }
        let payments = payments.into_iter().flatten();
        let payments = payments.map(|payment| payment.recorded(base, context));
        let payments = payments.collect();
        trip.record_payments(payments, context);
        trip.take_files(files.clone(), context.by, context.now);
        trip.check_import()?;
        trip.bind_members(&unwritten, context.find_user);
        trip.freeze_rates(base, context.now, context.rates);
        Ok(TripImport {
            trip,
            days,
            is_of_costs,
            bookings,
            files,
        })
    }

    /// Keeps in items the bookings that they were made of, with what the file says.
    fn remember_bookings(&mut self, bookings: &[ImportedBooking], wall_clock: &WallClock) {
        let bookings = bookings.iter();
        let by_item: HashMap<&ShortText, &ImportedBooking> = bookings
            .filter_map(|booking| Some((booking.item_id.as_ref()?, booking)))
            .collect();
        if by_item.is_empty() {
            return;
        }
        let dates = self.item_dates(wall_clock);
        for (item, date) in Arc::make_mut(&mut self.itinerary).iter_mut().zip(dates) {
            if let Some(said) = by_item.get(&item.id) {
                item.booking = Some(Box::new(Booking {
                    transport: said.transport.clone(),
                    sequence: said.sequence,
                    date: date.filter(|_| item.start.is_none()),
                    ..Booking::of(said.key.clone(), item)
                }));
            }
        }
    }

    pub(super) fn check_import(&self) -> Result<(), Violations> {
        let mut violations = Violations::new();
        let root = Path::root();
        let mut bounded = |field: &'static str, length: usize, most: usize| {
            if length > most {
                let reason = format!("must have at most {most} entries");
                violations.add(root.field(field), reason);
            }
        };
        let plan = &self.plan;
        bounded(
            "destinations",
            plan.destinations.len(),
            Self::MAX_DESTINATIONS,
        );
        bounded(
            "expenditures",
            plan.expenditures.len(),
            Self::MAX_EXPENDITURES,
        );
        bounded("lists", plan.lists.len(), Self::MAX_LISTS);
        let longest = plan.lists.iter().map(|list| list.entries.len()).max();
        bounded("lists", longest.unwrap_or_default(), Self::MAX_TODO);
        bounded("tracks", self.map.tracks.len(), Self::MAX_TRACKS);
        bounded("parties", plan.parties.len(), Self::MAX_STORED_PARTIES);
        bounded("settlements", plan.settlements.len(), Self::MAX_SETTLEMENTS);
        bounded("files", plan.files.len(), Self::MAX_FILES);
        bounded("itinerary", self.itinerary.len(), Self::MAX_ITEMS);
        bounded("locations", self.map.locations.len(), Self::MAX_LOCATIONS);
        if self.has_too_many_bytes() {
            violations.add(root.field("files"), TOO_MANY_BYTES);
        }
        let Estimate { lo, hi, .. } = plan.estimate;
        if lo > hi {
            violations.add(root.field("estimate"), "has lo above hi");
        }
        violations.collect(plan.budget.check_signs(&root.field("budget")));
        let mut seen = HashSet::new();
        for (place, item) in self.itinerary.iter().enumerate() {
            let path = root.field("itinerary").index(place);
            if item.id.is_empty() || is_dot_segment(&item.id) || !seen.insert(item.id.as_str()) {
                violations.add(path.field("id"), "must be there once");
            }
            // Instants of typed hours follow from their zones.
            let is_known = item.typed.is_empty();
            if is_known && matches!((item.start, item.end), (Some(start), Some(end)) if end < start)
            {
                violations.add(path.field("end"), "must not be before the start");
            }
            violations.collect(item.budget.check_signs(&path.field("budget")));
        }
        violations.or(())
    }

    /// Makes travel of the events of a calendar whose names say so: they have no kinds. What a
    /// booking is says its class.
    fn find_travel(&mut self) {
        let Ok(kind) = ItemKind::new(ItemClass::Travel.kind()) else {
            return;
        };
        for item in Arc::make_mut(&mut self.itinerary) {
            if item.class.is_none() && ends::is_travel(&item.destination.name) {
                item.kind = kind.clone();
            }
        }
    }

    /// Gives an id to destinations that have content but none. Those of the plan that have neither
    /// are left out.
    fn name_destinations(&mut self, context: &mut EditContext<'_>) {
        for destination in self.destinations_mut() {
            if destination.id.is_empty() && !destination.is_blank() {
                destination.id = minted(context.mint);
            }
        }
        self.plan
            .destinations
            .retain(|destination| !destination.id.is_empty());
    }

    /// Leaves nobody but the editor in budgets, settlements and lists. Each other person is a name:
    /// that of their party, so that they stay one.
    pub(super) fn disown(&mut self, context: &mut EditContext<'_>) {
        let (editor, find_user, nobody) = (context.by, context.find_user, People::default());
        let parties = Parties::new(self.named_mentions(), &nobody);
        let named = |mention| {
            let place = parties.place_of(mention)?;
            let user = parties.user(place)?;
            if user == editor {
                return None;
            }
            let name = parties.names().get(place)?;
            // Another person's name from before a rename may be the editor's.
            let is_own = find_user(name) == Some(editor);
            let id = is_own.then(|| user.to_string());
            MemberId::new(id.as_ref().unwrap_or(name)).ok()
        };
        let names: Vec<Option<MemberId>> = self.named_mentions().map(named).collect();
        let mut names = names.into_iter();
        let mut disown = |member: &mut MemberId, user: &mut Option<UserId>| {
            if let Some(name) = names.next().flatten() {
                *member = name;
            }
            *user = user.filter(|user| *user == editor);
        };
        for share in self.budgets_mut().flat_map(|budget| &mut budget.shares) {
            disown(&mut share.member, &mut share.user);
        }
        for settlement in &mut self.plan.settlements {
            disown(&mut settlement.from, &mut settlement.from_user);
            disown(&mut settlement.to, &mut settlement.to_user);
            settlement.id = (context.mint)();
            settlement.recorded_by = editor;
        }
        for party in &mut self.plan.parties {
            disown(&mut party.member, &mut party.user);
        }
        for by in self
            .plan
            .lists
            .entries_mut()
            .filter_map(|it| it.by.as_mut())
        {
            disown(&mut by.member, &mut by.user);
            let found = by.user.or_else(|| find_user(by.member.as_str()));
            by.user = found.filter(|user| *user == editor);
        }
    }
}
