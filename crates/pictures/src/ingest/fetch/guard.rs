//! Checks before a connection: the form of the URL, literal hosts, and every address that a name
//! resolves to.

use std::error::Error;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::{Host, Url};

use super::FetchError;
use super::address::is_public;

/// Hosts that may have any address, each as `host` (any port) or `host:port`. IPv6 addresses are in
/// brackets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AllowedHosts(Vec<String>);

impl AllowedHosts {
    /// Creates the list from the hosts of a setting; case does not matter.
    pub fn new(hosts: impl IntoIterator<Item = String>) -> Self {
        let hosts = hosts
            .into_iter()
            .map(|host| host.trim().to_ascii_lowercase());
        Self(hosts.filter(|host| !host.is_empty()).collect())
    }

    pub(super) fn contains(&self, url: &Url) -> bool {
        let (Some(host), Some(port)) = (url.host_str(), url.port_or_known_default()) else {
            return false;
        };
        self.0.iter().any(|allowed| {
            allowed
                .strip_prefix(host)
                .is_some_and(|rest| rest.is_empty() || rest == format!(":{port}"))
        })
    }
}

/// A name resolves to an address that is not public.
#[derive(Debug, thiserror::Error)]
#[error("the host has an address that is not public")]
pub(super) struct AddressRefused;

/// Accepts http and https URLs with a host and without a user name or password.
pub(super) fn check_form(url: &Url) -> Result<(), FetchError> {
    let web = matches!(url.scheme(), "http" | "https");
    let bare = url.username().is_empty() && url.password().is_none();
    if web && bare && url.has_host() {
        Ok(())
    } else {
        Err(FetchError::Refused)
    }
}

/// Checks a host that is an IP address, which is never resolved, and the name `localhost`, which
/// always means loopback.
pub(super) fn check_literal(url: &Url) -> Result<(), FetchError> {
    let address = match url.host() {
        Some(Host::Ipv4(address)) => IpAddr::V4(address),
        Some(Host::Ipv6(address)) => IpAddr::V6(address),
        Some(Host::Domain(name)) if !is_localhost(name) => return Ok(()),
        Some(Host::Domain(_)) | None => return Err(FetchError::Refused),
    };
    if is_public(address) {
        Ok(())
    } else {
        Err(FetchError::Refused)
    }
}

/// `name` is in lower case, as in parsed URLs.
fn is_localhost(name: &str) -> bool {
    name.trim_end_matches('.').rsplit('.').next() == Some("localhost")
}

/// Resolves names with the system's resolver.
pub(super) struct SystemResolver;

impl Resolve for SystemResolver {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found: Vec<SocketAddr> =
                tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            let found: Addrs = Box::new(found.into_iter());
            Ok(found)
        })
    }
}

/// Resolves a name only if all of its addresses are public. The connection goes to one of the
/// returned addresses, which prevents DNS rebinding.
pub(super) struct GuardedResolver {
    inner: Arc<dyn Resolve>,
}

impl GuardedResolver {
    pub(super) fn over(inner: Arc<dyn Resolve>) -> Self {
        Self { inner }
    }
}

impl Resolve for GuardedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let found = self.inner.resolve(name);
        Box::pin(async move {
            let found: Vec<SocketAddr> = found.await?.collect();
            if found.iter().all(|address| is_public(address.ip())) {
                let found: Addrs = Box::new(found.into_iter());
                Ok(found)
            } else {
                Err(Box::<dyn Error + Send + Sync>::from(AddressRefused))
            }
        })
    }
}
