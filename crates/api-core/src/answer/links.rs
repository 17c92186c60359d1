//! URLs in answers, and the picture that a URL in a request refers to.

use actix_web::http::header::HeaderValue;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use url::Url;
use uuid::Uuid;
use wayfare_domain::trip::ShareLink;
use wayfare_domain::{Gallery, PictureId, Reason, TripId, Username};
use wayfare_pictures::Bounds;
use wayfare_service::{PictureInput, PictureSigner};

use crate::{Problem, input::bounds};

/// What [`percent_encode`] encodes.
const RESERVED: AsciiSet = NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');
/// The path of the interface below the public address, unless it is mounted elsewhere.
const ROOT: &str = "/api/v1";

/// Builds URLs from the public addresses of service and front end, always in the unprefixed form.
#[derive(Debug, Clone)]
pub struct Links {
    base: String,
    root: String,
    front: String,
    signer: PictureSigner,
}

impl Links {
    /// The path of the server for assistants, below the public address.
    pub const MCP: &str = "/mcp";

    /// Links below the public addresses of the service and of its front end.
    pub fn new(base_url: &Url, frontend_url: &Url, signer: PictureSigner) -> Self {
        Self {
            base: trimmed(base_url),
            root: ROOT.to_owned(),
            front: trimmed(frontend_url),
            signer,
        }
    }

    /// Links to the interface at another path, such as `/travel/v1`.
    #[must_use]
    pub fn rooted_at(mut self, path: &str) -> Self {
        self.root = match path.trim_matches('/') {
            "" => String::new(),
            path => format!("/{path}"),
        };
        self
    }

    /// The path of the interface below the public address, without a slash at its end.
    pub fn root(&self) -> &str {
        &self.root
    }

    /// The URL of a path of the interface.
    pub fn to(&self, path: &str) -> String {
        format!("{}{}{path}", self.base, self.root)
    }

    /// The public address of the service, without a slash at its end.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// The address of the server for assistants, which their access tokens are for.
    pub fn mcp(&self) -> String {
        format!("{}{}", self.base, Self::MCP)
    }

    /// The public address of the front end, without a slash at its end.
    pub fn front(&self) -> &str {
        &self.front
    }

    /// The period that addresses are signed for; they change with it.
    pub(crate) fn period(&self) -> i64 {
        self.signer.period()
    }

    /// A user's profile picture.
    pub fn user_picture(&self, username: &str) -> String {
        self.to(&format!("/user/{username}/picture"))
    }

    /// The picture of a user without one.
    pub fn default_user_picture(&self) -> String {
        self.user_picture("default")
    }

    /// A trip's main picture.
    pub fn trip_picture(&self, trip: TripId) -> String {
        self.to(&format!("/trip/{trip}/picture"))
    }

    /// The path of the picture of a trip without one.
    pub fn default_trip_picture_path(&self) -> String {
        format!("{}/trip/default/picture", self.root)
    }

    /// The picture of a trip without one.
    pub fn default_trip_picture(&self) -> String {
        format!("{}{}", self.base, self.default_trip_picture_path())
    }

    /// The picture that a trip shows: its main one, else the default one.
    pub fn trip_image(&self, trip: TripId, gallery: &Gallery) -> String {
        if gallery.main.is_some() {
            self.trip_picture(trip)
        } else {
            self.default_trip_picture()
        }
    }

    /// The URL of the main picture (else the default one) within `bounds`, without a token.
    pub fn main_image_url(&self, trip: TripId, gallery: &Gallery, bounds: Bounds) -> String {
        match gallery.main {
            Some(picture) => self.signed(trip, picture, bounds),
            None => self.default_trip_picture() + &bounds::query(bounds),
        }
    }

    /// The URLs of the photos within `bounds`, without a token.
    pub fn photo_urls(&self, trip: TripId, gallery: &Gallery, bounds: Bounds) -> Vec<String> {
        gallery
            .photos
            .iter()
            .map(|photo| self.signed(trip, *photo, bounds))
            .collect()
    }

    /// The URL of a picture of a trip, without a token.
    pub fn picture_url(&self, trip: TripId, picture: PictureId) -> String {
        self.signed(trip, picture, Bounds::default())
    }

    fn signed(&self, trip: TripId, picture: PictureId, bounds: Bounds) -> String {
        format!(
            "{}{picture}?{}",
            self.pictures(trip),
            self.signer.query(trip, picture, bounds)
        )
    }

    /// The prefix of the URLs of a trip's pictures.
    fn pictures(&self, trip: TripId) -> String {
        self.to(&format!("/trips/{trip}/picture/"))
    }

    /// The header `Location` of a new record at `path` below the interface's root.
    ///
    /// # Errors
    /// 500 if the public address does not fit into a header.
    pub fn location(&self, path: &str) -> Result<HeaderValue, Problem> {
        HeaderValue::from_str(&self.to(path)).map_err(|error| Problem::internal(&error))
    }

