//! Converts between the record of a picture and the picture crate's description.

use wayfare_pictures::{PictureFormat, PictureInfo};
use wayfare_storage::PictureContent;

use crate::Error;

/// The record of a description.
pub(super) fn record(info: &PictureInfo) -> PictureContent {
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

/// The description in a record.
///
/// # Errors
/// [`Error::Internal`] if the media type is unknown.
pub(crate) fn info(content: &PictureContent) -> Result<PictureInfo, Error> {
    let PictureContent {
        hash,
        media_type,
        width,
        height,
        bytes,
    } = content;
    let format = PictureFormat::from_mime(media_type);
    Ok(PictureInfo {
        format: format
            .ok_or_else(|| Error::internal(format!("a stored picture is {media_type}")))?,
        width: *width,
        height: *height,
        size: *bytes,
        hash: (*hash).into(),
    })
}
