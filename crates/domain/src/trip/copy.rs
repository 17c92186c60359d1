//! Copies of a trip (interface: "Copying a trip").

use std::sync::Arc;

use super::edit::context::{EditContext, WallClock};
use super::money::budget::MemberId;
use super::{Budget, Party, Plan, TodoLists, Trip, TripId, TripOverview};
use crate::{
    Amount, Date, Dates, Gallery, Moment, Name, Path, People, Quantity, Reason, ShortText,
    SignedAmount, UserId, Violations,
};

/// The request for a copy of a trip.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TripCopy {
    /// Its name; that of the trip if left out.
    pub name: Option<Name>,
    /// The day to which day 1 moves; it stays if left out.
    pub start: Option<Date>,
    /// What comes along besides the itinerary, the places and the map.
    pub parts: CopiedParts,
}

/// The parts of a trip that come along by choice.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CopiedParts {
    /// The estimate, budgets, expenses, expenditures and own rates; without what was paid.
    pub costs: bool,
    /// The parties, who shares which cost, who does what; the members with their roles if the copy
    /// is made by the owner, else as parties of their names.
    pub people: bool,
    /// The pictures of the trip, and the photos of its items.
    pub pictures: bool,
    /// The lists.
    pub lists: bool,
}

impl CopiedParts {
    /// One part, by its name.
    ///
    /// # Errors
    /// There is no such part.
    pub fn parse(name: &str) -> Result<Self, Reason> {
        let mut parts = Self::default();
        let part = match name {
            "costs" => &mut parts.costs,
            "people" => &mut parts.people,
            "pictures" => &mut parts.pictures,
            "lists" => &mut parts.lists,
            _ => return Err(Reason::new("must be costs, people, pictures or lists")),
        };
        *part = true;
        Ok(parts)
    }

    /// These parts and others.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            costs: self.costs || other.costs,
            people: self.people || other.people,
            pictures: self.pictures || other.pictures,
            lists: self.lists || other.lists,
        }
    }
}

impl Trip {
    /// A new private trip of the editor with the content of this one, without its pictures.
    /// Recorded settlements, what was paid, confirmations and
    /// files are not copied. Without people, the
    /// costs are nobody's. Only the owner of this trip, whose people are `people`, puts them on the
    /// copy: for others they are names.
    ///
    /// # Errors
    /// A date out of the years 1 to 9999, or dates that become the epoch, which means none.
    pub fn copy(
        &self,
        id: TripId,
        request: &TripCopy,
        people: &People,
        context: &mut EditContext<'_>,
    ) -> Result<Self, Violations> {
        let TripCopy { name, start, parts } = request;
        let mut next = self.clone();
        let owner = context.by;
        let brings_members = parts.people && self.owner == owner;
        let is_other = |user: &&UserId| **user != owner && brings_members;
        let others = self.members.iter().filter(is_other);
        let viewers = self.viewers.iter().filter(is_other);
        next.overview = Arc::new(TripOverview {
            id,
            version: 1,
            created_at: context.now,
            updated_at: context.now,
            owner,
            members: std::iter::once(&owner).chain(others).copied().collect(),
            viewers: viewers.copied().collect(),
            private: true,
            name: name.clone().unwrap_or_else(|| self.name.clone()),
            description: self.description.clone(),
            plan: self.plan.copy(*parts),
            gallery: Gallery::default(),
        });
        next.copy_items(*parts);
        if parts.people && !brings_members {
            next.name_members(people, context);
        }
        if let Some(start) = *start {
            next.start_on(start, context).or(())?;
        }
        let base = next.base_currency(context.default_currency);
        next.freeze_rates(base, context.now, context.rates);
        Ok(next)
    }

    /// Makes parties of the people of another trip but the editor, by the names that they have
    /// there.
    fn name_members(&mut self, people: &People, context: &mut EditContext<'_>) {
        let mut names = people.shown_names(std::iter::empty());
        for person in people.iter().filter(|person| person.id != context.by) {
            let name = names.remove(&person.id).unwrap_or_default();
            let name = ShortText::cut(&name);
            let parties = &mut self.plan.parties;
            let mut known = parties.iter_mut();
            if let Some(party) = known.find(|party| party.user == Some(person.id)) {
                party.name = name;
            } else if let Ok(member) = MemberId::new(&(context.mint)().to_string()) {
                let user = Some(person.id);
                parties.push(Party { member, name, user });
            }
        }
        self.disown(context);
    }

