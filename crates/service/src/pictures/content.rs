//! Between what the database notes of a picture and what the picture crate knows of it.

use wayfare_pictures::{PictureFormat, PictureInfo};
use wayfare_storage::PictureContent;

use crate::Error;

/// As the database notes it.
pub(super) fn noted(info: &PictureInfo) -> PictureContent {
    let PictureInfo {
        format,
        width,
        height,
        size,
        hash,
    } = *info;
    PictureContent {
        hash: hash.into(),
        media_type: format.mime().to_owned(),
        width,
        height,
        bytes: size,
    }
}

/// What was noted.
pub(super) fn info(content: &PictureContent) -> Result<PictureInfo, Error> {
    let PictureContent {
        hash,
        media_type,
        width,
        height,
        bytes,
    } = content;
    let format = PictureFormat::from_mime(media_type);
    Ok(PictureInfo {
        format: format.ok_or_else(|| Error::internal(format!("a kept picture is {media_type}")))?,
        width: *width,
        height: *height,
        size: *bytes,
        hash: (*hash).into(),
    })
}
