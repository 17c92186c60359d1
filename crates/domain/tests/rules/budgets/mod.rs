//! The money of a trip: budgets, costs, rates, settling up and the summary.

#[cfg(test)]
mod budget;
#[cfg(test)]
mod costs;
#[cfg(test)]
mod own_rates;
#[cfg(test)]
mod rates;
#[cfg(test)]
mod settlement;
#[cfg(test)]
mod summary;
