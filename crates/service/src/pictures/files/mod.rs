//! Picture files: input, cleaning, storing, fetching and signed URLs. Nothing here reads the
//! database.

pub(crate) mod content;
mod fetches;
mod ingest;
mod input;
mod signer;
mod upload_slots;

pub use input::PictureInput;
pub use signer::PictureSigner;

pub(crate) use fetches::Fetches;
pub(crate) use ingest::{PictureIngest, StoredPicture};
pub(crate) use input::{PictureUpdate, Replacement};
pub(crate) use upload_slots::{UploadSlot, UploadSlots};
