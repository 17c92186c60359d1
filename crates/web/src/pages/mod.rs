//! The pages.

pub(crate) mod account;
pub(crate) mod front;
pub(crate) mod links;
pub(crate) mod sign_in;
pub(crate) mod trip;
pub(crate) mod trips;
