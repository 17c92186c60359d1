//! The itinerary of a trip: its list, and the forms of its items.

pub(crate) mod days;
pub(crate) mod edits;
pub(crate) mod forms;
pub(crate) mod item_buttons;
pub(crate) mod listing;
mod photo_lines;
pub(crate) mod place;
pub(super) mod row;
pub(crate) mod view;
