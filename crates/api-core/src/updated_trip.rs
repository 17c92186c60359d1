//! The shape that an update of a trip answers in Variant A.

use serde::Serialize;
use utoipa::ToSchema;
use wayfare_domain::{Dates, Instant, Moment};
use wayfare_service::TripView;

use crate::App;
use crate::budget_summary::BudgetSummaryShape;

/// Start and end, RFC 3339; the epoch for a missing one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = InstantsA)]
pub struct DatesShape {
    /// When it starts.
    #[schema(format = DateTime)]
    pub start: String,
    /// When it ends.
    #[schema(format = DateTime)]
    pub end: String,
}

impl From<Dates> for DatesShape {
    fn from(Dates { start, end }: Dates) -> Self {
        let text = |moment: Option<Moment>| {
            moment
                .map_or(Instant::EPOCH, |moment| moment.at)
                .to_string()
        };
        Self {
            start: text(start),
            end: text(end),
        }
    }
}

crate::trip_shape! {
    /// What an update answers: Variant B's trip, with the summary as its budget and RFC 3339 dates.
    #[schema(as = UpdatedTripA)]
    pub struct UpdatedTrip {
        /// The sums over its budgets.
        budget: BudgetSummaryShape,
        date: DatesShape,
    }
}

impl UpdatedTrip {
    /// The trip of a view.
    pub fn of(app: &App, view: &TripView) -> Self {
        let sums = app.service.trips.budget_summary(view);
        Self::new(&app.links, view, BudgetSummaryShape::new(sums))
    }
}
