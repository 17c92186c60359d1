//! The share links of a trip, for its owner.

pub(crate) mod forms;
pub(crate) mod view;
