//! Converts between the record of a picture and the picture crate's description.

use wayfare_domain::PictureId;
use wayfare_pictures::{ObjectId, PictureFormat, PictureInfo};
use wayfare_storage::{Picture, PictureContent};

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

/// The key of a picture's object. The object of a remote picture is that of the fetch which was
/// recorded.
pub(crate) fn object(id: PictureId, source: Option<&str>, info: &PictureInfo) -> ObjectId {
    ObjectId {
        picture: id.0,
        fetched: source.map(|_| info.hash),
    }
}

/// Whether the record of a picture names one of its objects.
pub(crate) fn names(record: &Picture, object: ObjectId) -> bool {
    let content = record.content.as_ref();
    content.is_some_and(|content| object.fetched == Some(content.hash.into()))
}
