//! The schedule of a trip: the items of its itinerary, their days and hours, and the timeline.

pub(super) mod booking;
pub mod class;
pub(super) mod covered;
pub mod day_order;
pub mod distance;
pub(super) mod ends;
pub(super) mod item_place;
pub mod itinerary;
mod near;
mod rebook;
pub mod timeline;
pub mod travel;
pub(super) mod typed_hours;
pub(super) mod wall_clock;
