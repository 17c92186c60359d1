//! What one can do with pictures (interface: "Pictures"): see them, give them, find those that
//! nobody names any more.

mod content;
mod input;
mod keeper;
mod orphans;
mod remote;
mod serve;
mod signer;
mod upload;

use std::sync::Arc;

pub use input::PictureInput;
pub use orphans::Orphans;
pub use serve::{PictureOf, Served};
pub use signer::PictureSigner;
pub use upload::{TripFiles, Upload};

pub(crate) use input::{Replacement, Wish};
pub(crate) use keeper::{Keeper, Kept};
pub(crate) use remote::Fetches;

use crate::context::Context;

/// What one can do with pictures. Cheap to clone.
#[derive(Clone)]
pub struct Pictures {
    context: Arc<Context>,
}

impl Pictures {
    pub(crate) fn new(context: Arc<Context>) -> Self {
        Self { context }
    }

    /// What signs the addresses of a trip's pictures.
    pub fn signer(&self) -> PictureSigner {
        self.context.signer.clone()
    }
}
