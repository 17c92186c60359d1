//! The form of an expense: a cost that is no part of the itinerary.

use jiff::civil::Date;
use wayfare_domain::trip::destination::DestinationDraft;
use wayfare_domain::trip::itinerary::{Day, ItemKind};
use wayfare_domain::trip::{Budget, Edit, ItemPatch, ItineraryItem};
use wayfare_domain::{Instant, Reason, Violations};

use super::fields as budget_fields;
use crate::form::{Field, Fields, Form, FormReader, Kind};
use crate::i18n::format::{self, Zones};
use crate::i18n::texts::{self as t, Text};
use crate::pages::trip::editing::trip_form::TripForm;
use crate::pages::trip::frame::trip_page::TripPage;
use crate::pages::trip::itinerary::edits::add;

/// The day of an expense as the value of its field.
fn date_of(page: TripPage<'_>, present: Option<&ItineraryItem>) -> String {
    let start = present.and_then(|item| item.start);
    let zone = || Zones::of_item(page.trip(), present).start;
    start.map_or_else(String::new, |start| zone().date(start).to_string())
}

/// The fields of an expense: a present one, or a new one.
pub(crate) fn fields(page: TripPage<'_>, present: Option<&ItineraryItem>) -> Vec<Field> {
    let no_budget = Budget::default();
    let budget = present.map_or(&no_budget, |item| &item.budget);
    let name = present.map_or("", |item| &item.destination.name);
    let mut fields = vec![
        Field::new("name", t::WHAT_FOR, name).required(),
        Field::hidden("kind", ItemKind::EXPENSE),
    ];
    fields.extend(budget_fields::fields(page, budget, Some(page.base())));
    for field in &mut fields {
        field.heading = None;
    }
    let date = Field::new("date", t::DATE_OPTIONAL, date_of(page, present));
    // Before what is folded away.
    fields.insert(fields.len() - 1, date.kind(Kind::Of("date")).narrow());
    fields
}

/// Reads the fields of an expense. What is left empty is not set.
///
/// # Errors
/// What is wrong with them.
pub(crate) fn read(
    page: TripPage<'_>,
    present: Option<&ItineraryItem>,
    sent: &Fields,
) -> Result<ItemPatch, Violations> {
    let no_budget = Budget::default();
    let budget = present.map_or(&no_budget, |item| &item.budget);
    let mut reader = FormReader::new(sent);
    let name = reader.text("name");
    if sent.text("name").is_empty() {
        reader.refuse("name", t::REFUSED_EMPTY.phrase());
    }
    let known = present.map(|item| item.destination.id.clone());
    let mut patch = ItemPatch {
        kind: ItemKind::new(ItemKind::EXPENSE).ok(),
        budget: reader
            .collect(budget_fields::read(page, budget, sent))
            .unwrap_or_default(),
        destination: Some(DestinationDraft {
            id: known.filter(|id| !id.is_empty()),
            name: Some(name),
            ..DestinationDraft::default()
        }),
        ..ItemPatch::default()
    };
    patch.clears_currency = patch.budget.currency.is_none() && budget.currency.is_some();
    if sent.has("date") && sent.text("date") != date_of(page, present) {
        let wrong = |_| Reason::new(t::REFUSED_DATE.phrase());
        let date: Option<Option<Date>> =
            reader.optional("date", |text| text.parse().map_err(wrong));
        let date = date.flatten();
        patch.clears_start = date.is_none();
        patch.clears_end = true;
        patch.start = date.and_then(|date| Instant::parse(&format!("{date}T00:00:00Z")).ok());
        patch.day = date.and_then(|date| day_of(page, date));
    }
    reader.finish(Some(patch))
}

/// The day of the trip that a date is; the first for dates before.
fn day_of(page: TripPage<'_>, date: Date) -> Option<Day> {
    let start = format::utc_date(page.trip().plan.dates.start?.at);
    let days = start.until(date).ok()?.get_days().max(0);
    Day::new(u32::try_from(days).ok()?.saturating_add(1)).ok()
}

/// A new expense.
pub(crate) struct NewExpense;

impl TripForm for NewExpense {
    const TITLE: Text = t::ADD_EXPENSE;
    const ANCHOR: &str = "budget";
    const DONE: &str = "added";
    const CHOICES: &str = budget_fields::CHOICES;

    fn new(_: &Fields) -> Self {
        Self
    }

    fn form(&self, page: TripPage<'_>) -> Option<Form> {
        let action = page.address("/expenses/new");
        Some(Form::new(action, t::ADD_EXPENSE, fields(page, None)))
    }

    fn read(&self, page: TripPage<'_>, sent: &Fields) -> Result<Vec<Edit>, Violations> {
        let item = read(page, None, sent)?;
        let day = item.day.unwrap_or(Day::FIRST);
        add(item, day, None)
    }
}
