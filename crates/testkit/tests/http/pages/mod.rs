//! Pages for people: sessions and forms, what a page shows to whom, edits by forms.

mod edits;
mod entering;
mod reading;
mod sharing;
mod visitor;
