//! Data files that are made of the data of others, and the chores that write them.

pub(super) mod euro;
pub(super) mod locales;
mod npm;
pub(super) mod outlines;
pub(super) mod places;
pub(super) mod windows_zones;
