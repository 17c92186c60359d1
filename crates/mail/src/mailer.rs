//! Sending letters.

use std::error::Error as _;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use lettre::transport::smtp::Error;
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use tokio::time::timeout;
use url::Url;
use wayfare_domain::Reason;

use crate::letter::Composer;
use crate::texts::Texts;
use crate::{Letter, Sender, SmtpUrl};

/// The replies of a server that does not accept the user and password of the settings, or wants
/// some: a mistake of the operator, not of the mail.
const AUTHENTICATION: [u16; 4] = [530, 534, 535, 538];

/// Why a letter was not sent. It names nobody, and holds nothing that a server has answered, which
/// may name somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// It is refused for good, with the code of the server's reply.
    #[error("refused for good{}", code_of(*.0))]
    Refused(Option<u16>),
    /// It is refused for now, with the code of the server's reply.
    #[error("refused for now (code {0})")]
    Later(u16),
    /// The server does not accept the settings' user and password.
    #[error("the mail server does not accept user and password")]
    NotAuthenticated,
    /// The server can't be reached, or did not answer in time.
    #[error("the mail server is away, or too slow")]
    Away,
    /// The address of the letter needs SMTPUTF8, which the server lacks.
    #[error("the mail server takes no addresses with letters beyond ASCII (SMTPUTF8)")]
    UnsupportedAddress,
    /// The server lacks an extension that all letters need.
    #[error("the mail server lacks an extension that this needs, such as STARTTLS or SMTPUTF8")]
    Unsupported,
    /// The connection can't be encrypted, or the server is not who it says.
    #[error("no encrypted connection to the mail server")]
    NoTls,
}

fn code_of(code: Option<u16>) -> String {
    code.map(|code| format!(" (code {code})"))
        .unwrap_or_default()
}

impl From<Error> for SendError {
    fn from(error: Error) -> Self {
        match error.status().map(u16::from) {
            Some(code) if AUTHENTICATION.contains(&code) => Self::NotAuthenticated,
            Some(code) if error.is_permanent() => Self::Refused(Some(code)),
            Some(code) => Self::Later(code),
            None if error.is_tls() || is_of_handshake(&error) => Self::NoTls,
            None if error.is_client() && lacks_utf8(&error) => Self::UnsupportedAddress,
            None if error.is_client() => Self::Unsupported,
            None => Self::Away,
        }
    }
}

/// Whether the server lacks SMTPUTF8, which lettre tells by its text alone.
fn lacks_utf8(error: &Error) -> bool {
    let cause = error.source().map(ToString::to_string);
    cause.is_some_and(|cause| cause.contains("SMTPUTF8"))
}

/// Whether a TLS handshake has failed, which rustls tells as data that is invalid.
fn is_of_handshake(error: &Error) -> bool {
    let mut cause = error.source();
    while let Some(source) = cause {
        if let Some(source) = source.downcast_ref::<io::Error>() {
            return source.kind() == io::ErrorKind::InvalidData;
        }
        cause = source.source();
    }
    false
}

/// Composes and sends letters, each over a connection of its own: one that a timeout has cut off
/// would be out of step for the next letter. Cheap to clone.
#[derive(Clone)]
pub struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    composer: Arc<Composer>,
}

impl Mailer {
    /// Mail by a server, from a sender, with links below the public address of the pages.
    ///
    /// # Errors
    /// That address is no URL, or this machine has no root certificates.
    pub fn new(smtp: &SmtpUrl, sender: Sender, front: &str) -> Result<Self, Reason> {
        let url = Url::parse(front).map_err(|_| Reason::new("must be an http or https URL"))?;
        let transport = smtp
            .connect(sender.domain())
            .map_err(|_| Reason::new("must be a server whose certificate can be verified"))?;
        let composer = Composer {
            sender,
            front: front.trim_end_matches('/').to_owned(),
            site: Composer::site_of(&url),
            texts: Texts::new()?,
        };
        Ok(Self {
            transport,
            composer: Arc::new(composer),
        })
    }

    /// Connects to the server, signs in and sends no letter, for which the server has `patience`.
    ///
    /// # Errors
    /// [`SendError`].
    pub async fn check(&self, patience: Duration) -> Result<(), SendError> {
        match timeout(patience, self.transport.test_connection()).await {
            Ok(Ok(true)) => Ok(()),
            Ok(Err(error)) => Err(error.into()),
            Ok(Ok(false)) | Err(_) => Err(SendError::Away),
        }
    }

    /// Sends a letter, for which the server has `patience`.
    ///
    /// # Errors
    /// [`SendError`].
    pub async fn send(&self, letter: &Letter, patience: Duration) -> Result<(), SendError> {
        let message = self.composer.compose(letter)?;
        match timeout(patience, self.transport.send(message)).await {
            Ok(sent) => match sent.map(drop).map_err(SendError::from) {
                // The sender's address is that of all letters.
                Err(SendError::UnsupportedAddress) if letter.to.is_ascii() => {
                    Err(SendError::Unsupported)
                }
                sent => sent,
            },
            Err(_) => Err(SendError::Away),
        }
    }
}
