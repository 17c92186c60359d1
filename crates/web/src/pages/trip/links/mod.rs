//! The share links of a trip, for its owner.

pub(crate) mod handlers;
pub(crate) mod view;
