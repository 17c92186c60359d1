//! The texts of pages, and how each language and region writes dates, numbers and names.

pub(crate) mod format;
pub(crate) mod locale;
pub(crate) mod names;
pub(crate) mod texts;
