//! Trips as files: exports, calendar feeds and imports.

mod exports;
mod feeds;
mod hostile;
mod imports;
