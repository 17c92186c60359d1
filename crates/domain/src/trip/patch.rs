//! Creation and patches of a trip. A patch applies whole or not at all.

use std::sync::Arc;

use super::budget::BudgetPatch;
use super::destination::{self, DestinationEntry};
use super::import_days::FileDays;
use super::import_into::TripImport;
use super::item_edit::ItineraryPatch;
use super::party::PartyPatch;
use super::place::{PLACE_RULES, PlaceAnswer, PlaceQuery, ZoneName};
use super::settlement::SettlementPatch;
use super::{
    DayShift, Expenditure, ListDraft, MapLocation, Plan, PlanMove, Track, Trip, TripId,
    TripOverview,
};
use crate::access::AccessDecision::Allowed;
use crate::access::{Action, MemberRole};
use crate::user::set;
use crate::{
    Amount, Currency, Dates, Description, Gallery, Instant, Moment, Name, Notes, Path, PictureId,
    PicturePatch, ShortText, UserId, Violations,
};

pub use super::context::{EditContext, WallClock};
pub use super::patch_error::PatchError;
use super::wall_clock::HoursOf;
pub use super::wall_clock::{ClockPatch, TypedEnd};

/// The request for a new trip.
#[derive(Debug, Clone)]
pub struct NewTrip {
    /// [`TripOverview::name`].
    pub name: Name,
    /// [`TripOverview::description`].
    pub description: Description,
    /// [`Plan::estimate`].
    pub estimate: EstimatePatch,
    /// [`Plan::dates`].
    pub dates: DatesPatch,
    /// [`TripOverview::private`].
    pub private: bool,
    /// The base currency; the service's default if left out.
    pub base_currency: Option<Currency>,
    /// [`Plan::time_zone`].
    pub time_zone: Option<ZoneName>,
}

/// The ends of an estimate in a request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EstimatePatch {
    /// [`Estimate::lo`](super::Estimate::lo).
    pub lo: Option<Amount>,
    /// [`Estimate::hi`](super::Estimate::hi).
    pub hi: Option<Amount>,
}

/// The dates in a request: `Some(None)` clears one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DatesPatch {
    /// [`Dates::start`].
    pub start: Option<Option<Moment>>,
    /// [`Dates::end`].
    pub end: Option<Option<Moment>>,
}

/// A patch of a trip: fields that are `None` stay unchanged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TripPatch {
    /// [`TripOverview::name`].
    pub name: Option<Name>,
    /// [`TripOverview::description`].
    pub description: Option<Description>,
    /// [`Plan::destinations`].
    pub destinations: Option<Vec<DestinationEntry>>,
    /// [`Plan::estimate`].
    pub estimate: EstimatePatch,
    /// [`Plan::budget`], by key.
    pub budget: BudgetPatch,
    /// [`Plan::expenditures`].
    pub expenditures: Option<Vec<Expenditure>>,
    /// [`Plan::dates`], by key.
    pub dates: DatesPatch,
    /// What is planned, if the first day changes.
    pub planned: PlanMove,
    /// The to-do list: the open entries of the first of [`Plan::lists`].
    pub todo: Option<Vec<ShortText>>,
    /// [`Plan::lists`].
    pub lists: Option<Vec<ListDraft>>,
    /// [`Trip::itinerary`].
    pub itinerary: Option<ItineraryPatch>,
    /// Moves all dates and times, after the other changes.
    pub shift: Option<DayShift>,
    /// [`TripMap::notes`](super::TripMap::notes).
    pub notes: Option<Notes>,
    /// [`TripMap::locations`](super::TripMap::locations).
    pub locations: Option<Vec<MapLocation>>,
    /// [`TripMap::tracks`](super::TripMap::tracks).
    pub tracks: Option<Vec<Track>>,
    /// Adds what a file holds.
    pub import: Option<Arc<TripImport>>,
    /// The main picture, or none.
    pub main_picture: Option<Option<PictureId>>,
    /// The photos.
    pub photos: Option<Vec<PictureId>>,
    /// A change of one picture of [`TripOverview::gallery`].
    pub picture: Option<PicturePatch>,
    /// The new owner, by username or id.
    pub owner: Option<String>,
    /// The members, each by username or id.
    pub members: Option<Vec<String>>,
    /// [`TripOverview::private`].
    pub private: Option<bool>,
    /// The roles of members, each of whom is named by username or id.
    pub roles: Option<Vec<(String, MemberRole)>>,
    /// A change of [`Plan::settlements`].
    pub settlement: Option<SettlementPatch>,
    /// A change of [`Plan::parties`].
    pub party: Option<PartyPatch>,
    /// The trip's own rates: the code of each currency with its rate, as written.
    pub rates: Option<Vec<(String, String)>>,
    /// [`Plan::time_zone`]; `Some(None)` removes it.
    pub time_zone: Option<Option<ZoneName>>,
    /// Whether the times of items are wall clocks: those sent are hours of the zone that the item
    /// has, of a new one of UTC, and items whose zone changes keep their hours.
    pub has_local_times: bool,
    /// How the end of the item that it adds or changes was typed, if its times are wall clocks.
    pub typed_end: Option<TypedEnd>,
    /// Whether amounts of items without a currency stay in the base currency that they were typed in,
    /// if it changes.
    pub keeps_currencies: bool,
    /// Whether its name and description mention the same places as before: no evidence of where the
    /// trip's places are has changed.
    pub has_same_mentions: bool,
}

