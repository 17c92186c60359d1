//! Pages for people: sessions and forms, what a page shows to whom, edits by forms.

mod codes;
mod edits;
mod entering;
mod explained;
mod files;
mod items;
mod itinerary;
mod kept;
mod keys;
mod languages;
mod lists;
mod map;
mod money;
mod offline;
mod once;
mod parts;
mod payments;
mod people;
mod places;
mod print;
mod rates;
mod reading;
mod settings;
mod sharing;
mod trips;
pub(crate) mod visitor;
