//! Black-box tests of pictures: upload, storage, delivery, removal.

mod access;
mod bounds;
mod caching;
mod defaults;
mod input;
mod links;
mod quota;
mod remote;
mod removal;
pub(crate) mod samples;
pub(crate) mod setup;
mod shares;
mod shown;
mod sweep;
mod unfit;
mod upload;
mod users;