    /// Leaves of the items, the map and the budgets what a copy with these parts has.
    fn copy_items(&mut self, parts: CopiedParts) {
        Arc::make_mut(&mut self.itinerary).retain(|item| parts.costs || !item.kind.is_expense());
        self.hide_from_outsiders();
        for item in Arc::make_mut(&mut self.itinerary) {
            if !parts.pictures {
                item.photos = Vec::new();
            }
            if !parts.costs {
                // It looks the same without its category.
                item.class = Some(item.class());
                item.budget = Budget::default();
            }
        }
        for budget in self.budgets_mut() {
            budget.clear_payments();
            budget.rate = None;
            if !parts.people {
                budget.leave_to_nobody();
            }
        }
        if !parts.costs {
            for location in &mut Arc::make_mut(&mut self.map).locations {
                location.transportation.cost = Quantity::ZERO;
            }
        }
    }

    /// Moves day 1 to a day. A trip without dates gets them.
    fn start_on(&mut self, start: Date, context: &EditContext<'_>) -> Violations {
        let start = start.midnight();
        let mut violations = Violations::new();
        if let Some(first) = self.first_local_day(context) {
            let days = start.days_since(first.midnight());
            // Not the start of an item.
            let path = Path::root().unknown("start");
            violations = self.move_by(days, &path, Some(context.wall_clock));
        }
        if self.plan.dates.start.is_none() {
            let last = self.shown_items().map(|(_, item)| item.day).max();
            let moment = |at: crate::Instant| Moment::from_text(&at.to_string()).ok();
            let sent = Dates {
                start: moment(start),
                end: last.and_then(|day| moment(start.checked_plus_days(day.offset())?)),
            };
            let path = Path::root().field("dates");
            let dates = self.plan.dates.merge(sent, &path);
            self.plan.dates = dates.unwrap_or(self.plan.dates);
        }
        violations
    }

    /// The day of the calendar that day 1 is, else that of the first location of the map; `None` if
    /// nothing of the trip has a date.
    fn first_local_day(&self, context: &EditContext<'_>) -> Option<Date> {
        let of_locations = || self.map.locations.iter().find_map(|it| it.period);
        let first = self.first_calendar_day(context.wall_clock);
        let first = first.or_else(|| Some(of_locations()?.start.at.into()));
        first.or_else(|| Some(self.plan.dates.end?.at.into()))
    }

    /// The day of the calendar that day 1 is, by the clocks of the items where the trip has no
    /// start; `None` if nothing tells.
    pub(super) fn first_calendar_day(&self, wall_clock: &WallClock) -> Option<Date> {
        let of_items = || {
            let (place, item) = self.first_timed()?;
            let zone = self.item_zones().get(place)?.start;
            let local = wall_clock(item.start?, 0, zone, None)?;
            local.midnight().checked_plus_days(-item.day.offset())
        };
        let start = self.plan.dates.start.map(|start| start.at);
        start.or_else(of_items).map(Date::from)
    }
}

impl Plan {
    /// The plan of a copy with these parts, but for its budget.
    fn copy(&self, parts: CopiedParts) -> Self {
        let Self {
            destinations,
            estimate,
            budget,
            expenditures,
            dates,
            lists,
            settlements: _,
            parties,
            files: _,
            rates,
            time_zone,
            place_rules,
            relocations: _,
            last_edits: _,
            withdrawals: _,
            named,
        } = self;
        let mut lists = if parts.lists {
            lists.clone()
        } else {
            TodoLists::default()
        };
        if !parts.people {
            for entry in lists.entries_mut() {
                entry.by = None;
            }
        }
        let costs = parts.costs.then(|| Self {
            estimate: *estimate,
            budget: budget.clone(),
            expenditures: expenditures.clone(),
            rates: rates.clone(),
            ..Self::default()
        });
        // Sums stay in the currency of the trip.
        let without_costs = || Self {
            budget: Budget {
                currency: budget.currency,
                ..Budget::default()
            },
            ..Self::default()
        };
        Self {
            destinations: destinations.clone(),
            dates: *dates,
            lists,
            named: if parts.people {
                named.clone()
            } else {
                Vec::new()
            },
            parties: if parts.people {
                parties.clone()
            } else {
                Vec::new()
            },
            time_zone: time_zone.clone(),
            place_rules: *place_rules,
            ..costs.unwrap_or_else(without_costs)
        }
    }
}

impl Budget {
    /// Makes its totals costs that nobody has taken on.
    fn leave_to_nobody(&mut self) {
        let estimated = Amount::rounded(self.total_estimated()).ok();
        self.estimated = estimated.filter(|it| !it.is_zero());
        let cost = SignedAmount::rounded(self.total_cost()).ok();
        self.total = cost.filter(|it| !it.is_zero());
        self.shares = Vec::new();
    }
}
