//! Signs people in at an OpenID Connect provider: authorization code with PKCE, and ID tokens.
//!
//! A [`Provider`] fetches the discovery document and the keys once for many callers, and keeps them
//! while the provider is away. The protocol and the signatures are those of the crate
//! `openidconnect`. Nothing here knows accounts. The time is a parameter, in seconds since 1970.
//!
//! ```no_run
//! use wayfare_oidc::{Issuer, Provider, Settings};
//!
//! # async fn run(id_token: &str, now: i64) -> Result<(), Box<dyn std::error::Error>> {
//! let provider = Provider::new(Settings {
//!     issuer: Issuer::new("https://accounts.example.org")?,
//!     client_id: "wayfare".to_owned(),
//!     client_secret: None,
//!     group: None,
//! });
//! let identity = provider.verify(id_token, now).await?;
//! println!("{}", identity.subject);
//! # Ok(())
//! # }
//! ```

mod discovery;
mod http;
mod id_token;
mod provider;

use std::fmt;

use url::{Host, Url};
use zeroize::Zeroizing;

pub use provider::{AuthorizationRequest, Provider};

/// The cause of a failure.
pub type Cause = Box<dyn std::error::Error + Send + Sync>;

/// What a [`Provider`] needs to know.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The issuer.
    pub issuer: Issuer,
    /// The client that the provider knows this service as.
    pub client_id: String,
    /// Its secret; `None` for a public client, which PKCE alone protects.
    pub client_secret: Option<ClientSecret>,
    /// The group whose members alone are admitted; `None` admits everybody.
    pub group: Option<String>,
}

/// The identifier of an issuer, exactly as it is in its tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issuer(String);

impl Issuer {
    /// Checks an issuer: an https URL, or http on loopback.
    ///
    /// # Errors
    /// It is another one, or has a user, a query or a fragment.
    pub fn new(text: &str) -> Result<Self, String> {
        let url = Url::parse(text).ok().filter(|url| {
            let has_user = !url.username().is_empty() || url.password().is_some();
            is_protected(url) && !has_user && url.query().is_none() && url.fragment().is_none()
        });
        if url.is_none() {
            return Err(
                "must be an https URL (http on loopback alone) without user, query and fragment"
                    .to_owned(),
            );
        }
        Ok(Self(text.to_owned()))
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Its host, for people.
    pub fn host(&self) -> String {
        let url = Url::parse(&self.0).ok();
        let host = url.as_ref().and_then(Url::host_str);
        host.unwrap_or_default().to_owned()
    }
}

/// Whether nobody on the way can read or change what is sent to a URL.
fn is_protected(url: &Url) -> bool {
    let is_loopback = match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => return false,
    };
    url.scheme() == "https" || (url.scheme() == "http" && is_loopback)
}

/// The secret of a client. Dropping it wipes the memory, and its `Debug` output is redacted.
#[derive(Clone)]
pub struct ClientSecret(Zeroizing<String>);

impl ClientSecret {
    /// A secret.
    pub fn new(text: &str) -> Self {
        Self(Zeroizing::new(text.to_owned()))
    }
}

impl fmt::Debug for ClientSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ClientSecret(…)")
    }
}

/// Who has signed in. The issuer and the subject alone say who it is; the rest is for a new
/// account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The issuer.
    pub issuer: String,
    /// The person, at this issuer: 1 to 255 bytes.
    pub subject: String,
    /// The display name.
    pub name: Option<String>,
    /// What the person wants to be called by; not unique.
    pub preferred_username: Option<String>,
    /// The e-mail address.
    pub email: Option<String>,
    /// When the person signed in at the issuer, or else when it issued the token, in seconds since
    /// 1970.
    pub signed_in_at: i64,
    /// Whether the person is in the group of the settings; `true` without one.
    pub is_admitted: bool,
}

/// Why nobody is signed in.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The provider can't be reached, or its answers can't be used.
    #[error("the OpenID provider is not available")]
    Unavailable(#[source] Cause),
    /// The code or the ID token is refused.
    #[error("the sign-in is refused: {0}")]
    Refused(String),
}

fn unavailable(cause: impl Into<Cause>) -> Error {
    Error::Unavailable(cause.into())
}
