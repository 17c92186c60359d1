//! Geoparsing: the names of places in running text, and which place each of them means.

pub(super) mod disambiguation;
mod evidence;
mod mentions;
mod passage;
pub(super) mod ranking;
