//! Routes that neither variant has.

mod budget;
mod events;
mod items;
mod members;
mod own_rates;
mod places;
mod rates;
mod roles;
mod settlement;
mod settlements;
mod share_links;
mod shared;
mod shift;
mod zones;
