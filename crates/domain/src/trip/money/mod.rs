//! The money of a trip: budgets, exchange rates, totals and settlements.

pub mod budget;
pub mod budget_entry;
pub mod conversion;
pub mod odd_units;
pub mod own_rates;
pub mod settlement;
pub mod summary;
mod totals;
