//! Trips as files: exports, calendar feeds and imports.

mod exports;
mod feeds;
