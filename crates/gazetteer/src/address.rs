//! The URL of a server, which may hold a secret.

use std::fmt;

use url::Url;

/// The URL of a Nominatim-compatible server, to which `/search` is added. `Debug` and `Display`
/// omit user, password and query.
#[derive(Clone, PartialEq, Eq)]
pub struct ServerAddress(Url);

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

    /// Returns the URL of a search for the `limit` likeliest places of a name.
    #[cfg(feature = "nominatim")]
    pub(super) fn search(&self, name: &str, limit: &str) -> Url {
        let mut url = self.0.clone();
        // Every http URL has a path to extend.
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().push("search");
        }
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
