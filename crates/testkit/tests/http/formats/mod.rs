//! Trips as files: exports, calendar feeds and imports.

mod expenses;
mod exports;
mod feeds;
mod hostile;
mod imports;
