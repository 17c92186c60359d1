//! Trips as files: exports, calendar feeds and imports.

mod account;
mod bookings;
mod costs;
mod expenses;
pub(crate) mod exports;
mod extractor;
pub(crate) mod feeds;
mod hostile;
mod import_days;
mod imports;
mod into;
mod mailbox;
mod maps;
mod services;
mod tracks;
