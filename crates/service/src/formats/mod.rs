//! Trips in other formats: exports, imports and calendar feeds.

pub(crate) mod export_slots;
pub(crate) mod exports;
pub(crate) mod extractor;
pub(crate) mod import_into;
pub(crate) mod imported;
pub(crate) mod imports;
pub(crate) mod proposals;
mod reading;
