//! The pages.

pub(crate) mod account;
pub(crate) mod calendar;
pub(crate) mod confirm;
pub(crate) mod front;
pub(crate) mod imports;
pub(crate) mod join;
pub(crate) mod keys;
pub(crate) mod oidc;
pub(crate) mod password_reset;
mod profile;
pub(crate) mod refusal;
pub(crate) mod shared;
pub(crate) mod sign_in;
pub(crate) mod trip;
pub(crate) mod trips;