impl TripPatch {
    /// Whether applying it may take a rate between two currencies.
    pub fn names_currency(&self) -> bool {
        let in_items = self.itinerary.as_ref().is_some_and(|items| match items {
            ItineraryPatch::Replace(items) => {
                items.iter().any(|item| item.budget.currency.is_some())
            }
            ItineraryPatch::Add(item) => item.budget.currency.is_some(),
            ItineraryPatch::Change(_, item) => item.budget.currency.is_some(),
            _ => false,
        });
        in_items
            || self.budget.currency.is_some()
            || self.settlement.is_some()
            || self.rates.is_some()
            || self.import.is_some()
    }

    /// Whether applying it may change what says where the places of a trip are, besides its name and
    /// description.
    pub fn may_move_places(&self) -> bool {
        let in_items = match &self.itinerary {
            Some(ItineraryPatch::Change(_, item)) => {
                item.destination.is_some() || item.kind.is_some() || item.ends.destination.is_some()
            }
            None | Some(ItineraryPatch::Remove(_) | ItineraryPatch::Move(..)) => false,
            Some(_) => true,
        };
        in_items || self.destinations.is_some() || self.locations.is_some() || self.import.is_some()
    }

    /// Whether applying it leaves the itinerary and the map as they are, so that neither is copied.
    pub fn is_of_overview(&self) -> bool {
        let has_dates = self.dates.start.is_some() || self.dates.end.is_some();
        let is_of_items = self.itinerary.is_some() || self.shift.is_some() || self.names_currency();
        let is_of_costs = matches!(self.party, Some(PartyPatch::Rename(..)));
        let is_of_map = self.notes.is_some() || self.locations.is_some() || self.tracks.is_some();
        !has_dates && !is_of_items && !is_of_costs && !is_of_map
    }

    /// What it does to the hours of items.
    fn clocks(&self) -> ClockPatch {
        let itinerary = self.itinerary.as_ref();
        let is_move = matches!(itinerary, Some(ItineraryPatch::Move(..)));
        ClockPatch {
            keeps_hours: match (itinerary, &self.import) {
                (_, Some(_)) if self.has_local_times => HoursOf::Present,
                _ if self.has_local_times || self.shift.is_some() => HoursOf::All,
                (Some(ItineraryPatch::Move(id, _)), _) => HoursOf::One(id.clone()),
                _ => HoursOf::None,
            },
            is_addition: matches!(itinerary, Some(ItineraryPatch::Add(_))),
            moves_days: self.shift.is_some() || self.planned == PlanMove::Follows || is_move,
            target: itinerary.and_then(ItineraryPatch::target).cloned(),
            end: self.typed_end,
            is_list: matches!(itinerary, Some(ItineraryPatch::Replace(_))),
        }
    }

    /// Whether it is an instruction (add, move, remove, shift, settle, name a party, import) rather
    /// than a new state. An instruction needs permission to edit even if it changes nothing.
    fn is_command(&self) -> bool {
        let states_items = matches!(
            self.itinerary,
            None | Some(ItineraryPatch::Replace(_) | ItineraryPatch::Change(..))
        );
        let removes_picture = matches!(self.picture, Some(PicturePatch::Remove(_)));
        let makes_parts =
            self.settlement.is_some() || self.party.is_some() || self.import.is_some();
        !states_items || removes_picture || self.shift.is_some() || makes_parts
    }
}

impl NewTrip {
    /// The violations of a new trip with this estimate and these dates. It needs no name, so that
    /// callers can list them beside a violation of the name.
    pub fn check(estimate: EstimatePatch, dates: DatesPatch) -> Violations {
        Plan::default().merge_parts(estimate, dates)
    }
}

