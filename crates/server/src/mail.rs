//! The mail of the settings.

use std::net::SocketAddr;

use wayfare_mail::Mailer;

use crate::server::base_url;
use crate::settings::environment_name;
use crate::{Failure, Settings};

/// Checks that the mail server and the sender are set both, or neither.
///
/// # Errors
/// One of them is missing.
pub(crate) fn check(settings: &Settings) -> Result<(), Failure> {
    let [server, sender] = ["smtp_url", "mail_from"].map(environment_name);
    let missing = |name, other| {
        let reason = format!("must be set with {other}");
        Err(Failure::setting(name, reason))
    };
    match (&settings.smtp_url, &settings.mail_from) {
        (Some(_), None) => missing(sender, server),
        (None, Some(_)) => missing(server, sender),
        _ => Ok(()),
    }
}

/// How mail is sent; `None` if it is not. The links in mails follow the public address of a server
/// that listens on `address`.
///
/// # Errors
/// The server's name can't be verified.
pub(crate) fn mailer(settings: &Settings, address: SocketAddr) -> Result<Option<Mailer>, Failure> {
    let Some((server, sender)) = settings.smtp_url.as_ref().zip(settings.mail_from.clone()) else {
        return Ok(None);
    };
    let base = base_url(settings, address)?;
    let front = settings.frontend_url.as_ref().unwrap_or(&base);
    let mailer = Mailer::new(server, sender, front.as_str());
    let name = environment_name("smtp_url");
    mailer
        .map(Some)
        .map_err(|reason| Failure::setting(name, reason))
}
