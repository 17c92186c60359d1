//! The form in which the service stores a picture: its bytes and its properties.

use std::fmt;
use std::str::FromStr;

use bytes::Bytes;
use sha2::{Digest, Sha256};

/// The two formats of stored and served pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PictureFormat {
    /// Photographs and other opaque pictures.
    Jpeg,
    /// Pictures with transparency, and opaque graphics of few colours.
    Png,
}

impl PictureFormat {
    /// Returns the media type, such as `image/jpeg`.
    #[must_use]
    pub const fn mime(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
        }
    }

    /// Returns the format of a media type; `None` if it is neither of the two.
    #[must_use]
    pub fn from_mime(mime: &str) -> Option<Self> {
        [Self::Jpeg, Self::Png]
            .into_iter()
            .find(|format| format.mime() == mime)
    }

    /// Returns the usual file extension, without the dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png => "png",
        }
    }
}

/// The SHA-256 of a picture's bytes; displayed as 64 lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ContentHash([u8; 32]);

impl ContentHash {
    /// Returns the hash of these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }
}

impl From<[u8; 32]> for ContentHash {
    fn from(digest: [u8; 32]) -> Self {
        Self(digest)
    }
}

impl From<ContentHash> for [u8; 32] {
    fn from(hash: ContentHash) -> Self {
        hash.0
    }
}

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (words, _) = self.0.as_chunks();
        words
            .iter()
            .try_for_each(|word| write!(f, "{:016x}", u64::from_be_bytes(*word)))
    }
}

impl fmt::Debug for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not 64 hex digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a content hash is 64 hex digits")]
pub struct MalformedHash;

impl FromStr for ContentHash {
    type Err = MalformedHash;

    fn from_str(text: &str) -> Result<Self, MalformedHash> {
        let mut hash = [0; 32];
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        if pairs.len() != hash.len() || !rest.is_empty() {
            return Err(MalformedHash);
        }
        for (byte, pair) in hash.iter_mut().zip(pairs) {
            let digits = pair.map(|digit| char::from(digit).to_digit(16));
            let [Some(high), Some(low)] = digits else {
                return Err(MalformedHash);
            };
            *byte = u8::try_from(high << 4 | low).map_err(|_| MalformedHash)?;
        }
        Ok(Self(hash))
    }
}

/// The properties of a stored picture, available without reading it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PictureInfo {
    /// The format of its bytes.
    pub format: PictureFormat,
    /// Width in pixels, after the orientation is applied.
    pub width: u32,
    /// Height in pixels, after the orientation is applied.
    pub height: u32,
    /// Size in bytes.
    pub size: u64,
    /// The hash of its bytes.
    pub hash: ContentHash,
}

/// A picture that is safe to store and serve: decoded, upright, in sRGB, without metadata, encoded
/// again.
#[derive(Clone, PartialEq, Eq)]
pub struct CleanPicture {
    /// Its properties.
    pub info: PictureInfo,
    /// The file content.
    pub bytes: Bytes,
}

impl CleanPicture {
    pub(crate) fn new(format: PictureFormat, (width, height): (u32, u32), bytes: Bytes) -> Self {
        let info = PictureInfo {
            format,
            width,
            height,
            size: u64::try_from(bytes.len()).unwrap_or(u64::MAX),
            hash: ContentHash::of(&bytes),
        };
        Self { info, bytes }
    }
}

impl fmt::Debug for CleanPicture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CleanPicture")
            .field("info", &self.info)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
