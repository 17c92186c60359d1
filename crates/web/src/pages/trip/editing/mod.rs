//! How forms edit a trip, and entries of its lists.

pub(crate) mod edits;
pub(crate) mod entries;
pub(crate) mod trip_form;
