//! Codecs: pixels from files, and files from pixels.

pub(super) mod decode;
pub(super) mod encode;
