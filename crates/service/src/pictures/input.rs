//! What an update says of a picture, and what it makes of what is known of pictures (interface:
//! "Pictures").

use bytes::Bytes;
use data_url::DataUrl;
use url::Url;
use wayfare_domain::{Instant, PictureId, Reason, ShortText};
use wayfare_storage::{Picture, PictureOwner};

use super::keeper::KeepError;
use super::{Keeper, Kept};
use crate::Error;
use crate::error::PictureFault;
use crate::random;

/// What an update says of a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PictureInput {
    /// The service's own URL for it: it stays.
    Keep,
    /// The service's own URL for one picture: it stays where that is the present one.
    Present(PictureId),
    /// The default picture's URL: there is none any more.
    Remove,
    /// Another http(s) URL: it is kept, and fetched from there when it is first asked for.
    Remote(String),
    /// The picture itself.
    Data(Bytes),
}

/// What becomes of a picture.
#[derive(Debug, Clone)]
pub(crate) enum Wish {
    Keep,
    Present(PictureId),
    Remove,
    Remote(Url),
    /// It is in the picture store already.
    Kept(Kept),
    /// What was sent is no picture that is taken.
    Unfit(PictureFault),
}

/// A picture that is to be the one from now on.
pub(crate) struct Replacement {
    /// Which one, or none.
    pub(crate) picture: Option<PictureId>,
    /// The one to be inserted first, where it is new.
    pub(crate) new: Option<Picture>,
}

impl PictureInput {
    /// The picture in a `data:` URL (RFC 2397), in either of its encodings; what the URL says of
    /// its type is not believed.
    ///
    /// # Errors
    /// It is no `data:` URL, or malformed.
    pub fn from_data_url(text: &str) -> Result<Self, Reason> {
        let malformed = || Reason::new("must be a well-formed data: URL");
        let (bytes, _) = DataUrl::process(text)
            .map_err(|_| malformed())?
            .decode_to_vec()
            .map_err(|_| malformed())?;
        Ok(Self::Data(bytes.into()))
    }

    /// What is wished for. A picture that was sent is kept in the store by now.
    ///
    /// # Errors
    /// The inner one: not an http(s) URL, one with credentials, or more than 2,000 characters. The
    /// outer one: a picture can't be kept now.
    pub(crate) async fn wish(self, keeper: &Keeper) -> Result<Result<Wish, Reason>, Error> {
        Ok(match self {
            Self::Keep => Ok(Wish::Keep),
            Self::Present(id) => Ok(Wish::Present(id)),
            Self::Remove => Ok(Wish::Remove),
            Self::Remote(text) => remote(&text).map(Wish::Remote),
            Self::Data(bytes) => match keeper.keep_bytes(bytes).await {
                Ok(kept) => Ok(Wish::Kept(kept)),
                Err(KeepError::Unfit(fault)) => Ok(Wish::Unfit(fault)),
                Err(KeepError::Failed(error)) => return Err(error),
            },
        })
    }
}

fn remote(text: &str) -> Result<Url, Reason> {
    ShortText::new(text)?;
    let url = Url::parse(text)
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    let url = url.ok_or_else(|| Reason::new("must be an http or https URL"))?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Reason::new("must hold no credentials"));
    }
    Ok(url)
}

impl Wish {
    /// Whether what is known of the owner's pictures matters to it.
    pub(crate) fn is_compared(&self) -> bool {
        matches!(self, Self::Remote(_) | Self::Kept(_))
    }

    /// The picture that comes in place of `current`, none where it stays; or why it can't, where it
    /// is another one than was said. `known` is what is known of the owner's pictures, where [that
    /// matters](Self::is_compared).
    pub(crate) fn settle(
        &self,
        known: &[Picture],
        owner: PictureOwner,
        current: Option<PictureId>,
        now: Instant,
    ) -> Result<Option<Replacement>, Reason> {
        let known = known.iter().find(|known| current == Some(known.id));
        Ok(match self {
            // An unfit picture is refused by who settles, once all else is settled.
            Self::Keep | Self::Unfit(_) => None,
            Self::Present(id) if current == Some(*id) => None,
            Self::Present(_) => {
                return Err(Reason::new(
                    "must not be the URL of another picture of the service",
                ));
            }
            Self::Remove => Some(Replacement {
                picture: None,
                new: None,
            }),
            Self::Remote(url)
                if known.is_some_and(|known| known.source.as_deref() == Some(url.as_str())) =>
            {
                None
            }
            Self::Remote(url) => Some(Replacement::with(Picture {
                id: PictureId(random::id()),
                owner,
                source: Some(url.to_string()),
                content: None,
                created_at: now,
            })),
            Self::Kept(kept) if known.is_some_and(|known| kept.is_same_as(known)) => None,
            Self::Kept(kept) => Some(Replacement::with(kept.picture(owner, now))),
        })
    }
}

impl Replacement {
    fn with(picture: Picture) -> Self {
        Self {
            picture: Some(picture.id),
            new: Some(picture),
        }
    }
}

impl Kept {
    /// Whether a picture that is known shows the same.
    pub(crate) fn is_same_as(&self, known: &Picture) -> bool {
        known
            .content
            .as_ref()
            .is_some_and(|content| content.hash == self.content.hash)
    }

    /// This as a picture of `owner`.
    pub(crate) fn picture(&self, owner: PictureOwner, now: Instant) -> Picture {
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
mod tests {
    use super::*;

    #[test]
    fn http_urls_without_credentials_are_taken() {
        for good in [
            "http://example.org/a.jpg",
            "HTTPS://example.org",
            "https://[2001:db8::1]:8443/x?y#z",
        ] {
            assert!(remote(good).is_ok(), "{good}");
        }
        let long = format!("https://example.org/{}", "a".repeat(2_000));
        let bad = [
            "",
            "a.jpg",
            "//example.org/a.jpg",
            "ftp://example.org/a.jpg",
            "file:///etc/passwd",
            "javascript:alert(1)",
            "data:image/png;base64,AAAA",
            "https://",
            "https://user@example.org/",
            "https://user:secret@example.org/",
            "https://:secret@example.org/",
            "https://example.org/\0",
            &long,
        ];
        for bad in bad {
            assert!(remote(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn data_urls_are_read_in_either_encoding() {
        let data = |text| PictureInput::from_data_url(text);
        let bytes = PictureInput::Data(Bytes::from_static(b"a b\xff"));
        for same in [
            "data:image/png;base64,YSBi/w==",
            "DATA:;base64,YSBi%2Fw",
            "data:,a%20b%ff",
            "data:text/x,a b%FF#x",
        ] {
            assert_eq!(data(same), Ok(bytes.clone()), "{same}");
        }
        for bad in [
            "data:image/png;base64",
            "data:;base64,YSB!",
            "http://example.org/",
        ] {
            assert!(data(bad).is_err(), "{bad}");
        }
    }
}
