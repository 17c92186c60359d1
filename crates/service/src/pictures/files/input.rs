//! Picture input of updates: URLs, `data:` URLs and files (interface: "Pictures").

use bytes::Bytes;
use data_url::DataUrl;
use url::Url;
use wayfare_domain::trip::NewFile;
use wayfare_domain::{Instant, PictureId, Reason, Text};
use wayfare_storage::{Picture, PictureContent, PictureOwner};

use super::{PictureIngest, StoredPicture};
use crate::error::PictureFault;
use crate::runtime::random;
use crate::{Client, Error};

/// What a caller sends for a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PictureInput {
    /// The service's own URL of the picture: no change.
    Keep,
    /// The service's own URL of one picture: no change if it is the present one.
    Present(PictureId),
    /// The URL of the default picture: removes the picture.
    Remove,
    /// Another http(s) URL, fetched when the picture is first requested.
    Remote(String),
    /// The picture itself.
    Data(Bytes),
}

/// A checked [`PictureInput`]; a picture that was sent is in the picture store.
#[derive(Debug, Clone)]
pub(crate) enum PictureUpdate {
    Keep,
    Present(PictureId),
    Remove,
    Remote(Url),
    Stored(StoredPicture),
    /// The data is not an acceptable picture.
    Refused(PictureFault),
    /// The URL is not acceptable.
    Invalid(Reason),
}

/// The picture that replaces the present one.
pub(crate) struct Replacement {
    /// The picture, or `None` for the default one.
    pub(crate) picture: Option<PictureId>,
    /// Its record, if it is new.
    pub(crate) new: Option<Picture>,
}

impl PictureInput {
    /// Decodes a `data:` URL (RFC 2397). Ignores its media type.
    ///
    /// # Errors
    /// The text is not a well-formed `data:` URL.
    pub fn from_data_url(text: &str) -> Result<Self, Reason> {
        let malformed = || Reason::new("must be a well-formed data: URL");
        let (bytes, _) = DataUrl::process(text)
            .map_err(|_| malformed())?
            .decode_to_vec()
            .map_err(|_| malformed())?;
        Ok(Self::Data(bytes.into()))
    }

    /// Checks the input. Stores a picture that was sent.
    ///
    /// # Errors
    /// The picture can't be stored now.
    pub(crate) async fn prepare(
        self,
        client: Client,
        ingest: &PictureIngest,
    ) -> Result<PictureUpdate, Error> {
        Ok(match self {
            Self::Keep => PictureUpdate::Keep,
            Self::Present(id) => PictureUpdate::Present(id),
            Self::Remove => PictureUpdate::Remove,
            Self::Remote(text) => {
                remote(&text).map_or_else(PictureUpdate::Invalid, PictureUpdate::Remote)
            }
            Self::Data(bytes) => match ingest.store_bytes(client, bytes).await {
                Ok(stored) => PictureUpdate::Stored(stored),
                Err(Error::Picture { fault, .. }) => PictureUpdate::Refused(fault),
                Err(error) => return Err(error),
            },
        })
    }
}

/// Parses an http(s) URL without credentials and of at most 8,000 characters.
fn remote(text: &str) -> Result<Url, Reason> {
    Text::<8_000>::new(text)?;
    let url = Url::parse(text)
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    let url = url.ok_or_else(|| Reason::new("must be an http or https URL"))?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Reason::new("must hold no credentials"));
    }
    Ok(url)
}

impl PictureUpdate {
    /// Whether [`PictureUpdate::resolve`] needs the records of the owner's pictures.
    pub(crate) fn needs_records(&self) -> bool {
        matches!(self, Self::Remote(_) | Self::Stored(_))
    }

    /// Returns the picture that replaces `current`, or `None` if that stays. `records` are those of
    /// the owner's pictures, if [needed](Self::needs_records).
    ///
    /// # Errors
    /// The URL is not acceptable, or is that of another picture.
    pub(crate) fn resolve(
        &self,
        records: &[Picture],
        owner: PictureOwner,
        current: Option<PictureId>,
        now: Instant,
    ) -> Result<Option<Replacement>, Reason> {
        let present = records.iter().find(|record| current == Some(record.id));
        let replacement = match self {
            // The caller reports a refused picture after all other violations.
            Self::Keep | Self::Refused(_) => return Ok(None),
            Self::Invalid(reason) => return Err(reason.clone()),
            Self::Present(id) if current == Some(*id) => return Ok(None),
            Self::Present(_) => {
                return Err(Reason::new(
                    "must not be the URL of another picture of the service",
                ));
            }
            Self::Remove => {
                return Ok(Some(Replacement {
                    picture: None,
                    new: None,
                }));
            }
            Self::Remote(url) => Picture {
                id: PictureId(random::id()),
                owner,
                source: Some(url.to_string()),
                content: None,
                created_at: now,
            },
            Self::Stored(stored) => stored.record(owner, now),
        };
        let is_same = present.is_some_and(|present| match self {
            Self::Stored(stored) => stored.has_content_of(present),
            _ => present.source == replacement.source,
        });
        Ok((!is_same).then_some(Replacement {
            picture: Some(replacement.id),
            new: Some(replacement),
        }))
    }

    /// The picture in the store, if one was sent.
    pub(crate) fn stored(&self) -> Option<PictureId> {
        match self {
            Self::Stored(stored) => Some(stored.id),
            _ => None,
        }
    }
}

impl StoredPicture {
    /// A file of a trip.
    pub(crate) fn of_file(file: &NewFile) -> Self {
        Self {
            id: file.id,
            content: PictureContent {
                hash: file.hash,
                media_type: file.kind.media_type().to_owned(),
                width: 0,
                height: 0,
                bytes: file.size,
            },
        }
    }

    /// Whether a record has the same content.
    pub(crate) fn has_content_of(&self, record: &Picture) -> bool {
        let content = record.content.as_ref();
        content.is_some_and(|content| content.hash == self.content.hash)
    }

    /// The record of this picture.
    pub(crate) fn record(&self, owner: PictureOwner, now: Instant) -> Picture {
        Picture {
            id: self.id,
            owner,
            source: None,
            content: Some(self.content.clone()),
            created_at: now,
        }
    }
}

#[cfg(test)]
mod tests;
