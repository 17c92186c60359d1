//! What any trip has beyond the variants: `/trips/{uuid}/…`, a file for each word behind it.

pub mod budget;
pub mod copy;
pub mod events;
pub mod exports;
pub mod files;
pub mod item_place;
pub mod items;
pub mod lists;
pub mod own_rates;
pub mod parties;
pub mod pictures;
pub mod roles;
pub mod settlement;
pub mod settlements;
pub mod shift;
