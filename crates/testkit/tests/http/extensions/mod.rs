//! Routes that neither variant has.

mod copies;
pub(crate) mod events;
mod files;
mod lists;
mod locations;
mod money;
mod people;
mod pictures;
mod schedule;
mod sharing;
