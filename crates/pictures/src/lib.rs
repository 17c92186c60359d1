//! Pictures of trips and accounts: cleans uploads, stores them, and serves them in the requested
//! size.
//!
//! | step | item |
//! |---|---|
//! | receive it into a bounded temporary file | [`TempSpace`], [`IncomingFile`], [`ReceivedFile`] |
//! | clean it: upright, sRGB, no metadata, bounded size, JPEG or PNG | [`clean`], [`Cleaner`] |
//! | fetch a picture from a URL that a user sent | [`RemotePictures`] |
//! | store it under a key: folder, S3 or memory | [`PictureStore`], [`ObjectId`] |
//! | serve it in bounds, cached or streamed | [`Renditions`], [`Subject`], [`fit`], [`resize`] |
//! | sign URLs that a browser can open without a token | [`sign`] |
//! | serve a default if there is no picture | [`DefaultPicture`] |
//!
//! The crate knows nothing of accounts, trips or databases: the caller stores a picture's
//! [`PictureInfo`] beside its id, decides who may see it, and provides the time. Of the workspace
//! it uses `wayfare-bounds`, which bounds memory and CPU work, and propagates the trace to other
//! servers.
//!
//! For services that take pictures from people whom they do not trust:
//!
//! ```
//! use wayfare_pictures::{Bounds, UploadLimits, clean, fit};
//!
//! // What a browser shows of a picture of 4,000 by 3,000 pixels in a column of 800.
//! let column = Bounds { max_width: Some(800), max_height: None };
//! assert_eq!(fit((4000, 3000), column), (800, 600));
//! assert!(clean(b"<svg/>", UploadLimits::default()).is_err());
//! ```
//!
//! # Invariants
//!
//! - Only the output of [`clean`], decoded and encoded again, is stored or served. No metadata
//!   (such as coordinates), no appended data and no polyglot file remains.
//! - Sizes are checked on the header, before pixels are decoded; decoders have memory limits.
//! - Pixel work never runs on an async thread. The memory of running jobs is bounded, files read
//!   from the store included, and so is the queue; beyond that a request fails with `Busy`.
//! - A stored picture has at most 4,096 pixels on either side and 8 MiB. Its original is streamed.
//! - A URL from a user reaches public Internet addresses only, unless the deployment allows its
//!   host.
//!
//! # Updating the default pictures
//!
//! `cargo run --package wayfare-pictures --example draw_defaults` writes `assets/user.jpg` and
//! `assets/trip.jpg`. A new drawing has a new hash, so caches fetch it by themselves.

mod bounds;
mod codecs;
mod error;
mod ingest;
mod picture;
mod pixel_pool;
mod resize;
mod serving;
mod store;

pub use bounds::{Bounds, fit};
pub use bytes::Bytes;
pub use error::PictureError;
pub use ingest::clean::{Cleaner, MAX_STORED_BYTES, MAX_STORED_SIDE, UploadLimits, clean};
pub use ingest::fetch::{AllowedHosts, FetchError, GuardedClient, RemotePictures};
#[doc(hidden)]
pub use ingest::stored_form::clean_or_keep;
pub use ingest::temp::{IncomingFile, ReceiveError, ReceivedFile, TempSpace};
pub use picture::{CleanPicture, ContentHash, MalformedHash, PictureFormat, PictureInfo};
pub use resize::resize;
pub use serving::defaults::DefaultPicture;
pub use serving::renditions::{
    PictureBody, Rendition, RenditionError, RenditionLimits, Renditions, Subject,
};
pub use serving::signing::{SIGNING_PERIOD, SignatureError, sign, signing_period, verify};
pub use store::object::ObjectId;
pub use store::{OpenError, PictureStore, StoreError, StoredObject};
