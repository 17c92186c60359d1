//! Black-box tests of pictures: upload, storage, delivery, removal.

mod access;
mod bounds;
mod caching;
mod defaults;
mod input;
mod kept;
mod links;
mod remote;
pub(crate) mod samples;
pub(crate) mod setup;
mod shares;
mod shown;
mod unfit;
mod upload;
mod users;
