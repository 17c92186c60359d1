//! Applications of assistants: documents at https addresses, which are their ids
//! (draft-ietf-oauth-client-id-metadata-document), and where they may have people sent back to.

use std::time::Duration;

use serde::Deserialize;
use url::{Host, Url};
use wayfare_pictures::GuardedClient;

use crate::chain;

/// The most time that a document may take.
const TIME_LIMIT: Duration = Duration::from_secs(5);
/// The most bytes of a document.
const MAX_DOCUMENT: usize = 64 << 10;
/// The longest id of an application, and the longest address to which it has people sent back.
pub(super) const MAX_ADDRESS: usize = 2_000;
/// The most characters of an application's name.
const MAX_NAME: usize = 80;

/// An application, as its document describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Application {
    /// Its id: the address of the document.
    pub id: String,
    /// What it calls itself, which nobody has checked; else its host.
    pub name: String,
    /// The host of its id, which is checked.
    pub host: String,
    redirects: Vec<Url>,
}

/// Why an application can't be asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ApplicationError {
    /// Its id is no https address of a document.
    #[error("the id of the application is not the https address of a document")]
    NoAddress,
    /// Its document can't be fetched now, or not from here.
    #[error("the document of the application can't be fetched")]
    Unreachable,
    /// Its document describes no application of this id that can act without a secret.
    #[error("the document of the application does not describe it")]
    Unreadable,
}

/// The members of a document that count (RFC 7591).
#[derive(Deserialize)]
struct Document {
    client_id: String,
    client_name: Option<String>,
    redirect_uris: Vec<String>,
    token_endpoint_auth_method: Option<String>,
}

impl Application {
    /// Fetches the document of an id. Loopback hosts that `client` allows may serve it by http.
    pub(super) async fn fetch(client: &GuardedClient, id: &str) -> Result<Self, ApplicationError> {
        let url = address_of(id, client).ok_or(ApplicationError::NoAddress)?;
        let fetched = client.document(&url, "application/json", TIME_LIMIT, MAX_DOCUMENT);
        let document = fetched.await.map_err(|error| {
            let (cause, host) = (chain(&error), url.host_str());
            tracing::info!(cause, host, "the document of an application is not there");
            ApplicationError::Unreachable
        })?;
        Self::parse(id, &url, &document).ok_or(ApplicationError::Unreadable)
    }

    /// The application of an id, what it calls itself and an address to which it has people sent
    /// back, as [`Grants::application`](crate::Grants::application) has found them before.
    pub fn known(id: &str, name: &str, redirect_uri: &str) -> Option<Self> {
        Some(Self {
            id: id.to_owned(),
            name: name.to_owned(),
            host: host_of(&Url::parse(id).ok()?)?,
            redirects: vec![Url::parse(redirect_uri).ok()?],
        })
    }

    fn parse(id: &str, url: &Url, document: &[u8]) -> Option<Self> {
        let document: Document = serde_json::from_slice(document).ok()?;
        let method = document.token_endpoint_auth_method;
        if document.client_id != id || method.is_some_and(|method| method != "none") {
            return None;
        }
        let host = host_of(url)?;
        let name = document.client_name.unwrap_or_default();
        let name: String = name.chars().filter(|c| !c.is_control()).collect();
        let name: String = name.trim().chars().take(MAX_NAME).collect();
        let redirects = document.redirect_uris.iter();
        Some(Self {
            id: id.to_owned(),
            name: if name.is_empty() { host.clone() } else { name },
            host,
            redirects: redirects.filter_map(|uri| Url::parse(uri).ok()).collect(),
        })
    }

    /// The address to which it has people sent back, if it is one of its own: the same, or on this
    /// machine the same but for the port (RFC 8252, section 7.3).
    pub fn redirect(&self, asked: &str) -> Option<Url> {
        let url = Url::parse(asked).ok().filter(is_redirect)?;
        let is_own = |own: &Url| match is_loopback(&url) {
            true => without_port(own) == without_port(&url),
            false => own.as_str() == url.as_str(),
        };
        let is_plain = asked.len() <= MAX_ADDRESS && self.redirects.iter().any(is_own);
        is_plain.then_some(url)
    }
}

/// The address that an id is: https, with a path, without dots in it, name or fragment.
fn address_of(id: &str, client: &GuardedClient) -> Option<Url> {
    let url = Url::parse(id).ok()?;
    let is_secure = match url.scheme() {
        "https" => true,
        scheme => scheme == "http" && is_loopback(&url) && client.allows(&url),
    };
    let is_bare = url.username().is_empty() && url.password().is_none();
    // A URL that is written otherwise than it is read has dots in its path, or spaces.
    let is_plain = url.as_str() == id && id.len() <= MAX_ADDRESS;
    let names_document = url.path() != "/" && url.fragment().is_none();
    (is_secure && is_bare && is_plain && names_document).then_some(url)
}

/// The host of an address, with its port if that is another than usual.
fn host_of(url: &Url) -> Option<String> {
    Some(match (url.host_str()?, url.port()) {
        (host, Some(port)) => format!("{host}:{port}"),
        (host, None) => host.to_owned(),
    })
}

/// Whether browsers may be sent to an address with a code.
fn is_redirect(url: &Url) -> bool {
    let is_bare = url.username().is_empty() && url.fragment().is_none();
    is_bare && (url.scheme() == "https" || (url.scheme() == "http" && is_loopback(url)))
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    }
}

fn without_port(url: &Url) -> Url {
    let mut url = url.clone();
    // A URL with a host has room for a port.
    let _ = url.set_port(None);
    url
}

#[cfg(test)]
mod tests;
