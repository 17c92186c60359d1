//! Routes that neither variant has.

mod budget;
mod items;
mod members;
mod shift;
