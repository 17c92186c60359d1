//! The URL of a server, which may hold a secret.

use std::fmt;

use url::Url;

#[cfg(feature = "nominatim")]
use crate::Coordinates;

/// The URL of a server with the API of Nominatim or Photon. `Debug` and `Display` omit user,
/// password and query.
#[derive(Clone, PartialEq, Eq)]
pub struct ServerAddress(Url);

/// The search API of a server.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ServerKind {
    /// Nominatim, which must not be asked while somebody types.
    #[default]
    Nominatim,
    /// Photon, which also completes what somebody types.
    Photon,
}

/// The URL is not valid for a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be an http or https URL without fragment")]
pub struct ServerAddressError;

impl ServerAddress {
    /// Creates the URL of a server: http or https. A user and password in it are used for
    /// authentication; a query is part of every request.
    ///
    /// # Errors
    /// Another scheme, no host, or a fragment.
    pub fn new(text: &str) -> Result<Self, ServerAddressError> {
        let url = Url::parse(text).map_err(|_| ServerAddressError)?;
        let is_web =
            matches!(url.scheme(), "http" | "https") && url.has_host() && url.fragment().is_none();
        if is_web {
            Ok(Self(url))
        } else {
            Err(ServerAddressError)
        }
    }

    /// Returns the URL of a search for the `limit` likeliest places of a name at a Photon server,
    /// those near a point before others.
    #[cfg(feature = "nominatim")]
    pub(super) fn photon(&self, name: &str, limit: &str, near: Option<Coordinates>) -> Url {
        let mut url = self.below("api");
        url.query_pairs_mut()
            .append_pair("q", name)
            .append_pair("limit", limit)
            .append_pair("lang", "en");
        if let Some(near) = near {
            url.query_pairs_mut()
                .append_pair("lat", &format!("{:.1}", near.latitude))
                .append_pair("lon", &format!("{:.1}", near.longitude));
        }
        url
    }

    #[cfg(feature = "nominatim")]
    fn below(&self, segment: &str) -> Url {
        let mut url = self.0.clone();
        // Every http URL has a path to extend.
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().push(segment);
        }
        url
    }

    /// Returns the URL of a search for the `limit` likeliest places of a name.
    #[cfg(feature = "nominatim")]
    pub(super) fn search(&self, name: &str, limit: &str) -> Url {
        let mut url = self.below("search");
        url.query_pairs_mut()
            .append_pair("q", name)
            .append_pair("format", "jsonv2")
            .append_pair("addressdetails", "1")
            .append_pair("extratags", "1")
            .append_pair("limit", limit)
            .append_pair("accept-language", "en");
        url
    }
}

impl fmt::Display for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}://{}",
            self.0.scheme(),
            self.0.host_str().unwrap_or_default()
        )?;
        self.0.port().map_or(Ok(()), |port| write!(f, ":{port}"))?;
        f.write_str(self.0.path().trim_end_matches('/'))
    }
}

impl fmt::Debug for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ServerAddress({self})")
    }
}

#[cfg(test)]
mod tests;