impl Trip {
    /// A new trip of `owner`.
    ///
    /// # Errors
    /// Start after end, or a lower end of the estimate above the higher one.
    pub fn create(
        id: TripId,
        owner: UserId,
        new: NewTrip,
        now: Instant,
    ) -> Result<Self, Violations> {
        let NewTrip {
            name,
            description,
            estimate,
            dates,
            private,
            base_currency,
            time_zone,
        } = new;
        let mut plan = Plan {
            time_zone,
            place_rules: PLACE_RULES,
            ..Plan::default()
        };
        plan.budget.currency = base_currency;
        let violations = plan.merge_parts(estimate, dates);
        if estimate.hi.is_some() {
            plan.estimate.is_hi_sent = Some(true);
        }
        let overview = TripOverview {
            id,
            version: 1,
            created_at: now,
            updated_at: now,
            owner,
            members: vec![owner],
            viewers: Vec::new(),
            private,
            name,
            description,
            plan,
            gallery: Gallery::default(),
        };
        violations.or(Self {
            overview: Arc::new(overview),
            itinerary: Arc::default(),
            map: Arc::default(),
        })
    }

    /// Applies a patch, all of it or nothing. Returns `None` if it changes nothing.
    ///
    /// # Errors
    /// [`PatchError::NoItem`], then [`PatchError::NotPermitted`], then every violation. For parties,
    /// [`PatchError::NotPermitted`] comes first, then [`PatchError::PartyInUse`].
    pub fn apply(
        &self,
        patch: TripPatch,
        context: &mut EditContext<'_>,
    ) -> Result<Option<Self>, PatchError> {
        let (clocks, has_same_mentions) = (patch.clocks(), patch.has_same_mentions);
        let target = patch.itinerary.as_ref().and_then(ItineraryPatch::target);
        if target.is_some_and(|id| self.item(id).is_none()) {
            return Err(PatchError::NoItem);
        }
        if let Some(SettlementPatch::Remove(id)) = patch.settlement {
            self.find_settlement(id).ok_or(PatchError::NoItem)?;
        }
        let picture = patch.picture.as_ref().map(PicturePatch::target);
        if picture.is_some_and(|id| self.gallery.pictures().all(|other| other != id)) {
            return Err(PatchError::NoItem);
        }
        self.check_party_patch(patch.party.as_ref(), context)?;
        let may_edit = self.role_of(context.by).may(Action::Edit, self.private) == Allowed;
        if !may_edit && patch.is_command() {
            return Err(PatchError::NotPermitted);
        }
        let may_change = may_edit || self.is_leave(&patch, context);
        // Other files state no offsets.
        let has_offsets = patch
            .import
            .as_ref()
            .is_some_and(|it| it.days == FileDays::Times);
        let mut next = self.clone();
        let mut violations = next.apply_management(&patch, context)?;
        next.record_withdrawals(self, context);
        violations.append(next.apply_content(patch, context));
        next.drop_found_zones(self);
        if !may_change && (!violations.is_empty() || next != *self) {
            return Err(PatchError::NotPermitted);
        }
        violations.or(())?;
        if next == *self {
            return Ok(None);
        }
        if next.needs_places(self, has_same_mentions) {
            next.locate(context.places);
        }
        if has_offsets {
            next.settle_offsets(self, context.wall_clock);
        }
        next.keep_hours(self, &clocks, context.wall_clock).or(())?;
        next.bind_members(self, context.find_user);
        let base = next.base_currency(context.default_currency);
        next.freeze_rates(base, context.now, context.rates);
        next.version += 1;
        // Clocks of servers differ: lists by the time of change rely on its order.
        next.updated_at = context.now.max(self.updated_at);
        next.plan.relocations = 0;
        next.plan.editor = Some(context.by);
        Ok(Some(next))
    }

    /// Takes places that were looked up after the last edit, which stays the last one. Returns
    /// `None` if nothing changes. Items keep their hours if `clocks` says so.
    pub fn relocate(
        &self,
        answers: &dyn Fn(&PlaceQuery) -> PlaceAnswer,
        clocks: &ClockPatch,
        wall_clock: &WallClock,
    ) -> Option<Self> {
        let mut next = self.clone();
        next.locate(answers);
        if next == *self || !next.keep_hours(self, clocks, wall_clock).is_empty() {
            return None;
        }
        next.version += 1;
        next.plan.relocations += 1;
        Some(next)
    }

