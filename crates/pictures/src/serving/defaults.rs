//! The default pictures of users and trips. `examples/draw_defaults.rs` draws them.

use std::sync::LazyLock;

use bytes::Bytes;

use crate::{CleanPicture, PictureFormat, PictureInfo};

/// A picture that is part of the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DefaultPicture {
    /// For accounts without a picture of their own.
    User,
    /// For trips without a main picture.
    Trip,
}

static USER: LazyLock<CleanPicture> = LazyLock::new(|| {
    let file = include_bytes!("../../assets/user.jpg");
    CleanPicture::new(PictureFormat::Jpeg, (1024, 1024), Bytes::from_static(file))
});

static TRIP: LazyLock<CleanPicture> = LazyLock::new(|| {
    let file = include_bytes!("../../assets/trip.jpg");
    CleanPicture::new(PictureFormat::Jpeg, (1600, 1200), Bytes::from_static(file))
});

impl DefaultPicture {
    /// Returns its format, size and hash.
    #[must_use]
    pub fn info(self) -> PictureInfo {
        self.picture().info
    }

    /// Returns the file content.
    #[must_use]
    pub fn bytes(self) -> Bytes {
        self.picture().bytes.clone()
    }

    fn picture(self) -> &'static CleanPicture {
        match self {
            Self::User => &USER,
            Self::Trip => &TRIP,
        }
    }
}

#[cfg(test)]
mod tests;
