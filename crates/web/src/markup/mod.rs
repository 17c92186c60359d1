//! What all pages are made of: their frame, icons, covers, outlines of maps, links in texts.

pub(crate) mod covers;
pub(crate) mod icons;
pub(crate) mod layout;
pub(crate) mod linked;
pub(crate) mod outlines;
