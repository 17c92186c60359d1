//! A trip made whole from a file: the rules between values that were checked one by one.

use std::collections::HashSet;

use super::patch::EditContext;
use super::{Estimate, ItineraryItem, NewTrip, Plan, RecordedSettlement, Trip, TripId, TripMap};
use crate::trip::destination::minted;
use crate::trip::patch::{DatesPatch, EstimatePatch};
use crate::{Currency, Description, Name, Path, Reason, ShortText, UserId, Violations};

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
    /// [`Trip::itinerary`].
    pub itinerary: Vec<ItineraryItem>,
    /// [`Trip::map`].
    pub map: TripMap,
}

impl Trip {
    /// A new private trip of the editor with the content of a file.
    ///
    /// Shares and settlements of people other than the editor keep the text that names them, and
    /// mean nobody. Settlements get new ids, and were recorded by the editor.
    ///
    /// # Errors
    /// Every rule that the content breaks.
    pub fn import(
        id: TripId,
        content: ImportedContent,
        context: &mut EditContext<'_>,
    ) -> Result<Self, Violations> {
        let ImportedContent {
            name,
            description,
            plan,
            base_currency,
            itinerary,
            map,
        } = content;
        let new = NewTrip {
            name,
            description,
            estimate: EstimatePatch::default(),
            dates: DatesPatch::default(),
            private: true,
            base_currency: None,
        };
        let mut trip = Self::create(id, context.by, new, context.now)?;
        (trip.plan, trip.itinerary, trip.map) = (plan, itinerary, map);
        if trip.plan.budget.currency.is_none() {
            let other = base_currency.filter(|base| *base != context.default_currency);
            trip.plan.budget.currency = other;
        }
        trip.check_import()?;
        trip.name_destinations(context);
        trip.disown(context);
        trip.bind_members(context.find_user);
        let base = trip.base_currency(context.default_currency);
        trip.freeze_rates(base, context.now, context.rates);
        Ok(trip)
    }

    fn check_import(&self) -> Result<(), Violations> {
        let mut violations = Violations::new();
        let root = Path::root();
        let mut bounded = |field: &'static str, length: usize, most: usize| {
            if length > most {
                let reason = format!("must have at most {most} entries");
                violations.add(root.field(field), Reason::new(reason));
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
        bounded("todo", plan.todo.len(), Self::MAX_TODO);
        bounded("itinerary", self.itinerary.len(), Self::MAX_ITEMS);
        bounded("locations", self.map.locations.len(), Self::MAX_LOCATIONS);
        let Estimate { lo, hi } = plan.estimate;
        if lo > hi {
            violations.add(root.field("estimate"), Reason::new("has lo above hi"));
        }
        let mut seen = HashSet::new();
        for (place, item) in self.itinerary.iter().enumerate() {
            let path = root.field("itinerary").index(place);
            if item.id.is_empty() || !seen.insert(item.id.as_str()) {
                violations.add(path.field("id"), Reason::new("must be there once"));
            }
            if matches!((item.start, item.end), (Some(start), Some(end)) if end < start) {
                let reason = Reason::new("must not be before the start");
                violations.add(path.field("end"), reason);
            }
        }
        violations.or(())
    }

    /// Gives an id to destinations that have content but none.
    fn name_destinations(&mut self, context: &mut EditContext<'_>) {
        for destination in self.destinations_mut() {
            let is_blank = destination.name.is_empty()
                && destination.location.is_empty()
                && destination.description.is_empty()
                && destination.coordinates.is_none();
            if is_blank {
                destination.id = ShortText::EMPTY;
            } else if destination.id.is_empty() {
                destination.id = minted(context.mint);
            }
        }
        self.plan
            .destinations
            .retain(|destination| !destination.id.is_empty());
    }

    /// Leaves nobody but the editor in budgets and settlements.
    fn disown(&mut self, context: &mut EditContext<'_>) {
        let editor = context.by;
        let own = |user: Option<UserId>| user.filter(|user| *user == editor);
        for budget in self.budgets_mut() {
            for share in &mut budget.shares {
                share.user = own(share.user);
            }
        }
        for settlement in &mut self.plan.settlements {
            let RecordedSettlement {
                id,
                from_user,
                to_user,
                recorded_by,
                ..
            } = settlement;
            *id = (context.mint)();
            (*from_user, *to_user) = (own(*from_user), own(*to_user));
            *recorded_by = editor;
        }
    }
}
