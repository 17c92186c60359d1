//! The pages.

pub(crate) mod account;
pub(crate) mod calendar;
pub(crate) mod front;
pub(crate) mod imports;
mod profile;
pub(crate) mod shared;
pub(crate) mod sign_in;
pub(crate) mod trip;
pub(crate) mod trips;
