//! What an update says of a picture, and what it makes of what is known of pictures (interface: "Pictures").

use url::Url;
use wayfare_domain::{Instant, PictureId, Reason, ShortText};
use wayfare_storage::{Picture, PictureOwner, Repositories};

use crate::executor::Stop;
use crate::random;

/// What an update says of a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PictureInput {
    /// The service's own URL for it: it stays.
    Keep,
    /// The default picture's URL: there is none any more.
    Remove,
    /// Another http(s) URL: it is kept, and fetched from there when it is first asked for.
    Remote(String),
}

/// What becomes of a picture.
pub(crate) enum Wish {
    Keep,
    Remove,
    Remote(Url),
}

/// A picture that is to be the one from now on.
pub(crate) struct Replacement {
    /// Which one, or none.
    pub(crate) picture: Option<PictureId>,
    /// The one to be inserted first, where it is new.
    pub(crate) new: Option<Picture>,
}

impl PictureInput {
    /// What is wished for.
    ///
    /// # Errors
    /// Not an http(s) URL, one with credentials, or more than 2,000 characters.
    pub(crate) fn wish(&self) -> Result<Wish, Reason> {
        match self {
            Self::Keep => Ok(Wish::Keep),
            Self::Remove => Ok(Wish::Remove),
            Self::Remote(text) => remote(text).map(Wish::Remote),
        }
    }
}

fn remote(text: &str) -> Result<Url, Reason> {
    ShortText::new(text)?;
    let url = Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    let url = url.ok_or_else(|| Reason::new("must be an http or https URL"))?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Reason::new("must hold no credentials"));
    }
    Ok(url)
}

impl Wish {
    /// The picture that comes in place of `current`; none where it stays.
    pub(crate) fn settle(
        &self,
        data: &mut dyn Repositories,
        owner: PictureOwner,
        current: Option<PictureId>,
        now: Instant,
    ) -> Result<Option<Replacement>, Stop> {
        let url = match self {
            Self::Keep => return Ok(None),
            Self::Remove => return Ok(Some(Replacement { picture: None, new: None })),
            Self::Remote(url) => url.as_str(),
        };
        let known = match current {
            Some(id) => data.pictures().find(id)?,
            None => None,
        };
        if known.is_some_and(|known| known.source.as_deref() == Some(url)) {
            return Ok(None);
        }
        let id = PictureId(random::id());
        let new = Picture { id, owner, source: Some(url.to_owned()), content: None, created_at: now };
        Ok(Some(Replacement { picture: Some(id), new: Some(new) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn http_urls_without_credentials_are_taken() {
        for good in ["http://example.org/a.jpg", "HTTPS://example.org", "https://[2001:db8::1]:8443/x?y#z"] {
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
}
