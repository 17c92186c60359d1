//! The interface's rules by topic, tested through the crate's public API.

#[cfg(test)]
mod access;
mod api_keys;
#[cfg(test)]
mod bookings;
mod budgets;
#[cfg(test)]
mod copies;
#[cfg(test)]
mod fixture;
#[cfg(test)]
mod lists;
#[cfg(test)]
mod orders;
#[cfg(test)]
mod people;
#[cfg(test)]
mod pictures;
#[cfg(test)]
mod places;
#[cfg(test)]
mod properties;
mod schedule;
#[cfg(test)]
mod sharing;
#[cfg(test)]
mod strategies;
#[cfg(test)]
mod updates;
mod values;
