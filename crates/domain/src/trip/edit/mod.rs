//! Edits of a trip: values that say who may apply them and what that takes.

pub(super) mod context;
pub(super) mod error;
pub(super) mod fields;
pub(super) mod import;
pub(super) mod import_bookings;
pub(super) mod import_costs;
pub mod items;
mod people;
pub mod shift;

use std::sync::Arc;

use super::money::budget::BudgetPatch;
use super::money::settlement::SettlementPatch;
use super::people::party::PartyPatch;
use super::places::destination::{self, DestinationEntry};
use super::places::place::{PlaceAnswer, PlaceQuery, ZoneName};
use super::schedule::wall_clock::HoursOf;
use super::{Expenditure, FilePatch, ListDraft, MapLocation, Track, Trip};
use crate::access::AccessDecision::Allowed;
use crate::user::set;
use crate::{Action, Description, Name, Notes, PictureId, PicturePatch, ShortText, Violations};

pub use super::schedule::wall_clock::{ClockPatch, TypedEnd};
pub use context::{EditContext, WallClock};
pub use error::PatchError;
pub use fields::{DatesPatch, EstimatePatch};
pub use import::{ImportCounts, TripImport};
pub use items::{ItemMove, ItemPatch, ItineraryPatch};
pub use people::PeoplePatch;
pub use shift::{DayShift, PlanMove};

/// An edit of a trip. A request is a list of them, which apply in order, all or none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// The times of items in the other edits are wall clocks: those sent are hours of the zone that
    /// the item has, of a new one of UTC, and items whose zone changes keep their hours. Says how
    /// the end of the item that is added or changed was typed.
    LocalTimes(Option<TypedEnd>),
    /// Owner, members, their roles, privacy.
    People(PeoplePatch),
    /// [`TripOverview::name`](super::TripOverview::name).
    Name(Name),
    /// [`TripOverview::description`](super::TripOverview::description).
    Description(Description),
    /// [`Plan::estimate`](super::Plan::estimate).
    Estimate(EstimatePatch),
    /// [`Plan::dates`](super::Plan::dates), by key, and what is planned, if the first day changes.
    Dates(DatesPatch, PlanMove),
    /// [`Plan::time_zone`](super::Plan::time_zone).
    TimeZone(Option<ZoneName>),
    /// [`Plan::budget`](super::Plan::budget), by key.
    Budget {
        /// What is sent.
        budget: BudgetPatch,
        /// Whether amounts of items without a currency stay in the base currency that they were
        /// typed in, if it changes.
        keeps_currencies: bool,
    },
    /// [`Plan::expenditures`](super::Plan::expenditures).
    Expenditures(Vec<Expenditure>),
    /// The trip's own rates: the code of each currency with its rate, as written.
    Rates(Vec<(String, String)>),
    /// A change of [`Plan::settlements`](super::Plan::settlements).
    Settlement(SettlementPatch),
    /// A change of [`Plan::parties`](super::Plan::parties).
    Party(PartyPatch),
    /// [`Trip::itinerary`].
    Items(ItineraryPatch),
    /// [`Plan::destinations`](super::Plan::destinations).
    Destinations(Vec<DestinationEntry>),
    /// [`TripMap::notes`](super::TripMap::notes).
    Notes(Notes),
    /// [`TripMap::locations`](super::TripMap::locations).
    Locations(Vec<MapLocation>),
    /// [`TripMap::tracks`](super::TripMap::tracks).
    Tracks(Vec<Track>),
    /// [`Plan::lists`](super::Plan::lists).
    Lists(Vec<ListDraft>),
    /// The to-do list: the open entries of the first of [`Plan::lists`](super::Plan::lists).
    Todo(Vec<ShortText>),
    /// The main picture, or none.
    MainPicture(Option<PictureId>),
    /// The photos.
    Photos(Vec<PictureId>),
    /// A change of one picture of [`TripOverview::gallery`](super::TripOverview::gallery).
    Picture(PicturePatch),
    /// A change of [`Plan::files`](super::Plan::files).
    File(FilePatch),
    /// Adds what a file holds.
    Import(Arc<TripImport>),
    /// Moves all dates and times.
    Shift(DayShift),
}

/// What applying edits takes besides the plan of the trip.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Needs {
    /// Rates between two currencies.
    pub rates: bool,
    /// Look-ups of places. Name and description are compared apart.
    pub places: bool,
    /// Rows of accounts or pictures.
    pub rows: bool,
    /// The itinerary and the map, which are copied.
    pub whole: bool,
    /// So many list elements.
    pub elements: usize,
}

impl Needs {
    /// What applying all of these takes.
    pub fn of(edits: &[Edit]) -> Self {
        edits.iter().fold(Self::default(), |all, edit| {
            let needs = edit.needs();
            Self {
                rates: all.rates || needs.rates,
                places: all.places || needs.places,
                rows: all.rows || needs.rows,
                whole: all.whole || needs.whole || needs.rates,
                elements: all.elements + needs.elements,
            }
        })
    }
}

