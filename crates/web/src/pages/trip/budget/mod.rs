//! The budget of a trip: its sums, what each item costs, expenses, rates, and who owes whom.

mod costs;
pub(crate) mod expenses;
pub(crate) mod explained;
pub(crate) mod fields;
pub(crate) mod forms;
pub(crate) mod rates;
pub(crate) mod settle;
mod typed_rate;
pub(crate) mod view;
