//! The form of the trip-wide budget.

use wayfare_domain::Violations;
use wayfare_domain::trip::Edit;

use super::fields as budget_fields;
use crate::form::{Fields, Form};
use crate::i18n::texts::{self as t, Text};
use crate::pages::trip::editing::trip_form::TripForm;
use crate::pages::trip::frame::trip_page::TripPage;

/// The trip-wide budget.
pub(crate) struct TripBudget;

impl TripForm for TripBudget {
    const TITLE: Text = t::TRIP_BUDGET;
    const ANCHOR: &str = "budget";
    const CHOICES: &str = budget_fields::CHOICES;

    fn new(_: &Fields) -> Self {
        Self
    }

    fn form(&self, page: TripPage<'_>) -> Option<Form> {
        let fields = budget_fields::fields(page, &page.trip().plan.budget, None);
        Some(Form::new(page.address("/budget"), t::SAVE, fields).versioned())
    }

    fn read(&self, page: TripPage<'_>, sent: &Fields) -> Result<Vec<Edit>, Violations> {
        Ok(vec![Edit::Budget {
            budget: budget_fields::read(page, &page.trip().plan.budget, sent)?,
            keeps_currencies: true,
        }])
    }
}