impl Edit {
    /// Sets what is sent of the budget.
    pub fn budget(budget: BudgetPatch) -> Self {
        Self::Budget {
            budget,
            keeps_currencies: false,
        }
    }

    /// Whether nothing is sent.
    fn is_empty(&self) -> bool {
        match self {
            Self::Estimate(sent) => *sent == EstimatePatch::default(),
            Self::Dates(sent, _) => *sent == DatesPatch::default(),
            Self::Budget { budget, .. } => *budget == BudgetPatch::default(),
            _ => false,
        }
    }

    /// The action that a user must be permitted. An instruction (add, move, remove, shift, settle,
    /// name a party, file, import) needs permission to edit even if it changes nothing.
    pub fn action(&self) -> Action {
        match self {
            Self::Items(ItineraryPatch::Replace(_) | ItineraryPatch::Change(..)) => Action::Submit,
            Self::Items(_)
            | Self::Picture(PicturePatch::Remove(_))
            | Self::Settlement(_)
            | Self::Party(_)
            | Self::File(_)
            | Self::Import(_)
            | Self::Shift(_) => Action::Edit,
            _ => Action::Submit,
        }
    }

    /// What applying it takes.
    pub fn needs(&self) -> Needs {
        let none = Needs::default();
        let whole = Needs {
            whole: true,
            ..none
        };
        match self {
            Self::People(people) => Needs {
                rows: people.names_accounts(),
                ..none
            },
            Self::Picture(PicturePatch::Remove(_)) | Self::File(_) => Needs { rows: true, ..none },
            Self::Dates(..)
            | Self::Notes(_)
            | Self::Tracks(_)
            | Self::Party(PartyPatch::Rename(..))
            | Self::Shift(_) => whole,
            Self::Budget { budget, .. } => Needs {
                rates: budget.currency.is_some(),
                ..none
            },
            Self::Rates(_) | Self::Settlement(_) => Needs {
                rates: true,
                ..none
            },
            Self::Items(items) => items.needs(),
            Self::Destinations(entries) => Needs {
                places: true,
                elements: entries.len(),
                ..none
            },
            Self::Locations(locations) => Needs {
                places: true,
                elements: locations.len(),
                ..whole
            },
            Self::Import(import) => Needs {
                rates: true,
                places: true,
                elements: import.trip.elements(),
                ..none
            },
            Self::Expenditures(list) => Needs {
                elements: list.len(),
                ..none
            },
            Self::Lists(lists) => Needs {
                elements: lists.iter().map(|list| list.entries.len()).sum(),
                ..none
            },
            _ => none,
        }
    }

    /// Checks that what it changes is there.
    fn check_target(&self, trip: &Trip, context: &EditContext<'_>) -> Result<(), PatchError> {
        let exists = match self {
            Self::Items(items) => items.target().is_none_or(|id| trip.item(id).is_some()),
            Self::Settlement(SettlementPatch::Remove(id)) => trip.find_settlement(*id).is_some(),
            Self::Picture(picture) => trip.gallery.pictures().any(|id| id == picture.target()),
            Self::File(FilePatch::Remove(id)) => trip.file(*id).is_some(),
            Self::Party(party) => return trip.check_party_patch(party, context),
            _ => true,
        };
        exists.then_some(()).ok_or(PatchError::NoItem)
    }
}

/// One edit is a list of edits.
impl IntoIterator for Edit {
    type Item = Self;
    type IntoIter = std::iter::Once<Self>;

    fn into_iter(self) -> Self::IntoIter {
        std::iter::once(self)
    }
}

