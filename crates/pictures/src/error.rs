//! Why a picture is rejected or can't be processed.

use std::io;

/// Why a picture is rejected or can't be processed.
///
/// `Pictures`: an upload that is not one of the four types answers 415, one that can't be read 400,
/// one that is too large 413.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// The content is not JPEG, PNG, WebP or GIF, whatever its name or declared type.
    #[error("the file is not a JPEG, PNG, WebP or GIF picture")]
    UnsupportedType,
    /// The content is HEIC or another kind of HEIF, as phones take it.
    #[error("the file is a HEIC picture, not JPEG, PNG, WebP or GIF")]
    Heif,
    /// The content starts like a picture, but is damaged, truncated or of a kind that no decoder
    /// supports.
    #[error("the picture can't be read: it is damaged, incomplete or of an unusual kind")]
    Unreadable,
    /// The file is larger than allowed.
    #[error("the file is larger than {limit} bytes")]
    TooManyBytes {
        /// The largest size allowed, in bytes.
        limit: u64,
    },
    /// The picture has more pixels than allowed.
    #[error("the picture has more than {limit} pixels")]
    TooManyPixels {
        /// The largest width times height allowed.
        limit: u64,
    },
    /// Too many pictures are waiting; the request may be retried later.
    #[error("too many pictures are being processed")]
    Busy,
    /// The temporary file could not be read, or the result could not be written. The upload is not
    /// at fault.
    #[error("a picture could not be processed")]
    Io(#[from] io::Error),
}