    /// Applies the patch to the trip's content. If there are violations, the trip is only partly
    /// changed.
    fn apply_content(&mut self, patch: TripPatch, context: &mut EditContext<'_>) -> Violations {
        let TripPatch {
            name,
            description,
            destinations,
            estimate,
            budget,
            expenditures,
            dates,
            planned,
            todo,
            lists,
            itinerary,
            shift,
            notes,
            locations,
            tracks,
            import,
            main_picture,
            photos,
            picture,
            owner: _,
            members: _,
            private: _,
            roles: _,
            settlement,
            party,
            rates,
            time_zone,
            has_local_times,
            typed_end: _,
            keeps_currencies,
            has_same_mentions: _,
        } = patch;
        let before = self.plan.dates;
        let moved = dates.days_after(before);
        let follows = moved.filter(|_| planned == PlanMove::Follows);
        let dates = follows.map_or(dates, |days| dates.with_end_after(before, days));
        let mut violations = self.plan.merge_parts(estimate, dates);
        if let Some(days) = follows {
            violations.append(self.move_plan(days));
        }
        if let Some(days) = moved.filter(|_| planned == PlanMove::Stays) {
            self.renumber_days(days);
        }
        let former_base = self.base_currency(context.default_currency);
        violations.append(self.merge_budget(budget, context.default_currency));
        let base = self.base_currency(context.default_currency);
        if keeps_currencies && base != former_base {
            for item in Arc::make_mut(&mut self.itinerary) {
                item.budget.name_currency(former_base);
            }
        }
        self.end_own_rates(base);
        if let Some(rates) = rates {
            violations.append(self.set_own_rates(rates, base));
        }
        if let Some(patch) = itinerary {
            let items = patch.apply(&self.itinerary, base, has_local_times, context);
            set(&mut self.itinerary, violations.collect(items).map(Arc::new));
        }
        if let Some(entries) = destinations {
            let resolved = destination::resolve(self, entries, context);
            set(&mut self.plan.destinations, violations.collect(resolved));
        }
        self.merge_map(notes, locations, tracks);
        if let Some(settlement) = settlement {
            violations.collect(self.apply_settlement(settlement, context));
        }
        if let Some(party) = party {
            violations.collect(self.apply_party(party, context));
        }
        if let Some(drafts) = lists {
            let lists = self.resolve_lists(drafts, context);
            set(&mut self.plan.lists, violations.collect(lists));
        }
        if let Some(todo) = todo {
            violations.append(self.set_todo(todo));
        }
        if let Some(imported) = import {
            violations.append(self.add_imported(&imported, context));
        }
        set(&mut self.name, name);
        set(&mut self.description, description);
        set(&mut self.plan.expenditures, expenditures);
        set(&mut self.plan.time_zone, time_zone);
        set(&mut self.gallery.main, main_picture);
        set(&mut self.gallery.photos, photos);
        if let Some(picture) = picture {
            violations.collect(self.gallery.apply(picture));
        }
        self.gallery.drop_lost_captions();
        if let Some(shift) = shift {
            violations.append(self.shift(shift));
        }
        violations
    }

    fn merge_budget(&mut self, mut draft: BudgetPatch, default: Currency) -> Violations {
        let base = self.base_currency(default);
        // The default currency sent back by a client does not set it.
        draft.currency = draft
            .currency
            .filter(|sent| self.plan.budget.currency.is_some() || *sent != base);
        let new_base = draft.currency.unwrap_or(base);
        let path = Path::root().field("budget");
        let mut violations = Violations::new();
        let merged = self
            .plan
            .budget
            .merge(draft, new_base, new_base == base, &path);
        if let Some(merged) = violations.collect(merged) {
            self.plan.budget = merged;
        }
        violations
    }
}

impl Plan {
    fn merge_parts(&mut self, estimate: EstimatePatch, dates: DatesPatch) -> Violations {
        let mut violations = Violations::new();
        let path = Path::root().field("estimate");
        let merged = self.estimate.merge(estimate.lo, estimate.hi, &path);
        if let Some(merged) = violations.collect(merged) {
            self.estimate = merged;
        }
        let sent = Dates {
            start: dates.start.flatten(),
            end: dates.end.flatten(),
        };
        let present = Dates {
            start: self.dates.start.filter(|_| dates.start != Some(None)),
            end: self.dates.end.filter(|_| dates.end != Some(None)),
        };
        let merged = present.merge(sent, &Path::root().field("dates"));
        if let Some(merged) = violations.collect(merged) {
            self.dates = merged;
        }
        violations
    }
}
