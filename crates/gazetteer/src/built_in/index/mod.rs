//! The data file: its columns, its names, and what it says of a place.

pub(super) mod column;
pub(super) mod data;
pub(super) mod describe;
pub(super) mod names;
