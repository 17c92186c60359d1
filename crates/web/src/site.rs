//! The addresses of the pages, and what follows from the public address of the front end.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use url::{Host, Url};
use wayfare_api_core::Links;

/// A tile server and the attribution that it demands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tiles {
    /// The URL of a tile, with `{z}`, `{x}` and `{y}`.
    pub url: String,
    /// The attribution, as plain text.
    pub attribution: String,
    /// The address to which it leads.
    pub credits: Option<String>,
}

/// The characters of a refused origin that are logged.
const MAX_ORIGIN: usize = 512;

/// Where the pages are. All of it follows from the front end's public address, not from the
/// connection, which may come from a proxy.
#[derive(Debug, Clone)]
pub struct Site {
    root: String,
    origin: String,
    base: String,
    is_secure: bool,
    /// Whether nobody has set the address of the pages.
    is_unset: bool,
    /// Whether the origin of a refused form was logged.
    has_logged: Arc<AtomicBool>,
    tiles: Option<Tiles>,
    /// Whether places and visitors' addresses go to OpenStreetMap's public services.
    has_public_maps: bool,
    /// Whom visitors may ask where no mail is sent.
    contact: Option<String>,
    /// The domain of mailboxes, if there are any.
    inbound_domain: Option<String>,
}

impl Site {
    /// The pages at the public address of the front end.
    pub fn new(links: &Links, tiles: Option<Tiles>) -> Self {
        let front = Url::parse(links.front()).ok();
        let path = front.as_ref().map_or("", Url::path);
        let is_plain_loopback = front
            .as_ref()
            .is_some_and(|front| front.scheme() == "http" && is_loopback(front));
        Self {
            root: path.trim_end_matches('/').to_owned(),
            origin: front
                .as_ref()
                .map(|front| front.origin().ascii_serialization())
                .unwrap_or_default(),
            base: links.base().to_owned(),
            is_secure: !is_plain_loopback,
            is_unset: false,
            has_logged: Arc::default(),
            tiles,
            has_public_maps: false,
            contact: None,
            inbound_domain: None,
        }
    }

    /// With `is_unset`, takes forms of all pages on loopback names and on IP addresses, at any
    /// port, over plain http: for a service whose public address nobody has set, which others of
    /// the house open by the address of its machine. A container's port is often published as
    /// another one. No other name is taken: anybody can let one lead here (DNS rebinding).
    #[must_use]
    pub fn at_unset_address(self, is_unset: bool) -> Self {
        Self {
            is_unset,
            is_secure: self.is_secure && !is_unset,
            ..self
        }
    }

    /// The site with a note of what goes to OpenStreetMap's public services.
    #[must_use]
    pub fn with_public_maps(self, has_public_maps: bool) -> Self {
        Self {
            has_public_maps,
            ..self
        }
    }

    pub(crate) fn has_public_maps(&self) -> bool {
        self.has_public_maps
    }

    /// Names whom visitors may ask where no mail is sent: a `mailto:` or `http(s):` URL, or text.
    #[must_use]
    pub fn with_contact(self, contact: Option<String>) -> Self {
        Self { contact, ..self }
    }

    /// Names the domain of mailboxes to which people forward their bookings.
    #[must_use]
    pub fn with_inbound_domain(self, inbound_domain: Option<String>) -> Self {
        Self {
            inbound_domain,
            ..self
        }
    }

    /// The domain of mailboxes, if there are any.
    pub(crate) fn inbound_domain(&self) -> Option<&str> {
        self.inbound_domain.as_deref()
    }

    /// Whom visitors may ask.
    pub(crate) fn contact(&self) -> Option<&str> {
        self.contact.as_deref()
    }

    /// The address of a path of this service.
    pub(crate) fn to(&self, path: &str) -> String {
        format!("{}{path}", self.root)
    }

    /// The address of the sign-in that returns to an address.
    pub(crate) fn sign_in_to(&self, back: &str) -> String {
        self.to(&format!("/sign-in?return={}", encoded(back)))
    }

    /// The address of one of the API's URLs on this origin.
    pub(crate) fn own(&self, url: &str) -> String {
        match url.strip_prefix(&self.base) {
            Some(path) => self.to(path),
            None => url.to_owned(),
        }
    }

    /// The origin of the pages.
    pub(crate) fn origin(&self) -> &str {
        &self.origin
    }

    /// Whether a page of an origin that sends a form to a host is one of this service.
    pub(crate) fn is_own(&self, origin: &[u8], host: Option<&[u8]>) -> bool {
        let is_at_address = || {
            let authority = origin.strip_prefix(b"http://");
            let url = std::str::from_utf8(origin).ok().map(Url::parse);
            let is_address =
                |url: Url| is_loopback(&url) || !matches!(url.host(), Some(Host::Domain(_)));
            let is_address = url.is_some_and(|url| url.is_ok_and(is_address));
            authority.is_some() && authority == host && is_address
        };
        origin == self.origin.as_bytes() || (self.is_unset && is_at_address())
    }

    /// Logs the origin of the first form that is refused for it.
    pub(crate) fn log_refused(&self, origin: &str) {
        if !self.has_logged.swap(true, Ordering::Relaxed) {
            let origin: String = origin.chars().take(MAX_ORIGIN).collect();
            tracing::warn!(
                origin,
                "a form of a page at {origin} is refused; FRONTEND_URL (WAYFARE_FRONTEND_URL) is \
                 the address of the pages, {}",
                self.origin
            );
        }
    }

    /// Whether cookies are for TLS alone.
    pub(crate) fn is_secure(&self) -> bool {
        self.is_secure
    }

    /// The tile server.
    pub(crate) fn tiles(&self) -> Option<&Tiles> {
        self.tiles.as_ref()
    }

    /// A path of this origin to which a sign-in may return; `None` for any other text.
    pub(crate) fn return_path(&self, text: &str) -> Option<String> {
        let is_path = text.starts_with('/') && !text.starts_with("//");
        let is_plain = text.chars().all(|c| !c.is_control() && c != '\\');
        if !is_path || !is_plain {
            return None;
        }
        let base = Url::parse(&self.origin).ok()?;
        let url = base.join(text).ok()?;
        if url.origin() != base.origin() || url.path().starts_with("//") {
            return None;
        }
        let query = url.query().map(|query| format!("?{query}"));
        Some(format!("{}{}", url.path(), query.unwrap_or_default()))
    }
}

/// A text in the query of an address.
pub(crate) fn encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => IpAddr::V4(address).is_loopback(),
        Some(Host::Ipv6(address)) => IpAddr::V6(address).is_loopback(),
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        None => false,
    }
}
