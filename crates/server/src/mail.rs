//! The mail of the settings.

use url::Url;
use wayfare_mail::Mailer;

use crate::settings::{Sources, environment_name};
use crate::{Failure, Settings};

/// What is wrong with the settings together: the mail server and the sender are set both, or
/// neither.
pub(crate) fn check(sources: &Sources) -> Option<Failure> {
    let [server, sender] = ["smtp_url", "mail_from"].map(environment_name);
    let missing = |name, other| Some(Failure::setting(name, format!("must be set with {other}")));
    match ["smtp_url", "mail_from"].map(|key| sources.is_set(key)) {
        [true, false] => missing(sender, server),
        [false, true] => missing(server, sender),
        _ => None,
    }
}

/// How mail is sent; `None` if it is not. The links in mails begin with `frontend_url`.
///
/// # Errors
/// The server's name can't be verified.
pub(crate) fn mailer(settings: &Settings, frontend_url: &Url) -> Result<Option<Mailer>, Failure> {
    let Some((server, sender)) = settings.smtp_url.as_ref().zip(settings.mail_from.clone()) else {
        return Ok(None);
    };
    let mailer = Mailer::new(server, sender, frontend_url.as_str());
    let name = environment_name("smtp_url");
    mailer
        .map(Some)
        .map_err(|reason| Failure::setting(name, reason))
}