impl Trip {
    /// Applies edits, all or none. Returns `None` if they change nothing.
    ///
    /// # Errors
    /// [`PatchError::NoItem`], then [`PatchError::NotPermitted`], then every violation. For
    /// parties, [`PatchError::NotPermitted`] comes first, then [`PatchError::PartyInUse`].
    pub fn apply(
        &self,
        edits: Vec<Edit>,
        context: &mut EditContext<'_>,
    ) -> Result<Option<Self>, PatchError> {
        let clocks = clocks(&edits);
        for edit in &edits {
            edit.check_target(self, context)?;
        }
        let may_edit = self.role_of(context.by).may(Action::Edit, self.private) == Allowed;
        if !may_edit && edits.iter().any(|edit| edit.action() == Action::Edit) {
            return Err(PatchError::NotPermitted);
        }
        let may_change = may_edit || self.is_leave(&edits, context);
        // Other files state no offsets.
        let has_offsets = edits
            .iter()
            .any(|edit| matches!(edit, Edit::Import(it) if it.days.has_times()));
        let mut next = self.clone();
        let mut violations = Violations::new();
        for edit in edits {
            violations.append(next.change(edit, &clocks, context)?);
        }
        let base = next.base_currency(context.default_currency);
        next.end_own_rates(base);
        next.record_withdrawals(self, context);
        next.gallery.drop_lost_captions();
        next.drop_found_zones(self);
        if !may_change && (!violations.is_empty() || next != *self) {
            return Err(PatchError::NotPermitted);
        }
        violations.or(())?;
        if next == *self {
            return Ok(None);
        }
        if next.needs_places(self, context.has_same_mentions) {
            next.locate(context.places);
        }
        if has_offsets {
            next.settle_offsets(self, context.wall_clock);
        }
        next.keep_hours(self, &clocks, context.wall_clock).or(())?;
        next.bind_members(self, context.find_user);
        next.freeze_rates(base, context.now, context.rates);
        next.version += 1;
        // Clocks of servers differ: lists by the time of change rely on its order.
        next.updated_at = context.now.max(self.updated_at);
        next.plan.relocations = 0;
        next.record_editor(context.by);
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

    /// Applies one edit. If there are violations, the trip may be partly changed.
    fn change(
        &mut self,
        edit: Edit,
        clocks: &ClockPatch,
        context: &mut EditContext<'_>,
    ) -> Result<Violations, PatchError> {
        let base = self.base_currency(context.default_currency);
        let mut violations = Violations::new();
        match edit {
            Edit::LocalTimes(_) => {}
            Edit::People(people) => return self.change_people(&people, context),
            Edit::Name(name) => self.name = name,
            Edit::Description(description) => self.description = description,
            Edit::Estimate(estimate) => return Ok(self.plan.merge_estimate(estimate)),
            Edit::Dates(dates, planned) => return Ok(self.change_dates(dates, planned)),
            Edit::TimeZone(zone) => self.plan.time_zone = zone,
            Edit::Budget {
                budget,
                keeps_currencies,
            } => {
                let default = context.default_currency;
                return Ok(self.change_budget(budget, keeps_currencies, default));
            }
            Edit::Expenditures(expenditures) => self.plan.expenditures = expenditures,
            Edit::Rates(rates) => return Ok(self.set_own_rates(rates, base)),
            Edit::Settlement(settlement) => {
                violations.collect(self.change_settlements(settlement, context));
            }
            Edit::Party(party) => {
                violations.collect(self.change_parties(party, context));
            }
            Edit::Items(items) => {
                let items = items.apply(&self.itinerary, base, clocks.is_local, context);
                set(&mut self.itinerary, violations.collect(items).map(Arc::new));
            }
            Edit::Destinations(entries) => {
                let resolved = destination::resolve(self, entries, context);
                set(&mut self.plan.destinations, violations.collect(resolved));
            }
            Edit::Notes(notes) => Arc::make_mut(&mut self.map).notes = notes,
            Edit::Locations(sent) => {
                let map = Arc::make_mut(&mut self.map);
                map.locations = map.merge_locations(sent);
            }
            Edit::Tracks(tracks) => Arc::make_mut(&mut self.map).tracks = tracks,
            Edit::Lists(drafts) => {
                let lists = self.resolve_lists(drafts, context);
                set(&mut self.plan.lists, violations.collect(lists));
            }
            Edit::Todo(todo) => return Ok(self.set_todo(todo)),
            Edit::MainPicture(main) => self.gallery.main = main,
            Edit::Photos(photos) => self.gallery.photos = photos,
            Edit::Picture(picture) => {
                violations.collect(self.gallery.apply(picture));
            }
            Edit::File(file) => {
                violations.collect(self.change_files(file, context.by, context.now));
            }
            Edit::Import(import) => return Ok(self.add_imported(&import, context)),
            Edit::Shift(shift) => return Ok(self.shift(shift)),
        }
        Ok(violations)
    }
}

/// What edits do to the hours of items.
fn clocks(edits: &[Edit]) -> ClockPatch {
    let mut clocks = ClockPatch::default();
    let (mut imports, mut shifts) = (false, false);
    for edit in edits {
        match edit {
            Edit::LocalTimes(end) => (clocks.is_local, clocks.end) = (true, *end),
            Edit::Items(items) => {
                if let ItineraryPatch::Move(id, _) = items {
                    clocks.keeps_hours = HoursOf::One(id.clone());
                    clocks.moves_days = true;
                }
                clocks.is_addition = matches!(items, ItineraryPatch::Add(_));
                clocks.is_list = matches!(items, ItineraryPatch::Replace(_));
                clocks.target = items.target().cloned();
            }
            Edit::Dates(_, PlanMove::Follows) => clocks.moves_days = true,
            Edit::Import(_) => (imports, clocks.is_import) = (true, true),
            Edit::Shift(_) => (shifts, clocks.moves_days) = (true, true),
            _ => {}
        }
    }
    if clocks.is_local && imports {
        clocks.keeps_hours = HoursOf::Present;
    } else if clocks.is_local || shifts {
        clocks.keeps_hours = HoursOf::All;
    }
    clocks
}
