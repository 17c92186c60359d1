//! Use cases of pictures: read, upload, fetch, and find those without a record (interface:
//! "Pictures").

pub(crate) mod files;
mod orphans;
pub(crate) mod quota;
mod remote;
mod serve;
mod upload;

use std::sync::Arc;

pub use orphans::Orphans;
pub use serve::{PictureOf, Served};
pub use upload::{TripFiles, Upload, UploadedPicture};

use crate::context::Context;
use crate::pictures::files::PictureSigner;

/// The use cases of pictures. Cheap to clone.
#[derive(Clone)]
pub struct Pictures {
    context: Arc<Context>,
}

impl Pictures {
    pub(crate) fn new(context: Arc<Context>) -> Self {
        Self { context }
    }

    /// The signer of picture URLs.
    pub fn signer(&self) -> PictureSigner {
        self.context.signer.clone()
    }
}
