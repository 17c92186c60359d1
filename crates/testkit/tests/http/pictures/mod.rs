//! Pictures: given, kept, shown and taken away; on both backends, from outside.

mod access;
mod bounds;
mod caching;
mod defaults;
mod input;
mod links;
mod remote;
mod removal;
pub(crate) mod samples;
mod shown;
mod sweep;
mod unfit;
mod upload;
mod users;
