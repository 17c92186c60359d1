//! The mail of the settings.

use std::net::SocketAddr;

use wayfare_mail::Mailer;

use crate::server::base_url;
use crate::settings::{Sources, environment_name};
use crate::{Failure, Settings};

/// What is wrong with the settings together: the mail server and the sender are set both, or neither.
pub(crate) fn check(sources: &Sources) -> Option<Failure> {
    let [server, sender] = ["smtp_url", "mail_from"].map(environment_name);
    let missing = |name, other| Some(Failure::setting(name, format!("must be set with {other}")));
    match ["smtp_url", "mail_from"].map(|key| sources.is_set(key)) {
        [true, false] => missing(sender, server),
        [false, true] => missing(server, sender),
        _ => None,
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
