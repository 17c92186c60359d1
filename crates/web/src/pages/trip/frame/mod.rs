//! What the pages of a trip have in common: head, bar, views, sections, sheets, live updates.

pub(crate) mod bar;
pub(crate) mod cover;
pub(crate) mod events;
pub(crate) mod overview;
pub(crate) mod section;
pub(crate) mod sheet;
pub(crate) mod trip_page;
pub(crate) mod views;
