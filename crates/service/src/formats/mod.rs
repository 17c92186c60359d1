//! Trips in other formats: exports, imports and calendar feeds.

pub(crate) mod exports;
pub(crate) mod feeds;
pub(crate) mod imports;
