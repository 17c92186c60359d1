//! Routes that neither variant has.

mod budget;
mod confirmations;
mod copies;
pub(crate) mod events;
mod invitations;
mod items;
mod kinds;
mod lists;
mod locations;
mod members;
mod names;
mod own_rates;
mod parties;
mod pictures;
mod places;
mod rates;
mod roles;
mod settlement;
mod settlements;
mod share_links;
mod shared;
mod shift;
mod typed_hours;
mod withdrawals;
mod zones;