    /// The calendar of a secret.
    pub fn feed(&self, secret: &str) -> String {
        self.to(&format!("/feeds/{secret}.ics"))
    }

    /// A trip in the front end.
    pub fn trip_page(&self, trip: TripId) -> String {
        format!("{}/trip/{trip}", self.front)
    }

    /// The page that a share link opens, by its token.
    pub fn share_page(&self, token: &str) -> String {
        format!("{}/s/{token}", self.front)
    }

    /// The page on which people join a trip, by the token of an invitation.
    pub fn join_page(&self, token: &str) -> String {
        format!("{}/join/{token}", self.front)
    }

    /// The URLs of the pictures that a share link shows, the main one first. They end with the
    /// link.
    pub fn shared_pictures(&self, link: &ShareLink, gallery: &Gallery) -> Vec<String> {
        let pictures = gallery.main.iter().chain(&gallery.photos);
        let url = |picture: &PictureId| {
            let query = self.signer.shared_query(link, *picture, Bounds::default());
            self.to(&format!("/shared-pictures/{}/{picture}?{query}", link.id))
        };
        pictures.map(url).collect()
    }

    /// The picture that a trip's `img` refers to as input.
    ///
    /// # Errors
    /// Neither this service's own URL for it, nor the default picture's, nor a `data:` URL, nor an
    /// http(s) URL.
    pub fn read_trip_picture(&self, trip: TripId, text: &str) -> Result<PictureInput, Reason> {
        self.read_picture(text, |path| {
            let path = path
                .strip_prefix("/trip/")
                .or_else(|| path.strip_prefix("/trips/"))?;
            let (of, picture) = path.split_once("/picture")?;
            if Uuid::try_parse(of).ok()? != trip.0 {
                return None;
            }
            match picture {
                "" => Some(PictureInput::Keep),
                id => Some(PictureInput::Present(PictureId(
                    Uuid::try_parse(id.strip_prefix('/')?).ok()?,
                ))),
            }
        })
    }

    /// The picture that a user's `image` refers to as input; `usernames` are the present one and
    /// the one that the user is to get.
    ///
    /// # Errors
    /// As [`Links::read_trip_picture`].
    pub fn read_user_picture<'a>(
        &self,
        usernames: impl IntoIterator<Item = &'a str>,
        text: &str,
    ) -> Result<PictureInput, Reason> {
        self.read_picture(text, |path| {
            let of = path.strip_prefix("/user/")?.strip_suffix("/picture")?;
            let mut own = usernames.into_iter();
            own.any(|own| Username::key_of(own) == Username::key_of(of))
                .then_some(PictureInput::Keep)
        })
    }

    /// Reads a picture that is sent itself, or by a URL: `own` knows the paths of the one that is
    /// replaced, below the root of the interface.
    fn read_picture(
        &self,
        text: &str,
        own: impl FnOnce(&str) -> Option<PictureInput>,
    ) -> Result<PictureInput, Reason> {
        // Parsing a URL would quietly encode one.
        if text.contains('\0') {
            return Err(Reason::new("must not hold a NUL character"));
        }
        let scheme = text.get(..5).unwrap_or_default();
        if scheme.eq_ignore_ascii_case("data:") {
            return PictureInput::from_data_url(text);
        }
        let url = Url::parse(text).ok();
        let url = url.filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
        let url = url.ok_or_else(|| {
            Reason::new("must be an http or https URL of a picture, or a data: URL with one")
        })?;
        let input = self.path_of(&url).and_then(|path| match path {
            "/trip/default/picture" | "/trips/default/picture" | "/user/default/picture" => {
                Some(PictureInput::Remove)
            }
            path => own(path),
        });
        Ok(input.unwrap_or_else(|| PictureInput::Remote(url.into())))
    }

    /// The path of a URL of this service below the root of the interface, under any of its mounts.
    fn path_of<'u>(&self, url: &'u Url) -> Option<&'u str> {
        let base = Url::parse(&self.base).ok()?;
        if url.origin() != base.origin() {
            return None;
        }
        let path = url.path().strip_prefix(base.path().trim_end_matches('/'))?;
        ["", "/a", "/b"]
            .iter()
            .find_map(|mount| path.strip_prefix(mount)?.strip_prefix(&self.root))
    }
}

/// A public address without a slash at its end.
pub fn trimmed(url: &Url) -> String {
    url.as_str().trim_end_matches('/').to_owned()
}

/// A text with all but the unreserved characters of URLs (RFC 3986) percent-encoded.
pub fn percent_encode(text: &str) -> String {
    utf8_percent_encode(text, &RESERVED).to_string()
}
