//! The form of the trip-wide budget.

use wayfare_domain::Violations;
use wayfare_domain::trip::TripPatch;

use super::fields as expenses;
use crate::fields::Fields;
use crate::form::Form;
use crate::pages::trip::save::TripForm;
use crate::pages::trip::trip_page::TripPage;
use crate::texts as t;

/// The trip-wide budget.
pub(crate) struct TripBudget;

impl TripForm for TripBudget {
    const TITLE: &str = t::TRIP_BUDGET;
    const ANCHOR: &str = "budget";

    fn new(_: &Fields) -> Self {
        Self
    }

    fn form(&self, page: TripPage<'_>) -> Option<Form> {
        let mut fields = expenses::fields(page, &page.trip().plan.budget);
        for field in &mut fields {
            if field.name == "currency" {
                t::BASE_CURRENCY.clone_into(&mut field.label);
                field.hint = Some(t::CURRENCY_HINT.to_owned());
            }
        }
        let form = Form::new(page.address("/budget"), t::SAVE, fields);
        let cancel = page.address("#budget");
        Some(form.cancel(cancel).versioned())
    }

    fn read(&self, page: TripPage<'_>, sent: &Fields) -> Result<TripPatch, Violations> {
        Ok(TripPatch {
            budget: expenses::read(page, &page.trip().plan.budget, sent)?,
            ..TripPatch::default()
        })
    }
}
