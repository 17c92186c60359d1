//! Pages for people: sessions and forms, what a page shows to whom, edits by forms.

mod edits;
mod entering;
mod explained;
mod files;
mod kept;
mod money;
mod offline;
mod once;
mod parts;
mod payments;
mod places;
mod reading;
mod settings;
mod sharing;
pub(crate) mod visitor;
