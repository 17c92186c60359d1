//! Pictures of trips and accounts: what comes in is made safe, kept, and served in the size asked
//! for.
//!
//! | step | item |
//! |---|---|
//! | receive an upload into a bounded temporary file | [`TempSpace`], [`Receiving`], [`ReceivedFile`] |
//! | make it safe: upright, sRGB, no metadata, JPEG or PNG | [`clean`], [`Cleaner`] |
//! | fetch one from an address that a user gave | [`RemotePictures`] |
//! | keep it under an id: folder, S3 or memory | [`PictureStore`] |
//! | serve it within bounds, from memory where possible | [`Renditions`], [`Subject`], [`fit`], [`resize`] |
//! | give addresses that a browser can open without a token | [`SigningKey`] |
//! | show something where there is no picture | [`DefaultPicture`] |
//!
//! Nothing here knows of accounts, trips or databases: the caller notes a picture's [`PictureInfo`]
//! beside its id, decides who may see it, and tells the time.
//!
//! # What holds throughout
//!
//! - Bytes from outside are never kept or served. Only what [`clean`] decoded and encoded anew is,
//!   so no metadata (places above all), no appended data and no second meaning of a file survives.
//! - Sizes are checked on the header, before pixels are decoded; decoders have memory limits.
//! - Pixel work never runs on an async thread. What runs at once is bounded by pixels, what waits
//!   is bounded too; past that the answer is "busy".
//! - An address from a user reaches public Internet addresses only, unless the deployment allows
//!   its host.
//!
//! # Drawing the default pictures anew
//!
//! `cargo run --package wayfare-pictures --example draw_defaults` writes `assets/user.jpg` and
//! `assets/trip.jpg`. A new drawing has a new hash, so caches take notice by themselves.

mod bounds;
mod clean;
mod decode;
mod defaults;
mod encode;
mod error;
mod fetch;
mod picture;
mod pixel_pool;
mod renditions;
mod resize;
mod signing;
mod store;
mod temp;
mod work_pool;

pub use bounds::{Bounds, fit};
pub use clean::{Cleaner, UploadLimits, clean};
pub use defaults::DefaultPicture;
pub use error::PictureError;
pub use fetch::{AllowedHosts, FetchError, RemotePictures};
pub use picture::{CleanPicture, ContentHash, MalformedHash, PictureFormat, PictureInfo};
pub use renditions::{
    Rendition, RenditionError, RenditionLimits, RenditionLoad, Renditions, Subject,
};
pub use resize::resize;
pub use signing::{Refused, SIGNING_PERIOD, SigningKey, signing_period};
pub use store::{OpenError, PictureStore, StoreError, StoredObject};
pub use temp::{ReceiveError, ReceivedFile, Receiving, TempSpace};
pub use work_pool::{WorkError, WorkLoad, WorkPool, WorkPoolConfig};
