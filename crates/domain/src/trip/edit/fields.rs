//! Estimate, dates and budget of a trip.

use std::sync::Arc;

use super::shift::PlanMove;
use crate::trip::money::budget::BudgetPatch;
use crate::trip::{Plan, Trip};
use crate::{Amount, Currency, Dates, Moment, Path, Violations};

/// The ends of an estimate in a request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EstimatePatch {
    /// [`Estimate::lo`](crate::trip::Estimate::lo).
    pub lo: Option<Amount>,
    /// [`Estimate::hi`](crate::trip::Estimate::hi).
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

impl Plan {
    pub(in crate::trip) fn merge_estimate(&mut self, sent: EstimatePatch) -> Violations {
        let merged = (self.estimate).merge(sent.lo, sent.hi, &Path::root().field("estimate"));
        merged
            .map(|merged| self.estimate = merged)
            .err()
            .unwrap_or_default()
    }

    pub(in crate::trip) fn merge_dates(&mut self, dates: DatesPatch) -> Violations {
        let sent = Dates {
            start: dates.start.flatten(),
            end: dates.end.flatten(),
        };
        let present = Dates {
            start: self.dates.start.filter(|_| dates.start != Some(None)),
            end: self.dates.end.filter(|_| dates.end != Some(None)),
        };
        let merged = present.merge(sent, &Path::root().field("dates"));
        merged
            .map(|merged| self.dates = merged)
            .err()
            .unwrap_or_default()
    }
}

impl Trip {
    /// Sets the dates. What is planned moves, or stays, if the first day changes.
    pub(super) fn change_dates(&mut self, dates: DatesPatch, planned: PlanMove) -> Violations {
        let before = self.plan.dates;
        let Some(days) = dates.days_after(before) else {
            return self.plan.merge_dates(dates);
        };
        match planned {
            PlanMove::KeepsNumbers => self.plan.merge_dates(dates),
            PlanMove::Follows => {
                let dates = dates.with_end_after(before, days);
                let mut violations = self.plan.merge_dates(dates);
                violations.append(self.move_plan(days));
                violations
            }
            PlanMove::Stays => {
                let violations = self.plan.merge_dates(dates);
                self.renumber_days(days);
                violations
            }
        }
    }

    /// Sets what is sent of the budget. If `keeps_currencies` and the base currency changes,
    /// amounts of items without a currency stay in the former one.
    pub(super) fn change_budget(
        &mut self,
        mut draft: BudgetPatch,
        keeps_currencies: bool,
        default: Currency,
    ) -> Violations {
        let base = self.base_currency(default);
        // The default currency sent back by a client does not set it.
        draft.currency = draft
            .currency
            .filter(|sent| self.plan.budget.currency.is_some() || *sent != base);
        let new_base = draft.currency.unwrap_or(base);
        let path = Path::root().field("budget");
        let keeps_payments = new_base == base;
        match (self.plan.budget).merge(draft, new_base, keeps_payments, &path) {
            Ok(merged) => self.plan.budget = merged,
            Err(violations) => return violations,
        }
        if keeps_currencies && new_base != base {
            for item in Arc::make_mut(&mut self.itinerary) {
                item.budget.name_currency(base);
            }
        }
        Violations::new()
    }
}
