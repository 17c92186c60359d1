//! Pages for people: sessions and forms, what a page shows to whom, edits by forms.

mod edits;
mod entering;
mod files;
mod kept;
mod offline;
mod parts;
mod places;
mod reading;
mod settings;
mod sharing;
pub(crate) mod visitor;
