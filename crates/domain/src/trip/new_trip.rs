//! Creation of a trip.

use std::sync::Arc;

use super::edit::fields::{DatesPatch, EstimatePatch};
use super::places::place::{PLACE_RULES, ZoneName};
use super::{Plan, Trip, TripId, TripOverview};
use crate::{Currency, Description, Gallery, Instant, Name, UserId, Violations};

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
}

impl Plan {
    fn merge_parts(&mut self, estimate: EstimatePatch, dates: DatesPatch) -> Violations {
        let mut violations = self.merge_estimate(estimate);
        violations.append(self.merge_dates(dates));
        violations
    }
}
