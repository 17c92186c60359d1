//! Where mail is sent, and from whom.

use std::fmt;
use std::net::IpAddr;

use lettre::message::Mailbox;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::{AsyncSmtpTransport, Tokio1Executor};
use percent_encoding::percent_decode_str;
use url::{Host, Url};
use wayfare_domain::Reason;

/// How a connection is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Encryption {
    /// From the first byte.
    Tls,
    /// By STARTTLS, without which nothing is sent.
    StartTls,
    None,
}

/// The URL of a mail server. `Debug` leaves out user and password.
#[derive(Clone)]
pub struct SmtpUrl {
    host: String,
    port: u16,
    encryption: Encryption,
    credentials: Option<Credentials>,
}

impl SmtpUrl {
    /// Parses `smtps://USER:PASSWORD@HOST:PORT` or `smtp://…`. The latter needs STARTTLS, but for a
    /// server on this machine; `?tls=required` and `?tls=none` say otherwise.
    ///
    /// # Errors
    /// Another form, or a password that would be sent in the clear.
    pub fn new(text: &str) -> Result<Self, Reason> {
        let malformed = || {
            Reason::new(
                "must be smtps://USER:PASSWORD@HOST:PORT or smtp://…, with ?tls=required or \
                    ?tls=none at most",
            )
        };
        let url = Url::parse(text).map_err(|_| malformed())?;
        // The URL of an unknown scheme has its host as text.
        let host = url.host_str().unwrap_or_default();
        let host = Host::parse(host).map_err(|_| malformed())?;
        let is_loopback = match &host {
            Host::Ipv4(address) => IpAddr::V4(*address).is_loopback(),
            Host::Ipv6(address) => IpAddr::V6(*address).is_loopback(),
            Host::Domain(name) => name == "localhost" || name.ends_with(".localhost"),
        };
        let encryption = match (url.scheme(), url.query()) {
            ("smtps", None) => Encryption::Tls,
            ("smtp", Some("tls=none")) => Encryption::None,
            ("smtp", None) if is_loopback => Encryption::None,
            ("smtp", None | Some("tls=required")) => Encryption::StartTls,
            _ => return Err(malformed()),
        };
        if !matches!(url.path(), "" | "/") || url.fragment().is_some() {
            return Err(malformed());
        }
        let port = url.port().unwrap_or(match encryption {
            Encryption::Tls => 465,
            Encryption::StartTls | Encryption::None => 587,
        });
        let decode = |text| {
            percent_decode_str(text)
                .decode_utf8()
                .ok()
                .map(String::from)
        };
        let credentials = match (url.username(), url.password()) {
            ("", None) => None,
            (user, Some(password)) if !user.is_empty() => {
                let pair = decode(user).zip(decode(password));
                let (user, password) = pair.ok_or_else(malformed)?;
                Some(Credentials::new(user, password))
            }
            _ => return Err(Reason::new("must hold a user and a password, or neither")),
        };
        if credentials.is_some() && encryption == Encryption::None && !is_loopback {
            return Err(Reason::new(
                "must not hold a password, which tls=none would not protect",
            ));
        }
        Ok(Self {
            host: host.to_string(),
            port,
            encryption,
            credentials,
        })
    }

    /// A transport to the server, which greets it by `name`.
    ///
    /// # Errors
    /// The host can't be the name of a certificate, or the machine has no root certificates.
    pub(crate) fn connect(
        &self,
        name: &str,
    ) -> Result<AsyncSmtpTransport<Tokio1Executor>, lettre::transport::smtp::Error> {
        let host = self.host.trim_matches(['[', ']']);
        let tls = match self.encryption {
            Encryption::Tls => Tls::Wrapper(TlsParameters::new(host.to_owned())?),
            Encryption::StartTls => Tls::Required(TlsParameters::new(host.to_owned())?),
            Encryption::None => Tls::None,
        };
        let builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host)
            .port(self.port)
            .tls(tls)
            .hello_name(ClientId::Domain(name.to_owned()));
        Ok(match self.credentials.clone() {
            Some(credentials) => builder.credentials(credentials).build(),
            None => builder.build(),
        })
    }
}

impl fmt::Display for SmtpUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = match self.encryption {
            Encryption::Tls => "smtps",
            Encryption::StartTls | Encryption::None => "smtp",
        };
        write!(f, "{scheme}://{}:{}", self.host, self.port)
    }
}

impl fmt::Debug for SmtpUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SmtpUrl({self})")
    }
}

/// From whom mails come.
#[derive(Debug, Clone)]
pub struct Sender(pub(crate) Mailbox);

impl Sender {
    /// Parses `no-reply@example.org` or `Wayfare <no-reply@example.org>`.
    ///
    /// # Errors
    /// Not such a text.
    pub fn new(text: &str) -> Result<Self, Reason> {
        let is_plain = !text.chars().any(char::is_control);
        let parsed = text.parse().ok().filter(|_| is_plain);
        parsed
            .map(Self)
            .ok_or_else(|| Reason::new("must be an address such as Wayfare <no-reply@example.org>"))
    }

    /// The domain of its address.
    pub(crate) fn domain(&self) -> &str {
        self.0.email.domain()
    }
}

#[cfg(test)]
mod tests;
