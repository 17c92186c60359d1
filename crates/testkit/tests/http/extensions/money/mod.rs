//! The money of a trip: its budget, rates and settling up.

mod budget;
mod own_rates;
mod rates;
mod settlement;
mod settlements;
